#include <cmath>
#include <numbers>

#include "operation/families.hpp"

namespace eqlens {

std::vector<Operation> function_operations() {
  return {
      {
          .name = "square root",
          .spellings = {"\\sqrt", "√", "sqrt"},
          .scalar = [](double x) { return std::sqrt(x); },
      },
      {
          .name = "root",
          .arguments = 2,
      },
      {
          .name = "exponential",
          .spellings = {"\\exp", "exp"},
          .scalar = [](double x) { return std::exp(x); },
      },
      {
          .name = "logarithm",
          .spellings = {"\\log", "log", "\\ln", "ln"},
          .scalar = [](double x) { return std::log(x); },
      },
      {
          .name = "logarithm to a base",
          .arguments = 2,
      },
      {
          .name = "sine",
          .spellings = {"\\sin", "sin"},
          .scalar = [](double x) { return std::sin(x); },
      },
      {
          .name = "cosine",
          .spellings = {"\\cos", "cos"},
          .scalar = [](double x) { return std::cos(x); },
      },
      {
          .name = "tangent",
          .spellings = {"\\tan", "tan"},
          .scalar = [](double x) { return std::tan(x); },
      },
      {
          .name = "hyperbolic tangent",
          .spellings = {"\\tanh", "tanh", "Tanh"},
          .scalar = [](double x) { return std::tanh(x); },
      },
      {
          .name = "hyperbolic sine",
          .spellings = {"\\sinh", "sinh"},
          .scalar = [](double x) { return std::sinh(x); },
      },
      {
          .name = "hyperbolic cosine",
          .spellings = {"\\cosh", "cosh"},
          .scalar = [](double x) { return std::cosh(x); },
      },
      {
          .name = "inverse tangent",
          .spellings = {"\\arctan", "arctan"},
          .scalar = [](double x) { return std::atan(x); },
      },
      {
          .name = "inverse cosine",
          .spellings = {"\\arccos", "arccos"},
          .scalar = [](double x) { return std::acos(x); },
      },
      {
          .name = "inverse sine",
          .spellings = {"\\arcsin", "arcsin"},
          .scalar = [](double x) { return std::asin(x); },
      },
      {
          .name = "inverse hyperbolic cosine",
          .spellings = {"arccosh", "arcosh"},
          .scalar = [](double x) { return std::acosh(x); },
      },
      {
          .name = "inverse hyperbolic sine",
          .spellings = {"arcsinh", "arsinh"},
          .scalar = [](double x) { return std::asinh(x); },
      },
      {
          .name = "inverse hyperbolic tangent",
          .spellings = {"arctanh", "artanh"},
          .scalar = [](double x) { return std::atanh(x); },
      },
      {
          .name = "sigmoid",
          .spellings = {"sigmoid", "\\sigmoid", "logistic"},
          .scalar = [](double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); },
      },
      {
          .name = "ReLU",
          .spellings = {"ReLU", "relu"},
          .scalar = [](double x) { return x > 0 ? x : 0; },
      },
      {
          .name = "softplus",
          .spellings = {"softplus"},
          .scalar = [](double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); },
      },
      {
          .name = "SiLU",
          .spellings = {"SiLU", "silu", "swish"},
          .scalar = [](double x) { return x < 0 ? x * std::exp(x) / (1 + std::exp(x)) : x / (1 + std::exp(-x)); },
      },
      {
          .name = "GELU",
          .spellings = {"GELU", "gelu"},
          .scalar = [](double x) { return x * 0.5 * std::erfc(-x / std::numbers::sqrt2); },
      },
      {
          .name = "error function",
          .spellings = {"erf"},
          .scalar = [](double x) { return std::erf(x); },
      },
      {
          .name = "normal distribution function",
          .spellings = {"\\Phi"},
          .scalar = [](double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); },
      },
      {
          .name = "sign",
          .spellings = {"sign", "sgn"},
          .scalar = [](double x) { return static_cast<double>((x > 0) - (x < 0)); },
      },
      {
          .name = "absolute value",
          .fixity = Fixity::bracket,
          .scalar = [](double x) { return std::fabs(x); },
      },
      {
          .name = "floor",
          .fixity = Fixity::bracket,
          .scalar = [](double x) { return std::floor(x); },
      },
      {
          .name = "ceiling",
          .fixity = Fixity::bracket,
          .scalar = [](double x) { return std::ceil(x); },
      },
  };
}

}  // namespace eqlens
