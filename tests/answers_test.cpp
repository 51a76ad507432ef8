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
    for (const auto& sentence : documents[n].sentences)
      if (!sentence.starts_with("Nothing in this line is learned")) users[sentence].push_back(n);
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

}  // namespace answers_test
}  // namespace eqlens
