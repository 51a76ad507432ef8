#include "operation/families.hpp"

namespace eqlens {

std::vector<Operation> probability_operations() {
  return {
      {
          .name = "softmax",
          .spellings = {"softmax", "\\softmax"},
      },
      {
          .name = "log-softmax",
          .spellings = {"log_softmax", "logsoftmax", "LogSoftmax"},
      },
      {
          .name = "log-sum-exp",
          .spellings = {"logsumexp", "LSE"},
          .shape = ShapeRule::reduce_last,
      },
      {
          .name = "expectation",
          .spellings = {"\\mathbb{E}", "𝔼"},
          .fixity = Fixity::big,
          .shape = ShapeRule::reduce,
      },
      {
          .name = "variance",
          .spellings = {"Var", "Varop"},
          .shape = ShapeRule::scalar,
      },
      {
          .name = "covariance",
          .spellings = {"Cov"},
          .arguments = -1,
          .shape = ShapeRule::scalar,
      },
      {
          .name = "probability",
          .spellings = {"\\Pr", "Pr"},
          .arguments = -1,
          .shape = ShapeRule::scalar,
      },
      {
          .name = "KL divergence",
          .spellings = {"KL", "D_{\\mathrm{KL}}"},
          .arguments = 2,
          .shape = ShapeRule::scalar,
      },
      {
          .name = "indicator",
          .spellings = {"\\mathbb{1}", "\\mathbb{I}"},
      },
      {
          .name = "normal distribution",
          .spellings = {"\\mathcal{N}"},
          .arguments = -1,
          .shape = ShapeRule::none,
      },
      {
          .name = "uniform distribution",
          .spellings = {"\\mathcal{U}"},
          .arguments = -1,
          .shape = ShapeRule::none,
      },
      {
          .name = "given",
          .spellings = {"\\mid"},
          .fixity = Fixity::infix,
          .arguments = -1,
          .shape = ShapeRule::none,
      },
      {
          .name = "with parameters",
          .fixity = Fixity::infix,
          .arguments = -1,
          .shape = ShapeRule::none,
      },
  };
}

}  // namespace eqlens
