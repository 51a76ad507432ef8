#include "lesson/written_claims.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/diagnostics.hpp"

namespace eqlens {

namespace {

std::string without(std::string_view text, std::string_view characters) {
  std::string result;
  std::copy_if(text.begin(), text.end(), std::back_inserter(result),
               [characters](char c) { return characters.find(c) == std::string_view::npos; });
  return result;
}

std::string_view cell_text(std::string_view text, Span cell) { return text.substr(cell.begin, cell.size()); }

/// `$n \times d_k$`, `n × d_k` and `(n, d_k)` are one shape; a number is written out.
std::string shape_key(std::string_view printed) {
  auto key = without(printed, "$() ");
  for (const std::string_view times : {"\\times", "×"})
    for (auto at = key.find(times); at != std::string::npos; at = key.find(times, at)) key.replace(at, times.size(), ",");
  return key == "number" || key == "anumber" || key == "scalar" ? "" : key;
}

std::string shape_key(const Shape& shape, const Sizes& sizes) {
  std::vector<std::string> axes;
  for (const auto& axis : shape.axes) axes.push_back(without(sizes.print(sizes.resolve(axis)), " "));
  return fmt::format("{}", fmt::join(axes, ","));
}

/// The entry of a symbol however it is spelled: its canonical name is what resolving the cell's math gives.
const SymbolEntry* find_entry(const Roles& roles, std::string_view spelling) {
  const auto equation = resolve(without(spelling, "$"));
  const auto key = equation.symbols.empty() ? without(spelling, "$ ") : equation.symbols.front().latex;
  const auto printed = equation.arena.size() > 0 ? equation.canonical(equation.arena.size() - 1) : key;
  for (const auto& wanted : {printed, key})
    for (const auto& entry : roles.symbols)
      if (entry.latex == wanted) return &entry;
  return nullptr;
}

Claim compared(std::string latex, bool same, const std::string& found) {
  return {std::move(latex), {}, same ? Verdict::holds : Verdict::fails, same ? "as found" : fmt::format("found: {}", found), {}};
}

Claim check_cell(std::string_view heading, std::string_view symbol, std::string_view cell, const SymbolEntry& entry, const Sizes& sizes) {
  if (heading == "role") return compared(fmt::format("{}: {}", symbol, cell), cell == name(entry.role), std::string(name(entry.role)));
  const auto found = entry.shape.known ? print(entry.shape, sizes) : "a shape that nothing determines";
  return compared(fmt::format("{}: {}", symbol, cell), entry.shape.known && shape_key(cell) == shape_key(entry.shape, sizes), found);
}

}  // namespace

std::vector<WrittenClaim> check_table(std::string_view text, const Table& table, const Analysis& analysis) {
  std::vector<WrittenClaim> claims;
  if (table.rows.empty() || cell_text(text, table.rows.front().front()) != "symbol") return claims;
  const auto& header = table.rows.front();
  for (std::size_t r = 1; r < table.rows.size(); ++r) {
    const auto& row = table.rows[r];
    const auto symbol = cell_text(text, row.front());
    const auto* entry = find_entry(analysis.roles, symbol);
    for (std::size_t c = 1; c < std::min(row.size(), header.size()); ++c) {
      const auto heading = cell_text(text, header[c]);
      const auto cell = cell_text(text, row[c]);
      if ((heading != "role" && heading != "shape") || cell.empty()) continue;
      if (entry == nullptr)
        claims.push_back({compared(fmt::format("{}: {}", symbol, cell), false, "no such symbol in the display"), row.front()});
      else
        claims.push_back({check_cell(heading, symbol, cell, *entry, analysis.shapes.sizes), row[c]});
    }
  }
  return claims;
}

std::vector<WrittenClaim> check_aloud(std::string_view prose, std::size_t offset, const Reading& reading) {
  constexpr std::string_view mark = "Aloud:";
  const auto at = prose.find(mark);
  if (at == std::string_view::npos) return {};
  auto line = prose.find_first_not_of(" \t\r\n*", at + mark.size());
  if (line == std::string_view::npos || prose[line] != '>') return {};
  const auto begin = line;
  std::string quote;
  while (line < prose.size() && prose[line] == '>') {
    const auto end = std::min(prose.find('\n', line), prose.size());
    auto words = prose.substr(line + 1, end - line - 1);
    words.remove_prefix(std::min(words.find_first_not_of(' '), words.size()));
    while (!words.empty() && (words.back() == ' ' || words.back() == '\r')) words.remove_suffix(1);
    quote += fmt::format("{}{}", quote.empty() ? "" : " ", words);
    line = end + 1;
  }
  const Span span{static_cast<std::uint32_t>(offset + begin), static_cast<std::uint32_t>(offset + std::min(line, prose.size()))};
  return {{compared(quote, quote == reading.aloud, reading.aloud), span}};
}

std::string refusal(std::string_view math, const Diagnostics& diagnostics) {
  const Source source("<argument>", std::string(math));
  std::string text;
  for (const auto& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::error) text += print(diagnostic, source);
  return text;
}

WrittenClaim check_refused(std::string_view text, const MathBlock& block, const Diagnostics& diagnostics) {
  const auto math = cell_text(text, block.math);
  const auto got = refusal(math, diagnostics);
  auto expected = cell_text(text, block.expected);
  const auto trim = [](std::string_view words) { return words.substr(0, words.find_last_not_of(" \r\n") + 1); };
  Claim claim{std::string(math), {}, Verdict::fails, {}, {}};
  if (got.empty()) {
    claim.because = "this is not refused";
  } else if (trim(got) != trim(expected)) {
    claim.because = fmt::format("it is refused with another message:\n{}", got);
  } else {
    claim.verdict = Verdict::holds;
    claim.because = "refused with this message";
  }
  return {std::move(claim), block.math};
}

}  // namespace eqlens
