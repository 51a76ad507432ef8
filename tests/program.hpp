#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

/// What one run of the program printed, and how it ended.
struct Run {
  int status = -1;  ///< the exit status; -1 if a signal ended it
  std::string out;
  std::string err;
};

inline std::string quoted(const std::string& word) {
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// A folder for one test's files, gone when the test ends.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "eqlens-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    const auto path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// Runs the program on words, with `input` on its standard input.
inline Run run_program(const std::vector<std::string>& words, const std::string& input = {}) {
  const Folder folder;
  const auto in = folder.write("in", input);
  std::string command = quoted(EQLENS_BINARY);
  for (const auto& word : words) command += " " + quoted(word);
  command += " < " + quoted(in) + " > " + quoted(folder / "out") + " 2> " + quoted(folder / "err");
  const int ended = std::system(command.c_str());
  // A shell reports a signal of its child as 128 and more.
  const int status = WIFEXITED(ended) && WEXITSTATUS(ended) < 128 ? WEXITSTATUS(ended) : -1;
  return {status, contents(folder / "out"), contents(folder / "err")};
}
