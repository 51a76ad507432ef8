#include <cmath>
#include <numbers>

#include "operation/families.hpp"

namespace eqlens {

std::vector<Operation> arithmetic_operations() {
  return {
      {
          .name = "plus",
          .spellings = {"+"},
          .fixity = Fixity::infix,
          .precedence = 2,
          .arguments = 2,
          .shape = ShapeRule::elementwise,
          .scalar2 = [](double a, double b) { return a + b; },
      },
      {
          .name = "minus",
          .spellings = {"-", "−"},
          .fixity = Fixity::infix,
          .precedence = 2,
          .arguments = 2,
          .shape = ShapeRule::elementwise,
          .scalar2 = [](double a, double b) { return a - b; },
      },
      {
          .name = "negative",
          .fixity = Fixity::prefix,
          .precedence = 3,
          .scalar = [](double x) { return -x; },
      },
      {
          .name = "plus or minus",
          .spellings = {"\\pm", "±"},
          .fixity = Fixity::infix,
          .precedence = 2,
          .arguments = 2,
          .shape = ShapeRule::elementwise,
      },
      {
          .name = "product",
          .fixity = Fixity::infix,
          .precedence = 3,
          .arguments = 2,
          .shape = ShapeRule::product,
      },
      {
          .name = "dot product",
          .spellings = {"\\cdot", "·", "⋅"},
          .fixity = Fixity::infix,
          .precedence = 3,
          .arguments = 2,
          .shape = ShapeRule::dot,
      },
      {
          .name = "times",
          .spellings = {"\\times", "×"},
          .fixity = Fixity::infix,
          .precedence = 3,
          .arguments = 2,
          .shape = ShapeRule::product,
      },
      {
          .name = "elementwise product",
          .spellings = {"\\odot", "⊙", "*", "\\ast", "\\circ", "∘", "\\circledast"},
          .fixity = Fixity::infix,
          .precedence = 3,
          .arguments = 2,
          .shape = ShapeRule::elementwise,
          .scalar2 = [](double a, double b) { return a * b; },
      },
      {
          .name = "division",
          .spellings = {"\\frac", "/", "\\dfrac", "\\tfrac", "\\cfrac", "\\over", "\\div", "÷"},
          .fixity = Fixity::infix,
          .precedence = 3,
          .arguments = 2,
          .shape = ShapeRule::elementwise,
          .scalar2 = [](double a, double b) { return a / b; },
      },
      {
          .name = "power",
          .spellings = {"^"},
          .fixity = Fixity::infix,
          .precedence = 5,
          .arguments = 2,
          .shape = ShapeRule::power,
          .scalar2 = [](double a, double b) { return std::pow(a, b); },
      },
      {
          .name = "modulo",
          .spellings = {"\\bmod", "\\mod", "\\%", "%"},
          .fixity = Fixity::infix,
          .precedence = 3,
          .arguments = 2,
          .shape = ShapeRule::elementwise,
          .scalar2 = [](double a, double b) { return a - b * std::floor(a / b); },
      },
  };
}

}  // namespace eqlens
