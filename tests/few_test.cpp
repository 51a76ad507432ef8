// The list that keeps its first elements in itself, on both sides of its limit.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/few.hpp"

namespace eqlens {
namespace few_test {

using Words = Few<std::string, 2>;

Words words(std::size_t count) {
  Words list;
  for (std::size_t n = 0; n < count; ++n) list.push_back("a word too long for a short string " + std::to_string(n));
  return list;
}

std::vector<std::string> plain(const Words& list) { return {list.begin(), list.end()}; }

TEST(Few, CopiesAndMovesAtEveryLength) {
  for (std::size_t count = 0; count < 6; ++count)
    for (std::size_t other = 0; other < 6; ++other) {
      const Words list = words(count);
      Words copied = words(other);
      copied = list;
      EXPECT_EQ(copied, list);
      Words moved = words(other);
      moved = std::move(copied);
      EXPECT_EQ(moved, list);
      const Words made = std::move(moved);
      EXPECT_EQ(plain(made), plain(list));
      EXPECT_EQ(made == words(other), count == other);
    }
}

TEST(Few, InsertsErasesAndResizes) {
  for (std::size_t count = 1; count < 6; ++count)
    for (std::size_t at = 0; at <= count; ++at) {
      const std::vector<std::string> more{"x", "y", "z"};
      Words list = words(count);
      auto want = plain(list);
      list.insert(list.begin() + at, more.begin(), more.end());
      want.insert(want.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
      EXPECT_EQ(plain(list), want);
      list.insert(list.begin() + at, list.back());
      want.insert(want.begin() + static_cast<std::ptrdiff_t>(at), std::string(want.back()));
      EXPECT_EQ(plain(list), want);
      list.erase(list.begin() + at, list.begin() + at + 2);
      want.erase(want.begin() + static_cast<std::ptrdiff_t>(at), want.begin() + static_cast<std::ptrdiff_t>(at) + 2);
      EXPECT_EQ(plain(list), want);
      list.resize(at);
      want.resize(at);
      EXPECT_EQ(plain(list), want);
    }
}

TEST(Few, TakesItsOwnElements) {
  Words list = words(1);
  for (int n = 0; n < 5; ++n) list.push_back(list.front());
  EXPECT_EQ(list.size(), 6u);
  EXPECT_EQ(list.back(), list.front());
  list.pop_back();
  EXPECT_EQ(list.size(), 5u);
}

TEST(Few, OrdersLikeAVector) {
  using Numbers = Few<int, 3>;
  EXPECT_LT((Numbers{1, 2}), (Numbers{1, 2, 0}));
  EXPECT_LT((Numbers{1, 2, 5, 9}), (Numbers{1, 3}));
  EXPECT_FALSE((Numbers{2}) < (Numbers{1, 7}));
}

}  // namespace few_test
}  // namespace eqlens
