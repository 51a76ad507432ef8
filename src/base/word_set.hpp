#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eqlens {

/// A sorted set of words in one piece of memory: for the few letters of a line, which are asked about again and again.
class WordSet {
 public:
  using const_iterator = std::vector<std::string>::const_iterator;

  [[nodiscard]] std::size_t count(std::string_view word) const {
    // Most sets hold a handful; a long display may hold thousands.
    constexpr std::size_t handful = 8;
    if (words_.size() > handful) {
      const auto found = lower_bound(word);
      return found != end() && *found == word ? 1 : 0;
    }
    return std::any_of(words_.begin(), words_.end(), [word](const std::string& known) { return known == word; }) ? 1 : 0;
  }
  void insert(std::string word) {
    const auto place = lower_bound(word);
    if (place != end() && *place == word) return;
    words_.insert(place, std::move(word));
  }
  template <typename Iterator>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) insert(std::string(*first));
  }
  void erase(std::string_view word) {
    const auto place = lower_bound(word);
    if (place != end() && *place == word) words_.erase(place);
  }

  [[nodiscard]] const_iterator lower_bound(std::string_view word) const {
    return std::lower_bound(words_.begin(), words_.end(), word, [](const std::string& a, std::string_view b) { return a < b; });
  }
  [[nodiscard]] const_iterator begin() const { return words_.begin(); }
  [[nodiscard]] const_iterator end() const { return words_.end(); }
  [[nodiscard]] std::size_t size() const { return words_.size(); }
  [[nodiscard]] bool empty() const { return words_.empty(); }

 private:
  std::vector<std::string> words_;
};

}  // namespace eqlens
