// Loop nests over strided arrays. A nest is folded to as few axes as possible, so that its rows are long; rows of step 0
// or 1 then run vectorised.

#include "kernel/loops.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace eqlens {

std::vector<std::size_t> strides_of(std::span<const std::size_t> extents) {
  std::vector<std::size_t> strides(extents.size());
  std::size_t step = 1;
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    strides[axis] = step;
    step *= extents[axis];
  }
  return strides;
}

std::size_t element_count(std::span<const std::size_t> extents) {
  std::size_t count = 1;
  for (const auto extent : extents) count *= extent;
  return count;
}

namespace {

/// A nest in which neighbouring axes that every operand walks as one are one.
struct Nest {
  std::vector<std::size_t> extents;
  std::vector<Walk> operands;
};

Nest folded(std::span<const std::size_t> extents, std::span<const Walk> operands) {
  Nest nest;
  for (const auto& operand : operands) nest.operands.push_back({operand.data, {}});
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    if (extents[axis] == 1) continue;
    bool joins = !nest.extents.empty();
    for (std::size_t k = 0; joins && k < operands.size(); ++k)
      joins = nest.operands[k].strides.back() == operands[k].strides[axis] * extents[axis];
    if (joins) {
      nest.extents.back() *= extents[axis];
      for (std::size_t k = 0; k < operands.size(); ++k) nest.operands[k].strides.back() = operands[k].strides[axis];
    } else {
      nest.extents.push_back(extents[axis]);
      for (std::size_t k = 0; k < operands.size(); ++k) nest.operands[k].strides.push_back(operands[k].strides[axis]);
    }
  }
  if (nest.extents.empty()) {
    nest.extents.push_back(1);
    for (auto& operand : nest.operands) operand.strides.push_back(0);
  }
  return nest;
}

/// Calls `row(offsets, count)` for every row of the last axis; `offsets` holds where each operand's row begins.
template <typename Row>
void each_row(const Nest& nest, Row row) {
  const auto outer = nest.extents.size() - 1;
  std::vector<std::size_t> at(outer, 0);
  std::vector<std::size_t> offsets(nest.operands.size(), 0);
  if (element_count(nest.extents) == 0) return;
  while (true) {
    row(offsets, nest.extents.back());
    std::size_t axis = outer;
    while (axis > 0) {
      --axis;
      for (std::size_t k = 0; k < offsets.size(); ++k) offsets[k] += nest.operands[k].strides[axis];
      if (++at[axis] < nest.extents[axis]) break;
      for (std::size_t k = 0; k < offsets.size(); ++k) offsets[k] -= nest.operands[k].strides[axis] * nest.extents[axis];
      at[axis] = 0;
      if (axis == 0) return;
    }
    if (outer == 0) return;
  }
}

void map_row(const ElementFunction& f, const double* a, std::size_t a_step, const double* b, std::size_t b_step, double* out,
             std::size_t n) {
  if (f.row != nullptr && a_step <= 1 && b_step <= 1) return f.row(a, a_step, b, b_step, out, n);
  if (f.one != nullptr) {
    for (std::size_t i = 0; i < n; ++i) out[i] = f.one(a[i * a_step]);
  } else {
    for (std::size_t i = 0; i < n; ++i) out[i] = f.two(a[i * a_step], b[i * b_step]);
  }
}

double start_of(Reduction reduction) {
  switch (reduction) {
    case Reduction::sum: return 0;
    case Reduction::product: return 1;
    case Reduction::maximum: return -std::numeric_limits<double>::infinity();
    case Reduction::minimum: return std::numeric_limits<double>::infinity();
  }
  return 0;
}

/// Not-a-number wins, as it does in every sum.
double larger(double a, double b) { return a > b || std::isnan(a) ? a : b; }
double smaller(double a, double b) { return a < b || std::isnan(a) ? a : b; }

/// Pairwise, so that the error of long sums stays near one rounding.
double sum_row(const double* a, std::size_t step, std::size_t n) {
  if (n > 256) return sum_row(a, step, n / 2) + sum_row(a + n / 2 * step, step, n - n / 2);
  std::array<double, 4> part{};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) part[lane] += a[(i + lane) * step];
  double total = (part[0] + part[1]) + (part[2] + part[3]);
  for (; i < n; ++i) total += a[i * step];
  return total;
}

double fold_row(Reduction reduction, double so_far, const double* a, std::size_t step, std::size_t n) {
  switch (reduction) {
    case Reduction::sum: return so_far + sum_row(a, step, n);
    case Reduction::product:
      for (std::size_t i = 0; i < n; ++i) so_far *= a[i * step];
      return so_far;
    case Reduction::maximum:
      for (std::size_t i = 0; i < n; ++i) so_far = larger(a[i * step], so_far);
      return so_far;
    case Reduction::minimum:
      for (std::size_t i = 0; i < n; ++i) so_far = smaller(a[i * step], so_far);
      return so_far;
  }
  return so_far;
}

/// Adds whole rows: what a sum over the first axis of a matrix wants.
void accumulate_rows(std::size_t rows, std::size_t row_step, std::size_t n, const double* a, double* out) {
  std::fill_n(out, n, 0.0);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t i = 0; i < n; ++i) out[i] += a[r * row_step + i];
}

Walk part(const Walk& walk, std::size_t from, std::size_t to) {
  return {walk.data, {walk.strides.begin() + static_cast<std::ptrdiff_t>(from), walk.strides.begin() + static_cast<std::ptrdiff_t>(to)}};
}

}  // namespace

void map_elements(std::span<const std::size_t> extents, const ElementFunction& f, std::span<const Walk> operands, double* out) {
  const auto nest = folded(extents, operands);
  const auto& a = nest.operands.front();
  const auto& b = nest.operands.back();
  each_row(nest, [&](const std::vector<std::size_t>& offsets, std::size_t n) {
    map_row(f, a.data + offsets.front(), a.strides.back(), b.data + offsets.back(), b.strides.back(), out, n);
    out += n;
  });
}

void select_elements(std::span<const std::size_t> extents, std::span<const Walk> operands, double* out) {
  const auto nest = folded(extents, operands);
  each_row(nest, [&](const std::vector<std::size_t>& offsets, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i, ++out) {
      const auto element = [&](std::size_t k) { return nest.operands[k].data[offsets[k] + i * nest.operands[k].strides.back()]; };
      *out = element(0) != 0 ? element(1) : element(2);
    }
  });
}

void reduce_elements(std::span<const std::size_t> extents, std::size_t kept, Reduction reduction, const Walk& operand, double* out) {
  const auto outer_extents = extents.first(kept);
  const auto inner_extents = extents.subspan(kept);
  if (reduction == Reduction::sum && kept == 1 && inner_extents.size() == 1 && operand.strides[0] == 1 && extents[0] > 1)
    return accumulate_rows(extents[1], operand.strides[1], extents[0], operand.data, out);
  const std::vector<Walk> outer_walk{part(operand, 0, kept)};
  auto outer = folded(outer_extents, outer_walk);
  const std::vector<Walk> inner_walk{part(operand, kept, extents.size())};
  auto inner = folded(inner_extents, inner_walk);
  each_row(outer, [&](const std::vector<std::size_t>& offsets, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i, ++out) {
      const double* from = operand.data + offsets[0] + i * outer.operands[0].strides.back();
      double value = start_of(reduction);
      each_row(inner, [&](const std::vector<std::size_t>& at, std::size_t count) {
        value = fold_row(reduction, value, from + at[0], inner.operands[0].strides.back(), count);
      });
      *out = value;
    }
  });
}

void locate_elements(std::span<const std::size_t> extents, std::size_t kept, Reduction reduction, const Walk& operand, double* out) {
  const std::vector<Walk> outer_walk{part(operand, 0, kept)};
  auto outer = folded(extents.first(kept), outer_walk);
  const std::vector<Walk> inner_walk{part(operand, kept, extents.size())};
  auto inner = folded(extents.subspan(kept), inner_walk);
  each_row(outer, [&](const std::vector<std::size_t>& offsets, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i, ++out) {
      const double* from = operand.data + offsets[0] + i * outer.operands[0].strides.back();
      double best = start_of(reduction);
      std::size_t position = 0;
      std::size_t place = 0;
      each_row(inner, [&](const std::vector<std::size_t>& at, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k, ++position) {
          const double value = from[at[0] + k * inner.operands[0].strides.back()];
          if (reduction == Reduction::maximum ? value > best : value < best) {
            best = value;
            place = position;
          }
        }
      });
      *out = static_cast<double>(place);
    }
  });
}

}  // namespace eqlens
