#include <algorithm>
#include <cassert>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>

#include "operation/families.hpp"

namespace eqlens {

namespace {

std::string lower(std::string_view word) {
  std::string result(word);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

constexpr std::size_t short_word = 3;

struct Catalogue {
  std::vector<Operation> rows;
  std::unordered_map<std::string_view, const Operation*> by_spelling;
  std::unordered_map<std::string, const Operation*> by_lower_case;
  std::unordered_map<std::string_view, const Operation*> by_name;

  Catalogue() {
    for (const auto& family :
         {arithmetic_operations(), function_operations(), trigonometric_operations(), activation_operations(), linear_algebra_operations(),
          collection_operations(), reduction_operations(), probability_operations(), distribution_operations(), information_operations(),
          loss_operations(), layer_operations(), calculus_operations(), set_operations(), relation_operations()})
      rows.insert(rows.end(), family.begin(), family.end());
    for (const auto& row : rows) {
      by_name.emplace(row.name, &row);
      for (const auto spelling : row.spellings) {
        by_spelling.emplace(spelling, &row);
        // A short word in other case is more likely somebody's symbol than the operation.
        if (spelling.size() > short_word && spelling[0] != '\\') by_lower_case.emplace(lower(spelling), &row);
      }
    }
  }
};

const Catalogue& instance() {
  static const Catalogue catalogue;
  return catalogue;
}

}  // namespace

std::span<const Operation> catalogue() { return instance().rows; }

const Operation* find_operation(std::string_view spelling) {
  const auto& all = instance();
  if (const auto exact = all.by_spelling.find(spelling); exact != all.by_spelling.end()) return exact->second;
  if (spelling.size() <= short_word || spelling[0] == '\\') return nullptr;
  const auto folded = all.by_lower_case.find(lower(spelling));
  return folded == all.by_lower_case.end() ? nullptr : folded->second;
}

const Operation& operation_named(std::string_view name) {
  const auto found = instance().by_name.find(name);
  assert(found != instance().by_name.end());
  return *found->second;
}

}  // namespace eqlens
