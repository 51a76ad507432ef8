#include <algorithm>

#include "grammar/builder.hpp"
#include "grammar/messages.hpp"
#include "syntax/scan.hpp"
#include "syntax/unicode.hpp"

// What the grammar accepts and TeX, or a reader, does not: two scripts in one place, marks that align nothing.

namespace eqlens {

namespace {

bool is_relation(std::string_view spelling) {
  constexpr std::string_view relations[] = {"=",
                                            "<",
                                            ">",
                                            ":",
                                            "\\le",
                                            "\\leq",
                                            "\\ge",
                                            "\\geq",
                                            "\\leqslant",
                                            "\\geqslant",
                                            "\\ne",
                                            "\\neq",
                                            "\\approx",
                                            "\\sim",
                                            "\\simeq",
                                            "\\cong",
                                            "\\equiv",
                                            "\\in",
                                            "\\ni",
                                            "\\to",
                                            "\\gets",
                                            "\\propto",
                                            "\\ll",
                                            "\\gg",
                                            "\\subset",
                                            "\\subseteq",
                                            ":=",
                                            "\\doteq",
                                            "\\defeq",
                                            "\\iff",
                                            "\\mapsto",
                                            "\\leftarrow",
                                            "\\rightarrow",
                                            "\\implies",
                                            "\\coloneqq",
                                            "\\coloneq",
                                            "\\triangleq",
                                            "\\Rightarrow",
                                            "\\Leftrightarrow"};
  return std::find(std::begin(relations), std::end(relations), spelling) != std::end(relations);
}

/// `a \over b`: what stands before it in its group is the numerator, what follows the denominator.
bool divides_its_group(std::string_view command) {
  constexpr std::string_view names[] = {"\\over", "\\atop", "\\choose", "\\brace", "\\brack"};
  return std::find(std::begin(names), std::end(names), command) != std::end(names);
}

}  // namespace

void TreeBuilder::check_double_script() {
  const auto kind = nodes_[last_].kind;
  if (kind == SyntaxKind::primes) return;
  // In `x^^2` one sign is too many; that its first script is missing has been said.
  const auto is_missing = [&](std::uint32_t script) {
    const auto& argument = nodes_[std::min<std::size_t>(script + 1, nodes_.size() - 1)];
    return argument.kind == SyntaxKind::error && argument.span.empty();
  };
  for (auto i = parents_.back() + 1; i < last_; i = nodes_[i].next) {
    if (nodes_[i].kind != kind || i == parents_.back() + 1) continue;
    if (is_missing(i)) return;
    return report(message::double_script, kind == SyntaxKind::subscript, nodes_[last_].span, nodes_[i].span);
  }
}

void TreeBuilder::check_alignment() {
  const auto relation = [&](std::size_t i) {
    const auto whole = text_.substr(nodes_[i].span.begin, nodes_[i].span.size());
    return is_relation(static_cast<unsigned char>(whole[0]) < 0x80 ? std::string(whole) : latex_spelling(whole));
  };
  const auto prints = [&](std::size_t i) { return nodes_[i].kind != SyntaxKind::spacing && !nodes_[i].span.empty(); };
  std::vector<std::uint32_t> outside;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].kind == SyntaxKind::line_break) return;
    if (nodes_[i].kind == SyntaxKind::align) outside.push_back(i);
    if (nodes_[i].kind == SyntaxKind::environment) i = nodes_[i].next - 1;
  }
  for (const auto i : outside) {
    if (enough_messages()) return;
    auto before = i - 1;
    while (before > 0 && !prints(before)) --before;
    auto after = i + 1;
    while (after < nodes_.size() && !prints(after)) ++after;
    const bool touches = (before > 0 && relation(before)) || (after < nodes_.size() && relation(after));
    if (!touches) report(message::stray_alignment, nodes_[i].span);
  }
}

void TreeBuilder::check_fractions() {
  struct Row {
    std::uint32_t end;
    Span first;
  };
  std::vector<Row> rows;
  rows.reserve(16);
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    while (!rows.empty() && rows.back().end <= i) rows.pop_back();
    const auto& node = nodes_[i];
    const bool parted = node.kind == SyntaxKind::align || node.kind == SyntaxKind::line_break;
    if (parted && !rows.empty()) rows.back().first = {};
    if (node.kind == SyntaxKind::command && !rows.empty() && divides_its_group(text_.substr(node.span.begin, node.span.size()))) {
      auto& first = rows.back().first;
      if (!first.empty()) report(message::double_fraction, text_.substr(node.span.begin, node.span.size()), node.span, first);
      first = node.span;
    }
    if (node.next > i + 1) rows.push_back({node.next, {}});
  }
}

}  // namespace eqlens
