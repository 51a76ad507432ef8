#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace eqlens {

/// Reads a sentence of the strict register back into a tree, written as `plus(a,product(b,c))`: sums, products, fractions, roots,
/// squares, logarithms, softmax, calls of f and sums over an index. It knows the words only, not how they were chosen.
class StrictReader {
 public:
  explicit StrictReader(std::string_view sentence) {
    std::string word;
    for (const char c : sentence) {
      if (c != ' ' && c != ',' && c != '.') {
        word += c;
        continue;
      }
      if (!word.empty()) words_.push_back(std::move(word));
      word.clear();
      if (c == ',') words_.emplace_back(",");
    }
    if (!word.empty()) words_.push_back(std::move(word));
    // A sentence begins with a capital unless its first word is a symbol.
    auto& first = words_.front();
    if (first.size() > 1 && first[0] >= 'A' && first[0] <= 'Z') first[0] = static_cast<char>(first[0] - 'A' + 'a');
  }

  /// The tree; "?" stands where a word was not understood.
  std::string read() {
    auto tree = side();
    return at_ == words_.size() ? tree : tree + " ? " + peek(0);
  }

 private:
  [[nodiscard]] std::string peek(std::size_t ahead) const { return at_ + ahead < words_.size() ? words_[at_ + ahead] : std::string(); }

  bool says(std::initializer_list<std::string_view> words) {
    std::size_t ahead = 0;
    for (const auto word : words)
      if (peek(ahead++) != word) return false;
    at_ += words.size();
    return true;
  }

  /// A sum; "all over" takes all of the side that was said so far.
  std::string side() {
    auto tree = term();
    while (true) {
      if (says({"plus"}) || says({",", "plus"}))
        tree = "plus(" + tree + "," + term() + ")";
      else if (says({",", "all", "over"}) || says({",", "all", "divided", "by"}))
        tree = products("division(" + tree + "," + bottom() + ")");
      else
        return tree;
    }
  }

  std::string term() {
    if (says({"minus"})) return "negative(" + term() + ")";
    return products(factor());
  }

  /// A factor with what multiplies or divides it: "over" grips the factor before it alone.
  std::string products(std::string tree) {
    while (true) {
      if (says({"times"}) || says({",", "times"}))
        tree = "product(" + tree + "," + over(factor()) + ")";
      else if (peek(0) == "over" || peek(0) == "divided" || (peek(0) == "," && (peek(1) == "over" || peek(1) == "divided")))
        tree = over(std::move(tree));
      else
        return tree;
    }
  }

  std::string over(std::string top) {
    while (says({"over"}) || says({",", "over"}) || says({"divided", "by"}) || says({",", "divided", "by"}))
      top = "division(" + top + "," + bottom() + ")";
    return top;
  }

  std::string bottom() {
    auto tree = factor();
    (void)says({"end", "fraction"});
    return tree;
  }

  std::string up_to(std::string_view end) {
    auto tree = side();
    (void)says({"end", end});
    return tree;
  }

  std::string factor() {
    if (says({"minus"})) return "negative(" + factor() + ")";
    if (says({"the", "fraction", "with", "numerator"})) {
      const auto top = side();
      if (!says({"and", "denominator"})) return "?";
      const auto below = side();
      (void)says({"end", "fraction"});
      return "division(" + top + "," + below + ")";
    }
    if (says({"the", "square", "root", "of"})) return "square root(" + up_to("root") + ")";
    if (says({"the", "square", "of"})) return "sq(" + factor() + ")";
    if (says({"the", "quantity"})) return squared(up_to("quantity"));
    if (says({"the", "sum", "over", "i", "of"})) return "sum(" + up_to("sum") + ")";
    if (says({"the", "log", "of"})) return "logarithm(" + up_to("function") + ")";
    if (says({"log"})) return "logarithm(" + factor() + ")";
    if (says({"softmax", "of"})) return "softmax(" + up_to("function") + ")";
    if (says({"f", "of"})) return "f(" + factor() + ")";
    if (at_ == words_.size() || peek(0).size() != 1) return "?";
    return squared(words_[at_++]);
  }

  std::string squared(std::string tree) {
    while (says({"squared"})) tree = "sq(" + tree + ")";
    return tree;
  }

  std::vector<std::string> words_;
  std::size_t at_ = 0;
};

}  // namespace eqlens
