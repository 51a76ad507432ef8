// After a run: where did a number that is not finite come from? Only nodes that make one out of finite operands are named.

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "evaluate/functions.hpp"
#include "evaluate/session.hpp"
#include "kernel/elementwise.hpp"

namespace eqlens {

namespace {

bool finite(const Run& run, NodeId id) {
  if (!run.computed(id)) return true;
  const auto values = run.values(id);
  return all_finite(values.data(), values.size());
}

/// The operand's element that a point of the loop reads.
double element(const Plan& plan, Run& run, const Node& node, std::size_t k, std::size_t position) {
  const auto& operand = node.operands[k];
  const auto& extents = plan[operand.node].extents;
  const auto strides = strides_of(extents);
  const auto loops = strides_of(node.loop);
  std::size_t place = 0;
  for (std::size_t axis = 0; axis < operand.axes.size(); ++axis) {
    const auto loop = operand.axes[axis];
    if (loop < node.loop.size() && extents[axis] != 1) place += position / loops[loop] % node.loop[loop] * strides[axis];
  }
  // A large one may have been given back.
  return (run.computed(operand.node) ? run.values(operand.node) : run.compute(operand.node))[place];
}

std::string reason(const Node& node, const std::vector<double>& arguments) {
  const auto name = node.operation == nullptr ? std::string_view() : node.operation->name;
  if (name == "division" && arguments[1] == 0) return fmt::format("{} is divided by 0", arguments[0]);
  if (name == "logarithm" && arguments[0] == 0) return "the logarithm of 0 is minus infinity";
  if (arguments.size() == 1)
    return fmt::format("{} of {} is not a finite number", node.operation->noun.empty() ? name : node.operation->noun, arguments[0]);
  if (name == "power") return fmt::format("{} to the power {} is not a finite number", arguments[0], arguments[1]);
  return fmt::format("{} and {} give no finite number", arguments[0], arguments[1]);
}

class Search {
 public:
  Search(const Equation& equation, const Plan& plan, Run& run) : equation_(equation), plan_(plan), run_(run) {}

  void visit(NodeId root) {
    std::vector<NodeId> stack{root};
    while (!stack.empty()) {
      const auto id = stack.back();
      stack.pop_back();
      if (!seen_.insert(id).second || finite(run_, id)) continue;
      const auto& node = plan_[id];
      if (node.work == Work::map && node.operation != nullptr && report_map(id)) continue;
      if (node.work == Work::kernel && report_kernel(id)) continue;
      for (std::size_t k = 0; k < node.operands.size(); ++k)
        if (node.work != Work::select || taken(id, k)) stack.push_back(node.operands[k].node);
    }
  }

  Diagnostics found;

 private:
  /// Whether a branch gave one of the numbers that are not finite.
  bool taken(NodeId id, std::size_t k) {
    if (k == 0) return false;
    const auto& node = plan_[id];
    const auto values = run_.values(id);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!std::isfinite(values[i]) && (element(plan_, run_, node, 0, i) != 0) == (k == 1)) return true;
    return false;
  }

  bool report_map(NodeId id) {
    const auto& node = plan_[id];
    const auto values = run_.values(id);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isfinite(values[i])) continue;
      std::vector<double> arguments;
      bool from_finite = true;
      for (std::size_t k = 0; k < node.operands.size(); ++k) {
        arguments.push_back(element(plan_, run_, node, k, i));
        from_finite = from_finite && std::isfinite(arguments.back());
      }
      if (!from_finite) continue;
      add(node, reason(node, arguments));
      return true;
    }
    return false;
  }

  bool report_kernel(NodeId id) {
    const auto& node = plan_[id];
    for (const auto& operand : node.operands)
      if (!finite(run_, operand.node)) return false;
    add(node, node.operation->name == "inverse" ? std::string("the matrix has no inverse: it is singular")
                                                : fmt::format("{} is not finite here", node.operation->noun));
    return true;
  }

  void add(const Node& node, const std::string& why) {
    const auto text = equation_.text(node.span, 0);
    found.push_back({Severity::warning, "domain", text.empty() ? why : fmt::format("in {}: {}", text, why), node.span, {}, {}, {}});
  }

  const Equation& equation_;
  const Plan& plan_;
  Run& run_;
  std::set<NodeId> seen_;
};

}  // namespace

Diagnostics domain_reports(const Equation& equation, const Plan& plan, Run& run, const std::vector<NodeId>& results) {
  Search search(equation, plan, run);
  for (const auto id : results) search.visit(id);
  return search.found;
}

}  // namespace eqlens
