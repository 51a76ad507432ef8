#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "role/role.hpp"

namespace eqlens {

/// What a document has said so far: declarations and definitions, which last, and the values of a worked example, which last
/// until the next heading. Of two facts about one symbol the later one counts.
class Known {
 public:
  explicit Known(std::string macros) : macros_(std::move(macros)) {}

  /// How a piece of math was introduced.
  enum class As : std::uint8_t {
    definition,  ///< a display
    binding,     ///< "With $Q = …$": a value for what follows
    mention,     ///< in the middle of a sentence: only declared shapes count
  };
  void learn(std::string_view math, As as);
  /// What prose says of a symbol: $W$ is "a learned projection". `explains`: whether its role may be taken from it.
  void learn_meaning(const std::string& math, const std::string& meaning, bool explains);
  /// A new section: the values of the last worked example are forgotten.
  void forget_bindings() { bindings_.clear(); }

  /// The facts that bear on a display, those about what it mentions itself and what these mention in turn. A display that gives
  /// a known symbol a new meaning is not told the old one.
  [[nodiscard]] std::vector<std::string> facts_for(std::string_view display);
  /// A piece of math as it stands alone, told nothing.
  [[nodiscard]] std::shared_ptr<const Untold> untold(std::string_view math);

 private:
  struct Fact {
    std::vector<std::string> names;  ///< the symbols that it is about, canonical
    std::vector<std::string> nuclei;
    std::string text;
    bool shape = false;
    std::vector<std::vector<std::string>> axes;  ///< of each name: the sizes declared, or the numbers that a value has
    bool formula = false;                        ///< a definition by other symbols
  };
  static void add(std::vector<Fact>& facts, Fact fact);
  [[nodiscard]] const Fact* binding_of(std::string_view name) const;
  [[nodiscard]] std::vector<Fact> sizes_of_bindings() const;
  [[nodiscard]] std::vector<std::string> redefined_by(std::string_view display);

  std::string macros_;
  std::string last_math_;  ///< a display is asked about, analysed, then learned: resolved once
  std::shared_ptr<const Untold> last_;
  std::vector<Fact> lasting_;
  std::vector<Fact> bindings_;
};

}  // namespace eqlens
