#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eqlens {

/// One fact that the user or the prose states. With a role, `math` is only the symbol it speaks of.
struct Fact {
  std::string math;
  std::string role;     ///< "learned", "constant", "input", or empty
  std::string meaning;  ///< the noun phrase: "the temperature"
  bool unread = false;  ///< words that state nothing this reader understands
};

/// How a phrase says that a printed form is read: "power" of "a power", "symbol" of "a symbol"; empty if it says nothing of that.
[[nodiscard]] std::string_view reading_named(std::string_view phrase);

/// Takes the texts of `--where` apart: LaTeX as it stands, `$...$` out of prose, and "W is learned" as a role.
[[nodiscard]] std::vector<Fact> read_facts(const std::vector<std::string>& texts);

}  // namespace eqlens
