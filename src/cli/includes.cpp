#include "cli/includes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "grammar/document.hpp"
#include "grammar/latex.hpp"

namespace eqlens {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 500;

Diagnostic not_followed(const Inclusion& inclusion, std::string_view why) {
  return {Severity::note, "syntax", fmt::format("`{}` is not followed: {}", inclusion.name, why), inclusion.span, {}, {}, {}};
}

class Follower {
 public:
  explicit Follower(const fs::path& first) : folder_(fs::weakly_canonical(first, error_).parent_path()) {}

  std::optional<Diagnostics> add(InputText input) {
    bytes_ += input.source.text().size();
    if (bytes_ > ReadingLimits{}.bytes) return Diagnostics{too_large(input.source.name())};
    const auto place = files_.size();
    const auto inclusions = included_files(input.source.text());
    seen_.insert(fs::weakly_canonical(input.source.name(), error_).string());
    files_.push_back(std::move(input));
    for (const auto& inclusion : inclusions)
      if (auto problems = follow(inclusion, place)) return problems;
    return std::nullopt;
  }

  /// The files, each with the definitions of the others.
  std::vector<InputText> take() {
    std::vector<std::string> macros;
    for (const auto& file : files_) macros.push_back(read_document(file.source.text(), file.kind).macros);
    for (std::size_t i = 0; i < files_.size(); ++i)
      for (std::size_t j = 0; j < files_.size(); ++j)
        if (i != j) files_[i].macros += macros[j];
    return std::move(files_);
  }

 private:
  std::optional<Diagnostics> follow(const Inclusion& inclusion, std::size_t from) {
    const auto refuse = [&](std::string_view why) {
      files_[from].notes.push_back(not_followed(inclusion, why));
      return std::nullopt;
    };
    auto path = fs::weakly_canonical(folder_ / inclusion.name, error_);
    if (path.extension() != ".tex" && !fs::is_regular_file(path, error_)) path += ".tex";
    const auto relative = path.lexically_relative(folder_);
    if (relative.empty() || *relative.begin() == "..") return refuse("it lies outside the paper's folder");
    if (seen_.contains(path.string())) return std::nullopt;
    if (files_.size() >= most_files) return refuse(fmt::format("more than {} files", most_files));
    if (!fs::is_regular_file(path, error_)) return refuse("there is no such file");
    const auto name = (fs::path(files_.front().source.name()).parent_path() / relative).string();
    auto bytes = read_file(name);
    if (!bytes) return bytes.errors();
    return add({Source(name, std::move(*bytes)), DocumentKind::tex, std::nullopt, {}, {}});
  }

  std::error_code error_;
  fs::path folder_;
  std::size_t bytes_ = 0;
  std::set<std::string> seen_;
  std::vector<InputText> files_;
};

}  // namespace

Result<std::vector<InputText>> with_included_files(InputText paper) {
  if (paper.kind != DocumentKind::tex) return std::vector<InputText>{std::move(paper)};
  Follower follower(paper.source.name());
  if (auto problems = follower.add(std::move(paper))) return std::move(*problems);
  return follower.take();
}

}  // namespace eqlens
