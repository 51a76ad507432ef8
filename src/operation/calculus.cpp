#include "operation/families.hpp"

namespace eqlens {

std::vector<Operation> calculus_operations() {
  return {
      {
          .name = "gradient",
          .spellings = {"\\nabla", "∇"},
          .fixity = Fixity::prefix,
          .precedence = 4,
          .arguments = 2,
          .shape = ShapeRule::gradient,
      },
      {
          .name = "partial derivative",
          .spellings = {"\\partial", "∂"},
          .fixity = Fixity::prefix,
          .precedence = 4,
          .arguments = 2,
          .shape = ShapeRule::gradient,
      },
      {
          .name = "derivative",
          .fixity = Fixity::prefix,
          .precedence = 4,
          .arguments = 2,
          .shape = ShapeRule::gradient,
      },
      {
          .name = "call",
          .arguments = -1,
          .shape = ShapeRule::call,
      },
      {
          .name = "and so on",
          .spellings = {"\\cdots", "\\ldots", "\\dots", "…", "⋯"},
          .fixity = Fixity::infix,
          .arguments = 0,
          .shape = ShapeRule::none,
      },
      {
          .name = "stop-gradient",
          .spellings = {"sg", "stopgrad"},
          .scalar = [](double x) { return x; },
      },
  };
}

}  // namespace eqlens
