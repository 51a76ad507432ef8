#pragma once

#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/long_work.hpp"
#include "base/source.hpp"
#include "grammar/document.hpp"
#include "kernel/pool.hpp"
#include "lesson/known.hpp"

namespace eqlens {

/// A piece of math of a document with the facts that the text around it gives.
struct Passage {
  std::size_t block = 0;  ///< which one of Document::blocks
  std::string_view math;
  AnalysisOptions options;
  std::shared_ptr<const Untold> untold = nullptr;
};

[[nodiscard]] Analysis analyse(const Passage& passage);

/// Reads a document from its beginning to its end: every piece of math with what has been declared, defined and given as a value
/// before it (and, for a display, in the "where …" that follows). The options come on top. Text and document must outlive it.
class DocumentWalk {
 public:
  DocumentWalk(std::string_view text, const Document& document, const AnalysisOptions& options);

  /// The passages that follow, at most so many; none at the end.
  [[nodiscard]] std::vector<Passage> next(std::size_t most);
  [[nodiscard]] bool at_end() const { return next_ == document_.blocks.size(); }

 private:
  [[nodiscard]] std::string_view math(std::size_t block) const;
  [[nodiscard]] Passage passage(std::size_t block);
  void step(std::vector<Passage>& passages);
  void learn_inline(std::size_t block);
  void learn_meanings(std::string_view paragraph);
  void learn_explanation(std::size_t display);
  [[nodiscard]] std::string_view paragraph_behind(std::size_t display) const;

  std::string_view text_;
  const Document& document_;
  AnalysisOptions options_;
  Known known_;
  std::size_t next_ = 0;  ///< the block to be read
  std::size_t after_last_ = 0;
  std::size_t after_display_ = 0;
};

/// Makes something of every passage, of those of a stretch on all cores while the next stretch is read, and hands it to `take` piece
/// by piece, in the order of the document. When the user asks to stop, the rest is left out.
template <typename Make, typename Take>
void walk(DocumentWalk way, const Make& make, const Take& take) {
  constexpr std::size_t stretch = 16;
  auto here = way.next(stretch);
  while (!here.empty()) {
    std::vector<Passage> ahead;
    std::vector<std::invoke_result_t<const Make&, const Passage&>> made(here.size());
    const std::size_t walking = way.at_end() ? 0 : 1;
    each_piece(here.size() + walking, 0, [&](std::size_t piece) {
      if (piece < walking)
        ahead = way.next(stretch);
      else
        made[piece - walking] = make(here[piece - walking]);
    });
    if (stop_requested()) return;
    for (auto& one : made) take(std::move(one));
    here = std::move(ahead);
  }
}

/// The document of an input. One without any display has its inline math for displays.
[[nodiscard]] Document document_of(const Source& input, DocumentKind kind);

}  // namespace eqlens
