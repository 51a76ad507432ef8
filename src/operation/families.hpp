#pragma once

#include <vector>

#include "operation/operation.hpp"

namespace eqlens {

// The rows of the catalogue, one file for each family. A new operation is one row in one of them.
[[nodiscard]] std::vector<Operation> arithmetic_operations();
[[nodiscard]] std::vector<Operation> function_operations();
[[nodiscard]] std::vector<Operation> linear_algebra_operations();
[[nodiscard]] std::vector<Operation> reduction_operations();
[[nodiscard]] std::vector<Operation> probability_operations();
[[nodiscard]] std::vector<Operation> calculus_operations();
[[nodiscard]] std::vector<Operation> relation_operations();

}  // namespace eqlens
