#include "operation/families.hpp"

namespace eqlens {

std::vector<Operation> reduction_operations() {
  return {
      {
          .name = "sum",
          .spellings = {"\\sum", "∑"},
          .fixity = Fixity::big,
          .precedence = 3,
          .shape = ShapeRule::reduce,
      },
      {
          .name = "product over",
          .spellings = {"\\prod", "∏"},
          .fixity = Fixity::big,
          .precedence = 3,
          .shape = ShapeRule::reduce,
      },
      {
          .name = "integral",
          .spellings = {"\\int", "∫"},
          .fixity = Fixity::big,
          .precedence = 3,
          .shape = ShapeRule::reduce,
      },
      {
          .name = "maximum",
          .spellings = {"\\max", "max"},
          .arguments = -1,
          .shape = ShapeRule::reduce_last,
      },
      {
          .name = "minimum",
          .spellings = {"\\min", "min"},
          .arguments = -1,
          .shape = ShapeRule::reduce_last,
      },
      {
          .name = "supremum",
          .spellings = {"\\sup", "sup"},
          .arguments = -1,
          .shape = ShapeRule::reduce_last,
      },
      {
          .name = "infimum",
          .spellings = {"\\inf", "inf"},
          .arguments = -1,
          .shape = ShapeRule::reduce_last,
      },
      {
          .name = "arg max",
          .spellings = {"\\argmax", "argmax"},
          .arguments = -1,
          .shape = ShapeRule::reduce_last,
      },
      {
          .name = "arg min",
          .spellings = {"\\argmin", "argmin"},
          .arguments = -1,
          .shape = ShapeRule::reduce_last,
      },
      {
          .name = "mean",
          .spellings = {"mean", "avg"},
          .shape = ShapeRule::reduce_last,
      },
      {
          .name = "limit",
          .spellings = {"\\lim", "lim"},
          .fixity = Fixity::big,
          .precedence = 3,
          .shape = ShapeRule::reduce,
      },
      {
          .name = "union",
          .spellings = {"\\bigcup", "⋃"},
          .fixity = Fixity::big,
          .precedence = 3,
          .shape = ShapeRule::none,
      },
      {
          .name = "intersection",
          .spellings = {"\\bigcap", "⋂"},
          .fixity = Fixity::big,
          .precedence = 3,
          .shape = ShapeRule::none,
      },
  };
}

}  // namespace eqlens
