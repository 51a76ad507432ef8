#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "base/diagnostic.hpp"

namespace eqlens {

/// A value, or the diagnostics that say why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Diagnostic diagnostic) : state_(Diagnostics{std::move(diagnostic)}) {}
  Result(Diagnostics diagnostics) : state_(std::move(diagnostics)) { assert(!errors().empty()); }

  [[nodiscard]] explicit operator bool() const { return std::holds_alternative<T>(state_); }
  [[nodiscard]] const T& operator*() const { return std::get<T>(state_); }
  [[nodiscard]] T& operator*() { return std::get<T>(state_); }
  [[nodiscard]] const T* operator->() const { return &std::get<T>(state_); }
  [[nodiscard]] const Diagnostics& errors() const { return std::get<Diagnostics>(state_); }

 private:
  std::variant<T, Diagnostics> state_;
};

}  // namespace eqlens
