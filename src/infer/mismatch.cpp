#include <algorithm>

#include "infer/inferrer.hpp"

namespace eqlens {

std::string Inferrer::described(ExpressionId id, const Shape& shape) const {
  return equation_.text(id) + " is " + print(shape, out_.sizes);
}

// Where a shape comes from: a symbol's declaration, or the declaration that brings in the size at hand.
std::string Inferrer::origin_of(ExpressionId id, const Dimension& size) const {
  const auto& arena = equation_.arena;
  const auto declared = [&](ExpressionId part) {
    return arena[part].kind == ExpressionKind::symbol && out_.evidence[arena[part].symbol].from == From::declared;
  };
  if (declared(id)) return " (" + out_.evidence[arena[id].symbol].text + ")";
  std::vector<ExpressionId> open{id};
  while (!open.empty()) {
    const ExpressionId part = open.back();
    open.pop_back();
    if (part == none) continue;
    if (declared(part)) {
      const auto& axes = out_.symbols[arena[part].symbol].axes;
      if (std::any_of(axes.begin(), axes.end(),
                      [&](const Dimension& axis) { return out_.sizes.resolve(axis) == out_.sizes.resolve(size); }))
        return " (" + out_.sizes.print(size) + " from " + out_.evidence[arena[part].symbol].text + ")";
    }
    const auto children = arena.children(part);
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return {};
}

Label Inferrer::label_of(ExpressionId id, const Shape& shape, const Dimension& size) const {
  return {equation_.arena[id].span, described(id, shape) + origin_of(id, size)};
}

// Whether a symbol whose shape was guessed, or found from guesses, stands below.
bool Inferrer::holds_guess(ExpressionId id) const {
  const auto& arena = equation_.arena;
  std::vector<ExpressionId> open{id};
  while (!open.empty()) {
    const ExpressionId part = open.back();
    open.pop_back();
    if (part == none) continue;
    if (arena[part].kind == ExpressionKind::symbol && !settled_[arena[part].symbol]) return true;
    if (arena[part].kind == ExpressionKind::unknown) return true;
    open.insert(open.end(), arena.children(part).begin(), arena.children(part).end());
  }
  return false;
}

// The whole text of the fact that an expression stands in.
std::string Inferrer::fact_around(ExpressionId id) const {
  for (std::size_t n = 0; n < ends_.size(); ++n)
    if (id < ends_[n] && equation_.statements[n].source == equation_.arena[id].source)
      return equation_.text(equation_.statements[n].span, equation_.statements[n].source);
  return equation_.text(id);
}

Shape Inferrer::complain(ExpressionId id, std::string message, std::vector<Label> labels, std::string help) {
  if (depth_ > 0) return Shape::misfit();
  Diagnostic diagnostic;
  diagnostic.code = "shape-mismatch";
  // Where nobody stated a shape, a misfit is as likely our guess as the writer's slip.
  const bool guesses = equation_.shape_facts.empty() && values_.empty() && holds_guess(id);
  if (guesses) diagnostic.severity = Severity::warning;
  diagnostic.message = std::move(message);
  const Expression& expression = equation_.arena[id];
  if (expression.source == 0)
    diagnostic.span = expression.span;
  else
    diagnostic.message += " (in the fact \"" + fact_around(id) + "\")";
  // The same mistake printed twice is one mistake.
  for (const Diagnostic& known : out_.diagnostics)
    if (known.message == diagnostic.message) return Shape::misfit();
  diagnostic.labels = std::move(labels);
  diagnostic.help = std::move(help);
  out_.diagnostics.push_back(std::move(diagnostic));
  return Shape::misfit();
}

Shape Inferrer::mismatch(const Clash& clash, std::string_view problem) {
  const auto& arena = equation_.arena;
  const bool inner = problem == "cannot be multiplied";
  std::string message = equation_.text(clash.left) + " and " + equation_.text(clash.right) + " " + std::string(problem) + ": " +
                        described(clash.left, clash.left_shape) + " and " + described(clash.right, clash.right_shape) + ", but " +
                        (inner ? "the inner sizes " : "the sizes ") + out_.sizes.print(clash.a) + " and " + out_.sizes.print(clash.b) +
                        " differ";
  std::vector<Label> labels;
  if (arena[clash.left].source == 0) labels.push_back(label_of(clash.left, clash.left_shape, clash.a));
  if (arena[clash.right].source == 0) labels.push_back(label_of(clash.right, clash.right_shape, clash.b));
  const auto before = out_.diagnostics.size();
  complain(clash.at, std::move(message), std::move(labels));
  if (out_.diagnostics.size() == before || !first_run()) return Shape::misfit();
  add_repairs(clash);
  // What one change of a declaration mends is one mistake, wherever it shows.
  const Diagnostic& last = out_.diagnostics.back();
  const bool again = !last.edits.empty() && last.edits[0].declares &&
                     std::any_of(out_.diagnostics.begin(), out_.diagnostics.end() - 1, [&](const Diagnostic& other) {
                       return !other.edits.empty() && other.edits[0].text == last.edits[0].text;
                     });
  if (again) out_.diagnostics.pop_back();
  return Shape::misfit();
}

}  // namespace eqlens
