#include "cli/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string_view>

#include "cli/includes.hpp"
#include "grammar/latex.hpp"

namespace eqlens {

namespace {

namespace fs = std::filesystem;

const std::size_t most_bytes = ReadingLimits{}.bytes;

Result<std::string> read_all(std::FILE* file, const std::string& name) {
  std::string bytes;
  std::array<char, 1 << 16> piece{};
  while (const auto count = std::fread(piece.data(), 1, piece.size(), file)) {
    bytes.append(piece.data(), count);
    if (bytes.size() > most_bytes) return too_large(name);
  }
  if (std::ferror(file) != 0) return refused_call(fmt::format("cannot read {}", name));
  return bytes;
}

DocumentKind kind_named(const std::string& as) {
  if (as == "markdown") return DocumentKind::markdown;
  if (as == "tex") return DocumentKind::tex;
  return as == "rst" ? DocumentKind::rst : DocumentKind::math;
}

Result<std::vector<InputText>> load_file(const std::string& path, const std::string& as, std::optional<std::size_t> line) {
  auto bytes = read_file(path);
  if (!bytes) return bytes.errors();
  const auto kind = !as.empty() ? kind_named(as) : has_document_ending(path) ? kind_of_file(path) : guess_kind(*bytes);
  return with_included_files({Source(path, std::move(*bytes)), kind, line, {}, {}});
}

Result<std::vector<InputText>> load_directory(const std::string& path, const std::string& as) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
    if (entry->is_regular_file(error) && has_document_ending(entry->path().string())) files.push_back(entry->path().string());
  if (error) return refused_call(fmt::format("cannot read {}: {}", path, error.message()));
  if (files.empty()) return refused_call(fmt::format("no document (.md, .tex, .rst, .txt) below {}", path));
  std::sort(files.begin(), files.end());
  std::vector<InputText> inputs;
  std::set<std::string> known;  // a file that another one includes has been read with it
  for (const auto& file : files) {
    if (known.contains(file)) continue;
    auto loaded = load_file(file, as, std::nullopt);
    if (!loaded) return loaded.errors();
    for (auto& input : *loaded)
      if (known.insert(input.source.name()).second) inputs.push_back(std::move(input));
  }
  return inputs;
}

/// `paper.tex:120` of a file that exists: its path and the line.
std::optional<std::pair<std::string, std::size_t>> file_and_line(const std::string& argument) {
  const auto colon = argument.rfind(':');
  if (colon == std::string::npos || colon + 1 == argument.size()) return std::nullopt;
  std::size_t line = 0;
  const auto* end = argument.data() + argument.size();
  const auto parsed = std::from_chars(argument.data() + colon + 1, end, line);
  std::error_code error;
  auto path = argument.substr(0, colon);
  if (parsed.ec != std::errc{} || parsed.ptr != end || !fs::is_regular_file(path, error)) return std::nullopt;
  return std::pair(std::move(path), line);
}

/// `/data/paper`, `./notes/`, `nosuch.tex:12`: nobody writes a formula like that.
bool looks_like_path(const std::string& argument) {
  if (argument.find_first_of("\\={}^_$ \n") != std::string::npos)
    return has_document_ending(argument) && argument.find('\\') == std::string::npos;
  for (const std::string_view start : {"/", "./", "../", "~/"})
    if (argument.starts_with(start)) return true;
  const auto colon = argument.rfind(':');
  const bool line =
      colon != std::string::npos && colon + 1 < argument.size() && argument.find_first_not_of("0123456789", colon + 1) == std::string::npos;
  return argument.ends_with('/') || has_document_ending(argument) || (line && has_document_ending(argument.substr(0, colon)));
}

}  // namespace

Diagnostic too_large(const std::string& name) {
  return {Severity::error,
          "too-large",
          fmt::format("the input is larger than {} MiB", most_bytes >> 20U),
          {},
          "split it, or give the equation alone",
          {},
          {name}};  // there is no source to hold the name
}

Result<std::string> read_file(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return refused_call(fmt::format("{} is a directory", path));
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) return refused_call(fmt::format("no such file: {}", path));
  return read_all(file.get(), path);
}

Diagnostic refused_call(std::string message, std::string help) {
  return {Severity::error, "call", std::move(message), {}, std::move(help), {}, {}};
}

Result<std::vector<InputText>> load_input(const std::string& argument, const std::string& as) {
  std::error_code error;
  if (argument == "-") {
    auto bytes = read_all(stdin, "<stdin>");
    if (!bytes) return bytes.errors();
    const auto kind = as.empty() ? guess_kind(*bytes) : kind_named(as);
    return std::vector<InputText>{{Source("<stdin>", std::move(*bytes)), kind, std::nullopt, {}, {}}};
  }
  const auto type = fs::status(argument, error).type();
  if (type == fs::file_type::directory) return load_directory(argument, as);
  if (type != fs::file_type::not_found && type != fs::file_type::none && !error) return load_file(argument, as, std::nullopt);
  if (const auto place = file_and_line(argument)) return load_file(place->first, as, place->second);
  if (looks_like_path(argument)) return refused_call(fmt::format("no such file: {}", argument));
  const auto kind = as.empty() ? guess_kind(argument) : kind_named(as);
  return std::vector<InputText>{{Source("<argument>", argument), kind, std::nullopt, {}, {}}};
}

}  // namespace eqlens
