#pragma once

#include <fmt/core.h>

#include <string>

#include "syntax/tree.hpp"

namespace eqlens::trial {

/// A tree as one line: `(scripts x (_ i) (^ {2}))`. Letters, numbers, signs and commands stand as printed; other leaves
/// have their kind before them.
inline std::string dump(const SyntaxTree& tree, SyntaxId id) {
  const auto spelling = tree.spelling(id);
  std::string children;
  for (const auto child : tree.children(id)) children += fmt::format("{}{}", children.empty() ? "" : " ", dump(tree, child));
  const auto list = [&](std::string_view head) {
    return children.empty() ? fmt::format("({})", head) : fmt::format("({} {})", head, children);
  };
  switch (tree[id].kind) {
    case SyntaxKind::root: return children;
    case SyntaxKind::letter:
    case SyntaxKind::number:
    case SyntaxKind::sign:
    case SyntaxKind::line_break:
    case SyntaxKind::align: return std::string(spelling);
    case SyntaxKind::command: return children.empty() ? std::string(command_name(tree, id)) : list(command_name(tree, id));
    case SyntaxKind::optional: return fmt::format("[{}]", children);
    case SyntaxKind::group: return fmt::format("{{{}}}", children);
    case SyntaxKind::text: return children.empty() ? fmt::format("\"{}\"", spelling) : fmt::format("\"{}: {}\"", spelling, children);
    case SyntaxKind::scripts: return list("scripts");
    case SyntaxKind::empty: return "empty";
    case SyntaxKind::subscript: return list("_");
    case SyntaxKind::superscript: return list("^");
    case SyntaxKind::primes: return fmt::format("primes:{}", spelling);
    case SyntaxKind::fence: return list("fence");
    case SyntaxKind::open: return fmt::format("open:{}", spelling);
    case SyntaxKind::close: return fmt::format("close:{}", spelling);
    case SyntaxKind::bar: return fmt::format("bar:{}", spelling);
    case SyntaxKind::spacing: return fmt::format("spacing:{}", spelling);
    case SyntaxKind::environment: return list(environment_name(tree, id));
    case SyntaxKind::error: return fmt::format("error:{}", spelling);
  }
  return {};
}

}  // namespace eqlens::trial
