#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/evaluate.hpp"
#include "evaluate/stream.hpp"

namespace eqlens {

// What the domains are called that have more than one word; numbers follow.
inline constexpr std::string_view usually = "usually ";       ///< always this value
inline constexpr std::string_view between_word = "between ";  ///< the ends of an interval, neither of which is drawn
inline constexpr std::string_view one_of_word = "one of ";    ///< the numbers that it may be

/// Draws values for what is not given. The numbers depend on the seed, the name and the attempt only, so that one more
/// input changes no other, and they are the same on every machine. Those of another program's stream depend on their order.
class Drawing {
 public:
  Drawing(Sample sample, std::uint64_t seed, unsigned attempt);

  /// `domain` as in SymbolEntry::domain; unknown words count as "real". `turn` says which of the inputs it is, so that those of a
  /// worked example differ.
  [[nodiscard]] Array draw(const std::string& name, const std::string& domain, const std::vector<std::size_t>& extents,
                           std::size_t turn = 0) const;
  /// "a rate, drawn from (0, 1)"
  [[nodiscard]] std::string words(const std::string& name, const std::string& domain) const;
  [[nodiscard]] unsigned attempt() const { return attempt_; }

  struct Interval {
    double low;
    double high;
  };

 private:
  [[nodiscard]] Interval tame_range(const std::string& name, bool positive) const;
  [[nodiscard]] Array next_of_stream(const std::string& name, const std::vector<std::size_t>& extents) const;
  struct Drawn {
    std::shared_ptr<NormalStream> stream;
    std::map<std::string, Array> arrays;  ///< what is asked for twice is the same
  };
  std::shared_ptr<Drawn> drawn_;  ///< of a stream
  Sample sample_;
  std::uint64_t seed_;
  unsigned attempt_;  ///< after a failure, draws are tamer: nearer to 1, and positive
};

/// Where the operations around a symbol ask for more than a real number: below a root, inside a logarithm.
[[nodiscard]] std::string domain_of(const Analysis& analysis, SymbolId symbol);

/// The same of a call or another expression that nothing works out: `q(y \mid x)`.
[[nodiscard]] std::string domain_of_call(const Analysis& analysis, ExpressionId call);

/// Numbers of a domain that one reckons with by hand, in an order that differs from turn to turn.
[[nodiscard]] Array by_hand(const std::string& domain, const std::vector<std::size_t>& extents, std::size_t turn);

/// The numbers behind "one of ".
[[nodiscard]] std::vector<double> members_of_domain(const std::string& domain);

}  // namespace eqlens
