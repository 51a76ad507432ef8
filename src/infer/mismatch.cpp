#include <algorithm>
#include <array>

#include "infer/inferrer.hpp"

namespace eqlens {

namespace {

constexpr std::array attempts = {Repair::transpose_right, Repair::transpose_left, Repair::swap, Repair::elementwise};

// The factor turned: an outer `^\top` goes, a label keeps its braces.
std::string turned(const Equation& equation, ExpressionId id) {
  const std::string text = equation.text(id);
  if (equation.arena.applies(id, "transpose")) return equation.text(equation.arena.child(id, 0));
  const auto& expression = equation.arena[id];
  const bool labelled =
      expression.kind == ExpressionKind::symbol ? !equation.symbols[expression.symbol].upper.empty() : text.find('^') != std::string::npos;
  const bool bracketed = !text.empty() && (text.back() == ')' || text.back() == ']');
  if (labelled && !bracketed) return "(" + text + ")^\\top";
  const bool loose = expression.kind == ExpressionKind::apply && expression.operation->fixity == Fixity::infix && !bracketed;
  return loose ? "(" + text + ")^\\top" : text + "^\\top";
}

// Two factors side by side; a command before a letter needs a space.
std::string beside(const std::string& left, const std::string& right) {
  const auto slash = left.rfind('\\');
  const bool command = slash != std::string::npos &&
                       left.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", slash + 1) == std::string::npos;
  return command ? left + " " + right : left + right;
}

// A factor as it stands inside a product: sums keep their brackets.
std::string factor(const Equation& equation, ExpressionId id) {
  const auto& expression = equation.arena[id];
  const bool loose = expression.kind == ExpressionKind::apply && expression.operation->fixity == Fixity::infix &&
                     expression.operation->precedence < 5 && !expression.grouped && expression.operation->name != "division";
  const auto text = equation.text(id);
  return loose ? "(" + text + ")" : text;
}

}  // namespace

std::string Inferrer::described(ExpressionId id, const Shape& shape) const {
  return equation_.text(id) + " is " + print(shape, out_.sizes);
}

std::string Inferrer::origin_of(ExpressionId id) const {
  const auto& expression = equation_.arena[id];
  if (expression.kind != ExpressionKind::symbol) return {};
  const Evidence& evidence = out_.evidence[expression.symbol];
  if (evidence.from == From::declared) return " (" + evidence.text + ")";
  return {};
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

void Inferrer::complain(ExpressionId id, std::string message, std::vector<Label> labels, std::string help) {
  if (depth_ > 0) return;
  // The same mistake printed twice is one mistake.
  for (const Diagnostic& known : out_.diagnostics)
    if (known.message == message) return;
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
    diagnostic.message += " (in the fact \"" + equation_.text(expression.span, expression.source) + "\")";
  diagnostic.labels = std::move(labels);
  diagnostic.help = std::move(help);
  out_.diagnostics.push_back(std::move(diagnostic));
}

Shape Inferrer::mismatch(ExpressionId id, const Shape& left, const Shape& right, const Dimension& a, const Dimension& b,
                         std::string problem) {
  const auto& arena = equation_.arena;
  const ExpressionId left_id = arena.child(id, 0), right_id = arena.child(id, arena[id].child_count - 1);
  const bool inner = problem == "cannot be multiplied";
  std::string message = equation_.text(left_id) + " and " + equation_.text(right_id) + " " + problem + ": " + described(left_id, left) +
                        " and " + described(right_id, right) + ", but " + (inner ? "the inner sizes " : "the sizes ") +
                        out_.sizes.print(a) + " and " + out_.sizes.print(b) + " differ";
  std::vector<Label> labels;
  for (const auto& [part, shape] : {std::pair{left_id, left}, std::pair{right_id, right}})
    if (arena[part].source == 0) labels.push_back({arena[part].span, described(part, shape) + origin_of(part)});
  std::string help;
  if (repair_.place == none && depth_ == 0) help = find_repair(id);
  complain(id, std::move(message), std::move(labels), std::move(help));
  return Shape::unknown();
}

// Repairs are tried on the whole statement; only one that makes everything fit is offered.
std::string Inferrer::find_repair(ExpressionId id) const {
  const auto& arena = equation_.arena;
  const ExpressionId left = arena.child(id, 0), right = arena.child(id, arena[id].child_count - 1);
  const auto rule = arena[id].operation->shape;
  if (rule != ShapeRule::product && rule != ShapeRule::dot) return {};
  for (const Repair attempt : attempts) {
    const Shapes tried = Inferrer(equation_, values_, {attempt, id}).run();
    if (has_errors(tried.diagnostics)) continue;
    // An outer product is no repair of a dot product.
    const bool grows = attempt == Repair::swap && tried.expressions[id].axes.size() > 1 &&
                       (tried.expressions[left].axes.size() == 1 || tried.expressions[right].axes.size() == 1);
    if (grows) continue;
    const std::string a = factor(equation_, left), b = factor(equation_, right);
    const std::string fits = " fits: it is " + print(tried.expressions[id], tried.sizes);
    switch (attempt) {
      case Repair::transpose_right:
        return turned(equation_, right) + " instead of " + b + ": " + beside(a, turned(equation_, right)) + fits;
      case Repair::transpose_left: return turned(equation_, left) + " instead of " + a + ": " + beside(turned(equation_, left), b) + fits;
      case Repair::swap: return "swap the factors: " + beside(b, a) + fits;
      case Repair::elementwise: return "multiply entry by entry: " + a + " \\odot " + b + fits;
      case Repair::nothing: break;
    }
  }
  return {};
}

}  // namespace eqlens
