// Definite integrals: Gauss and Legendre's rule on pieces that are halved where halving still changes something.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "evaluate/compile.hpp"

namespace eqlens {

namespace {

constexpr std::size_t rule_points = 12;

/// Points in (0, 1) and their shares, exact for polynomials up to degree 23.
struct Rule {
  std::array<double, rule_points> points{}, shares{};
  Rule() {
    constexpr auto n = static_cast<double>(rule_points);
    for (std::size_t k = 0; k < rule_points; ++k) {
      double x = std::cos(std::numbers::pi * (static_cast<double>(k) + 0.75) / (n + 0.5));
      double slope = 1;
      for (int step = 0; step < 100; ++step) {
        double before = 1, value = x;
        for (std::size_t degree = 2; degree <= rule_points; ++degree) {
          const auto d = static_cast<double>(degree);
          const double next = ((2 * d - 1) * x * value - (d - 1) * before) / d;
          before = value;
          value = next;
        }
        slope = n * (x * value - before) / (x * x - 1);
        const double change = value / slope;
        x -= change;
        if (std::fabs(change) < 1e-16) break;
      }
      points[k] = (1 - x) / 2;
      shares[k] = 1 / ((1 - x * x) * slope * slope);
    }
  }
};

/// The points of all pieces, bent towards both ends so that roots and other mild singularities there do no harm.
template <typename Segments>
std::pair<Array, Array> points_of(const Segments& segments) {
  static const Rule rule;
  std::pair<Array, Array> result{{{segments.size() * rule_points}, {}}, {{segments.size() * rule_points}, {}}};
  for (const auto& segment : segments)
    for (std::size_t k = 0; k < rule_points; ++k) {
      const double width = segment.end - segment.begin;
      const double u = segment.begin + width * rule.points[k];
      result.first.data.push_back(u * u * (3 - 2 * u));
      result.second.data.push_back(width * rule.shares[k] * 6 * u * (1 - u));
    }
  return result;
}

}  // namespace

/// The integrand times its weights at points of (0, 1) along a new axis.
Term Compiler::integrand(ExpressionId id, const Ends& ends, const std::vector<Segment>& segments, Axis axis, Scope& scope) {
  auto [points, weights] = points_of(segments);
  const auto unit = renamed(algebra.constant(std::move(points)), place(0), axis);
  auto weight = renamed(algebra.constant(std::move(weights)), place(0), axis);
  const auto times = [&](const Term& a, const Term& b) { return algebra.map("elementwise product", a, b); };
  const auto one = algebra.number(1);
  Term x;
  if (ends.finite()) {
    const auto width = algebra.map("minus", ends.upper, ends.lower);
    x = algebra.map("plus", ends.lower, times(unit, width));
    weight = times(weight, width);
  } else if (ends.endless_below && ends.endless_above) {
    // x = t / (1 - t^2) for t in (-1, 1)
    const auto t = algebra.map("minus", times(algebra.number(2), unit), one);
    const auto square = times(t, t);
    const auto rest = algebra.map("minus", one, square);
    x = algebra.map("division", t, rest);
    weight = times(times(algebra.number(2), weight), algebra.map("division", algebra.map("plus", one, square), times(rest, rest)));
  } else {
    // x = end ± t / (1 - t)
    const auto rest = algebra.map("minus", one, unit);
    const auto far = algebra.map("division", unit, rest);
    x = algebra.map(ends.endless_above ? "plus" : "minus", ends.endless_above ? ends.lower : ends.upper, far);
    weight = algebra.map("division", weight, times(rest, rest));
  }
  Scope inner{.parent = &scope, .root = arena_.child(id, 0), .statement = scope.statement};
  inner.bound[arena_.ranges(id)[0].symbol] = x;
  const auto body = expression(arena_.child(id, 0), inner);
  return body ? times(body, weight) : Term{};
}

/// The sum over each piece. False if the values are not known yet.
bool Compiler::measure(ExpressionId id, const Ends& ends, std::vector<Segment>& segments, Scope& scope) {
  const auto axis = algebra.fresh();
  const auto weighted = integrand(id, ends, segments, axis, scope);
  const auto values = values_now(weighted);
  if (values.empty()) return false;
  const auto& extents = plan[weighted.node].extents;
  const auto at = static_cast<std::size_t>(std::ranges::find(weighted.axes, axis) - weighted.axes.begin());
  std::size_t inner = 1;
  for (std::size_t k = at + 1; k < extents.size(); ++k) inner *= extents[k];
  const auto points = segments.size() * rule_points;
  const auto side_by_side = values.size() / points;
  for (auto& segment : segments) segment.sums.assign(side_by_side, 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto point = k / inner % points;
    segments[point / rule_points].sums[k / (inner * points) * inner + k % inner] += values[k];
  }
  return true;
}

/// The pieces that the range from 0 to 1 falls into: each is halved until its halves together say what it said itself.
std::vector<Compiler::Segment> Compiler::pieces_of(ExpressionId id, const Ends& ends, Scope& scope) {
  constexpr std::size_t first_pieces = 8, fallback_pieces = 32, most_pieces = 2000;
  constexpr double accuracy = 1e-13;
  const auto equal = [](std::size_t count) {
    std::vector<Segment> segments;
    for (std::size_t k = 0; k < count; ++k)
      segments.push_back({static_cast<double>(k) / static_cast<double>(count), static_cast<double>(k + 1) / static_cast<double>(count)});
    return segments;
  };
  auto open = equal(first_pieces);
  if (!measure(id, ends, open, scope)) return equal(fallback_pieces);
  std::vector<double> totals(open[0].sums.size(), 0.0);
  for (const auto& segment : open)
    for (std::size_t k = 0; k < totals.size(); ++k) totals[k] += std::fabs(segment.sums[k]);
  std::vector<Segment> settled;
  while (!open.empty() && open.size() + settled.size() < most_pieces) {
    std::vector<Segment> halves;
    for (const auto& segment : open) {
      const double middle = (segment.begin + segment.end) / 2;
      halves.push_back({segment.begin, middle});
      halves.push_back({middle, segment.end});
    }
    if (!measure(id, ends, halves, scope)) return equal(fallback_pieces);
    std::vector<Segment> next;
    for (std::size_t n = 0; n < open.size(); ++n) {
      bool agrees = true;
      for (std::size_t k = 0; k < totals.size(); ++k) {
        const double change = std::fabs(open[n].sums[k] - halves[2 * n].sums[k] - halves[2 * n + 1].sums[k]);
        // What is no number is not mended by looking closer.
        agrees = agrees && !(change > accuracy * totals[k]);
      }
      auto& into = agrees ? settled : next;
      into.push_back(std::move(halves[2 * n]));
      into.push_back(std::move(halves[2 * n + 1]));
    }
    open = std::move(next);
  }
  settled.insert(settled.end(), open.begin(), open.end());
  return settled;
}

Term Compiler::integral(ExpressionId id, Scope& scope) {
  const auto ranges = arena_.ranges(id);
  if (ranges.size() != 1 || ranges[0].symbol == none || ranges[0].lower == none || ranges[0].upper == none)
    return fail(id, "not-computable", fmt::format("{} has no ends that can be computed", equation_.text(id)));
  Ends ends{expression(ranges[0].lower, scope), expression(ranges[0].upper, scope)};
  if (!ends.lower || !ends.upper) return {};
  const auto low = known_number(ends.lower);
  const auto high = known_number(ends.upper);
  ends.endless_below = low && *low == -std::numeric_limits<double>::infinity();
  ends.endless_above = high && *high == std::numeric_limits<double>::infinity();
  if ((low && !ends.endless_below && !std::isfinite(*low)) || (high && !ends.endless_above && !std::isfinite(*high)))
    return fail(id, "not-computable", fmt::format("{} has no ends that can be computed", equation_.text(id)));
  const auto axis = algebra.fresh();
  const auto before = diagnostics.size();
  const auto segments = pieces_of(id, ends, scope);
  if (failed_since(before)) return {};
  const auto weighted = integrand(id, ends, segments, axis, scope);
  return weighted ? algebra.sum(weighted, {axis}) : Term{};
}

}  // namespace eqlens
