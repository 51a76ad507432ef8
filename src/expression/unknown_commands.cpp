#include "expression/unknown_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "operation/operation.hpp"
#include "syntax/known_macros.hpp"
#include "syntax/vocabulary.hpp"

namespace eqlens {

namespace {

// A paper's private macros are many; a reader wants to hear of the first ones.
constexpr std::size_t most_notes = 12;

/// What syntax knows, and how the catalogue's operations are spelled as commands.
std::vector<std::string_view> all_commands() {
  auto names = command_names();
  for (const auto& operation : catalogue())
    for (const auto spelling : operation.spellings)
      if (spelling.starts_with('\\')) names.push_back(spelling.substr(1));
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

Diagnostics unknown_commands(const SyntaxTree& tree) {
  static const auto known = all_commands();
  Diagnostics notes;
  std::set<std::string_view> seen;
  for (SyntaxId id = 0; id < tree.nodes.size() && notes.size() < most_notes; ++id) {
    if (tree[id].kind != SyntaxKind::command) continue;
    const auto command = command_name(tree, id);
    const auto name = command.substr(1, command.find('*', 1) - 1);
    if (find_operation(command) != nullptr) continue;
    if (std::binary_search(known.begin(), known.end(), name) || known_macro(name) || !seen.insert(name).second) continue;
    const auto nearest = nearest_name(name, known);
    auto span = tree[id].span;
    span.end = span.begin + static_cast<std::uint32_t>(command.size());
    notes.push_back({Severity::note,
                     "unknown-command",
                     fmt::format("nothing here says what `{}` is; it is read as a name", command),
                     tree.origin(span),
                     nearest.empty() ? std::string() : fmt::format("did you mean `\\{}`?", nearest),
                     {},
                     {}});
  }
  return notes;
}

}  // namespace eqlens
