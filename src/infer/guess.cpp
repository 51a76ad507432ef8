#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "infer/inferrer.hpp"
#include "infer/letters.hpp"
#include "syntax/typefaces.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

// Step-indexed letters that hold one entry for each parameter: conventions of optimizers.
bool per_parameter(const Symbol& symbol) {
  static const std::set<std::string, std::less<>> letters = {"\\theta", "g", "m", "v", "u", "w", "\\phi", "\\psi"};
  return !symbol.stem.empty() && symbol.step != none && letters.count(symbol.nucleus) > 0;
}

// The letters of a label, not in bold and without the marks above them: `\phi` of `\bm{\phi}^\times`.
std::string bare_label(std::string_view label) {
  std::string bare, kept;  // for each open brace, whether it stays
  for (std::size_t n = 0; n < label.size() && !(label[n] == '^' && kept.find('y') == std::string::npos); ++n) {
    const auto rest = label.substr(n);
    const auto* face = std::find_if(std::begin(bold_commands), std::end(bold_commands), [&](std::string_view each) {
      return rest.starts_with(each) && rest.substr(each.size()).starts_with('{');
    });
    const bool bold = face != std::end(bold_commands);
    if (bold) n += face->size();
    const bool opens = label[n] == '{';
    if (opens) kept += bold ? 'n' : 'y';
    const bool stays = !(opens || label[n] == '}') || kept.empty() || kept.back() == 'y';
    if (label[n] == '}' && !kept.empty()) kept.pop_back();
    if (stays) bare += label[n];
  }
  return bare;
}

std::string size_hint(std::string_view letter, const Symbol& symbol) {
  std::string label = symbol.nucleus;
  if (!symbol.label.empty() && symbol.stem.empty()) {
    const auto below =
        bare_label(symbol.label[0] == '{' ? std::string_view(symbol.label).substr(1, symbol.label.size() - 2) : symbol.label);
    // A command before a letter needs a space.
    label += label[0] == '\\' && !below.empty() && below[0] != '\\' ? " " + below : below;
  }
  return std::string(letter) + "_" + (label.size() == 1 ? label : "{" + label + "}");
}

}  // namespace

void Inferrer::seed_symbols() {
  const std::size_t count = equation_.symbols.size();
  out_.symbols.assign(count, Shape::unknown());
  out_.evidence.assign(count, {});
  out_.ranges.assign(count, Dimension());
  settled_.assign(count, false);
  guessed_.assign(count, false);
  collect_uses();
  collect_scopes();
  seed_sizes();
  seed_facts();
  seed_values();
  seed_guesses();
  share_steps();
}

void Inferrer::seed_facts() {
  for (const ShapeFact& fact : equation_.shape_facts) {
    if (equation_.symbols[fact.symbol].apart && !fact.indexed.empty()) continue;
    if (settled_[fact.symbol]) {
      note_second_declaration(fact);
      continue;
    }
    Shape shape;
    const bool indexed = !fact.indexed.empty() || (fact.axes.empty() && uses_[fact.symbol].indices > 0 && !uses_[fact.symbol].bare);
    if (indexed) {
      for (const SymbolId index : fact.indexed) shape.axes.push_back(range_of(index, none));
      while (shape.axes.size() + fact.axes.size() < uses_[fact.symbol].indices)
        shape.axes.push_back(Dimension::size(out_.sizes.fresh("n")));
    }
    shape.axes.insert(shape.axes.end(), fact.axes.begin(), fact.axes.end());
    if (repair_.repair == Repair::resize && repair_.symbol == fact.symbol && repair_.axis < shape.axes.size())
      shape.axes[repair_.axis] = repair_.size;
    out_.symbols[fact.symbol] = std::move(shape);
    settled_[fact.symbol] = true;
    out_.evidence[fact.symbol] = {From::declared, equation_.text(fact.span, fact.source)};
  }
  seed_members();
}

// Two facts that give one symbol unlike shapes: the first is taken, and that is said.
void Inferrer::note_second_declaration(const ShapeFact& fact) {
  const Shape& first = out_.symbols[fact.symbol];
  if (!fact.indexed.empty() || fact.axes.empty() || uses_[fact.symbol].indices > 0) return;
  const Shape second{true, {}, fact.axes, false, false};
  bool same = first.axes.size() == second.axes.size();
  for (std::size_t n = 0; n < second.axes.size() && same; ++n)
    same = !clash(first.axes[n], second.axes[n]) && first.axes[n] == second.axes[n];
  if (same) return;
  const std::string& name = equation_.symbols[fact.symbol].latex;
  out_.diagnostics.push_back({Severity::warning,
                              "ambiguous",
                              name + " is declared as " + print(first, out_.sizes) + " (" + out_.evidence[fact.symbol].text + ") and as " +
                                  print(second, out_.sizes) + " (" + equation_.text(fact.span, fact.source) + "); the first is taken",
                              {},
                              "keep one of the two facts",
                              {},
                              {}});
}

// x of `\sum_{x \in B}` has the shape of a member where B was declared: `B \subset \mathbb{R}^d`.
void Inferrer::seed_members() {
  const auto& arena = equation_.arena;
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::reduce) continue;
    for (const Range& range : arena.ranges(id)) {
      if (range.symbol == none || range.set == none || equation_.symbols[range.symbol].kind == SymbolKind::index) continue;
      const SymbolId set = head_of(range.set);
      if (set == none || !settled_[set] || settled_[range.symbol] || out_.symbols[set].axes.empty()) continue;
      out_.symbols[range.symbol].known = true;
      out_.symbols[range.symbol].axes.assign(out_.symbols[set].axes.begin() + 1, out_.symbols[set].axes.end());
      settled_[range.symbol] = true;
      out_.evidence[range.symbol] = out_.evidence[set];
    }
  }
}

void Inferrer::seed_values() {
  for (const ValueShape& value : values_) {
    if (value.symbol >= out_.symbols.size()) continue;
    if (equation_.symbols[value.symbol].kind == SymbolKind::index) continue;
    Shape shape;
    for (const std::size_t extent : value.extents) shape.axes.emplace_back(static_cast<std::int64_t>(extent));
    Shape& known = out_.symbols[value.symbol];
    if (settled_[value.symbol]) {
      // A single number may stand for an array whose entries are all equal.
      if (value.extents.empty()) continue;
      if (known.axes.size() != shape.axes.size()) {
        out_.diagnostics.push_back(
            {Severity::error,
             "value-shape",
             equation_.symbols[value.symbol].latex + " is " + print(known, out_.sizes) + ", but its value is " + print(shape, out_.sizes),
             {},
             "give a value of that shape",
             {},
             {}});
        continue;
      }
      for (std::size_t n = 0; n < shape.axes.size(); ++n) {
        const Dimension axis = out_.sizes.resolve(known.axes[n]);
        if (const auto size = axis.single())
          out_.sizes.bind(*size, shape.axes[n]);
        else if (out_.sizes.unify(axis, shape.axes[n]) == Same::no)
          out_.diagnostics.push_back({Severity::error,
                                      "value-shape",
                                      equation_.symbols[value.symbol].latex + " is " + print(known, out_.sizes) + ", but its value is " +
                                          print(shape, out_.sizes) + ": axis " + std::to_string(n + 1) + " has the size " +
                                          out_.sizes.print(axis) + " elsewhere",
                                      {},
                                      "give values whose sizes agree",
                                      {},
                                      {}});
      }
      continue;
    }
    if (value.extents.empty() && (uses_[value.symbol].indices > 0 || equation_.symbols[value.symbol].face == Face::bold)) continue;
    known = std::move(shape);
    if (const auto width = named_width(equation_.symbols[value.symbol]); width && !known.axes.empty() && !out_.sizes.bound(*width))
      out_.sizes.bind(*width, known.axes.back());
    settled_[value.symbol] = true;
    out_.evidence[value.symbol] = {From::declared, "the value given for it"};
  }
}

bool Inferrer::scalar_by_use(SymbolId symbol) const {
  const Uses& use = uses_[symbol];
  return use.divides && !use.transposed && !use.normed;
}

// \beta of `f_\beta(x) = x / \beta`
bool Inferrer::labels_definition(const Symbol& letter) const {
  return letter.face == Face::italic && std::any_of(equation_.statements.begin(), equation_.statements.end(), [&](const Statement& made) {
           return !made.parameters.empty() && made.defines.size() == 1 && equation_.symbols[made.defines[0]].label == letter.latex;
         });
}

std::size_t Inferrer::guessed_rank(SymbolId id) {
  const Symbol& symbol = equation_.symbols[id];
  const Uses& use = uses_[id];
  Evidence& evidence = out_.evidence[id];
  const auto because = [&](From from, std::string text, std::size_t rank) {
    evidence = {from, std::move(text)};
    return rank;
  };
  if (symbol.kind == SymbolKind::label) return because(From::structure, "it only tells names apart", 0);
  if (out_.sizes.find(symbol.latex)) return because(From::declared, "a shape is measured with it", 0);
  if (numbers_asked_.count(id) > 0) return because(From::structure, "its place asks for a number", 0);
  if (symbol.label.starts_with('<') || symbol.label.starts_with("{<"))
    return because(From::structure, "it stands for all before a step", 1);
  if (labels_definition(symbol)) return because(From::structure, "a function carries it as its label", 0);
  if (symbol.face == Face::bold) {
    if (is_capital(symbol) || is_capital_greek(symbol)) return because(From::convention, "a bold capital is a matrix", 2);
    return because(From::convention, "a bold letter is a vector", 1);
  }
  if (symbol.face == Face::script && !use.transposed && !use.inverted)
    return because(From::convention, "a script letter is a number or a set", 0);
  if (is_capital(symbol) || is_capital_greek(symbol)) {
    if (use.transposed || use.inverted || (use.beside_array && !is_scale(symbol) && !use.divides))
      return because(From::structure, "a capital that is multiplied as a matrix", 2);
    if (use.added_to_array && !use.divides && symbol.nucleus != "N"sv && symbol.nucleus != "T"sv && !gained(symbol))
      return because(From::structure, "it is added to a matrix", 2);
    if (use.softmaxed) return because(From::structure, "softmax runs along its rows", 2);
    if (use.normed) return because(From::structure, "its norm is taken", 2);
    if (use.differentiated && maps(symbol)) return because(From::structure, "a gradient is taken for it", 2);
    return because(From::convention, "nothing makes it an array", 0);
  }
  if (use.transposed) return because(From::structure, "it is transposed", 1);
  if (use.normed) return because(From::structure, "its norm is taken", 1);
  if (use.softmaxed) return because(From::structure, "softmax takes a list of scores", 1);
  if (use.dotted) return because(From::structure, "its dot product is taken", 1);
  if (use.beside_matrix && !is_scale(symbol) && !scalar_by_use(id)) return because(From::structure, "a matrix multiplies it", 1);
  const bool bias = symbol.nucleus == "b"sv || (symbol.nucleus == "c"sv && !symbol.label.empty());
  if (use.added_to_array && bias) return because(From::convention, "a bias has one entry for each output", 1);
  static const std::set<std::string, std::less<>> vectors = {"y", "z", "x", "h", "u", "v", "r", "e", "g", "q"};
  if (use.added_to_array && vectors.count(symbol.nucleus) > 0)
    return because(From::structure, "it stands beside a vector of predictions", 1);
  if (use.elementwise) return because(From::structure, "it is multiplied entry by entry", 1);
  if (per_parameter(symbol) && !scalar_by_use(id)) return because(From::convention, "one entry for each parameter", 1);
  const bool time = symbol.nucleus == "t"sv || symbol.nucleus == "\\tau"sv;
  if (use.differentiated && !time && !read_by_fact(id)) return because(From::structure, "a gradient is taken for it", 1);
  return because(From::convention, "nothing makes it an array", 0);
}

std::size_t Inferrer::guessed_entry_rank(SymbolId id) {
  const Symbol& symbol = equation_.symbols[id];
  static const std::set<std::string, std::less<>> rows = {"V", "X", "H", "Q", "K", "Z", "E"};
  if (numbers_asked_.count(id) > 0) return 0;
  if (uses_[id].indexed_in_bold && is_capital(symbol)) return uses_[id].indices > 1 ? 0 : 2;
  if (uses_[id].indexed_in_bold) return 1;
  if (uses_[id].indices == 1 && symbol.face == Face::italic &&
      (rows.count(symbol.nucleus) || (symbol.nucleus == "W"sv && !symbol.upper.empty())))
    return symbol.nucleus == "W"sv ? 2 : 1;
  if (uses_[id].indices == 1 && symbol.face == Face::upright && symbol.nucleus == "head"sv) return 2;
  if (uses_[id].indices == 1 && (symbol.nucleus == "h"sv || uses_[id].entries_normed)) return 1;
  return 0;
}

void Inferrer::guess(SymbolId id) {
  const Symbol& symbol = equation_.symbols[id];
  Shape shape;
  const Uses& use = uses_[id];
  if (use.indices > 0) {
    for (std::size_t n = 0; n < use.indices; ++n) shape.axes.push_back(Dimension::size(out_.sizes.fresh(size_hint("n", symbol))));
    const std::size_t entry = guessed_entry_rank(id);
    for (std::size_t n = 0; n < entry; ++n) shape.axes.push_back(width_of(id, size_hint("d", symbol)));
    out_.evidence[id] = {From::structure, "it is indexed"};
  } else {
    const std::size_t rank = guessed_rank(id);
    if (rank == 2) shape.axes.push_back(Dimension::size(out_.sizes.fresh(size_hint("n", symbol))));
    if (rank >= 1) shape.axes.push_back(width_of(id, size_hint("d", symbol)));
  }
  out_.symbols[id] = std::move(shape);
  guessed_[id] = true;
}

Dimension Inferrer::width_of(SymbolId id, std::string_view hint) {
  if (const auto named = named_width(equation_.symbols[id])) return Dimension::size(*named);
  return Dimension::size(out_.sizes.fresh(std::string(hint)));
}

// `\mathbf{u}`: a small letter in bold.
bool Inferrer::printed_vector(SymbolId id) const {
  return printed_array(id) && !is_capital(equation_.symbols[id]) && !is_capital_greek(equation_.symbols[id]);
}

bool Inferrer::printed_array(SymbolId id) const {
  const Symbol& symbol = equation_.symbols[id];
  return symbol.face == Face::bold && !settled_[id] && (symbol.nucleus.size() == 1 || symbol.nucleus[0] == '\\') &&
         symbol.nucleus != "1"sv && symbol.nucleus != "0"sv;
}

// As large as the letter is printed: a vector, or a matrix for a capital.
Shape Inferrer::own_vector(SymbolId id) {
  Shape shape;
  if (is_capital(equation_.symbols[id]) || is_capital_greek(equation_.symbols[id]))
    shape.axes.push_back(Dimension::size(out_.sizes.fresh(size_hint("n", equation_.symbols[id]))));
  shape.axes.push_back(width_of(id, size_hint("d", equation_.symbols[id])));
  return shape;
}

void Inferrer::seed_guesses() {
  for (SymbolId id = 0; id < equation_.symbols.size(); ++id) {
    const Symbol& symbol = equation_.symbols[id];
    if (settled_[id]) continue;
    if (symbol.kind == SymbolKind::index) {
      out_.symbols[id] = {};
      continue;
    }
    if (symbol.kind == SymbolKind::constant) {
      const bool array = (symbol.nucleus == "I"sv || symbol.nucleus == "1"sv || symbol.nucleus == "0"sv) &&
                         (symbol.face == Face::bold || symbol.nucleus == "I"sv);
      Shape shape;
      if (array && symbol.nucleus == "I"sv) {
        const auto size = Dimension::size(symbol.label.empty() ? out_.sizes.fresh("n") : out_.sizes.named(symbol.label));
        shape.axes = {size, size};
      } else if (array) {
        shape.axes = {Dimension::size(out_.sizes.fresh("n"))};
      }
      out_.symbols[id] = std::move(shape);
      continue;
    }
    if (symbol.kind == SymbolKind::function) continue;
    if (equation_.definition_of(id) && !reads_itself(id)) continue;
    guess(id);
  }
}

// `\theta \leftarrow \theta - ...`: the old value has a shape before the line gives the new one.
bool Inferrer::reads_itself(SymbolId id) const {
  const Statement* definition = equation_.definition_of(id);
  if (!definition || definition->sides.size() < 2) return false;
  for (ExpressionId node = definition->sides[0] + 1; node <= definition->sides.back(); ++node)
    if (equation_.arena[node].kind == ExpressionKind::symbol && equation_.arena[node].symbol == id) return true;
  return false;
}

// Whether a fact computes with the symbol, so that its shape is not free.
bool Inferrer::read_by_fact(SymbolId id) const {
  ExpressionId begin = 0;
  for (std::size_t n = 0; n < equation_.statements.size(); ++n) {
    if (equation_.statements[n].source != 0)
      for (ExpressionId node = begin; node < ends_[n]; ++node)
        if (equation_.arena[node].kind == ExpressionKind::symbol && equation_.arena[node].symbol == id) return true;
    begin = ends_[n];
  }
  return false;
}

// What holds for one step of a state holds for all: m_{t-1} has the shape of m_t.
void Inferrer::share_steps() {
  for (SymbolId id = 0; id < equation_.symbols.size(); ++id) {
    const Symbol& symbol = equation_.symbols[id];
    if (symbol.stem.empty() || symbol.kind != SymbolKind::variable) continue;
    for (SymbolId other = 0; other < equation_.symbols.size(); ++other) {
      if (other == id || equation_.symbols[other].stem != symbol.stem || equation_.symbols[other].face != symbol.face ||
          equation_.symbols[other].accent != symbol.accent)
        continue;
      // W_1 and W_2 are two matrices unless the letter counts steps somewhere.
      if (symbol.step == none && equation_.symbols[other].step == none) continue;
      const bool known = out_.symbols[other].known && (settled_[other] || !settled_[id]);
      if (!known || settled_[id] ||
          (guessed_[id] && guessed_[other] && other > id && out_.symbols[other].rank() <= out_.symbols[id].rank()))
        continue;
      if (guessed_[id] && guessed_[other] && out_.symbols[other].rank() < out_.symbols[id].rank()) continue;
      // Layers have widths of their own; the number of their axes is one.
      if (counts_layers(symbol) && !settled_[other] && out_.symbols[id].axes.size() == out_.symbols[other].axes.size()) continue;
      // A width such as `D_k` belongs to its own step.
      if (symbol.step != none &&
          print(out_.symbols[other], out_.sizes).find("_" + equation_.symbols[symbol.step].latex) != std::string::npos)
        continue;
      out_.symbols[id] = out_.symbols[other];
      // `H_k \in \mathbb{R}^{D_k \times N}`: D_k is the width at step k only.
      const std::string& step = symbol.step == none ? symbol.latex : equation_.symbols[symbol.step].latex;
      for (Dimension& axis : out_.symbols[id].axes)
        if (const auto size = axis.single(); size && out_.sizes.name(*size).ends_with("_" + step))
          axis = Dimension::size(out_.sizes.fresh(size_hint("d", symbol)));
      for (Dimension& axis : out_.symbols[id].axes)
        if (counts_layers(symbol) && !settled_[other]) axis = Dimension::size(out_.sizes.fresh(size_hint("d", symbol)));
      out_.evidence[id] = settled_[other] ? Evidence{From::equation, "the same state at another step as " + equation_.symbols[other].latex}
                                          : out_.evidence[other];
      settled_[id] = settled_[id] || settled_[other];
      guessed_[id] = guessed_[other];
    }
  }
}

}  // namespace eqlens
