// What an answer quotes is printed as it is read: macros are written out.
#include <algorithm>
#include <string>
#include <vector>

#include "syntax/macro.hpp"
#include "syntax/vocabulary.hpp"

#include "base/text.hpp"
#include "expression/balanced.hpp"
#include "operation/operation.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

/// Whether a text uses a command that neither LaTeX nor the catalogue knows.
bool uses_macro(std::string_view text) {
  for (auto at = text.find('\\'); at != std::string_view::npos;) {
    auto end = at + 1;
    while (end < text.size() && is_letter(text[end])) ++end;
    const auto command = text.substr(at, end - at), name = command.substr(1);
    if (!name.empty() && !is_own_command(name) && find_operation(command) == nullptr) return true;
    at = text.find('\\', std::max(end, at + 2));
  }
  return false;
}

/// The text of a span in which each symbol that a macro printed has its own name: a preamble is not at hand here.
std::string with_names(const Equation& equation, Span span, std::uint16_t source) {
  struct Piece {
    Span span;
    SymbolId symbol = none;
  };
  const auto text = equation.sources[source].text();
  std::vector<Piece> pieces;
  for (SymbolId id = 0; id < equation.symbols.size(); ++id)
    for (const auto& occurrence : equation.symbols[id].occurrences)
      if (occurrence.source == source && span.contains(occurrence.span) &&
          uses_macro(text.substr(occurrence.span.begin, occurrence.span.size())))
        pieces.push_back({occurrence.span, id});
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.span.begin < b.span.begin; });
  std::string result;
  auto done = span.begin;
  for (const auto& piece : pieces) {
    // Several symbols of one macro have one place: it is expanded as a whole.
    const auto here = std::count_if(pieces.begin(), pieces.end(), [&](const Piece& other) { return other.span.begin == piece.span.begin; });
    if (here > 1 || piece.span.begin < done) continue;
    result += equation.text({done, piece.span.begin}, source) + ' ';
    result += equation.symbols[piece.symbol].latex;
    done = piece.span.end;
  }
  return result + ' ' + equation.text({done, span.end}, source);
}

}  // namespace

std::string unfolded(const Equation& equation, Span span, std::uint16_t source) {
  // What begins or ends between the arguments of a macro is quoted with the macro.
  span = balanced(equation.sources[source].text(), span);
  auto text = equation.text(span, source);
  if (!uses_macro(text) || span.end > equation.sources[source].text().size()) return text;
  constexpr ExpansionLimits limits{std::size_t{1} << 14U, 1000};
  const auto expanded = expand_macros(text, equation.sources[0].text(), limits).text;
  return uses_macro(expanded) ? expand_macros(with_names(equation, span, source), equation.sources[0].text(), limits).text : expanded;
}

std::string unfolded(const Equation& equation, const std::string& sentence) {
  if (!uses_macro(sentence) || equation.sources.empty()) return sentence;
  constexpr ExpansionLimits limits{std::size_t{1} << 14U, 1000};
  return expand_macros(sentence, equation.sources[0].text(), limits).text;
}

}  // namespace eqlens
