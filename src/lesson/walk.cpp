#include "lesson/walk.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "expression/prose.hpp"

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

/// "the number of classes", "a learned projection", "queries": a noun, and no mere property such as "large" or "between 0 and 1".
bool says_what_it_is(const Fact& fact) {
  constexpr std::size_t longest = 80;
  if (fact.meaning.empty() || fact.meaning.size() > longest) return false;
  // The cells of a table are no sentence.
  if (fact.meaning.find('|') != std::string::npos) return false;
  constexpr std::array<std::string_view, 5> articles = {"the ", "a ", "an ", "our ", "one "};
  const std::string_view meaning = fact.meaning;
  const bool noun = std::any_of(articles.begin(), articles.end(), [&](std::string_view article) { return meaning.starts_with(article); });
  const bool many = meaning.ends_with('s') && !meaning.ends_with("ss");
  return noun || many || meaning.find("learn") != std::string_view::npos || meaning.find("train") != std::string_view::npos ||
         meaning.find("fixed") != std::string_view::npos || meaning.find("frozen") != std::string_view::npos;
}

}  // namespace

DocumentWalk::DocumentWalk(std::string_view text, const Document& document, const AnalysisOptions& options)
    : text_(text), document_(document), options_(options), known_(options.macros + document.macros) {
  options_.macros = options.macros + document.macros;
}

std::vector<Passage> DocumentWalk::next(std::size_t most) {
  std::vector<Passage> passages;
  while (passages.size() < most && !at_end()) step(passages);
  return passages;
}

void DocumentWalk::step(std::vector<Passage>& passages) {
  // One display has no prose around it, and may be long.
  if (document_.kind == DocumentKind::math) {
    passages.push_back({next_, text_, options_});
    next_ = document_.blocks.size();
    return;
  }
  const auto& block = document_.blocks[next_];
  if (has_heading(text_.substr(after_last_, block.outer.begin - after_last_))) known_.forget_bindings();
  if (block.kind != BlockKind::inline_) learn_explanation(next_);
  passages.push_back(passage(next_));
  if (block.kind == BlockKind::display) known_.learn(math(next_), Known::As::definition);
  if (block.kind == BlockKind::inline_) learn_inline(next_);
  after_last_ = block.outer.end;
  if (block.kind != BlockKind::inline_) after_display_ = block.outer.end;
  ++next_;
}

std::string_view DocumentWalk::math(std::size_t block) const {
  const auto span = document_.blocks[block].math;
  return text_.substr(span.begin, span.size());
}

Passage DocumentWalk::passage(std::size_t block) {
  Passage passage{block, math(block), {known_.facts_for(math(block)), options_.macros}, known_.untold(math(block))};
  passage.options.facts.insert(passage.options.facts.end(), options_.facts.begin(), options_.facts.end());
  return passage;
}

void DocumentWalk::learn_inline(std::size_t block) {
  const auto word = sentence_word(text_, after_display_, document_.blocks[block].outer.begin);
  known_.learn(math(block), one_of(giving, word) || one_of(explaining, word) ? Known::As::binding : Known::As::mention);
}

// What the paragraph says of its symbols: "$W$ is learned", "$u$ and $v$ are the input and the target, respectively".
// Only an explanation, "where …", says what is learned; elsewhere a sentence may speak of another line.
void DocumentWalk::learn_meanings(std::string_view paragraph) {
  const bool explains = one_of(explaining, first_word(paragraph));
  for (const auto& fact : read_prose(paragraph))
    if (!fact.unread && says_what_it_is(fact)) known_.learn_meaning(fact.math, fact.meaning, explains);
}

// "where $Q \in …$" stands after its display and is meant for it.
void DocumentWalk::learn_explanation(std::size_t display) {
  const auto begin = document_.blocks[display].outer.end;
  const auto before = text_.substr(after_display_, document_.blocks[display].outer.begin - after_display_);
  const auto gap = before.rfind("\n\n", before.find_last_not_of(" \n"));
  learn_meanings(gap == std::string_view::npos ? before : before.substr(gap));
  learn_meanings(paragraph_behind(display));
  for (auto i = display + 1; i < document_.blocks.size() && document_.blocks[i].kind == BlockKind::inline_; ++i) {
    const auto place = document_.blocks[i].outer.begin;
    if (has_heading(text_.substr(begin, place - begin))) return;
    if (one_of(explaining, sentence_word(text_, begin, place))) known_.learn(math(i), Known::As::binding);
  }
}

// The paragraph behind a display, up to the next one; a list that its colon announces belongs to it.
std::string_view DocumentWalk::paragraph_behind(std::size_t display) const {
  const auto begin = document_.blocks[display].outer.end;
  auto next = display + 1;
  while (next < document_.blocks.size() && document_.blocks[next].kind == BlockKind::inline_) ++next;
  const auto rest = text_.substr(0, next < document_.blocks.size() ? document_.blocks[next].outer.begin : text_.size());
  const auto blank = [&](std::size_t from) { return std::min(rest.find("\n\n", rest.find_first_not_of(" \n", from)), rest.size()); };
  auto end = blank(begin);
  if (end > begin && rest[end - 1] == ':') end = blank(end);
  return rest.substr(begin, end - begin);
}

Analysis analyse(const Passage& passage) {
  return passage.untold == nullptr ? analyse(passage.math, passage.options) : analyse(passage.math, passage.options, *passage.untold);
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
