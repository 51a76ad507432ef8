#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "eqlens.hpp"
#include "report/page.hpp"
#include "report/palette.hpp"

namespace {

/// Every place that a diagnostic names lies in the text.
bool points_into(std::string_view text, const eqlens::Display& display) {
  for (const auto& diagnostic : display.analysis.diagnostics)
    if (diagnostic.span.begin > diagnostic.span.end || diagnostic.span.end > text.size()) return false;
  return true;
}

}  // namespace

/// The whole reading path: bytes to a page. The first byte chooses how the rest is taken, as math or as a document.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr eqlens::DocumentKind kinds[] = {eqlens::DocumentKind::markdown, eqlens::DocumentKind::tex, eqlens::DocumentKind::rst};
  const auto kind = data[0] < 3 ? kinds[data[0]] : eqlens::DocumentKind::math;
  const eqlens::Source source("fuzz", std::string(text));
  auto displays = eqlens::decode_document(source, kind, {});
  // Experiments take longer than everything before them.
  if (data[0] % 8 == 7) eqlens::try_out(displays, eqlens::Register::aloud);
  for (const auto& display : displays) {
    if (kind == eqlens::DocumentKind::math && !points_into(text, display)) std::abort();
    (void)eqlens::print_page(display, {}, eqlens::Palette(eqlens::Color::off));
  }
  const std::vector<eqlens::DecodedInput> decoded = {{source, displays, {}}};
  (void)eqlens::decode_json(decoded);
  return 0;
}
