#include <fmt/core.h>

#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "grammar/latex.hpp"
#include "syntax/canonical.hpp"

// A developer's program: read_corpus [--dump] [--show N] [--latex TEXT] FILE.jsonl... parses the `latex` of each line, with its `macros`
// before it, and prints how many are read without an error, printed back as they were, and refused once their last brace is gone.

namespace {

using Json = nlohmann::json;

std::string macros_of(const Json& row) {
  if (!row.contains("macros") || row["macros"].is_null()) return {};
  if (row["macros"].is_string()) return row["macros"].get<std::string>();
  std::string joined;
  for (const auto& line : row["macros"]) joined += line.get<std::string>() + "\n";
  return joined;
}

/// What is left of a text without white space.
std::string tight(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' && (c < '\t' || c > '\r')) out += c;
  return out;
}

void dump(const eqlens::SyntaxTree& tree, eqlens::SyntaxId id, int depth) {
  fmt::print("{:{}}{} {}..{} '{}'\n", "", depth * 2, static_cast<int>(tree[id].kind), tree[id].span.begin, tree[id].span.end,
             tree.spelling(id));
  for (const auto child : tree.children(id)) dump(tree, child, depth + 1);
}

struct Counts {
  int rows = 0, read = 0, kept_of = 0, kept = 0, caught_of = 0, caught = 0;
};

}  // namespace

int main(int argc, char** argv) {
  int show = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--show" && i + 1 < argc) {
      show = std::stoi(argv[++i]);
      continue;
    }
    if (argument == "--latex" && i + 1 < argc) {
      const auto parsed = eqlens::parse_math(argv[++i]);
      dump(parsed.tree, 0, 0);
      for (const auto& d : parsed.diagnostics)
        fmt::print("{} {} [{}..{}] {} | {}\n", static_cast<int>(d.severity), d.code, d.span.begin, d.span.end, d.message, d.help);
      fmt::print("printed   {}\ncanonical {}\n", eqlens::printed(parsed.tree), eqlens::canonical(parsed.tree, 0));
      continue;
    }
    std::ifstream file(argument);
    Counts counts;
    std::size_t bytes = 0;
    std::clock_t clocks = 0;
    int shown = 0;
    const auto failure = [&](const Json& row, const char* what, const std::string& why) {
      if (shown++ < show) fmt::print("  {} {}: {}\n", row.value("id", "?"), what, why);
    };
    for (std::string line; std::getline(file, line);) {
      const auto row = Json::parse(line);
      const auto latex = row["latex"].get<std::string>();
      const auto macros = macros_of(row);
      const auto text = macros.empty() ? latex : macros + "\n" + latex;
      const bool must_fail = row.value("expect", "") == "error";
      const auto begin = std::clock();
      const auto parsed = eqlens::parse_math(text);
      clocks += std::clock() - begin;
      bytes += text.size();
      ++counts.rows;
      const bool errors = eqlens::has_errors(parsed.diagnostics);
      counts.read += !errors || must_fail;
      for (const auto& d : parsed.diagnostics)
        if (d.severity != eqlens::Severity::note && !must_fail)
          failure(row, "read", d.message + " at '" + text.substr(d.span.begin, 30) + "'");
      if (errors || !macros.empty()) continue;
      ++counts.kept_of;
      const auto back = eqlens::printed(parsed.tree);
      if (tight(back) == tight(latex))
        ++counts.kept;
      else
        failure(row, "kept", back);
      const auto brace = latex.rfind('}');
      if (brace == std::string::npos) continue;
      ++counts.caught_of;
      const auto wrong = eqlens::parse_math(latex.substr(0, brace) + latex.substr(brace + 1));
      if (eqlens::has_errors(wrong.diagnostics))
        ++counts.caught;
      else
        failure(row, "caught", latex);
    }
    fmt::print("{}: read {}/{}, kept {}/{}, caught {}/{}, {:.1f} MB/s\n", argument.substr(argument.rfind('/') + 1), counts.read,
               counts.rows, counts.kept, counts.kept_of, counts.caught, counts.caught_of,
               static_cast<double>(bytes) / 1e6 / (static_cast<double>(clocks) / CLOCKS_PER_SEC));
  }
  return 0;
}
