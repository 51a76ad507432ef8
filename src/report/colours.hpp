#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "role/role.hpp"

namespace eqlens {

/// Places of symbols and signs with their roles, the shortest span that holds a place wins.
class Colours {
 public:
  explicit Colours(const Analysis& analysis) {
    for (const auto& entry : analysis.roles.symbols)
      for (const auto span : entry.spans) places_.emplace_back(span, entry.role);
    for (const auto& operation : analysis.roles.operations)
      for (const auto use : operation.uses)
        if (const auto& expression = analysis.equation.arena[use]; expression.source == 0 && !expression.sign.empty())
          places_.emplace_back(expression.sign, Role::operation);
  }
  [[nodiscard]] std::optional<Role> at(Span span) const {
    std::optional<Role> role;
    std::size_t shortest = static_cast<std::size_t>(-1);
    for (const auto& [place, its] : places_)
      if (place.begin <= span.begin && span.end <= place.end && place.size() < shortest) {
        shortest = place.size();
        role = its;
      }
    return role;
  }

 private:
  std::vector<std::pair<Span, Role>> places_;
};

}  // namespace eqlens
