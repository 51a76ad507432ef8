// The program as a user meets it: what it prints, how it ends, and that nothing typed can break it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>
#include <string>

#include "program.hpp"

namespace cli_test {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

constexpr auto attention = R"(\operatorname{Attention}(Q,K,V)=\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V)";

long lines_of(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

/// What the programs that have run so far took of a processor: what else runs on the machine does not count.
double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

TEST(Program, ReadsAnEquationOnOnePage) {
  const auto run = run_program({attention});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("                                ⎛QKᵀ⎞\n"
                                 "    Attention(Q, K, V) = softmax⎜───⎟ V\n"
                                 "                                ⎝√dₖ⎠\n"));
  EXPECT_LE(lines_of(run.out), 24);
  EXPECT_THAT(run.out, testing::Not(HasSubstr("\x1b[")));
}

TEST(Program, GivesTheSameColourToASymbolInEquationAndTable) {
  const auto run = run_program({"--color", "always", R"(h=\tanh(Wx+b))"});
  EXPECT_THAT(run.out, HasSubstr("\x1b[35mW\x1b[0m\x1b[34mx"));
  EXPECT_THAT(run.out, HasSubstr("\x1b[35mlearned   \x1b[0m\x1b[35mW"));
}

TEST(Program, WorksASmallExampleByHand) {
  const auto run = run_program({"example", R"(s=\sum_{k=1}^{K} u_k v_k)", "--let", "u=[2,3]"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("u = [2, 3]   2"));
  EXPECT_THAT(run.out, HasSubstr("adds up the terms over k"));
  const auto document = json::parse(run_program({"example", "--json", attention}).out);
  EXPECT_EQ(document["results"][0]["shape"], json({2, 2}));
  EXPECT_EQ(document["steps"].size(), 4U);
}

TEST(Program, StartsRecurrencesFromNothing) {
  const auto average = R"(p_k = \lambda p_{k-1} + (1-\lambda) a_k, \quad \hat{p}_k = \frac{p_k}{1-\lambda^k})";
  const auto run = run_program({"example", average});
  EXPECT_THAT(run.out, HasSubstr("pₖ₋₁ = 0"));
  EXPECT_THAT(run.out, HasSubstr("Step by step   with the same aₖ each time\n  k = 1:  pₖ = "));
  EXPECT_THAT(run.out, HasSubstr("  k = 3:  pₖ = "));
  EXPECT_THAT(run.err, HasSubstr("no value was given for p_{k-1}: 0 is used, as before the first step"));
  // What is given stays, and at a later step nothing says what came before.
  EXPECT_THAT(run_program({"eval", average, "--let", "p_{k-1}=4"}).out, testing::Not(HasSubstr("as before the first step")));
  EXPECT_THAT(run_program({"eval", average, "--let", "k=7"}).out, testing::Not(HasSubstr("as before the first step")));
  // As an index alone a counter says nothing of which step it is.
  EXPECT_THAT(run_program({"eval", R"(p_k = \tanh(a_k + p_{k-1}))"}).out, testing::Not(HasSubstr("as before the first step")));
}

TEST(Program, TellsTheNotationOfADocument) {
  const Folder folder;
  const auto paper =
      folder.write("paper.md",
                   "First\n\n$$y = a x$$\n\nwhere $a$ is a fixed discount and $x$ is a fixed price. Then\n\n$$z = y + q$$\n\n"
                   "$$w = a q$$\n\nwhere $a$ is a learned area.\n");
  const auto run = run_program({"symbols", paper});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Used in more than one meaning\n  a\n"));
  EXPECT_THAT(run.out, HasSubstr("Never defined or explained\n  q\n"));
  EXPECT_THAT(run.out, HasSubstr("1. y and w, alike (line 3)"));
  const auto document = json::parse(run_program({"symbols", "--json", paper}).out)["documents"][0];
  EXPECT_EQ(document["symbols"][0]["symbol"], "y");
  EXPECT_EQ(document["symbols"][0]["defined"], 3);
  EXPECT_EQ(document["symbols"][0]["used"], json({7}));
  EXPECT_THAT(run_program({"symbols", "--markdown", paper}).out, HasSubstr("| $y$ | output |"));
}

TEST(Program, TakesWhatADocumentSaysForItsClaims) {
  const std::vector<std::pair<std::string, int>> documents = {
      // A domain in the prose limits what is drawn.
      {"Let $x \\in (0, 1)$ be a share. Then\n\n$$x^2 \\le x$$\n", 0},
      {"For any $x$ we have\n\n$$x^2 \\le x$$\n", 1},
      {"Let $0 < u < 2$ be a width. Then\n\n$$u^2 \\le 2u$$\n", 0},
      // The result of one example does not define the symbol for the next.
      {"$$y = 2x$$\n\nWith $x = 2$ this is\n\n$$y = 4$$\n\n## Next\n\nWith $x = 3$ this is\n\n$$y = 6$$\n", 0},
      {"$$y = 2x$$\n\nWith $x = 2$ this is\n\n$$y = 4$$\n\n## Next\n\nWith $x = 3$ this is\n\n$$y = 4$$\n", 1},
      // A refused block may hold a claim that is false, but not one that holds.
      {"With $x = 3$\n\n```math refused\n2x = 7\n```\n\n```text\n<argument>:1:1: error: this does not hold: the left side is 6, the right "
       "side 7 [claim-false]\n2x = 7\n^^^^^^\n```\n",
       0},
      {"With $x = 3$\n\n```math refused\n2x = 6\n```\n\n```text\n```\n", 1},
  };
  const Folder folder;
  for (const auto& [text, status] : documents) EXPECT_EQ(run_program({"check", folder.write("d.md", text)}).status, status) << text;
}

TEST(Program, WritesMarkdownThatReadsAsAPage) {
  const auto run = run_program({"--markdown", R"(n=|v|)"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("| $n$ | output | a number |"));
  EXPECT_THAT(run.out, HasSubstr("**Aloud.** n equals the absolute value of v."));
  EXPECT_THAT(run.out, HasSubstr("7. *What happens at the extremes?*"));
  const auto page = run_program({"--markdown", R"(r=\sum_{k=1}^{K}u_k w_k)", "--where", "w is data"}).out;
  std::size_t last = 0;
  for (const std::string_view part : {"| part | role |", "| (nothing) | learned |", "**Aloud.**", "**Plain English.**", "**Seven answers**",
                                      "**Tiny example**", "| $r$ | ", " | the result |", "**Sanity checks**", "**Silent conventions.**"}) {
    const auto at = page.find(part, last);
    ASSERT_NE(at, std::string::npos) << part << page;
    last = at;
  }
  EXPECT_THAT(run_program({"--markdown", "C=AB"}).out, HasSubstr("\n| AB | "));
  EXPECT_THAT(run_program({"--markdown", "--no-experiments", "C=AB"}).out, testing::Not(HasSubstr("Tiny example")));
  EXPECT_THAT(run_program({"check", "--markdown", "1 + 1 = 2"}).out, HasSubstr("| $1 + 1 = 2$ | holds |"));
}

TEST(Program, PrintsJsonAsPromised) {
  const auto run = run_program({"decode", "--json", "--as", "math", "-"}, attention);
  ASSERT_EQ(run.status, 0) << run.err;
  const auto document = json::parse(run.out);
  ASSERT_EQ(document["equations"].size(), 1U);
  const auto& equation = document["equations"][0];
  EXPECT_EQ(equation["latex"], attention);
  EXPECT_EQ(equation["defines"], json({"\\operatorname{Attention}"}));
  for (const auto* key : {"printed", "file", "line", "span", "statements", "symbols", "operations", "expressions", "shape", "aloud",
                          "plain", "questions", "conventions", "choices", "known_as", "experiments", "diagnostics"})
    EXPECT_TRUE(equation.contains(key)) << key;
}

TEST(Program, ComputesWithGivenValues) {
  const auto run =
      run_program({"eval", "--json", "--where", R"(Q \in \mathbb{R}^{n \times d_k})", "--where", R"(K \in \mathbb{R}^{m \times d_k})",
                   "--let", "Q=[[1,1]]", "--let", "K=[[1,1],[1,-1]]", "--let", "V=[[10,0],[0,10]]", attention});
  ASSERT_EQ(run.status, 0) << run.out << run.err;
  const auto data = json::parse(run.out)["results"][0]["data"];
  EXPECT_NEAR(data[0][0].get<double>(), 8.044297, 1e-6);
  EXPECT_NEAR(data[0][1].get<double>(), 1.955703, 1e-6);
}

TEST(Program, ReadsAndWritesNpyFiles) {
  const Folder folder;
  const auto file = folder / "x.npy";
  ASSERT_EQ(run_program({"eval", "x", "--let", "x=[1,2.5,\"inf\"]", "--out", file}).status, 0);
  const auto run = run_program({"eval", "--json", "2 x", "--let", "x=@" + file});
  ASSERT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_EQ(json::parse(run.out)["results"][0]["data"], json::parse(R"([2.0, 5.0, "inf"])"));
}

TEST(Program, RefusesProductsWhoseSizesDoNotMeet) {
  const auto run =
      run_program({"check", "QK", "--where", R"(Q \in \mathbb{R}^{n \times d_k})", "--where", R"(K \in \mathbb{R}^{m \times d_k})"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, StartsWith("<argument>:1:1: error: "));
  EXPECT_THAT(run.err, HasSubstr("[shape-mismatch]"));
}

TEST(Program, TriesClaims) {
  const auto holds = run_program({"check", "--json", R"(\operatorname{softmax}((2, 1, 0)) \approx (0.665, 0.245, 0.090))"});
  EXPECT_EQ(holds.status, 0) << holds.out;
  EXPECT_EQ(json::parse(holds.out)["claims"][0]["verdict"], "holds");
  const auto fails = run_program({"check", "--json", R"(\operatorname{softmax}((2, 1, 0)) \approx (0.665, 0.254, 0.090))"});
  EXPECT_EQ(fails.status, 1);
  EXPECT_EQ(json::parse(fails.out)["claims"][0]["verdict"], "fails");
  EXPECT_EQ(json::parse(fails.out)["diagnostics"][0]["code"], "claim-false");
}

TEST(Program, SaysOfEveryClaimWhatCameOut) {
  const auto holds = run_program({"check", R"(\operatorname{softmax}((2, 1, 0)) \approx (0.665, 0.245, 0.090))"});
  EXPECT_THAT(holds.out, HasSubstr("<argument>:1: holds: softmax((2, 1, 0)) ≈ (0.665, 0.245, 0.090): "));
  EXPECT_THAT(run_program({"check", "x^"}).out, HasSubstr("1 equation, 0 claims; refused: 1 error"));
}

TEST(Program, SpeaksInTheRegisterThatIsAskedFor) { EXPECT_EQ(run_program({"--register", "strict", "y=x"}).out, "y equals x.\n"); }

TEST(Program, ShowsWhatMattersBeforeItCuts) {
  const auto run = run_program(
      {R"(m_t=\beta_1 m_{t-1}+(1-\beta_1)g_t,\quad v_t=\beta_2 v_{t-1}+(1-\beta_2)g_t^2,\quad \hat{m}_t=\frac{m_t}{1-\beta_1^{t}},\quad )"
       R"(\hat{v}_t=\frac{v_t}{1-\beta_2^{t}},\quad \theta_t=\theta_{t-1}-\eta\frac{\hat{m}_t}{\sqrt{\hat{v}_t}+\epsilon})"});
  for (const auto* symbol : {"  learned   θₜ₋₁", "  constant  η", "  constant  β₁"}) EXPECT_THAT(run.out, HasSubstr(symbol));
  EXPECT_THAT(run.out, HasSubstr(". …\n"));
}

TEST(Program, StopsWhenItIsInterrupted) {
  const auto command = "timeout --preserve-status -s INT 1 " + quoted(EQLENS_BINARY) +
                       " eval 'x_{t+1} = x_t + 1' --let x_1=0 --iterate t=1..100000000 > /dev/null 2>&1";
  const int status = std::system(command.c_str());
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
}

TEST(Program, TellsAWrongCallFromAWrongInput) {
  EXPECT_EQ(run_program({"--help"}).status, 0);
  EXPECT_EQ(run_program({"--version"}).status, 0);
  EXPECT_EQ(run_program({}).status, 2);
  EXPECT_EQ(run_program({"--no-such-option", "x"}).status, 2);
  EXPECT_EQ(run_program({"eval", "x", "--let", "x"}).status, 2);
  EXPECT_EQ(run_program({"eval", "x", "--let", "x=[[1],2]"}).status, 2);
  EXPECT_EQ(run_program({"eval", "x", "--let", "x=@nothing.npy"}).status, 2);
  EXPECT_EQ(run_program({"eval", "x", "--iterate", "t=1"}).status, 2);
  EXPECT_EQ(run_program({"x^"}).status, 1);
  const auto missing = run_program({"no-such-paper.tex"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("no such file: no-such-paper.tex"));
  for (const auto* path : {"no-such-paper.tex:12", "/nonexistent", "./no-such-folder/"}) {
    const auto run = run_program({path});
    EXPECT_EQ(run.status, 2) << path;
    EXPECT_THAT(run.err, HasSubstr("no such file")) << path;
  }
  for (const auto* unclosed : {"$$y=x", R"(\[ y = x)", "y=x$"}) {
    const auto run = run_program({unclosed});
    EXPECT_EQ(run.status, 1) << unclosed;
    EXPECT_THAT(run.err, StartsWith("<argument>:1:")) << unclosed;
  }
}

TEST(Program, TakesFormulasThatLookLikeOptionsOrLists) {
  EXPECT_EQ(run_program({"-x + y"}).status, 0);
  EXPECT_EQ(run_program({"[x, y]"}).status, 0);
  EXPECT_EQ(run_program({"--let", "x=1", "eval", "--let", "y=[1,2]", "x y"}).status, 0);
  EXPECT_EQ(run_program({"--where", "x > 0", "x + 1"}).status, 0);
}

TEST(Program, SurvivesHostileInputs) {
  using namespace std::string_literals;
  const std::vector<std::string> inputs = {std::string(1000000, '{'),
                                           "a\0b"s,
                                           "\xff\xfe\x80"s,
                                           ""s,
                                           "}"s,
                                           "\\"s,
                                           "^"s,
                                           "\\begin{matrix}"s,
                                           "\\left("s,
                                           "&&&"s,
                                           "\\frac"s,
                                           "$"s,
                                           "$$$"s,
                                           std::string(100000, '$'),
                                           "\\\\\\\\"s,
                                           "\x1b[31mred"s,
                                           "x_{_{_{_"s,
                                           "\\def\\a{\\a\\a}\\a"s,
                                           "%"s,
                                           "```math"s,
                                           std::string(20000, '(')};
  for (const auto& input : inputs)
    for (const auto* command : {"decode", "check", "eval"}) {
      const auto run = run_program({command, "-"}, input);
      EXPECT_THAT(run.status, testing::AnyOf(0, 1, 2)) << command << " " << input.substr(0, 20);
      EXPECT_THAT(run.out + run.err, testing::Not(HasSubstr("\x1b"))) << input.substr(0, 20);
    }
}

TEST(Program, BoundsWhatItReads) {
  const Folder folder;
  const auto begin = processor_seconds();
  const auto largest = folder.write("largest.txt", std::string(std::size_t{16} << 20U, 'a'));
  EXPECT_THAT(run_program({"check", "--as", "math", largest}).status, testing::AnyOf(0, 1));
  const auto seconds = processor_seconds() - begin;
#ifdef NDEBUG
  constexpr double most_seconds = 120;
#else
  constexpr double most_seconds = 300;  // without optimisation, or with the sanitizers
#endif
  EXPECT_LT(seconds, most_seconds);

  const auto larger = run_program({folder.write("larger.txt", std::string((std::size_t{16} << 20U) + 1, 'a'))});
  EXPECT_EQ(larger.status, 1);
  EXPECT_THAT(larger.err, HasSubstr("larger.txt:1:1: error: the input is larger than 16 MiB [too-large]"));
}

TEST(Program, ListsTheEquationsOfADocumentAndPicksOne) {
  const Folder folder;
  const auto paper = folder.write("paper.md", "# A\n\n$$\ny = Wx\n$$\n\nand\n\n$$\nz = \\tanh(y)\n$$\n");
  const auto index = run_program({paper});
  EXPECT_EQ(index.status, 0) << index.err;
  EXPECT_THAT(index.out, HasSubstr("     4  y"));
  EXPECT_THAT(index.out, HasSubstr("    10  z"));
  const auto second = json::parse(run_program({"--json", paper + ":10"}).out);
  ASSERT_EQ(second["equations"].size(), 1U);
  EXPECT_EQ(second["equations"][0]["line"], 10);
  EXPECT_EQ(json::parse(run_program({"--json", "--nth", "1", paper}).out)["equations"][0]["line"], 4);
}

TEST(Program, SaysWhatAnUnknownCommandMayBe) {
  const auto run = run_program({R"(\E[q] = \alhpa u)"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("what `\\alhpa` is; it is read as a name; did you mean `\\alpha`?"));
  EXPECT_THAT(json::parse(run_program({"--json", R"(\E[q] = u)"}).out)["equations"][0]["diagnostics"][0]["message"].get<std::string>(),
              HasSubstr("by convention"));
}

TEST(Program, FollowsTheFilesOfAPaper) {
  const Folder folder;
  folder.write("macros.tex", "\\newcommand{\\Wm}{\\mathbf{W}}");
  folder.write("parts/loss.tex", "The loss is\n\\begin{equation} L = \\Wm v \\label{eq:loss} \\end{equation}\n");
  folder.write("unused.tex", "$$u = 1$$");
  const auto paper = folder.write("paper.tex",
                                  "\\documentclass{article}\n\\input{macros}\n% \\input{unused}\n\\begin{document}\n"
                                  "\\[ y = \\Wm x \\]\n\\include{parts/loss}\n\\input{../elsewhere}\n\\input{missing}\n\\end{document}\n");
  const auto document = json::parse(run_program({"--json", paper}).out);
  ASSERT_EQ(document["equations"].size(), 2U);
  EXPECT_EQ(document["equations"][1]["file"], folder / "parts/loss.tex");
  EXPECT_EQ(document["equations"][1]["line"], 2);
  EXPECT_EQ(document["equations"][1]["symbols"][1]["symbol"], "\\mathbf{W}");
  ASSERT_EQ(document["diagnostics"].size(), 2U);
  EXPECT_THAT(document["diagnostics"][0]["message"].get<std::string>(), HasSubstr("outside the paper's folder"));
  EXPECT_THAT(document["diagnostics"][1]["message"].get<std::string>(), HasSubstr("no such file"));
  EXPECT_EQ(run_program({paper, "--nth", "2"}).out, run_program({paper, "--label", "eq:loss"}).out);
  EXPECT_EQ(run_program({"eval", paper, "--nth", "2", "--let", R"(\mathbf{W}=[[1,2]])", "--let", "v=[3,4]"}).status, 0);
}

TEST(Program, PlacesErrorsInTheFile) {
  const Folder folder;
  const auto paper = folder.write("paper.md", "Text.\n\n$$\nx^\n$$\n");
  const auto run = run_program({"check", paper});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, StartsWith(paper + ":4:"));
}

}  // namespace cli_test
