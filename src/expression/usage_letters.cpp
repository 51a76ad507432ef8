// What a letter below another is: an index, a step, or a mere label.
#include <algorithm>
#include <set>

#include "expression/usage.hpp"

namespace eqlens {

using namespace std::string_view_literals;

// `q_s(u_s)` beside `q_t(u_t)`: another moment of the same.
bool Usage::beside_time(const std::string& letter) const {
  const auto own = carriers.find(letter), time = carriers.find("t");
  if (own == carriers.end() || time == carriers.end() || paired.count(letter) || standing_alone.count(letter)) return false;
  return std::any_of(own->second.begin(), own->second.end(), [&](const auto& name) { return time->second.count(name) > 0; });
}

bool Usage::is_step(const std::string& letter) const {
  if (is_bound(letter) || together.count(letter)) return false;
  if (letter == "s"sv && beside_time(letter)) return true;
  return letter == "t"sv || letter == "\\tau"sv || stepped.count(letter) > 0;
}

bool Usage::is_index(const std::string& letter) const {
  if (is_bound(letter) || together.count(letter)) return true;
  if (set_arguments.count(letter) && carriers.count(letter)) return true;
  if (is_step(letter)) return false;
  static const std::set<std::string, std::less<>> counting = {"i", "j", "k", "l", "m", "n", "p", "q", "r", "s", "u", "v", "c", "b"};
  // An index runs along two things at least: k of `d_k` stays a label however often d_k is printed.
  const auto carrier = carriers.find(letter);
  const bool shared = carrier != carriers.end() && carrier->second.size() > 1;
  if (left_subscripts.count(letter) && shared && counting.count(letter))
    return standing.count(letter) == 0 || letter == "i"sv || letter == "j"sv;
  if (letter != "i"sv && letter != "j"sv) return false;
  if (left_subscripts.count(letter)) return true;
  // `P(C = i \mid v) = \exp(v_i^\top v) / \sum_j ...`: what j counts, i counts too.
  const auto alongside = [&](const auto& row) {
    return is_bound(row.first) && carrier != carriers.end() &&
           std::any_of(row.second.begin(), row.second.end(), [&](const auto& name) { return carrier->second.count(name) > 0; });
  };
  return standing.count(letter) == 0 || std::any_of(carriers.begin(), carriers.end(), alongside);
}

}  // namespace eqlens
