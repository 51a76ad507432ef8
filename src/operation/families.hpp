#pragma once

#include <vector>

#include "operation/operation.hpp"

namespace eqlens {

// The rows of the catalogue, one file for each family. A new operation is one row in one of them.
[[nodiscard]] std::vector<Operation> arithmetic_operations();
[[nodiscard]] std::vector<Operation> function_operations();
[[nodiscard]] std::vector<Operation> trigonometric_operations();
[[nodiscard]] std::vector<Operation> activation_operations();
[[nodiscard]] std::vector<Operation> linear_algebra_operations();
[[nodiscard]] std::vector<Operation> collection_operations();
[[nodiscard]] std::vector<Operation> reduction_operations();
[[nodiscard]] std::vector<Operation> probability_operations();
[[nodiscard]] std::vector<Operation> distribution_operations();
[[nodiscard]] std::vector<Operation> information_operations();
[[nodiscard]] std::vector<Operation> loss_operations();
[[nodiscard]] std::vector<Operation> layer_operations();
[[nodiscard]] std::vector<Operation> calculus_operations();
[[nodiscard]] std::vector<Operation> set_operations();
[[nodiscard]] std::vector<Operation> relation_operations();

}  // namespace eqlens
