#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/macro_stream.hpp"

namespace eqlens {

/// One parameter of a macro and how its argument is told from what follows.
struct MacroParameter {
  enum class Kind { required, optional, star, delimited };
  Kind kind = Kind::required;
  std::string text;  ///< the default of an optional one; what ends a delimited one
};

/// A macro: `\newcommand{\E}[2][p]{\mathbb{E}_{#1}[#2]}` has the parameters optional "p" and required.
struct Macro {
  std::vector<MacroParameter> parameters;
  std::string prefix;  ///< what must stand before the first argument: the `(` of `\def\f(#1){..}`
  std::string body;
};

/// A definition that was read: which name it gives (without its backslash) and what to.
struct Definition {
  std::string name;
  Macro macro;
  bool only_if_new = false;  ///< `\providecommand`
  bool let = false;          ///< `\let`: the body is the name whose meaning is taken
};

/// Whether a control word begins a definition.
[[nodiscard]] bool is_definition(std::string_view command);

/// Reads what follows a definition's control word. Nothing if the definition is incomplete; a definition without a name
/// is to be dropped (`\newenvironment`).
[[nodiscard]] std::optional<Definition> read_definition(std::string_view command, MacroStream& stream);

}  // namespace eqlens
