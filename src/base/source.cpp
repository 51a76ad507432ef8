#include "base/source.hpp"

#include <algorithm>
#include <utility>

namespace eqlens {

namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_continuation(text[i])) return 0;
  const auto second = length > 1 ? static_cast<unsigned char>(text[1]) : 0U;
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool surrogate = lead == 0xED && second >= 0xA0;
  const bool beyond = lead == 0xF4 && second >= 0x90;
  return overlong || surrogate || beyond ? 0 : length;
}

std::size_t character_count(std::string_view utf8) {
  std::size_t count = 0;
  while (!utf8.empty()) {
    utf8.remove_prefix(std::max<std::size_t>(1, utf8_length(utf8)));
    ++count;
  }
  return count;
}

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)), line_begins_{0} {
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_begins_.push_back(static_cast<std::uint32_t>(i + 1));
}

std::string_view Source::text(Span span) const { return text().substr(span.begin, span.size()); }

Position Source::position(std::uint32_t offset) const {
  const auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), offset);
  const auto begin = *std::prev(after);
  return {static_cast<std::size_t>(after - line_begins_.begin()), character_count(text({begin, offset})) + 1};
}

Span Source::line_at(std::uint32_t offset) const {
  const auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), offset);
  auto end = after == line_begins_.end() ? static_cast<std::uint32_t>(text_.size()) : *after - 1;
  const auto begin = *std::prev(after);
  if (end > begin && text_[end - 1] == '\r') --end;
  return {begin, end};
}

}  // namespace eqlens
