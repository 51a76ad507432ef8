#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/few.hpp"
#include "base/span.hpp"

namespace eqlens {

/// A named size: rigid when the user's text names it (`n`, `d_k`), flexible when it is still to be found.
using SizeId = std::uint32_t;

/// One product of a dimension's normal form: coefficient × sizes, the sizes sorted by id.
struct Monomial {
  std::int64_t coefficient = 1;
  Few<SizeId, 4> sizes;
  friend bool operator==(const Monomial&, const Monomial&) = default;
};

/// The size of one axis: a polynomial with integer coefficients over named sizes (`n`, `h d_k`, `2d`, `n + 1`, `4`).
/// Equal polynomials have equal terms: sorted by their sizes, none with coefficient 0.
class Dimension {
 public:
  Dimension() = default;  ///< zero
  explicit Dimension(std::int64_t number);
  static Dimension size(SizeId id);

  [[nodiscard]] const Few<Monomial, 1>& terms() const { return terms_; }
  [[nodiscard]] std::optional<std::int64_t> number() const;
  /// The one size that this dimension is, if it is nothing else.
  [[nodiscard]] std::optional<SizeId> single() const;

  friend Dimension operator+(const Dimension& a, const Dimension& b);
  friend Dimension operator-(const Dimension& a, const Dimension& b);
  friend Dimension operator*(const Dimension& a, const Dimension& b);
  friend bool operator==(const Dimension&, const Dimension&) = default;

 private:
  void normalise();
  Few<Monomial, 1> terms_;
};

/// The sizes of a value's axes.
using Axes = Few<Dimension, 2>;

/// Whether two dimensions are the same size: rigid names never become equal in silence.
enum class Same { yes, no, unknown };

/// All sizes of one analysis and what has been found out about the flexible ones. Copyable, so that repairs are tried on a copy.
/// A dimension that a repair carries may hold sizes that its copy has not made yet: they are flexible, and nothing binds them.
class Sizes {
 public:
  /// The size that the user's text calls `name` (canonical LaTeX); the same name is always the same size.
  SizeId named(std::string_view name, Span span = {});
  [[nodiscard]] std::optional<SizeId> find(std::string_view name) const;
  /// A size nobody has named yet; `hint` is the name it gets if nothing binds it.
  SizeId fresh(std::string hint);

  /// With every bound size replaced by what it was bound to.
  [[nodiscard]] Dimension resolve(const Dimension& dimension) const;
  [[nodiscard]] Same same(const Dimension& a, const Dimension& b) const;
  /// Makes both equal by binding a flexible size, if that is possible.
  Same unify(const Dimension& a, const Dimension& b);
  /// Fixes a named or fresh size to a dimension (a fact such as d_k = d_{model} / h, or a value's extent).
  void bind(SizeId id, const Dimension& value);

  /// Gives a size that nothing named its name for printing.
  void rename(SizeId id, std::string name) { entries_[id].name = std::move(name); }
  [[nodiscard]] bool bound(SizeId id) const { return id < entries_.size() && entries_[id].bound.has_value(); }
  [[nodiscard]] const std::string& name(SizeId id) const;
  [[nodiscard]] bool rigid(SizeId id) const { return id < entries_.size() && entries_[id].rigid; }
  [[nodiscard]] std::size_t count() const { return entries_.size(); }
  /// Canonical LaTeX: `n`, `h d_k`, `n + 1`; terms in the order in which their sizes were first named.
  [[nodiscard]] std::string print(const Dimension& dimension) const;

 private:
  struct Entry {
    std::string name;
    bool rigid = false;
    Span span;
    std::optional<Dimension> bound;
  };
  std::vector<Entry> entries_;
};

}  // namespace eqlens
