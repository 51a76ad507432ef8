#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/source.hpp"
#include "grammar/document.hpp"

namespace eqlens {

/// One text to work on.
struct InputText {
  Source source;
  DocumentKind kind = DocumentKind::math;
  std::optional<std::size_t> line;  ///< of `paper.tex:120`
  std::string macros;               ///< what the other files of the paper define
  Diagnostics notes;                ///< on files that were not followed
};

/// The diagnostic of a call that cannot be served: exit status 2.
[[nodiscard]] Diagnostic refused_call(std::string message, std::string help = {});

/// What an INPUT argument stands for: a file, every document below a directory, standard input (`-`), or the text itself.
/// `as` is the value of --as, or empty. A diagnostic with the code "call" is a wrong call, any other a wrong input.
[[nodiscard]] Result<std::vector<InputText>> load_input(const std::string& argument, const std::string& as);

/// What an input beyond the bound is told.
[[nodiscard]] Diagnostic too_large(const std::string& name);

/// The bytes of a file; a diagnostic "call" if it cannot be read, "too-large" beyond the bound.
[[nodiscard]] Result<std::string> read_file(const std::string& path);

}  // namespace eqlens
