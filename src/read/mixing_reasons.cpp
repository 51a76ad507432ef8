// What products with learned matrices are there for besides mixing.
#include <fmt/format.h>

#include "read/reasons.hpp"
#include "read/wording.hpp"

namespace eqlens {

namespace {

constexpr int deepest = 30;

class Mixing {
 public:
  Mixing(const Understanding& understanding, const OperationEntry& entry)
      : understanding_(understanding), analysis_(understanding.analysis), arena_(analysis_.equation.arena), entry_(entry) {}

  [[nodiscard]] std::vector<std::string> all() const {
    std::vector<std::string> words;
    if (auto views = own_views(); !views.empty()) words.push_back(std::move(views));
    for (const auto id : entry_.uses)
      if (auto width = width_brought_back(id); !width.empty()) {
        words.push_back(std::move(width));
        break;
      }
    return words;
  }

 private:
  [[nodiscard]] const Pattern& pattern() const { return understanding_.pattern; }
  [[nodiscard]] std::string text(ExpressionId id) const { return shown(analysis_, id); }
  [[nodiscard]] bool weights(ExpressionId id) const { return pattern().role(id) == Role::learned && pattern().rank(id) == 2; }

  /// `Q W_i` and `K U_i`: each i has learned matrices of its own.
  [[nodiscard]] std::string own_views() const {
    std::vector<std::string> products;
    SymbolId index = none;
    for (const auto id : entry_.uses) {
      if (!pattern().product_like(id)) continue;
      for (const auto& [matrix, input] :
           {std::pair{arena_.child(id, 0), arena_.child(id, 1)}, std::pair{arena_.child(id, 1), arena_.child(id, 0)}}) {
        if (arena_[matrix].kind != ExpressionKind::index || arena_[matrix].child_count != 2 || !weights(matrix)) continue;
        const auto place = pattern().symbol(arena_.child(matrix, 1));
        if (place == none || analysis_.equation.symbols[place].kind != SymbolKind::index || (index != none && place != index)) continue;
        index = place;
        products.push_back(fmt::format("{} by {}", text(input), text(matrix)));
      }
    }
    if (index == none) return "";
    return fmt::format("multiplying {} gives each {} a learned view of its own, so that each can look for something else",
                       enumerated(products), called(analysis_, index));
  }

  /// The width that comes out is that of an input, and not the one that goes in here.
  [[nodiscard]] std::string width_brought_back(ExpressionId id) const {
    if (!pattern().product_like(id) || pattern().rank(id) == 0) return "";
    const auto left = arena_.child(id, 0), right = arena_.child(id, 1);
    const bool behind = weights(right) && pattern().rank(left) > 0;
    if (!behind && !(weights(left) && pattern().rank(right) > 0)) return "";
    const auto& sizes = analysis_.shapes.sizes;
    const auto& matrix = analysis_.shapes.expressions[behind ? right : left].axes;
    const auto out = sizes.resolve(matrix[behind ? 1 : 0]), in = sizes.resolve(matrix[behind ? 0 : 1]);
    if (sizes.same(out, in) != Same::no && sizes.print(out) == sizes.print(in)) return "";
    for (const auto& entry : analysis_.roles.symbols) {
      if (entry.indexed || entry.role != Role::input || !entry.shape.known || entry.shape.axes.empty()) continue;
      if (pattern().symbol(behind ? left : right) == entry.symbol) continue;
      const auto& width = behind || entry.shape.axes.size() == 1 ? entry.shape.axes.back() : entry.shape.axes.front();
      if (sizes.same(sizes.resolve(width), out) != Same::yes || !depends(behind ? left : right, entry.symbol, 0)) continue;
      return fmt::format("multiplying by {} brings the width back from {} to {}, that of {}", text(behind ? right : left),
                         pretty(sizes.print(in)), pretty(sizes.print(out)), pretty(entry.latex));
    }
    return "";
  }

  /// By itself, or by what it is defined from.
  [[nodiscard]] bool depends(ExpressionId id, SymbolId symbol, int depth) const {
    if (id == none || depth > deepest) return false;
    if (arena_[id].kind == ExpressionKind::symbol) {
      if (arena_[id].symbol == symbol) return true;
      const auto* definition = analysis_.equation.definition_of(arena_[id].symbol);
      return definition != nullptr && definition->value != none && depends(definition->value, symbol, depth + 1);
    }
    for (const auto child : arena_.children(id))
      if (depends(child, symbol, depth + 1)) return true;
    return false;
  }

  const Understanding& understanding_;
  const Analysis& analysis_;
  const Arena& arena_;
  const OperationEntry& entry_;
};

}  // namespace

std::vector<std::string> mixing_reasons(const Understanding& understanding, const OperationEntry& entry) {
  return Mixing(understanding, entry).all();
}

}  // namespace eqlens
