// Repairs are tried on the whole statement by inferring again; only those after which everything fits are offered.
#include <algorithm>
#include <set>

#include "infer/inferrer.hpp"

namespace eqlens {

namespace {

/// More are neither read nor worth the time they take.
constexpr std::size_t most_offers = 3;
constexpr std::size_t most_attempts = 32;

bool labelled_above(const Equation& equation, ExpressionId id, const std::string& text) {
  const auto& expression = equation.arena[id];
  return expression.kind == ExpressionKind::symbol ? !equation.symbols[expression.symbol].upper.empty()
                                                   : text.find('^') != std::string::npos;
}

// The expression turned: an outer `^\top` goes, a label keeps its braces.
std::string turned(const Equation& equation, ExpressionId id) {
  if (equation.arena.applies(id, "transpose")) return equation.text(equation.arena.child(id, 0));
  const std::string text = equation.text(id);
  const auto& expression = equation.arena[id];
  const bool bracketed = !text.empty() && (text.back() == ')' || text.back() == ']');
  if (labelled_above(equation, id, text) && !bracketed) return "(" + text + ")^\\top";
  const bool loose = expression.kind == ExpressionKind::apply && !bracketed &&
                     (expression.operation->fixity == Fixity::infix || expression.operation->shape == ShapeRule::gradient);
  return loose || expression.kind == ExpressionKind::reduce ? "(" + text + ")^\\top" : text + "^\\top";
}

// Two factors side by side; a command before a letter needs a space.
std::string beside(const std::string& left, const std::string& right) {
  const auto slash = left.rfind('\\');
  const bool command = slash != std::string::npos &&
                       left.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", slash + 1) == std::string::npos;
  return command && !right.empty() && right[0] != '\\' && right[0] != '^' && right[0] != '(' ? left + " " + right : left + right;
}

// A factor as it stands inside a product: sums keep their brackets.
std::string factor(const Equation& equation, ExpressionId id) {
  const auto& expression = equation.arena[id];
  const bool loose = expression.kind == ExpressionKind::apply && expression.operation->fixity == Fixity::infix &&
                     expression.operation->precedence < 5 && !expression.grouped && expression.operation->name != "division" &&
                     expression.operation->name != "product";
  const auto text = equation.text(id);
  return loose ? "(" + text + ")" : text;
}

bool within(const Equation& equation, ExpressionId inner, ExpressionId outer) {
  const auto &a = equation.arena[inner], &b = equation.arena[outer];
  return a.source == b.source && a.span.begin >= b.span.begin && a.span.end <= b.span.end;
}

/// What stands at the place instead, and what was printed there.
struct Replaced {
  ExpressionId part = none;
  std::string text;
  std::string words;
};

std::string indices_of(const Equation& equation, ExpressionId id, const RepairAt& attempt) {
  const auto& arena = equation.arena;
  std::vector<std::string> letters;
  for (const ExpressionId child : arena.children(id).subspan(1)) letters.push_back(child == none ? ":" : equation.text(child));
  if (attempt.repair == Repair::swap) std::reverse(letters.begin(), letters.end());
  if (attempt.repair == Repair::letter) letters[attempt.axis] = equation.text(attempt.other);
  std::string text;
  const bool plain = std::all_of(letters.begin(), letters.end(), [](const std::string& letter) { return letter.size() == 1; });
  for (const auto& letter : letters) text += (text.empty() || plain ? "" : ",") + letter;
  return equation.text(arena.child(id, 0)) + (text.size() == 1 ? "_" + text : "_{" + text + "}");
}

Replaced replacement(const Equation& equation, const RepairAt& attempt) {
  const auto& arena = equation.arena;
  const ExpressionId id = attempt.place;
  const std::string now = equation.text(id);
  const auto instead = [&](std::string text) { return Replaced{id, text, text + " instead of " + now}; };
  switch (attempt.repair) {
    case Repair::transpose: return instead(turned(equation, id));
    case Repair::columns: return instead(beside(now, " \\mathbf{1}^\\top"));
    case Repair::letter: return instead(indices_of(equation, id, attempt));
    case Repair::swap: {
      if (arena[id].kind == ExpressionKind::index) return instead(indices_of(equation, id, attempt));
      const std::string text = beside(factor(equation, arena.child(id, 1)), factor(equation, arena.child(id, 0)));
      return {id, text, "swap the factors"};
    }
    case Repair::elementwise:
      return {id, factor(equation, arena.child(id, 0)) + " \\odot " + factor(equation, arena.child(id, 1)), "multiply entry by entry"};
    case Repair::pseudo: return instead(factor(equation, arena.child(id, 0)) + "^+");
    case Repair::stack: {
      std::string text;
      for (const ExpressionId part : arena.children(id)) text += (text.empty() ? "" : " \\\\ ") + equation.text(part);
      return {id, "\\begin{bmatrix} " + text + " \\end{bmatrix}", "put them below one another"};
    }
    case Repair::resize:
    case Repair::nothing: break;
  }
  return {};
}

// The place as it reads after the change, whole.
std::string rewritten(const Equation& equation, ExpressionId at, const Replaced& by) {
  const auto &whole = equation.arena[at].span, &part = equation.arena[by.part].span;
  if (part.begin <= whole.begin && part.end >= whole.end) return by.text;
  if (part.begin < whole.begin || part.end > whole.end) return {};
  const std::string before = equation.text({whole.begin, part.begin}, 0), after = equation.text({part.end, whole.end}, 0);
  // Two superscripts need a bracket between them: `(B^\top)^H`.
  if (after.starts_with('^') && by.text.find('^') != std::string::npos) return before + "(" + by.text + ")" + after;
  const std::string_view printed = equation.sources[0].text();
  const auto spaced = [&](std::size_t place) { return place < printed.size() && printed[place] == ' '; };
  const std::string tail = spaced(part.end) && !after.empty() ? by.text + " " + after : beside(by.text, after);
  return part.begin > whole.begin && spaced(part.begin - 1) ? before + " " + tail : beside(before, tail);
}

}  // namespace

// How many of a symbol's axes its declaration gives as indices: `x_i \in \mathbb{R}^d`.
std::size_t Inferrer::indexed_axes(SymbolId symbol) const {
  for (const ShapeFact& fact : equation_.shape_facts)
    if (fact.symbol == symbol) return fact.indexed.size();
  return 0;
}

// Whether a declaration would make a rectangle square: nothing to advise while there is another way.
bool Inferrer::squares(const RepairAt& attempt) const {
  if (attempt.repair != Repair::resize || out_.symbols[attempt.symbol].axes.size() != 2) return false;
  const auto& axes = out_.symbols[attempt.symbol].axes;
  return out_.sizes.resolve(axes[1 - attempt.axis]) == out_.sizes.resolve(attempt.size);
}

std::string Inferrer::declaration(SymbolId symbol, const Shape& shape) const {
  std::string sizes;
  std::string name = equation_.symbols[symbol].latex;
  std::size_t indexed = 0;
  for (const ShapeFact& fact : equation_.shape_facts) {
    if (fact.symbol != symbol || fact.indexed.empty()) continue;
    std::string letters;
    for (const SymbolId index : fact.indexed) letters += equation_.symbols[index].latex;
    name += letters.size() == 1 ? "_" + letters : "_{" + letters + "}";
    indexed = fact.indexed.size();
  }
  for (std::size_t n = indexed; n < shape.axes.size(); ++n) {
    const std::string size = out_.sizes.print(shape.axes[n]);
    const bool sum = shape.axes.size() > indexed + 1 && size.find_first_of("+-") != std::string::npos;
    sizes += (sizes.empty() ? "" : " \\times ") + (sum ? "(" + size + ")" : size);
  }
  const bool one_token = sizes.size() == 1;
  return name + " \\in \\mathbb{R}" + (sizes.empty() ? "" : one_token ? "^" + sizes : "^{" + sizes + "}");
}

// Whether the other side of an equality reads so already: `AB = BA` is not mended by `AB = AB`.
bool Inferrer::stands_beside(ExpressionId id, const std::string& text) const {
  return std::any_of(equation_.statements.begin(), equation_.statements.end(), [&](const Statement& statement) {
    const auto& sides = statement.sides;
    return std::find(sides.begin(), sides.end(), id) != sides.end() &&
           std::any_of(sides.begin(), sides.end(), [&](ExpressionId side) { return side != id && equation_.text(side) == text; });
  });
}

// Whether nothing in the statement of this place is wrong any more.
bool Inferrer::repaired(const Shapes& tried, ExpressionId id) const {
  const Statement* own = nullptr;
  for (std::size_t n = 0; n < ends_.size(); ++n)
    if (id < ends_[n] && (n == 0 || id >= ends_[n - 1])) own = &equation_.statements[n];
  return std::none_of(tried.diagnostics.begin(), tried.diagnostics.end(), [&](const Diagnostic& diagnostic) {
    const bool inside =
        own == nullptr || own->source != 0 || (diagnostic.span.begin >= own->span.begin && diagnostic.span.end <= own->span.end);
    return inside && diagnostic.code != "ambiguous";
  });
}

// Other letters for an entry's indices, and the same letters in the other order.
void Inferrer::add_letter_attempts(ExpressionId id, std::vector<RepairAt>& attempts) const {
  const auto& arena = equation_.arena;
  const auto indices = arena.children(id).subspan(1);
  if (indices.size() == 2 && indices[0] != none && indices[1] != none) attempts.push_back({Repair::swap, id});
  for (std::size_t axis = 0; axis < indices.size(); ++axis) {
    std::set<SymbolId> tried;
    if (indices[axis] == none || arena[indices[axis]].kind != ExpressionKind::symbol) continue;
    tried.insert(arena[indices[axis]].symbol);
    for (ExpressionId other = 0; other < arena.size(); ++other) {
      if (arena[other].kind != ExpressionKind::symbol || equation_.symbols[arena[other].symbol].kind != SymbolKind::index) continue;
      const bool reaches = scopes_[other] == none || within(equation_, id, scopes_[other]);
      if (reaches && arena[other].source == arena[id].source && tried.insert(arena[other].symbol).second)
        attempts.push_back({Repair::letter, id, none, axis, other});
    }
  }
}

// Another size for what the line defines.
void Inferrer::add_left_attempts(const Clash& clash, std::vector<RepairAt>& attempts) const {
  for (std::size_t n = 0; n < ends_.size(); ++n) {
    if (clash.at >= ends_[n] || (n > 0 && clash.at < ends_[n - 1])) continue;
    for (const SymbolId symbol : equation_.statements[n].defines)
      for (std::size_t axis = 0; settled_[symbol] && axis < out_.symbols[symbol].axes.size(); ++axis)
        if (out_.sizes.resolve(out_.symbols[symbol].axes[axis]) == out_.sizes.resolve(clash.a))
          attempts.push_back({Repair::resize, none, symbol, axis, none, clash.b});
  }
}

void Inferrer::add_inner_attempts(const Clash& clash, std::vector<RepairAt>& attempts) const {
  const auto& arena = equation_.arena;
  std::vector<ExpressionId> open{clash.right, clash.left};
  std::vector<SymbolId> declared;
  bool joins = false;
  const auto declare = [&](ExpressionId part) {
    if (part != none && arena[part].kind == ExpressionKind::symbol && out_.evidence[arena[part].symbol].from == From::declared)
      declared.push_back(arena[part].symbol);
  };
  while (!open.empty()) {
    const ExpressionId part = open.back();
    open.pop_back();
    if (part == none) continue;
    const Shape& shape = out_.expressions[part];
    joins = joins || arena.applies(part, "concatenation");
    const bool direct = part == clash.left || part == clash.right;
    if (!direct && shape.known && shape.axes.size() >= 2 &&
        (arena[part].kind == ExpressionKind::symbol || arena.applies(part, "transpose")))
      attempts.push_back({Repair::transpose, part});
    if (arena.applies(part, "product")) attempts.push_back({Repair::swap, part});
    if (arena[part].kind == ExpressionKind::index) add_letter_attempts(part, attempts);
    if (arena[part].kind == ExpressionKind::symbol) declare(part);
    // An array is not turned below its indices, nor a variable below its gradient.
    if (arena[part].kind == ExpressionKind::index) {
      declare(arena.child(part, 0));
      continue;
    }
    if (arena[part].operation && arena[part].operation->shape == ShapeRule::gradient) {
      for (const ExpressionId child : arena.children(part)) declare(child);
      continue;
    }
    // The inside of a transpose is turned with it.
    const auto children = arena.applies(part, "transpose") ? std::span<const ExpressionId>{} : arena.children(part);
    if (arena.applies(part, "transpose")) {
      const ExpressionId inside = arena.child(part, 0);
      declare(inside);
      if (arena[inside].kind != ExpressionKind::symbol) open.push_back(inside);
    }
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  // Vectors are mistaken more easily than the matrices they meet.
  std::stable_sort(declared.begin(), declared.end(),
                   [&](SymbolId a, SymbolId b) { return out_.symbols[a].axes.size() < out_.symbols[b].axes.size(); });
  for (const SymbolId symbol : declared)
    for (std::size_t axis = 0; axis < out_.symbols[symbol].axes.size(); ++axis) {
      const Dimension size = out_.sizes.resolve(out_.symbols[symbol].axes[axis]);
      if (axis < indexed_axes(symbol)) continue;
      if (size == out_.sizes.resolve(clash.a)) attempts.push_back({Repair::resize, none, symbol, axis, none, clash.b});
      if (size == out_.sizes.resolve(clash.b)) attempts.push_back({Repair::resize, none, symbol, axis, none, clash.a});
    }
  // A part that is too long makes the whole too long.
  const Dimension gap = out_.sizes.resolve(clash.b) - out_.sizes.resolve(clash.a);
  for (const SymbolId symbol : declared)
    for (std::size_t axis = 0; axis < out_.symbols[symbol].axes.size() && joins && gap.number(); ++axis) {
      const Dimension size = out_.sizes.resolve(out_.symbols[symbol].axes[axis]);
      for (const Dimension& other : {size + gap, size - gap})
        if (other.number() && *other.number() > 1) attempts.push_back({Repair::resize, none, symbol, axis, none, other});
    }
}

std::vector<RepairAt> Inferrer::attempts_at(const Clash& clash) const {
  const auto& arena = equation_.arena;
  std::vector<RepairAt> attempts;
  const auto rule = arena[clash.at].operation ? arena[clash.at].operation->shape : ShapeRule::none;
  const bool multiplies = rule == ShapeRule::product || rule == ShapeRule::dot;
  if (rule == ShapeRule::elementwise && clash.right_shape.axes.size() == 1 && clash.left_shape.axes.size() == 2)
    attempts.push_back({Repair::columns, clash.right});
  const auto single = [&](const Shape& shape) {
    return std::any_of(shape.axes.begin(), shape.axes.end(), [&](const Dimension& axis) { return out_.sizes.resolve(axis).number() == 1; });
  };
  const bool repeats = !multiplies && (single(clash.left_shape) || single(clash.right_shape));
  for (const ExpressionId side : {clash.right, clash.left})
    if (repeats)
      continue;
    else if (multiplies || (side == clash.right ? clash.right_shape : clash.left_shape).axes.size() >= 2)
      attempts.push_back({Repair::transpose, side});
  if (multiplies) {
    // `W x` is no `x W` in disguise.
    if (clash.left_shape.axes.size() == 1 || clash.right_shape.axes.size() > 1) attempts.push_back({Repair::swap, clash.at});
    attempts.push_back({Repair::elementwise, clash.at});
  }
  if (rule == ShapeRule::concatenate || rule == ShapeRule::stack) attempts.push_back({Repair::stack, clash.at});
  add_inner_attempts(clash, attempts);
  // The factors around may stand in the wrong order.
  for (ExpressionId around = clash.at + 1; around < arena.size(); ++around)
    if (arena.applies(around, "product") && within(equation_, clash.at, around)) attempts.push_back({Repair::swap, around});
  return attempts;
}

void Inferrer::add_repairs(const Clash& clash) {
  if (equation_.arena[clash.at].source == 0) offer_repairs(clash, attempts_at(clash));
}

void Inferrer::offer_repairs(const Clash& clash, const std::vector<RepairAt>& attempts) {
  const auto& arena = equation_.arena;
  const std::size_t mistake = out_.diagnostics.size() - 1;
  std::size_t tries = 0;
  std::set<std::string> offered;
  for (const RepairAt& attempt : attempts) {
    if (out_.diagnostics[mistake].edits.size() == most_offers || ++tries > most_attempts) return;
    const Shapes tried = Inferrer(equation_, values_, attempt).run();
    if (squares(attempt) && !out_.diagnostics[mistake].edits.empty()) continue;
    if (!repaired(tried, clash.at) || tried.assumptions.size() > out_.assumptions.size()) continue;
    const Shape& result = tried.expressions[clash.at];
    // An outer product is no repair of a dot product, nor the other way round.
    const bool grows = attempt.repair == Repair::swap && attempt.place == clash.at && result.axes.size() > 1 &&
                       (clash.left_shape.axes.size() == 1 || clash.right_shape.axes.size() == 1);
    if (grows) continue;
    // What a line defines keeps its number of axes.
    if (clash.left == clash.right && clash.left == clash.at && result.known && attempt.repair != Repair::resize &&
        result.axes.size() + clash.left_shape.axes.size() != clash.right_shape.axes.size() + out_.expressions[clash.at].axes.size())
      continue;
    Edit edit;
    std::string words;
    if (attempt.repair == Repair::resize) {
      Shape shape = out_.symbols[attempt.symbol];
      const std::string before = declaration(attempt.symbol, shape);
      shape.axes[attempt.axis] = attempt.size;
      edit = {{}, declaration(attempt.symbol, shape), true};
      words = edit.text + " instead of " + before + " fits";
    } else {
      const Replaced by = replacement(equation_, attempt);
      edit = {arena[by.part].span, by.text, false};
      const std::string whole = rewritten(equation_, clash.at, by);
      if (stands_beside(clash.at, whole)) continue;
      words = by.words +
              (whole.empty() ? " fits"
                             : (whole == by.text && by.words.find(" instead of ") != std::string::npos ? " fits" : ": " + whole + " fits"));
      if (result.known && !whole.empty()) words += ": it is " + print(result, tried.sizes);
    }
    if (!offered.insert(words).second) continue;
    Diagnostic& diagnostic = out_.diagnostics[mistake];
    if (diagnostic.edits.empty())
      diagnostic.help = std::move(words);
    else
      diagnostic.notes.push_back("or " + words);
    diagnostic.edits.push_back(std::move(edit));
  }
}

}  // namespace eqlens
