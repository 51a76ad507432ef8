#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>

namespace eqlens {

/// A list that holds its first `N` elements in itself. Most lists of an analysis are shorter than that, and they are copied all the
/// time: without a call for memory, a copy costs next to nothing.
template <typename T, std::uint32_t N>
class Few {
 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  Few() = default;
  Few(std::initializer_list<T> elements) { append(elements.begin(), elements.end()); }
  template <std::forward_iterator Iterator>
  Few(Iterator first, Iterator last) {
    append(first, last);
  }
  Few(const Few& other) { append(other.begin(), other.end()); }
  Few(Few&& other) noexcept { take(other); }
  Few& operator=(const Few& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  Few& operator=(Few&& other) noexcept {
    if (this == &other) return *this;
    release();
    take(other);
    return *this;
  }
  ~Few() { release(); }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] T* begin() { return data_; }
  [[nodiscard]] T* end() { return data_ + size_; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + size_; }
  [[nodiscard]] auto rbegin() const { return std::make_reverse_iterator(end()); }
  [[nodiscard]] auto rend() const { return std::make_reverse_iterator(begin()); }
  [[nodiscard]] T& operator[](std::size_t n) { return data_[n]; }
  [[nodiscard]] const T& operator[](std::size_t n) const { return data_[n]; }
  [[nodiscard]] T& front() { return data_[0]; }
  [[nodiscard]] const T& front() const { return data_[0]; }
  [[nodiscard]] T& back() { return data_[size_ - 1]; }
  [[nodiscard]] const T& back() const { return data_[size_ - 1]; }

  template <typename... Parts>
  T& emplace_back(Parts&&... parts) {
    if (size_ < room_) return *std::construct_at(data_ + size_++, std::forward<Parts>(parts)...);
    // Made before anything moves: it may be one of the elements.
    T element(std::forward<Parts>(parts)...);
    reserve(2 * room_);
    return *std::construct_at(data_ + size_++, std::move(element));
  }
  void push_back(const T& element) { emplace_back(element); }
  void push_back(T&& element) { emplace_back(std::move(element)); }
  void pop_back() { std::destroy_at(data_ + --size_); }
  void clear() { shorten(0); }
  void resize(std::size_t count) {
    reserve(count);
    if (count < size_) shorten(count);
    while (size_ < count) emplace_back();
  }
  /// `first` to `last` are no elements of this list.
  template <std::forward_iterator Iterator>
  void assign(Iterator first, Iterator last) {
    clear();
    append(first, last);
  }
  template <std::forward_iterator Iterator>
  void insert(const T* before, Iterator first, Iterator last) {
    const auto place = before - data_;
    const auto old = static_cast<std::ptrdiff_t>(size_);
    append(first, last);
    std::rotate(data_ + place, data_ + old, data_ + size_);
  }
  void insert(const T* before, T element) {
    const auto place = before - data_;
    push_back(std::move(element));
    std::rotate(data_ + place, data_ + size_ - 1, data_ + size_);
  }
  T* erase(const T* first, const T* last) {
    T* place = data_ + (first - data_);
    const T* kept = std::move(data_ + (last - data_), end(), place);
    shorten(static_cast<std::size_t>(kept - data_));
    return place;
  }
  T* erase(const T* element) { return erase(element, element + 1); }

  template <typename Condition>
  friend void erase_if(Few& list, Condition condition) {
    list.erase(std::remove_if(list.begin(), list.end(), condition), list.end());
  }

  friend bool operator==(const Few& a, const Few& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }
  friend bool operator<(const Few& a, const Few& b) { return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()); }

 private:
  [[nodiscard]] T* near() { return reinterpret_cast<T*>(near_); }

  void reserve(std::size_t count) {
    if (count <= room_) return;
    T* larger = std::allocator<T>().allocate(count);
    std::uninitialized_move(begin(), end(), larger);
    const auto size = size_;
    release();
    data_ = larger;
    size_ = size;
    room_ = static_cast<std::uint32_t>(count);
  }
  template <typename Iterator>
  void append(Iterator first, Iterator last) {
    reserve(size_ + static_cast<std::size_t>(std::distance(first, last)));
    for (; first != last; ++first) std::construct_at(data_ + size_++, *first);
  }
  void shorten(std::size_t count) {
    std::destroy(data_ + count, end());
    size_ = static_cast<std::uint32_t>(count);
  }
  void take(Few& other) {
    if (other.data_ != other.near()) {
      data_ = std::exchange(other.data_, other.near());
      size_ = std::exchange(other.size_, 0);
      room_ = std::exchange(other.room_, N);
      return;
    }
    std::uninitialized_move(other.begin(), other.end(), data_);
    size_ = other.size_;
    other.shorten(0);
  }
  /// Leaves an empty list.
  void release() {
    shorten(0);
    if (data_ == near()) return;
    std::allocator<T>().deallocate(data_, room_);
    data_ = near();
    room_ = N;
  }

  std::uint32_t size_ = 0;
  std::uint32_t room_ = N;
  T* data_ = near();
  alignas(T) std::byte near_[N * sizeof(T)];
};

}  // namespace eqlens
