#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "evaluate/evaluate.hpp"
#include "evaluate/stream.hpp"

namespace eqlens {

/// Draws values for what is not given. The numbers depend on the seed, the name and the attempt only, so that one more
/// input changes no other, and they are the same on every machine. Those of another program's stream depend on their order.
class Drawing {
 public:
  Drawing(Sample sample, std::uint64_t seed, unsigned attempt);

  /// `domain` as in SymbolEntry::domain; unknown words count as "real".
  [[nodiscard]] Array draw(const std::string& name, const std::string& domain, const std::vector<std::size_t>& extents) const;
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

}  // namespace eqlens
