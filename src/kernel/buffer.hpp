#pragma once

#include <cstddef>
#include <new>
#include <utility>

namespace eqlens {

/// Uninitialised doubles on a cache line's boundary: vector loads never straddle lines. Grows, never shrinks.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { release(); }

  double* require(std::size_t count) {
    if (count > capacity_) {
      release();
      data_ = static_cast<double*>(::operator new(count * sizeof(double), alignment));
      capacity_ = count;
    }
    return data_;
  }
  void release() {
    if (data_ != nullptr) ::operator delete(data_, alignment);
    data_ = nullptr;
    capacity_ = 0;
  }
  [[nodiscard]] const double* data() const { return data_; }

 private:
  static constexpr std::align_val_t alignment{64};
  double* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace eqlens
