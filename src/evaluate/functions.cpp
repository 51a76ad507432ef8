#include "evaluate/functions.hpp"

#include <cmath>

namespace eqlens {

double larger_of_two(double a, double b) { return a > b || std::isnan(a) ? a : b; }
double smaller_of_two(double a, double b) { return a < b || std::isnan(a) ? a : b; }
double same_number(double x) { return x; }
double remainder_of(double a, double b) { return a - b * std::floor(a / b); }
double is_number(double x) { return std::isnan(x) ? 0 : 1; }

double is_equal(double a, double b) { return a == b ? 1 : 0; }
double is_unequal(double a, double b) { return a != b ? 1 : 0; }
double is_less(double a, double b) { return a < b ? 1 : 0; }
double is_at_most(double a, double b) { return a <= b ? 1 : 0; }
double both_hold(double a, double b) { return a != 0 && b != 0 ? 1 : 0; }
double one_holds(double a, double b) { return a != 0 || b != 0 ? 1 : 0; }
double fails(double a) { return a == 0 ? 1 : 0; }

}  // namespace eqlens
