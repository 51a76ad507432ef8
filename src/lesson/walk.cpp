#include "lesson/walk.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "expression/prose.hpp"
#include "lesson/known.hpp"

namespace eqlens {

namespace {

// Words with which a sentence gives values for what follows, and those with which it explains the display before it.
constexpr std::array<std::string_view, 9> giving = {"With", "Let", "Take", "For", "Set", "Given", "Suppose", "Say", "Start"};
constexpr std::array<std::string_view, 3> explaining = {"where", "Where", "Here"};

std::string_view first_word(std::string_view prose) {
  std::size_t begin = 0;
  while (begin < prose.size() && !is_letter(prose[begin])) ++begin;
  auto end = begin;
  while (end < prose.size() && is_letter(prose[end])) ++end;
  return prose.substr(begin, end - begin);
}

/// The first word of the sentence that a place is in; a sentence begins after a full stop, a blank line or a display.
std::string_view sentence_word(std::string_view text, std::size_t from, std::size_t at) {
  auto begin = from;
  for (auto i = at; i > from + 1; --i) {
    const bool stop = is_space(text[i - 1]) && (text[i - 2] == '.' || text[i - 2] == '!' || text[i - 2] == '?');
    const bool blank_line = text[i - 1] == '\n' && text[i - 2] == '\n';
    if (stop || blank_line) {
      begin = i;
      break;
    }
  }
  return first_word(text.substr(begin, at - begin));
}

bool has_heading(std::string_view prose) {
  return prose.starts_with("# ") || prose.find("\n#") != std::string_view::npos || prose.find("\\section") != std::string_view::npos ||
         prose.find("\\subsection") != std::string_view::npos;
}

template <std::size_t N>
bool one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class Walk {
 public:
  Walk(std::string_view text, const Document& document, const AnalysisOptions& options, const std::function<void(const Passage&)>& visit)
      : text_(text), document_(document), options_(options), visit_(visit), known_(options.macros + document.macros) {
    options_.macros = options.macros + document.macros;
  }

  void run() {
    for (std::size_t i = 0; i < document_.blocks.size(); ++i) {
      const auto& block = document_.blocks[i];
      if (has_heading(text_.substr(after_last_, block.outer.begin - after_last_))) known_.forget_bindings();
      if (block.kind != BlockKind::inline_) learn_explanation(i);
      visit(i);
      if (block.kind == BlockKind::display) known_.learn(math(i), Known::As::definition);
      if (block.kind == BlockKind::inline_) learn_inline(i);
      after_last_ = block.outer.end;
      if (block.kind != BlockKind::inline_) after_display_ = block.outer.end;
    }
  }

 private:
  [[nodiscard]] std::string_view math(std::size_t block) const {
    const auto span = document_.blocks[block].math;
    return text_.substr(span.begin, span.size());
  }

  void visit(std::size_t block) {
    Passage passage{block, math(block), {known_.facts_for(math(block)), options_.macros}};
    passage.options.facts.insert(passage.options.facts.end(), options_.facts.begin(), options_.facts.end());
    visit_(passage);
  }

  void learn_inline(std::size_t block) {
    const auto word = sentence_word(text_, after_display_, document_.blocks[block].outer.begin);
    known_.learn(math(block), one_of(giving, word) || one_of(explaining, word) ? Known::As::binding : Known::As::mention);
  }

  /// What the sentence says of its symbols: "$W$ is learned", "$u$ and $v$ are the input and the target, respectively".
  void learn_meanings(std::string_view sentence) {
    for (const auto& fact : read_prose(sentence))
      if (!fact.unread && !fact.meaning.empty()) known_.learn_meaning(fact.math, fact.meaning);
  }

  /// "where $Q \in …$" stands after its display and is meant for it.
  void learn_explanation(std::size_t display) {
    const auto begin = document_.blocks[display].outer.end;
    const auto after = text_.substr(begin, text_.find("\n\n", text_.find_first_not_of(" \n", begin)) - begin);
    if (one_of(explaining, first_word(after))) learn_meanings(after);
    for (auto i = display + 1; i < document_.blocks.size() && document_.blocks[i].kind == BlockKind::inline_; ++i) {
      const auto place = document_.blocks[i].outer.begin;
      if (has_heading(text_.substr(begin, place - begin))) return;
      if (one_of(explaining, sentence_word(text_, begin, place))) known_.learn(math(i), Known::As::binding);
    }
  }

  std::string_view text_;
  const Document& document_;
  AnalysisOptions options_;
  const std::function<void(const Passage&)>& visit_;
  Known known_;
  std::size_t after_last_ = 0;
  std::size_t after_display_ = 0;
};

}  // namespace

void walk(std::string_view text, const Document& document, const AnalysisOptions& options,
          const std::function<void(const Passage&)>& visit) {
  // One display has no prose around it, and may be long.
  if (document.kind == DocumentKind::math) {
    visit({0, text, options});
    return;
  }
  Walk(text, document, options, visit).run();
}

Document document_of(const Source& input, DocumentKind kind) {
  auto document = read_document(input.text(), kind);
  const bool only_inline =
      std::all_of(document.blocks.begin(), document.blocks.end(), [](const MathBlock& b) { return b.kind == BlockKind::inline_; });
  for (auto& block : document.blocks)
    if (only_inline) block.kind = BlockKind::display;
  return document;
}

}  // namespace eqlens
