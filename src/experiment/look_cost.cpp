// What it costs: operations, numbers held, learned numbers, as polynomials in the sizes, counted on the program that is run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "experiment/look.hpp"
#include "kernel/loops.hpp"

namespace eqlens {

namespace {

/// A polynomial in named sizes: from a product of names to its coefficient.
using Polynomial = std::map<std::vector<std::string>, double>;

/// The names behind the extents of a loop; extents that have none are numbers, or products of two that have.
class Names {
 public:
  explicit Names(const Laboratory& laboratory) {
    for (const auto& [extent, name] : laboratory.sizes()) by_extent_.emplace(extent, name);
  }

  void add(Polynomial& polynomial, const std::vector<std::size_t>& extents, double coefficient) const {
    std::vector<std::string> names;
    for (const auto extent : extents) {
      if (extent == 1) continue;
      if (const auto found = by_extent_.find(extent); found != by_extent_.end())
        add_factors(found->second, names);
      else if (!add_product(extent, names))
        coefficient *= static_cast<double>(extent);
    }
    // A plain number as a size is part of the coefficient.
    std::erase_if(names, [&](const std::string& name) {
      if (name.find_first_not_of("0123456789") != std::string::npos) return false;
      coefficient *= std::stod(name);
      return true;
    });
    std::sort(names.begin(), names.end());
    polynomial[names] += coefficient;
  }

 private:
  /// "h d_k" is a product of two names; a sum is one name.
  static void add_factors(const std::string& name, std::vector<std::string>& names) {
    if (name.find_first_of("+-{(") != std::string::npos) return names.push_back(name);
    for (std::size_t at = 0; at < name.size();) {
      const auto end = std::min(name.find(' ', at), name.size());
      names.push_back(name.substr(at, end - at));
      at = end + 1;
    }
  }
  bool add_product(std::size_t extent, std::vector<std::string>& names) const {
    for (const auto& [a, first] : by_extent_)
      for (const auto& [b, second] : by_extent_)
        if (a > 1 && b > 1 && a * b == extent) {
          names.push_back(first);
          names.push_back(second);
          return true;
        }
    return false;
  }
  std::map<std::size_t, std::string> by_extent_;
};

std::string print(const Polynomial& polynomial) {
  std::vector<std::pair<std::vector<std::string>, double>> terms(polynomial.begin(), polynomial.end());
  std::stable_sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  std::string text;
  for (const auto& [names, coefficient] : terms) {
    if (coefficient == 0) continue;
    auto term = names.empty() || coefficient != 1 ? fmt::format("{}", coefficient) : std::string();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto power = std::count(names.begin(), names.end(), names[i]);
      if (i > 0 && names[i] == names[i - 1]) continue;
      term += fmt::format("{}{}{}", term.empty() ? "" : " ", names[i], power > 1 ? fmt::format("^{}", power) : "");
    }
    text += fmt::format("{}{}", text.empty() ? "" : " + ", term);
  }
  return text.empty() ? "0" : text;
}

/// What eliminates one row of a matrix after the other.
bool cubic(const Node& node) {
  constexpr std::string_view names[] = {"inverse", "determinant", "log-determinant"};
  return node.operation != nullptr && std::find(std::begin(names), std::end(names), node.operation->name) != std::end(names);
}

/// How often the innermost work of a step is done for each point of its loop.
double operations_of(const Plan& plan, const Node& node) {
  switch (node.work) {
    case Work::constant:
    case Work::input:
    case Work::count:
    case Work::gather:
    case Work::scatter: return 0;
    case Work::map:
    case Work::select:
    case Work::reduce:
    case Work::locate:
    case Work::others: return 1;
    case Work::contract: return 2;
    case Work::kernel: {
      double most = 1;
      for (const auto& operand : node.operands) {
        double inner = 1;
        for (std::size_t axis = 0; axis < operand.axes.size(); ++axis)
          if (operand.axes[axis] == inner_axis) inner *= static_cast<double>(plan[operand.node].extents[axis]);
        most = std::max(most, inner);
      }
      return cubic(node) ? most * std::sqrt(most) : most;
    }
  }
  return 0;
}

/// One axis as long as a product of sizes: "h d_k" are two names, in whatever order they meet others.
void add_product(const Sizes& sizes, const Dimension& size, std::vector<std::string>& names, double& coefficient) {
  for (const auto& term : size.terms()) {
    coefficient *= static_cast<double>(term.coefficient);
    for (const auto id : term.sizes) names.push_back(sizes.print(Dimension::size(id)));
  }
}

/// How many numbers training sets, from the shapes.
Polynomial learned_numbers(const Analysis& analysis) {
  Polynomial numbers;
  const auto& sizes = analysis.shapes.sizes;
  for (const auto& entry : analysis.roles.symbols) {
    if (entry.role != Role::learned || entry.indexed || entry.spans.empty() || !entry.shape.known) continue;
    std::vector<std::string> names;
    double coefficient = 1;
    for (const auto& axis : entry.shape.axes) {
      const auto size = sizes.resolve(axis);
      if (const auto number = size.number())
        coefficient *= static_cast<double>(*number);
      else if (size.terms().size() > 1)
        names.push_back(fmt::format("({})", sizes.print(size)));
      else
        add_product(sizes, size, names, coefficient);
    }
    std::sort(names.begin(), names.end());
    numbers[names] += coefficient;
  }
  return numbers;
}

/// What a polynomial gives for the sizes of a laboratory.
double worked_out(const Polynomial& polynomial, const Laboratory& laboratory) {
  double total = 0;
  for (const auto& [names, coefficient] : polynomial) {
    double term = coefficient;
    for (const auto& name : names)
      for (const auto& [extent, size] : laboratory.sizes())
        if (size == name) {
          term *= static_cast<double>(extent);
          break;
        }
    total += term;
  }
  return total;
}

struct Cost {
  Polynomial operations;
  Polynomial held;      ///< numbers, if every step is kept
  double counted = 0;   ///< operations, as the program that is run has them
  double occupied = 0;  ///< numbers, as the program that was run holds them

  [[nodiscard]] bool adds_up(const Laboratory& laboratory) const {
    return worked_out(operations, laboratory) == counted && worked_out(held, laboratory) == occupied;
  }
};

Cost cost_of(const Laboratory& laboratory) {
  Cost cost;
  const Names names(laboratory);
  const auto& plan = laboratory.plan();
  std::set<NodeId> needed;
  for (const auto g : laboratory.results()) needed.insert(laboratory.gauges()[g].node);
  for (NodeId id = plan.size(); id-- > 0;) {
    if (!needed.contains(id)) continue;
    const auto& node = plan[id];
    for (const auto& operand : node.operands) needed.insert(operand.node);
    if (node.work != Work::constant && node.work != Work::input && node.work != Work::count) names.add(cost.held, node.extents, 1);
    const auto each = operations_of(plan, node);
    if (each == 0) continue;
    cost.counted += each * static_cast<double>(element_count(node.loop));
    if (node.work != Work::kernel) {
      names.add(cost.operations, node.loop, each);
      continue;
    }
    auto loop = node.loop;
    for (const auto& operand : node.operands) {
      std::vector<std::size_t> inner;
      for (std::size_t axis = 0; axis < operand.axes.size(); ++axis)
        if (operand.axes[axis] == inner_axis) inner.push_back(plan[operand.node].extents[axis]);
      const auto extra = cubic(node) && inner.size() == 2 ? inner[0] : 1;
      if (static_cast<double>(element_count(inner) * extra) == each) {
        loop.insert(loop.end(), inner.begin(), inner.end());
        if (extra > 1) loop.push_back(extra);
        break;
      }
    }
    names.add(cost.operations, loop, 1);
  }
  cost.occupied = static_cast<double>(laboratory.numbers_held());
  return cost;
}

}  // namespace

void look_at_cost(const Analysis& analysis, std::size_t& work, std::vector<Finding>& findings) {
  const Laboratory laboratory(analysis, work);
  if (!laboratory.works()) return;
  const auto learned = learned_numbers(analysis);
  if (std::any_of(learned.begin(), learned.end(), [](const auto& term) { return !term.first.empty(); }))
    findings.push_back(
        {"learned-numbers", fmt::format("training sets ${}$ numbers here", print(learned)), "", 2, 0, 0, "", Verdict::holds, 0, 27});
  const auto cost = cost_of(laboratory);
  // Counted again with other sizes, the polynomial has to come out the same.
  std::map<std::string, std::size_t> others;
  std::size_t next = 0;
  for (const auto& [extent, name] : laboratory.sizes())
    if (analysis.shapes.sizes.find(name)) others.emplace(name, std::vector<std::size_t>{23, 29, 31, 37, 41, 43, 47, 53}[next++ % 8]);
  if (others.empty()) return;
  const Laboratory second(analysis, work, others);
  if (!second.works()) return;
  const auto again = cost_of(second);
  if (again.operations == cost.operations && cost.adds_up(laboratory) && again.adds_up(second))
    findings.push_back({"cost", fmt::format("computing it takes ${}$ operations", print(cost.operations)),
                        "each product counts as a multiplication and an addition", 2, 0, 0, "", Verdict::holds, 0, 18});
  if (again.held == cost.held && cost.adds_up(laboratory) && again.adds_up(second))
    findings.push_back({"memory",
                        fmt::format("with every step on the way kept, it holds ${}$ numbers besides its inputs", print(cost.held)),
                        "a step that is used up at once, or fused with the next, needs none", 2, 0, 0, "", Verdict::holds, 0, 17});
}

}  // namespace eqlens
