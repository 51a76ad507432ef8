// Who may include whom. The pipeline runs one way: a stage sees only what stands before it, and the libraries we build on stay
// in the folder that hides them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace layers_test {

namespace fs = std::filesystem;

const std::map<std::string, std::set<std::string>>& may_include() {
  static const auto table = [] {
    std::map<std::string, std::set<std::string>> seen;
    const auto stage = [&seen](const std::string& name, const std::vector<std::string>& before) {
      auto& all = seen[name];
      all.insert(name);
      for (const auto& earlier : before) all.insert(seen[earlier].begin(), seen[earlier].end());
    };
    stage("base", {});
    stage("syntax", {"base"});
    stage("grammar", {"syntax"});
    stage("shape", {"base"});
    stage("kernel", {"base"});
    stage("operation", {"shape", "kernel"});
    stage("expression", {"operation", "syntax", "grammar"});
    stage("infer", {"expression"});
    stage("role", {"infer"});
    stage("evaluate", {"infer", "role"});
    stage("experiment", {"evaluate", "role"});
    stage("read", {"experiment"});
    stage("report", {"read"});
    stage("lesson", {"report"});
    stage("face", {"lesson"});
    stage("cli", {"face"});
    return seen;
  }();
  return table;
}

struct File {
  std::string path;    ///< from the project's root
  std::string folder;  ///< `grammar`, `infer`, …; `face` for src/eqlens.*
  std::vector<std::string> lines;
};

File read_file(const fs::path& path) {
  const auto relative = path.lexically_relative(EQLENS_PROJECT_DIR);
  std::vector<std::string> parts;
  for (const auto& part : relative) parts.push_back(part.string());
  File file{relative.generic_string(), parts.front() == "src" ? (parts.size() > 2 ? parts[1] : "face") : parts.front(), {}};
  std::ifstream stream(path);
  for (std::string line; std::getline(stream, line);) file.lines.push_back(line);
  return file;
}

std::vector<File> files_below(const std::vector<std::string>& folders) {
  std::vector<File> files;
  for (const auto& folder : folders) {
    const auto root = fs::path(EQLENS_PROJECT_DIR) / folder;
    if (!fs::exists(root)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const auto extension = entry.path().extension();
      if (extension == ".cpp" || extension == ".hpp") files.push_back(read_file(entry.path()));
    }
  }
  return files;
}

/// What the include lines of a file name: `base/span.hpp`, `tao/pegtl.hpp`.
std::vector<std::string> includes_of(const File& file) {
  std::vector<std::string> names;
  for (const auto& line : file.lines) {
    if (line.rfind("#include", 0) != 0) continue;
    const auto begin = line.find_first_of("<\"");
    const auto end = line.find_first_of(">\"", begin + 1);
    if (begin != std::string::npos && end != std::string::npos) names.push_back(line.substr(begin + 1, end - begin - 1));
  }
  return names;
}

bool starts_with(const std::string& text, const std::string& front) { return text.rfind(front, 0) == 0; }
bool is_header(const File& file) { return file.path.size() > 4 && file.path.substr(file.path.size() - 4) == ".hpp"; }

TEST(Layers, AStageIncludesOnlyStagesBeforeIt) {
  std::vector<std::string> wrong;
  for (const auto& file : files_below({"src", "grammar"})) {
    ASSERT_TRUE(may_include().count(file.folder)) << file.path << " is in a folder that no layer names";
    const auto& allowed = may_include().at(file.folder);
    for (const auto& name : includes_of(file)) {
      auto folder = name.substr(0, name.find('/'));
      if (name == "eqlens.hpp") folder = "face";
      if (may_include().count(folder) && !allowed.count(folder)) wrong.push_back(file.path + " includes " + name);
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

TEST(Layers, ALibraryStaysInItsFolder) {
  std::vector<std::string> wrong;
  for (const auto& file : files_below({"src", "grammar", "tests", "bench"})) {
    const auto in = [&file](const std::set<std::string>& folders) { return folders.count(file.folder) > 0; };
    for (const auto& name : includes_of(file)) {
      const bool allowed = starts_with(name, "tao/")         ? in({"grammar"})
                           : starts_with(name, "Eigen/")     ? in({"kernel", "bench"}) && !is_header(file)
                           : starts_with(name, "nlohmann/")  ? in({"report", "evaluate", "tests"}) && !is_header(file)
                           : starts_with(name, "CLI/")       ? in({"cli"}) && !is_header(file)
                           : starts_with(name, "benchmark/") ? in({"bench"})
                                                             : true;
      if (!allowed) wrong.push_back(file.path + " includes " + name);
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

// The stages after the grammar know its faces only, not its rules.
TEST(Layers, OnlyTheFacesOfTheGrammarAreSeenFromOutside) {
  const std::set<std::string> faces = {"grammar/latex.hpp", "grammar/document.hpp"};
  std::vector<std::string> wrong;
  for (const auto& file : files_below({"src"}))
    for (const auto& name : includes_of(file))
      if (starts_with(name, "grammar/") && !faces.count(name)) wrong.push_back(file.path + " includes " + name);
  EXPECT_THAT(wrong, testing::IsEmpty());
}

TEST(Layers, NoFileIsTooLongToRead) {
  constexpr std::size_t most_lines = 400;
  std::vector<std::string> long_files;
  for (const auto& file : files_below({"src", "grammar", "tests", "bench"}))
    if (file.lines.size() > most_lines) long_files.push_back(file.path + ": " + std::to_string(file.lines.size()) + " lines");
  EXPECT_THAT(long_files, testing::IsEmpty());
}

TEST(Layers, EveryHeaderIsIncludedOnce) {
  std::vector<std::string> wrong;
  for (const auto& file : files_below({"src", "grammar"})) {
    const bool guarded = std::any_of(file.lines.begin(), file.lines.end(), [](const std::string& line) { return line == "#pragma once"; });
    if (is_header(file) && !guarded) wrong.push_back(file.path);
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

}  // namespace layers_test
