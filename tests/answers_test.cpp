// What is said of one equation is said of no other: counted over our own documents.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "lesson/lesson.hpp"

namespace eqlens {
namespace answers_test {

struct Document {
  std::string name;
  std::set<std::string> sentences;  ///< of all answers
  std::set<std::string> parts;      ///< the expressions that are more than a name, as printed
};

void collect_sentences(const Reading& reading, Document& document) {
  for (const auto& [question, answer] : reading.questions)
    for (std::size_t begin = 0; begin < answer.size();) {
      const auto end = std::min(answer.find(". ", begin), answer.size());
      document.sentences.insert(answer.substr(begin, end - begin));
      begin = end + 2;
    }
}

Document read_document(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  Document document{path.stem().string(), {}, {}};
  for (const auto& display : decode_document(Source(path.string(), text.str()), DocumentKind::markdown, {})) {
    const auto& equation = display.analysis.equation;
    const bool defines = std::any_of(equation.statements.begin(), equation.statements.end(), [](const Statement& statement) {
      return statement.source == 0 && !statement.defines.empty() && statement.kind != StatementKind::fact;
    });
    if (!defines) continue;
    collect_sentences(display.reading, document);
    for (ExpressionId id = 0; id < equation.arena.size(); ++id)
      if (equation.arena[id].source == 0 && equation.arena[id].child_count > 0) document.parts.insert(equation.text(id));
  }
  return document;
}

/// Formulas that have a part in common may say the same of that part.
bool related(const Document& a, const Document& b) {
  return std::any_of(a.parts.begin(), a.parts.end(), [&](const std::string& part) { return b.parts.contains(part); });
}

TEST(Answers, ShareNoSentenceBetweenUnrelatedDocuments) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(EQLENS_PROJECT_DIR) / "equations"))
    if (entry.path().extension() == ".md") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Document> documents;
  for (const auto& path : paths) documents.push_back(read_document(path));
  ASSERT_GE(documents.size(), 60U);

  std::map<std::string, std::vector<std::size_t>> users;
  for (std::size_t n = 0; n < documents.size(); ++n)
    for (const auto& sentence : documents[n].sentences) users[sentence].push_back(n);
  std::vector<std::string> shared;
  for (const auto& [sentence, where] : users)
    for (std::size_t i = 1; i < where.size(); ++i)
      if (!related(documents[where[0]], documents[where[i]]))
        shared.push_back(documents[where[0]].name + ", " + documents[where[i]].name + ": " + sentence);
  EXPECT_TRUE(shared.empty()) << ::testing::PrintToString(shared);
  EXPECT_GT(users.size(), 1000U);
}

std::size_t times(std::string_view part, std::string_view text) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Answers, TellWhatWasTriedOnceOfAllSymbolsButEveryExtreme) {
  struct Row {
    const char *latex, *part;
    std::size_t times;
  };
  const char* const standardised =
      R"(r = \frac{u - \bar{u}}{\sqrt{w}}, \quad \bar{u} = \frac{1}{m}\sum_{k=1}^{m} u_k, \quad w = \frac{1}{m}\sum_{k=1}^{m}(u_k - \bar{u})^2)";
  const Row rows[] = {
      {standardised, "adding one number to every entry", 1},
      {standardised, "turning u round", 1},
      {R"(g = \sigma(A x + b), \quad p = \sigma(B x + c), \quad s = g \odot p)", "if everything learned is 0", 3},
      {"v = 2 u + 1", "(1 trials)", 0},
  };
  for (const auto& [latex, part, count] : rows) {
    auto displays = decode_document(Source("row", latex), DocumentKind::math, {});
    ASSERT_EQ(displays.size(), 1U) << latex;
    try_out(displays);
    const auto& answer = displays[0].reading.questions.back().answer;
    EXPECT_EQ(times(part, answer), count) << latex << "\n" << answer;
  }
}

TEST(Answers, GiveReasonsThatFitThePlace) {
  struct Row {
    const char* latex;
    std::vector<std::string> facts;
    std::size_t question;
    const char *part, *never;  ///< of the answer
  };
  const Row rows[] = {
      // A running average only over steps.
      {R"(u_t = \beta u_{t-1} + (1 - \beta) g_t)", {}, 4, "a running average", "mixes"},
      {R"(u = \beta v + (1 - \beta) g)", {}, 4, "mixes", "running average"},
      {R"(b = a \log a + (1 - a) \log(1 - a))", {}, 6, "a = 0 or a = 1: both terms are 0", "only log"},
      {R"(b = a \log a + (1 - a) \log(1 - a))", {}, 4, "1 − a is what a leaves of 1", "one term for each of two outcomes"},
      {R"(c = y \log p + (1 - y) \log(1 - p))", {}, 4, "one term for each of two outcomes", "running average"},
      // What is standardised by what.
      {R"(r = \frac{u - m}{\sigma})", {}, 4, "ividing by σ sets", "root of"},
      {R"(r = \frac{u - m}{\sigma})", {}, 6, "there is no result", "small constant"},
      // Shares by the sum that is printed.
      {R"(a_{ij} = \frac{\exp(e_{ij})}{\sum_{k \in \mathcal{N}_i} \exp(e_{ik})})", {}, 6, "every share is 1/|N_i|", "1/n"},
      {R"(a_{jt} = \frac{\exp(e_{jt})}{\sum_{k=1}^{M} \exp(e_{kt})})",
       {},
       0,
       "for each t, the shares are positive and sum to 1 over j",
       "each row"},
      // Signs by what stands beside them.
      {R"(r = a \cdot b)", {R"(a, b \in \mathbb{R})"}, 4, "multiplies a by b", "agree"},
      {R"(r = \frac{p}{\sqrt{n}})", {}, 4, "Dividing p by √n", "sum of squares"},
      {R"(r = u^{-0.5} v)", {}, 4, "divides by the square root of u", "errors"},
      {R"(r = \sum_{i=1}^{N-1} a_{i+1})", {}, 4, "adds up", "takes 1 from"},
      {R"(M = b \mathbf{1}^\top)",
       {R"(b \in \mathbb{R}^{n})", R"(\mathbf{1} \in \mathbb{R}^{m})"},
       4,
       "repeats b in every column",
       "adds up"},
      {R"(r = u(u + 3))", {R"(u \in \mathbb{R}^{n})"}, 4, "with the matching entry", "a row of"},
      // Named operations, flags, averages in one sentence, own functions.
      {R"(r = \max(u, 0))", {}, 4, "keeps u where it is above 0", "strongest"},
      {R"(r = \|a - b\|)", {R"(a, b \in \mathbb{R}^{n})"}, 4, "the distance between a and b", "penalise"},
      {R"(r = c (1 - d) b)", {R"(d \in \{0, 1\})"}, 4, "switches off", "step downhill"},
      {R"(r = c (1 - d) b)", {R"(d \in \{0, 1\})"}, 6, "d = 1: c (1 − d) is 0", "equal sides"},
      {R"(r = \frac{1}{n} \sum_{i=1}^{n} b_i)", {}, 4, "takes an average", "makes it an average"},
      {R"(r = h(u) + 1)", {R"(h(a) = \max(0, a))"}, 4, "turns a into max(0, a)", "learned"},
      {R"(r = \gamma u v)", {}, 4, "sets how much u v counts", "how much u counts"},
      {R"(u = \beta v_t + (1 - \beta) w, \quad v_{t+1} = v_t + u)", {}, 4, "mixes v_t", "running average"},
      {R"(r = a_i - \frac{1}{n-1} \sum_{j=1, j \ne i}^{n} a_j)", {}, 4, "an average of the other terms", "weakens"},
      {R"(A = \operatorname{softmax}(Q K^\top / \sqrt{d}) V)", {}, 4, "keeps the spread of the scores", "grows more slowly"},
      // Places that are not the whole line, sizes in the line where they are met.
      {R"(r = f(a, b))", {R"(a, b \in \mathbb{R}^{n})"}, 1, "b (given to f)", "own line"},
      {R"(u = A b \\ v = C u)",
       {R"(C \in \mathbb{R}^{p \times q})"},
       2,
       "p (the length of v; a size of v and C in v = C u)",
       "learned layers"},
      {R"(r = u^\top v)", {R"(u, v \in \mathbb{R}^{n})"}, 2, "Nothing in r = uᵀ v is learned, though u and v may", "this line"},
      {R"(r = \log \pi_{\text{ref}}(a))", {}, 2, "eld fixed here", "not spelt out"},
      {R"(m_t = \beta m_{t-1} + (1 - \beta) g_t)", {}, 2, "carried from step to step: m_{t−1}", "though m_{t−1}"},
      {R"(\hat{m}_t = \frac{m_t}{1 - \beta^t})", {}, 1, "(the step, as a number in", "none"},
      {R"(r = u)", {R"(u \in \mathbb{R}^{n})"}, 3, "r and u have n entries", "u is n"},
      {R"(r = \frac{a + b + c + d + e + f + g + h + k + l + p + q + r + s + v}{\sqrt{z_1 + z_2 + z_3 + z_4}})", {}, 0, "the ratio of", "…"},
      // The line that is meant, in its own words.
      {R"(m = a b \\ u_{t+1} = u_t - \eta m)", {}, 1, "m by m = a b", "own line"},
      {R"(v \leftarrow a v - g)", {}, 1, "v (its old value)", "data of"},
      {R"(s_\textcolor{red}{i} = \textcolor{cyan}{c} b)", {}, 0, "c b", "cyan"},
      {R"(a = \sum_{t=1}^{T} b_t)", {}, 0, "Σ_{t=1}^T", "ᵀ"},
      {R"(r = \widehat{y_i} + 1)", {}, 0, "y\u0302_i", "y_i\u0302"},
      {R"(f(U) = \sigma(3 g(u)))", {}, 1, "Into f goes u", "U (another"},
      {R"(p(v) = \frac{e^{-h(v)}}{c})", {}, 4, "the same for every v, makes p(v) come to 1", "in units of the other"},
      {R"(r = \frac{e^{-u}}{\Gamma(a)})", {}, 2, "Nothing in", "may hold learned"},
      {R"(r = \frac{e^{-h(v)}}{c})", {}, 4, "in units of the other", "come to 1"},
      // What top and bottom share goes to 0 with both; what is above 0 never gets there.
      {R"(r = \frac{a}{a + b})", {}, 6, "", "grows without bound"},
      {R"(r = \frac{\sin a}{a})", {}, 6, "", "grows without bound"},
      {R"(r = \frac{a}{b})", {}, 6, "b towards 0: a/b grows without bound", "very large"},
      {R"(r = \frac{1}{1 + e^{-a}})", {}, 6, "", "grows without bound"},
      {R"(r = \frac{a}{\sqrt{b^2 + 2}})", {}, 6, "a = 0:", "grows without bound"},
      {R"(r = a^\top a)", {R"(a \in \mathbb{R}^{n})"}, 6, "a = 0: a\u1d40 a is 0", "right angles"},
      {R"(g(b_i, b_k) = c b_i b_k)", {}, 0, "for every b_i and b_k:", "every b:"},
      {R"(V(s) = \max_{a \in C(s)} u_a)", {}, 2, "Nothing in", "may hold learned"},
      // Usual and given values.
      {R"(u_{t+1} = u_t - \eta \nabla f(u_t))", {}, 2, "often between 0.001 and 0.1", "usually 0.9"},
      {R"(r = \operatorname{softmax}(z / T))", {}, 2, "1 leaves the scores as they are", "usually"},
      {R"(u_{t+1} = u_t - \eta \nabla f(u_t))", {R"(\eta = 0.25)"}, 2, "given as 0.25", "often"},
      // In units of what was squared, added up or averaged.
      {R"(V_t = \sum_{k \leq t} b_k^2 \\ c_t = \frac{a_t}{\sqrt{V_t + \epsilon}})",
       {},
       4,
       "in units of the length of all b_k",
       "its usual size"},
      {R"(m_t = \beta m_{t-1} + (1 - \beta) q_t \\ v_t = \gamma v_{t-1} + (1 - \gamma) q_t^2 \\ r_t = \frac{m_t}{\sqrt{v_t} + \epsilon})",
       {},
       4,
       "in units of its usual size",
       "length of all"},
      {R"(r_i = \frac{g_i^3}{\sum_{j=1}^{n} g_j^3})", {}, 4, "makes it a share of the whole", "units of the other"},
      {R"(r_i = \frac{g_i^3}{\sum_{j=i-m}^{i-1} g_j^3})", {}, 4, "sets the one against the other", "share of the whole"},
      {R"(r = \frac{g}{g + k})", {}, 4, "makes it a share of that sum", "units of the other"},
      {R"(r = \frac{g}{k})", {}, 4, "units of the other", "share"},
      {R"(r = \frac{\sum_{i=1}^{n} k_i g_i}{\sum_{i=1}^{n} k_i})", {}, 4, "a weighted average of g_i", "units of the other"},
      {R"(r = (1 - \frac{1}{k}) g)", {}, 4, "larger k is, the less 1/k takes away from 1", "the smaller the larger"},
      {R"(r = \frac{(1 + \beta^2) p}{\beta^2 + p})", {R"(\beta is a constant)"}, 4, "grows faster than β itself", "large values count"},
      {R"(r = (u A) \odot (u B))", {R"(u \in \mathbb{R}^{p})", R"(A, B \in \mathbb{R}^{p \times q})"}, 4, "", "each row of u"},
      {R"(q = x \tanh(\log(1 + e^x)))", {}, 4, "keep what comes out bounded", "candidate"},
      {R"(r = \sum_{k \in S_u} g_k)", {}, 2, "Nothing", "S may"},
      {R"(w = (G^\top G)^{-1} G^\top c)", {"w is the weights"}, 2, "w is itself what learning looks for", "Nothing in"},
      {R"(u^{(j)} = A u^{(j-1)} \\ w = u^{(J)})", {R"(u^{(j)} \in \mathbb{R}^{p})"}, 2, "in w = u", "J (a size"},
  };
  for (const auto& [latex, facts, question, part, never] : rows) {
    AnalysisOptions options;
    options.facts = facts;
    const auto answer = read(analyse(latex, options)).questions[question].answer;
    EXPECT_NE(answer.find(part), std::string::npos) << latex << "\n" << answer;
    EXPECT_EQ(answer.find(never), std::string::npos) << latex << "\n" << answer;
  }
}

TEST(Answers, SpeakOfEndsThatCanBeReached) {
  struct Row {
    const char* latex;
    std::vector<std::string> facts;
    const char *part, *never;  ///< of the last answer
  };
  const Row rows[] = {
      // Top and bottom go to 0 together, or the bottom never does.
      {R"(r = \frac{\sin g}{g})", {}, "g = 0: (sin g)/g has no value", "grows without bound"},
      {R"(h = \frac{2 g k}{g + k})", {}, "g + k = 0: ", "grows without bound"},
      {R"(r = \frac{\sum_{i=1}^{n} k_i g_i}{\sum_{i=1}^{n} k_i})", {}, "ll k_i equal: the plain average of g_i", "grows without bound"},
      {R"(r = \frac{g}{\sqrt{k^2 + 1}})", {}, "g = 0: g/√(k² + 1) is 0", "grows without bound"},
      {R"(r = \frac{g}{\sqrt{k^2 + 1}})", {}, "g = 0", "k² + 1 = 0"},
      {R"(r = \frac{g}{k})", {}, "k towards 0: g/k grows without bound", "no value"},
      {R"(r = g^{-k})", {}, "k = 1: it is 1 over g", "1: it is g"},
      {R"(r_i = g_i - \frac{1}{m-1} \sum_{j=1, j \ne i}^{m} g_j)", {}, "equal: that term; m = 1", "their number"},
      // Scores that are minus a square cannot all be large.
      {R"(q_i = \frac{\exp(-(c - g_i)^2)}{\sum_{j=1}^{n} \exp(-(c - g_j)^2)})", {}, "far below the others: its share", "far apart"},
      {R"(q = \operatorname{softmax}(g))", {R"(g \in \mathbb{R}^{n})"}, "The scores g far apart", "far below the others"},
      {R"(r = \log(1 + e^{g}))", {}, "", "falls without bound"},
      {R"(r = k^\top k)", {R"(k \in \mathbb{R}^{n})"}, "its smallest value", "right angles"},
      {R"(r = \tanh(k^\top g))", {R"(k, g \in \mathbb{R}^{n})"}, "right angles", "the further"},
      // A symbol keeps its case.
      {R"(r = \max(\text{warm}, \text{cold}))", {}, "warm above cold", "Warm above"},
      {R"(r = \max(a, b))", {}, "a above b", "A above"},
  };
  for (const auto& [latex, facts, part, never] : rows) {
    const auto answer = read(analyse(latex, {facts, ""})).questions[6].answer;
    EXPECT_NE(answer.find(part), std::string::npos) << latex << "\n" << answer;
    EXPECT_EQ(answer.find(never), std::string::npos) << latex << "\n" << answer;
  }
}

TEST(Answers, NameAFormulaOnlyByAllOfItsStructure) {
  const std::pair<const char*, const char*> rows[] = {
      {R"(m_t = \beta_1 m_{t-1} + (1 - \beta_1) g_t, \quad v_t = \beta_2 v_{t-1} + (1 - \beta_2) g_t^2, \quad \theta_t = \theta_{t-1} - \eta \frac{m_t}{\sqrt{v_t} + \epsilon})",
       "Adam"},
      {R"(m_t = \beta_1 m_{t-1} + (1 - \beta_1) g_t, \quad v_t = \beta_2 v_{t-1} + (1 - \beta_2) (g_t - m_t)^2, \quad \theta_t = \theta_{t-1} - \eta \frac{m_t}{\sqrt{v_t} + \epsilon})",
       "AdaBelief"},
      {R"(u_{t+1} = u_t - \eta \nabla f(u_t))", "gradient descent"},
      {R"(u_{t+1} = u_t - \eta \nabla f(w_t))", ""},
      {R"(c_t = \beta c_{t-1} + (1 - \beta) b_t)", "exponential moving average"},
      {R"(C^{(k)} = (1 - \beta) A C^{(k-1)} + \beta B)", ""},
  };
  for (const auto& [latex, name] : rows) EXPECT_EQ(read(analyse(latex)).known_as.name, name) << latex;
}

}  // namespace answers_test
}  // namespace eqlens
