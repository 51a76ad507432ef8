// Scripts and brackets that can be read in two ways: what a fact decides, and what stays open.
#include <algorithm>
#include <array>
#include <set>

#include "base/text.hpp"
#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

namespace {

struct Wording {
  std::string_view phrase;
  std::string_view reading;
};

// What a fact may say of a printed form: "x^k is a symbol".
constexpr std::array wordings = {
    Wording{"a symbol", "symbol"},
    Wording{"one symbol", "symbol"},
    Wording{"a name", "symbol"},
    Wording{"a power", "power"},
    Wording{"a transpose", "transpose"},
    Wording{"the transpose", "transpose"},
    Wording{"an entry", "entry"},
    Wording{"a determinant", "determinant"},
    Wording{"the determinant", "determinant"},
    Wording{"an absolute value", "absolute value"},
    Wording{"a number of members", "size of a set"},
};

bool latin(std::string_view nucleus) { return nucleus.size() == 1 && is_letter(nucleus[0]); }

}  // namespace

std::string_view reading_named(std::string_view phrase) {
  const auto found = std::find_if(wordings.begin(), wordings.end(), [&](const Wording& row) { return row.phrase == phrase; });
  return found == wordings.end() ? std::string_view{} : found->reading;
}

std::string_view Resolver::decided(const std::string& printed) const {
  const auto found = usage_.decided.find(printed);
  return found == usage_.decided.end() ? std::string_view{} : std::string_view(found->second);
}

// A name with its scripts as a fact prints it: `x_i^k`.
std::string Resolver::with_superscript(const Name& name, SyntaxId script, const Token& token) const {
  const std::string below = token.subscript == no_node ? "" : "_" + script_text(token.subscript);
  return name.latex + below + "^" + script_text(script);
}

bool Resolver::decide_superscript(const Name& name, SyntaxId script, Scripts& scripts, const Token& token) {
  if (usage_.decided.empty()) return false;
  const auto reading = decided(with_superscript(name, script, token));
  if (reading == "symbol")
    scripts.upper = script_text(script);
  else if (reading == "power")
    scripts.power = script;
  else if (reading == "transpose")
    scripts.transpose = true;
  else
    return false;
  return true;
}

bool Resolver::decide_subscript(const Name& name, SyntaxId script, Scripts& scripts) {
  if (usage_.decided.empty()) return false;
  const std::string text = script_text(script);
  const auto reading = decided(name.latex + "_" + text);
  if (reading == "entry")
    scripts.indices = index_expressions(script);
  else if (reading == "symbol")
    scripts.label = text;
  else
    return false;
  return true;
}

// `x^k` where k stands nowhere else, `X^T` where T does.
void Resolver::doubt_superscript(const Name& name, SyntaxId script, const Scripts& scripts, const Token& token) {
  if (source_ != 0 || name.word) return;
  const std::string above = script_text(script);
  if (above.size() != 1 || !is_letter(above[0])) return;
  const std::string printed = with_superscript(name, script, token);
  const Span span = origin(token.span);
  const bool stands = usage_.standing.count(above) > 0 || usage_.is_bound(above);
  if (above == "T") {
    if (scripts.transpose && stands)
      choose(span, "the transpose", {"a power"}, "T stands elsewhere, but " + name.latex + " is an array", printed + " is a power");
    else if (scripts.power == script && latin(name.nucleus))
      choose(span, "a power", {"the transpose"}, "T is a number elsewhere in the line", printed + " is a transpose");
    return;
  }
  if (!latin(above) || !latin(name.nucleus) || name.nucleus == "e" || name.face == Face::blackboard) return;
  if (!scripts.upper_indices.empty())
    choose(span, "an entry", {"a power"}, above + " counts the sum", printed + " is a power");
  else if (scripts.power == script && !stands && !usage_.is_step(above))
    choose(span, "a power", {"a symbol"}, "nothing says that " + above + " is a label", printed + " is a symbol");
  else if (scripts.upper == above && scripts.step.empty() && (is_family(name, above) || marks_one_of_several(name, above, token)))
    choose(span, "a symbol", {"a power"}, above + " stands for nothing elsewhere", printed + " is a power");
}

// `x_1` beside x: a symbol of its own, or an entry of it.
void Resolver::doubt_subscript(const Name& name, SyntaxId script, const Scripts& scripts, const Token& token) {
  if (source_ != 0 || name.word || !latin(name.nucleus) || scripts.label.empty() || !scripts.step.empty()) return;
  const std::string below = script_text(script);
  const bool number = below.size() == 1 && is_digit(below[0]);
  const bool counter = below.size() == 1 && std::string_view("ijkl").find(below[0]) != std::string_view::npos;
  if (!number && !counter) return;
  if (!usage_.standing_alone.count(name.nucleus) || usage_.arrays.count(name.latex + "_" + below)) return;
  choose(origin(token.span), "a symbol", {"an entry of " + name.latex}, "nothing says that " + name.latex + " is a list",
         name.latex + "_" + below + " is an entry");
}

// `a(b)`: a product of two letters, one of which stands alone elsewhere.
void Resolver::doubt_product(const Name& name, const Scripts& scripts, const Token& bracket) {
  static const std::set<std::string, std::less<>> letters = {"a", "b", "d", "k", "q", "r", "u", "v", "w", "y", "z", "s", "p"};
  const bool plain = name.accent.empty() && name.face == Face::italic && scripts.label.empty() && scripts.upper.empty() &&
                     scripts.indices.empty() && scripts.power == no_node && !scripts.transpose && !scripts.inverse;
  if (source_ != 0 || !plain || !letters.count(name.nucleus) || usage_.factors.count(name.latex) || usage_.arrays.count(name.latex)) return;
  const Tokens inside = tokens_of(bracket.core);
  if (inside.size() != 1 || inside[0].kind != TokenKind::operand || inside[0].core == no_node ||
      tree_[inside[0].core].kind == SyntaxKind::number || tree_.spelling(bracket.core + 1).find('(') == std::string_view::npos)
    return;
  choose(join(origin(Span{bracket.span.begin, bracket.span.begin}), origin_of(bracket.core)), "a product", {"a call of " + name.latex},
         name.latex + " stands without a bracket elsewhere", name.latex + " is a function");
}

}  // namespace eqlens
