#include "operation/families.hpp"

namespace eqlens {

std::vector<Operation> linear_algebra_operations() {
  return {
      {
          .name = "matrix product",
          .fixity = Fixity::infix,
          .precedence = 3,
          .arguments = 2,
          .shape = ShapeRule::product,
      },
      {
          .name = "transpose",
          .spellings = {"\\top", "\\intercal", "ᵀ", "⊤"},
          .fixity = Fixity::postfix,
          .precedence = 5,
          .shape = ShapeRule::transpose,
      },
      {
          .name = "inverse",
          .fixity = Fixity::postfix,
          .precedence = 5,
          .shape = ShapeRule::square,
      },
      {
          .name = "pseudo-inverse",
          .fixity = Fixity::postfix,
          .precedence = 5,
          .shape = ShapeRule::transpose,
      },
      {
          .name = "norm",
          .spellings = {"\\|", "‖", "\\Vert", "\\lVert", "\\norm"},
          .fixity = Fixity::bracket,
          .arguments = -1,
          .shape = ShapeRule::scalar,
      },
      {
          .name = "determinant",
          .spellings = {"\\det", "det"},
          .shape = ShapeRule::square_to_scalar,
      },
      {
          .name = "trace",
          .spellings = {"tr", "Tr", "trace", "\\tr"},
          .shape = ShapeRule::square_to_scalar,
      },
      {
          .name = "diagonal",
          .spellings = {"diag"},
          .shape = ShapeRule::diagonal,
      },
      {
          .name = "rank",
          .spellings = {"rank"},
          .shape = ShapeRule::scalar,
      },
      {
          .name = "inner product",
          .spellings = {"\\langle"},
          .fixity = Fixity::bracket,
          .arguments = 2,
          .shape = ShapeRule::scalar,
      },
      {
          .name = "outer product",
          .spellings = {"\\otimes", "⊗"},
          .fixity = Fixity::infix,
          .precedence = 3,
          .arguments = 2,
          .shape = ShapeRule::outer,
      },
      {
          .name = "direct sum",
          .spellings = {"\\oplus", "⊕"},
          .fixity = Fixity::infix,
          .precedence = 2,
          .arguments = 2,
          .shape = ShapeRule::elementwise,
      },
      {
          .name = "concatenation",
          .spellings = {"Concat", "concat"},
          .arguments = -1,
          .shape = ShapeRule::concatenate,
      },
      {
          .name = "matrix",
          .spellings = {"matrix"},
          .fixity = Fixity::bracket,
          .arguments = -1,
          .shape = ShapeRule::matrix,
      },
      {
          .name = "row",
          .fixity = Fixity::bracket,
          .arguments = -1,
          .shape = ShapeRule::none,
      },
      {
          .name = "list",
          .fixity = Fixity::bracket,
          .arguments = -1,
          .shape = ShapeRule::stack,
      },
      {
          .name = "set",
          .fixity = Fixity::bracket,
          .arguments = -1,
          .shape = ShapeRule::none,
      },
      {
          .name = "size of a set",
          .fixity = Fixity::bracket,
          .shape = ShapeRule::scalar,
      },
      {
          .name = "interval",
          .fixity = Fixity::bracket,
          .arguments = 2,
          .shape = ShapeRule::none,
      },
  };
}

}  // namespace eqlens
