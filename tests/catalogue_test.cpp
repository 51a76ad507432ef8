// Runs over every row of the catalogue without knowing any: what a row must have, it must have here.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "evaluate/evaluate.hpp"
#include "operation/operation.hpp"

namespace eqlens {
namespace catalogue_test {

std::string lower(std::string_view word) {
  std::string result(word);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool capital(std::string_view text) { return !text.empty() && text[0] >= 'A' && text[0] <= 'Z'; }

std::string first_word(std::string_view text) { return std::string(text.substr(0, text.find(' '))); }

std::set<int> holes(std::string_view text) {
  std::set<int> found;
  for (std::size_t n = 0; n + 2 < text.size(); ++n)
    if (text[n] == '{' && std::isdigit(static_cast<unsigned char>(text[n + 1])) && text[n + 2] == '}') found.insert(text[n + 1] - '0');
  return found;
}

std::set<int> first_numbers(std::size_t count) {
  std::set<int> numbers;
  for (std::size_t n = 0; n < count; ++n) numbers.insert(static_cast<int>(n));
  return numbers;
}

void expect_holes(const Operation& row, std::string_view text) {
  const auto found = holes(text);
  // Any number of arguments may share one hole, but no hole may be skipped.
  const std::size_t expected = row.arguments < 0 ? std::max<std::size_t>(found.size(), 1) : static_cast<std::size_t>(row.arguments);
  EXPECT_EQ(found, first_numbers(expected)) << text;
}

void expect_clause(const Operation& row, std::string_view text) {
  EXPECT_FALSE(text.empty());
  if (text.empty()) return;
  EXPECT_NE(text.back(), '.') << text;
  EXPECT_NE(text.front(), ' ') << text;
  EXPECT_EQ(text.find("  "), std::string_view::npos) << text;
  const bool name = row.name.find(first_word(text)) != std::string_view::npos || row.noun.find(first_word(text)) != std::string_view::npos;
  EXPECT_TRUE(!capital(text) || name) << text;
}

void check_words(const Operation& row) {
  expect_clause(row, row.noun);
  expect_clause(row, row.does);
  expect_clause(row, row.why);
  EXPECT_TRUE(first_word(row.does).ends_with('s')) << "the operation is the subject of: " << row.does;
  static const std::set<std::string> purposes = {"to", "so", "as", "where", "because"};
  EXPECT_TRUE(purposes.contains(first_word(row.why))) << "reads on after \"papers use it\": " << row.why;
  for (const auto convention : row.conventions) expect_clause(row, convention);
  for (const auto& extreme : row.extremes) expect_clause(row, extreme.words);

  EXPECT_FALSE(row.spoken.empty());
  expect_holes(row, row.spoken);
  if (!row.numpy.empty()) expect_holes(row, row.numpy);
  if (!row.torch.empty()) expect_holes(row, row.torch);

  const auto year = [](std::string_view text) {
    return std::search_n(text.begin(), text.end(), 4, true,
                         [](char c, bool) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }) != text.end();
  };
  EXPECT_TRUE(row.reference.empty() || year(row.reference)) << row.reference;
}

void check_spellings(const Operation& row) {
  EXPECT_EQ(&operation_named(row.name), &row);
  for (const auto spelling : row.spellings) {
    EXPECT_EQ(find_operation(spelling), &row) << spelling;
    EXPECT_FALSE(spelling.size() == 1 && std::isalpha(static_cast<unsigned char>(spelling[0]))) << "a single letter is somebody's symbol";
  }
}

bool inside(Domain domain, double x) {
  switch (domain) {
    case Domain::real: return true;
    case Domain::positive: return x > 0;
    case Domain::nonnegative: return x >= 0;
    case Domain::nonzero: return x != 0;
    case Domain::unit: return x >= -1 && x <= 1;
    case Domain::probability: return x >= 0 && x <= 1;
    case Domain::at_least_one: return x >= 1;
  }
  return false;
}

Domain domain_of(const Operation& row, std::size_t argument) {
  return argument < row.domains.size() ? row.domains[argument] : Domain::real;
}

void check_numbers(const Operation& row) {
  EXPECT_FALSE(row.scalar && row.scalar2) << "one argument or two";
  EXPECT_FALSE(row.scalar && row.arguments != 1);
  EXPECT_FALSE(row.scalar2 && row.arguments != 2);
  if (row.arguments >= 0) {
    const auto arguments = static_cast<std::size_t>(row.arguments);
    EXPECT_TRUE(row.domains.empty() || row.domains.size() == arguments);
    EXPECT_TRUE(row.partials.empty() || row.partials.size() == arguments);
  }
  EXPECT_TRUE(!row.elementwise() || !row.partials.empty()) << "a derivative for each argument is missing";
  if (!row.scalar) return;
  EXPECT_FALSE(row.extremes.empty());
  for (const auto& extreme : row.extremes) {
    const double tolerance = 1e-6 * std::max(1.0, std::fabs(extreme.output));
    EXPECT_NEAR(row.scalar(extreme.input), extreme.output, tolerance) << "at " << extreme.input << ": " << extreme.words;
    EXPECT_TRUE(inside(domain_of(row, 0), extreme.input)) << extreme.input << " is outside the domain";
  }
}

using Point = std::array<double, 2>;

double value_at(const Operation& row, const Point& at) { return row.scalar ? row.scalar(at[0]) : row.scalar2(at[0], at[1]); }

double slope(const Operation& row, std::size_t argument, Point at) {
  const double step = 1e-5 * std::max(1.0, std::fabs(at[argument]));
  const double middle = at[argument];
  at[argument] = middle + step;
  const double above = value_at(row, at);
  at[argument] = middle - step;
  return (above - value_at(row, at)) / (2 * step);
}

double draw(Domain domain, std::mt19937& random) {
  const auto between = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  switch (domain) {
    case Domain::real: return between(-3, 3);
    case Domain::positive:
    case Domain::nonnegative: return between(0.1, 3);
    case Domain::nonzero: return between(0, 1) < 0.5 ? between(-3, -0.2) : between(0.2, 3);
    case Domain::unit: return between(-0.9, 0.9);
    case Domain::probability: return between(0.05, 0.95);
    case Domain::at_least_one: return between(1.1, 4);
  }
  return 0;
}

std::optional<double> evaluated(const Analysis& partial, const Operation& row, const Point& at, std::string& trouble) {
  EvaluationOptions options;
  options.values.push_back({row.scalar ? "x" : "a", {{}, {at[0]}}});
  if (row.scalar2) options.values.push_back({"b", {{}, {at[1]}}});
  const auto evaluation = evaluate(partial, options);
  trouble.clear();
  for (const auto& diagnostic : evaluation.diagnostics)
    if (diagnostic.severity == Severity::error) trouble += diagnostic.code + ": " + diagnostic.message + "; ";
  if (evaluation.results.size() != 1 || evaluation.results[0].value.data.size() != 1) return std::nullopt;
  return evaluation.results[0].value.data[0];
}

// Each partial derivative is a formula in our own notation, so the whole pipeline works here on formulas that nobody tuned it for.
void check_derivatives(const Operation& row) {
  // Whose derivative is 0 by decree, not by its values.
  if (row.name == "stop-gradient") return;
  constexpr int points = 20;
  std::mt19937 random(7);
  for (std::size_t argument = 0; argument < row.partials.size(); ++argument) {
    const std::string latex(row.partials[argument]);
    if (latex.empty()) continue;
    const auto partial = analyse(latex);
    int compared = 0;
    for (int n = 0; n < points; ++n) {
      const Point at = {draw(domain_of(row, 0), random), draw(domain_of(row, 1), random)};
      const double expected = slope(row, argument, at);
      if (!std::isfinite(expected) || !std::isfinite(value_at(row, at))) continue;
      std::string trouble;
      const auto value = evaluated(partial, row, at, trouble);
      ASSERT_TRUE(value) << latex << " has no value: " << trouble;
      EXPECT_NEAR(*value, expected, 1e-5 * std::max(1.0, std::fabs(expected))) << latex << " at " << at[0] << ", " << at[1];
      ++compared;
    }
    EXPECT_GE(compared, points / 4) << latex;
  }
}

class CatalogueRow : public testing::TestWithParam<std::string_view> {};

TEST_P(CatalogueRow, IsComplete) {
  const Operation& row = operation_named(GetParam());
  SCOPED_TRACE(std::string(row.name));
  check_words(row);
  check_spellings(row);
  check_numbers(row);
  if (row.elementwise()) check_derivatives(row);
}

std::vector<std::string_view> every_name() {
  std::vector<std::string_view> names;
  for (const auto& row : catalogue()) names.push_back(row.name);
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string_view>& info) {
  std::string name(info.param);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Every, CatalogueRow, testing::ValuesIn(every_name()), test_name);

TEST(Catalogue, NamesAreDifferent) {
  std::set<std::string> names;
  for (const auto& row : catalogue()) EXPECT_TRUE(names.insert(lower(row.name)).second) << row.name;
}

// A short word in another case may be somebody else's symbol; a long one means the same operation in every case.
TEST(Catalogue, SpellingsBelongToOneRow) {
  std::map<std::string, std::string_view> owners;
  for (const auto& row : catalogue())
    for (const auto spelling : row.spellings) {
      const bool folded = spelling.size() > 3 && spelling[0] != '\\';
      const auto [owner, fresh] = owners.emplace(folded ? lower(spelling) : std::string(spelling), row.name);
      EXPECT_TRUE(fresh || owner->second == row.name) << spelling << " is both " << owner->second << " and " << row.name;
    }
  for (const auto& row : catalogue()) {
    const std::set<std::string_view> once(row.spellings.begin(), row.spellings.end());
    EXPECT_EQ(once.size(), row.spellings.size()) << row.name;
  }
}

TEST(Catalogue, UnknownSpellingsAreNobodys) {
  for (const auto spelling : {"", "\\", "x", "\\alpha", "head", "\\TANH", "softmaxed"})
    EXPECT_EQ(find_operation(spelling), nullptr) << spelling;
}

}  // namespace catalogue_test
}  // namespace eqlens
