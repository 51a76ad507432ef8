#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "grammar/document.hpp"
#include "role/role.hpp"

namespace eqlens {

/// A piece of math of a document with the facts that the text around it gives.
struct Passage {
  std::size_t block = 0;  ///< which one of Document::blocks
  std::string_view math;
  AnalysisOptions options;
  const Untold* untold = nullptr;  ///< while the passage is visited
};

/// What is known of a passage while it is visited.
[[nodiscard]] Analysis analyse(const Passage& passage);

/// Reads a document from its beginning to its end and hands every piece of math to `visit`, with what has been declared, defined
/// and given as a value before it (and, for a display, in the "where …" that follows). `options` come on top.
void walk(std::string_view text, const Document& document, const AnalysisOptions& options,
          const std::function<void(const Passage&)>& visit);

/// The document of an input. One without any display has its inline math for displays.
[[nodiscard]] Document document_of(const Source& input, DocumentKind kind);

}  // namespace eqlens
