// Why something is divided by the root of squares: whose squares these are, and whether they are added up or averaged.
#include <optional>

#include <fmt/format.h>

#include "read/reasons.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

// A root of an average that was corrected and renamed lies no deeper.
constexpr int deepest_product = 8;

struct SquaredParts {
  ExpressionId base = none;
  bool total = false;  ///< added up; otherwise averaged
};

class Measure {
 public:
  explicit Measure(const Understanding& understanding)
      : pattern_(understanding.pattern), equation_(understanding.analysis.equation), arena_(equation_.arena) {}

  [[nodiscard]] std::optional<SquaredParts> squares(ExpressionId id, int depth = 0) const {
    if (id == none || depth > deepest_product) return {};
    if (const auto made = value_of(id); made != none) return squares(made, depth + 1);
    if (const auto use = pattern_.use_of(id)) {
      if (use->use == Use::running_average) return averaged(use->parts[2], depth);
      if (use->use == Use::average) return averaged(use->parts[0], depth);
    }
    if (pattern_.is(id, "power") && pattern_.is_number(arena_.child(id, 1), 2)) {
      const auto base = arena_.child(id, 0);
      if (pattern_.is(base, "norm")) return SquaredParts{arena_.child(base, 0), true};
      return SquaredParts{base, false};
    }
    if (pattern_.is(id, "division") || pattern_.is(id, "plus")) return squares(arena_.child(id, 0), depth + 1);
    if (pattern_.is(id, "expectation")) return averaged(arena_.child(id, 0), depth);
    if (!pattern_.is(id, "sum")) return {};
    auto found = squares(arena_.child(id, 0), depth + 1);
    if (found) found->total = true;
    return found;
  }

  /// Whether what is divided is what was squared, or an average of it.
  [[nodiscard]] bool made_of(ExpressionId id, ExpressionId base, int depth = 0) const {
    if (id == none || depth > deepest_product) return false;
    if (pattern_.same(id, base)) return true;
    if (const auto made = value_of(id); made != none) return made_of(made, base, depth + 1);
    if (const auto use = pattern_.use_of(id)) {
      if (use->use == Use::running_average) return made_of(use->parts[2], base, depth + 1);
      if (use->use == Use::correction) return made_of(use->parts[0], base, depth + 1);
    }
    return pattern_.is(id, "division") && made_of(arena_.child(id, 0), base, depth + 1);
  }

 private:
  [[nodiscard]] std::optional<SquaredParts> averaged(ExpressionId id, int depth) const {
    auto found = squares(id, depth + 1);
    if (found) found->total = false;
    return found;
  }

  /// What defines a symbol, or an entry of one.
  [[nodiscard]] ExpressionId value_of(ExpressionId id) const {
    const auto symbol = pattern_.symbol(id);
    const auto* definition = symbol == none ? nullptr : equation_.definition_of(symbol);
    return definition == nullptr ? none : definition->value;
  }

  const Pattern& pattern_;
  const Equation& equation_;
  const Arena& arena_;
};

}  // namespace

std::string size_reason(const Understanding& understanding, const Found& found, std::string_view operation) {
  const auto text = [&](ExpressionId id) { return shown(understanding.analysis, id); };
  const Measure measure(understanding);
  const auto squares = measure.squares(found.parts[1]);
  const auto top = text(found.parts[0]), bottom = text(found.parts[1]);
  if (operation == "square root")
    return squares ? fmt::format("the square root brings {}, made of squares, back to the scale of {}", bottom, text(squares->base))
                   : fmt::format("the square root of {0} grows more slowly than {0} itself", bottom);
  if (operation != "division") return "";
  if (!squares) return fmt::format("dividing by the root of {} measures {} in units of that root", bottom, top);
  if (!measure.made_of(found.parts[0], squares->base))
    return fmt::format("dividing by the root of {} measures {} in units of the {} {}", bottom, top,
                       squares->total ? "length of all" : "usual size of", text(squares->base));
  const bool steps = understanding.first(Use::step) != nullptr && !squares->total;
  return fmt::format("dividing by the root of {} measures {} in units of its {}{}", bottom, top, squares->total ? "length" : "usual size",
                     steps ? ", so that every parameter takes a similar step" : ", whatever its scale");
}

}  // namespace eqlens
