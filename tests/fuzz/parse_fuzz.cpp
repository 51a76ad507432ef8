#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "grammar/latex.hpp"
#include "syntax/canonical.hpp"

namespace {

/// What holds of every tree, whatever the bytes: children in order inside their parent, and every diagnostic inside the text.
bool is_sound(std::string_view text, const eqlens::Parsed& parsed) {
  const auto& tree = parsed.tree;
  for (eqlens::SyntaxId id = 0; id < tree.nodes.size(); ++id) {
    auto at = tree[id].span.begin;
    for (const auto child : tree.children(id)) {
      if (!tree[id].span.contains(tree[child].span) || tree[child].span.begin < at || tree[child].next > tree[id].next) return false;
      at = tree[child].span.end;
    }
  }
  for (const auto& diagnostic : parsed.diagnostics)
    if (diagnostic.span.begin > diagnostic.span.end || diagnostic.span.end > text.size()) return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  eqlens::ReadingLimits limits;
  limits.expansion_bytes = std::size_t{1} << 14;
  const auto parsed = eqlens::parse_math(text, {}, limits);
  if (!is_sound(text, parsed)) std::abort();
  (void)eqlens::printed(parsed.tree);
  (void)eqlens::canonical(parsed.tree, 0);
  return 0;
}
