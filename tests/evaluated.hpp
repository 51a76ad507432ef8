#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/evaluate.hpp"

// What the tests of evaluation share: short ways to write arrays, to evaluate a text and to compare.

namespace eqlens::trial {

inline Array number(double value) { return {{}, {value}}; }
inline Array vector(std::vector<double> data) {
  const auto size = data.size();
  return {{size}, std::move(data)};
}
inline Array matrix(std::size_t rows, std::vector<double> data) {
  const auto columns = data.size() / rows;
  return {{rows, columns}, std::move(data)};
}

struct Case {
  std::string latex;
  std::vector<std::string> facts;
  EvaluationOptions options;
  Case& let(const std::string& name, Array value) {
    options.values.push_back({name, std::move(value)});
    return *this;
  }
  Case& let(const std::string& name, double value) { return let(name, number(value)); }
};

inline Case given(std::string latex, std::vector<std::string> facts = {}) { return {std::move(latex), std::move(facts), {}}; }

inline Evaluation run(const Case& test) { return evaluate(analyse(test.latex, {test.facts, {}}), test.options); }

inline std::string words(const Diagnostics& diagnostics) {
  std::string text;
  for (const auto& diagnostic : diagnostics) text += "[" + diagnostic.code + "] " + diagnostic.message + "\n";
  return text;
}

inline bool reports(const Evaluation& evaluation, const std::string& code, const std::string& part = {}) {
  for (const auto& diagnostic : evaluation.diagnostics)
    if (diagnostic.code == code && diagnostic.message.find(part) != std::string::npos) return true;
  return false;
}

inline void expect_array(const Array& got, const Array& want, double tolerance = 1e-12) {
  ASSERT_EQ(got.extents, want.extents);
  ASSERT_EQ(got.data.size(), want.data.size());
  for (std::size_t i = 0; i < want.data.size(); ++i)
    EXPECT_NEAR(got.data[i], want.data[i], tolerance * std::max(1.0, std::fabs(want.data[i]))) << "entry " << i;
}

/// The result of that number equals `want`, and nothing was an error.
inline void expect_result(const Case& test, const Array& want, double tolerance = 1e-12, std::size_t which = 0) {
  SCOPED_TRACE(test.latex);
  const auto evaluation = run(test);
  ASSERT_GT(evaluation.results.size(), which) << words(evaluation.diagnostics);
  EXPECT_FALSE(has_errors(evaluation.diagnostics)) << words(evaluation.diagnostics);
  expect_array(evaluation.results[which].value, want, tolerance);
}
inline void expect_result(const Case& test, double want, double tolerance = 1e-12, std::size_t which = 0) {
  expect_result(test, number(want), tolerance, which);
}

}  // namespace eqlens::trial
