// Every document in equations/ is read, checked and held to what it says, by the program itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "eqlens.hpp"
#include "grammar/latex.hpp"
#include "lesson/walk.hpp"
#include "program.hpp"

namespace eqlens {
namespace equations_test {

using nlohmann::json;

std::vector<std::string> documents() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(EQLENS_PROJECT_DIR) / "equations"))
    if (entry.path().extension() == ".md") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

class EquationDocument : public testing::TestWithParam<std::string> {};

std::string short_name(const testing::TestParamInfo<std::string>& info) {
  auto name = std::filesystem::path(info.param).stem().string();
  for (auto& c : name)
    if (c == '-') c = '_';
  return name;
}

TEST_P(EquationDocument, HoldsWhatItSays) {
  const auto run = run_program({"check", "--json", GetParam()});
  const auto report = json::parse(run.out);
  for (const auto& diagnostic : report["diagnostics"])
    EXPECT_NE(diagnostic["severity"], "error") << diagnostic["file"].get<std::string>() << ":" << diagnostic["line"] << ": "
                                               << diagnostic["message"].get<std::string>();
  for (const auto& claim : report["claims"])
    EXPECT_EQ(claim["verdict"], "holds") << claim["file"].get<std::string>() << ":" << claim["line"] << ": "
                                         << claim["latex"].get<std::string>() << "\n"
                                         << claim["because"].get<std::string>();
  EXPECT_FALSE(report["claims"].empty());
  EXPECT_EQ(run.status, 0);
}

/// The bytes of a display that no leaf of its syntax tree covers, white space left out.
std::string uncovered(std::string_view math) {
  const auto parsed = parse_math(math);
  std::vector<bool> covered(math.size(), false);
  for (SyntaxId id = 0; id < parsed.tree.nodes.size(); ++id) {
    if (parsed.tree.has_children(id) && parsed.tree[id].kind != SyntaxKind::command && parsed.tree[id].kind != SyntaxKind::environment &&
        parsed.tree[id].kind != SyntaxKind::group && parsed.tree[id].kind != SyntaxKind::subscript &&
        parsed.tree[id].kind != SyntaxKind::superscript)
      continue;
    const auto span = parsed.tree.origin(id);
    for (auto i = span.begin; i < span.end; ++i) covered[i] = true;
  }
  std::string rest;
  for (std::size_t i = 0; i < math.size(); ++i)
    if (!covered[i] && math[i] != ' ' && math[i] != '\n') rest += math[i];
  return rest;
}

TEST_P(EquationDocument, IsReadToItsLastByte) {
  const auto text = contents(GetParam());
  const auto document = document_of(Source(GetParam(), text), DocumentKind::markdown);
  EXPECT_FALSE(document.blocks.empty());
  for (const auto& block : document.blocks) {
    if (block.kind == BlockKind::refused) continue;
    const auto math = std::string_view(text).substr(block.math.begin, block.math.size());
    EXPECT_EQ(uncovered(math), "") << math;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, EquationDocument, testing::ValuesIn(documents()), short_name);

TEST(Equations, AdamReachesTheMinimumInTwoHundredSteps) {
  const auto run = run_program({"eval", "--json", "-", "--where", "g_t = 2\\theta_{t-1}", "--where",
                                "\\eta = 0.1; \\beta_1 = 0.9; \\beta_2 = 0.999; \\epsilon = 10^{-8}", "--where",
                                "\\theta_0 = 3; m_0 = 0; v_0 = 0", "--iterate", "t=1..200"},
                               R"(m_t = \beta_1 m_{t-1} + (1 - \beta_1) g_t, v_t = \beta_2 v_{t-1} + (1 - \beta_2) g_t^2 \\
         \hat{m}_t = \frac{m_t}{1 - \beta_1^t}, \hat{v}_t = \frac{v_t}{1 - \beta_2^t}, \theta_t = \theta_{t-1} - \eta \frac{\hat{m}_t}{\sqrt{\hat{v}_t} + \epsilon})");
  ASSERT_EQ(run.status, 0) << run.out << run.err;
  const auto results = json::parse(run.out)["results"];
  EXPECT_EQ(results.back()["symbol"], "\\theta_t");
  EXPECT_NEAR(results.back()["data"].get<double>(), -5.302973870570859e-05, 1e-12);
}

}  // namespace equations_test
}  // namespace eqlens
