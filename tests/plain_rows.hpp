#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "read/reading.hpp"

namespace eqlens {

/// A row of LaTeX, facts, and words that the plain sentence has to contain.
struct PlainRow {
  std::string latex;
  std::vector<std::string> facts;
  std::string words;
};

inline void expect_plain(const std::vector<PlainRow>& rows) {
  for (const auto& row : rows) {
    const auto plain = read(analyse(row.latex, {row.facts, ""})).plain;
    EXPECT_NE(plain.find(row.words), std::string::npos) << row.latex << "\n" << plain;
  }
}

}  // namespace eqlens
