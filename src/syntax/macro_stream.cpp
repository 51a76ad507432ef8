#include "syntax/macro_stream.hpp"

#include <algorithm>

#include "base/source.hpp"
#include "syntax/scan.hpp"

namespace eqlens {

Fragment Fragment::part(std::size_t begin, std::size_t length) const {
  if (!copied) return {text.substr(begin, length), origin, false};
  const auto offset = origin.begin + static_cast<std::uint32_t>(begin);
  return {text.substr(begin, length), {offset, offset + static_cast<std::uint32_t>(length)}, true};
}

bool MacroStream::empty() {
  // The last fragment stays: it knows where the user's text ended.
  while (rest_.size() > 1 && rest_.back().text.empty()) rest_.pop_back();
  return rest_.back().text.empty();
}

std::optional<std::uint32_t> MacroStream::place() const {
  return rest_.back().copied ? std::optional(rest_.back().origin.begin) : std::nullopt;
}

Fragment MacroStream::take(std::size_t length) {
  auto& front = rest_.back();
  const auto taken = front.part(0, length);
  front = front.part(length, front.text.size() - length);
  return taken;
}

bool MacroStream::take_if(char c) {
  if (empty() || next() != c) return false;
  (void)take(1);
  return true;
}

bool MacroStream::take_if(std::string_view text) {
  if (empty() || front().text.substr(0, text.size()) != text) return false;
  (void)take(text.size());
  return true;
}

void MacroStream::skip_gap() {
  while (!empty()) {
    const auto end = gap_end(front().text, 0);
    if (end == 0) return;
    (void)take(end);
  }
}

std::optional<Fragments> MacroStream::until(std::string_view end) {
  Fragments taken;
  std::size_t depth = 0;
  while (!empty()) {
    const auto text = front().text;
    std::size_t i = 0;
    for (; i < text.size(); ++i) {
      if (depth == 0 && text.substr(i, end.size()) == end) {
        if (i > 0) taken.push_back(take(i));
        (void)take(end.size());
        return taken;
      }
      if (text[i] == '\\')
        ++i;
      else if (text[i] == '%')
        i = comment_end(text, i) - 1;
      else if (text[i] == '{')
        ++depth;
      else if (text[i] == '}' && depth-- == 0)
        return std::nullopt;
    }
    taken.push_back(take(text.size()));
  }
  return std::nullopt;
}

bool MacroStream::brace_follows() {
  if (empty()) return false;
  const auto text = front().text;
  const auto gap = gap_end(text, 0);
  return gap < text.size() && text[gap] == '{';
}

std::optional<Fragments> MacroStream::group() {
  skip_gap();
  if (!take_if('{')) return std::nullopt;
  return until("}");
}

std::optional<Fragments> MacroStream::argument() {
  skip_gap();
  if (empty() || next() == '}' || next() == '&') return std::nullopt;
  if (next() == '{') return group();
  const auto text = front().text;
  return Fragments{take(next() == '\\' ? control_sequence_end(text, 0) : std::max<std::size_t>(1, utf8_length(text)))};
}

std::optional<Fragments> MacroStream::optional_argument() {
  // White space before `[` is skipped only if the bracket is there.
  if (empty()) return std::nullopt;
  const auto gap = gap_end(front().text, 0);
  if (gap >= front().text.size() || front().text[gap] != '[') return std::nullopt;
  (void)take(gap + 1);
  return until("]");
}

std::string joined(const Fragments& fragments) {
  std::string text;
  for (const auto& fragment : fragments) text += fragment.text;
  return text;
}

}  // namespace eqlens
