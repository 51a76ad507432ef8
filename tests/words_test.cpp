// What words say of symbols, in `--where` without dollars and in the prose around a display.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "program.hpp"
#include "read/reading.hpp"
#include "role/role.hpp"
#include "rows.hpp"

namespace eqlens {
namespace words_test {

using nlohmann::json;
using testing::HasSubstr;

struct Row {
  const char* math;
  std::vector<std::string> facts;
  std::vector<std::string> meanings;  ///< "u input the offset"
  std::size_t symbols;                ///< how many the table has: none is made of words
};

void PrintTo(const Row& row, std::ostream* out) { print_math(row.math, out); }

// clang-format off
const Row rows[] = {
    {R"(y = a \hat u + v)", {R"(\hat u is the estimate)"}, {R"(\hat{u} input the estimate)"}, 4},
    {R"(y = \theta u)", {R"(\theta are the parameters)"}, {R"(\theta learned the parameters)"}, 3},
    {R"(y = \hat u + \bar v)", {R"(\hat u and \bar v are the outputs of the coder)"}, {R"(\hat{u} input the outputs of the coder)", R"(\bar{v} input the outputs of the coder)"}, 3},
    {R"(y = \sigma(u))", {R"(\sigma is the sigmoid)"}, {"u input "}, 2},
    {R"(y = \hat u)", {"u is the query"}, {}, 2},
    {R"(y = u v)", {"u and v are the true and predicted labels"}, {"u input the true label", "v input the predicted label"}, 3},
    {R"(y = u v)", {"u and v are the queries and keys"}, {"u input the queries", "v input the keys"}, 3},
    {R"(y = u v)", {"where u holds the features"}, {"u input the features"}, 3},
    {R"(r = \log p(\mathbf u))", {R"(p(\mathbf u) is the prior)"}, {"p operation the prior"}, 3},
    {R"(y = u v)", {"$u$ and $v$ are the old and new states"}, {"u input the old state", "v input the new state"}, 3},
    {R"(y = u v)", {"$u$ means the learned width"}, {"u input the learned width"}, 3},
};
// clang-format on

class Words : public testing::TestWithParam<Row> {};

TEST_P(Words, SayWhatASymbolIs) {
  const auto analysis = analyse(GetParam().math, {GetParam().facts, {}});
  EXPECT_EQ(analysis.roles.symbols.size(), GetParam().symbols);
  for (const auto& expected : GetParam().meanings) {
    std::string all;
    bool found = false;
    for (const auto& entry : analysis.roles.symbols) {
      const auto line = entry.latex + " " + std::string(name(entry.role)) + " " + entry.meaning;
      found = found || line == expected;
      all += line + "\n";
    }
    EXPECT_TRUE(found) << expected << " in\n" << all;
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, Words, testing::ValuesIn(rows), row_name<Row>);

TEST(Words, ThatAreNoNameAreReported) {
  const auto analysis = analyse("y = u v", {{"the softmax of the scores is taken over rows"}, {}});
  ASSERT_EQ(analysis.diagnostics.size(), 1U);
  EXPECT_THAT(analysis.diagnostics[0].message, HasSubstr("is not understood"));
  EXPECT_EQ(analysis.roles.symbols.size(), 3U);
}

TEST(Words, OfADocumentReachTheDisplayTheyStandBeside) {
  const Folder folder;
  const auto paper =
      folder.write("paper.md",
                   "Let $u$ be the hidden layer.\n\n$$E = -\\sum_{k=1}^{G} t_k \\log r_k + u$$\n\nwhere $t_k$ is the true label, "
                   "one-hot, $r_k$ is the share of group $k$, and $G$ is the number of groups. It is large.\n\n"
                   "Much later $u$ is a bird.\n");
  const auto equation = json::parse(run_program({"decode", "--json", "--no-experiments", paper}).out)["equations"][0];
  std::map<std::string, std::string> meanings;
  for (const auto& symbol : equation["symbols"]) meanings[symbol["symbol"]] = symbol["meaning"];
  EXPECT_EQ(meanings["G"], "the number of groups");
  EXPECT_EQ(meanings["t"], "the true label, one-hot");
  EXPECT_EQ(meanings["u"], "the hidden layer");
  EXPECT_EQ(meanings["r"], "the share of group k");
}

TEST(Conventions, AreSaidWhereTheLineLeavesThemOut) {
  const std::vector<std::pair<const char*, const char*>> lines = {
      {R"(h=\tanh(W\mathbf{x}))", "no bias is written: nothing learned is added to what W gives"},
      {R"(\mathbf{r}=\mathbf{u}-m)", "the number m is taken from every entry of u"},
      {R"(E=-\sum_{k=1}^{K}y_k\log\hat{y}_k)", "y is usually one-hot"},
      {R"(E=-\sum_{k=1}^{K}y_k\log\hat{y}_k)", " sums to 1 already, as after a softmax"},
      {R"(H=XW^A)", "the superscript of W^A is a label, not a power"},
      {R"(m_t=\beta_1m_{t-1}+(1-\beta_1)g_t)", "m starts at 0 unless a start is given"},
      {R"(u_q=\sum_{p=-m}^{m}g_pz_{q+p})", "the entries of g count from −m"},
      {R"(y=\sum_{k=0}^{n}a^kb_{n-k})", "the entries of b count from 0"},
  };
  for (const auto& [latex, expected] : lines) {
    std::string all;
    for (const auto& line : read(analyse(latex)).conventions) all += line + "\n";
    EXPECT_THAT(all, HasSubstr(expected)) << latex;
  }
  for (const auto& line : read(analyse(R"(h=\tanh(W\mathbf{x}+b))")).conventions) EXPECT_THAT(line, testing::Not(HasSubstr("no bias")));
}

TEST(Words, OfADensityLeaveADivergenceAsItIs) {
  constexpr auto line = R"(D_{\mathrm{KL}}(q(u\mid v)\,\|\,p(u))=-\frac12\sum_{j=1}^{J}(1+\log s_j^2-c_j^2-s_j^2))";
  for (const auto& facts : std::vector<std::vector<std::string>>{{}, {R"(p(u) = \mathcal{N}(0, I))"}}) {
    const auto analysis = analyse(line, {facts, {}});
    EXPECT_EQ(analysis.equation.statements[0].kind, StatementKind::definition);
    const auto variable = analysis.equation.find_symbol("u");
    EXPECT_TRUE(!variable || analysis.roles.find(*variable) == nullptr) << "what densities are compared over does not go in";
  }
}

}  // namespace words_test
}  // namespace eqlens
