#pragma once

#include <map>
#include <string>

#include "evaluate/evaluate.hpp"

namespace eqlens {

/// The values of the call, by what they are values of. Names have been read as LaTeX, so any spelling finds its symbol.
struct Given {
  std::map<SymbolId, Array> symbols;
  std::map<std::string, Array> texts;                           ///< of opaque calls and single entries, by canonical text
  std::map<std::string, Array> stems;                           ///< whole sequences: `x` beside `x_t` and `x_{t+1}`
  std::map<SymbolId, Array> families;                           ///< the whole array of `s_{ij}` where `s` alone is something else
  std::map<std::string, std::vector<std::int64_t>> index_from;  ///< by canonical name
  std::map<std::string, std::string> names;                     ///< canonical name to the name as typed
};

/// The canonical forms under which the equation may know a name: as the resolver has it, and as the parser prints it.
[[nodiscard]] std::vector<std::string> canonical_names(const std::string& name);

/// The entry of a sequence at a step as one would print it: `m_0`, `m_{-1}`.
[[nodiscard]] std::string entry_name(const std::string& stem, std::int64_t step);

/// Finds what each value is for; a name that does not occur is a warning.
[[nodiscard]] Given match_values(const Equation& equation, const EvaluationOptions& options, Diagnostics& diagnostics);

/// The extents of the values, for inference.
[[nodiscard]] std::vector<ValueShape> shapes_of(const Given& given);

}  // namespace eqlens
