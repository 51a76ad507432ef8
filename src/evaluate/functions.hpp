#pragma once

// Functions of one or two numbers that plans need and the catalogue has no row for. Their derivatives stand in pullbacks.cpp.

namespace eqlens {

[[nodiscard]] double larger_of_two(double a, double b);
[[nodiscard]] double smaller_of_two(double a, double b);
[[nodiscard]] double same_number(double x);
/// a modulo b, never negative.
[[nodiscard]] double remainder_of(double a, double b);
/// 1 of a number, 0 of what is none.
[[nodiscard]] double is_number(double x);

/// 1 where the relation holds, else 0.
[[nodiscard]] double is_equal(double a, double b);
[[nodiscard]] double is_unequal(double a, double b);
[[nodiscard]] double is_less(double a, double b);
[[nodiscard]] double is_at_most(double a, double b);
[[nodiscard]] double both_hold(double a, double b);
[[nodiscard]] double one_holds(double a, double b);
[[nodiscard]] double fails(double a);

}  // namespace eqlens
