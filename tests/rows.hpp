#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <ostream>
#include <string>
#include <string_view>

namespace eqlens {

/// A row's math as a failed test prints it, without the signs that lists of tests are parted by.
inline void print_math(std::string_view math, std::ostream* out) {
  for (const char c : math) *out << (c == ';' ? ',' : c == '[' ? '(' : c == ']' ? ')' : c);
}

/// A name for the row of a table: its number and the letters of its math, such as `004_u_T_v`.
template <typename Row>
std::string row_name(const testing::TestParamInfo<Row>& info) {
  constexpr std::size_t longest_name = 44;
  std::string name = std::to_string(1000 + info.index).substr(1);
  bool gap = true;
  for (const char c : std::string_view(info.param.math)) {
    const bool word = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (word && gap) name += '_';
    if (word) name += c;
    gap = !word;
    if (name.size() >= longest_name) break;
  }
  return name;
}

}  // namespace eqlens
