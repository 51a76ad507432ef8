#include "kernel/pool.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "base/long_work.hpp"
#include "kernel/buffer.hpp"

namespace eqlens {

namespace {

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

thread_local bool inside_a_piece = false;

class Pool {
 public:
  static Pool& the() {
    static Pool pool;
    return pool;
  }

  void run(std::size_t pieces, Piece piece, void* context, unsigned threads) {
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const auto wanted = std::min<std::size_t>(threads == 0 ? cores : threads, pieces);
    std::unique_lock<std::mutex> mine(user_, std::defer_lock);
    if (wanted <= 1 || inside_a_piece || !mine.try_lock()) {
      for (std::size_t i = 0; i < pieces && !stop_requested(); ++i) piece(context, i);
      return;
    }
    grow(wanted - 1);
    piece_ = piece;
    context_ = context;
    pieces_ = pieces;
    next_.store(0, std::memory_order_relaxed);
    helpers_ = wanted - 1;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      open_.store(round_.fetch_add(1) + 1);
    }
    wake_.notify_all();
    work();
    // Who still sleeps is not waited for: the round is closed, and only those who are in it must leave.
    open_.store(0);
    while (active_.load() != 0) pause();
  }

  ~Pool() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ends_ = true;
      round_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
    for (auto& thread : threads_) thread.join();
  }

 private:
  void grow(std::size_t count) {
    while (threads_.size() < count) {
      const auto number = threads_.size();
      const auto round = round_.load(std::memory_order_relaxed);
      threads_.emplace_back([this, number, round] { wait(number, round); });
    }
  }

  void work() {
    inside_a_piece = true;
    for (auto i = next_.fetch_add(1); i < pieces_ && !stop_requested(); i = next_.fetch_add(1)) piece_(context_, i);
    inside_a_piece = false;
  }

  /// A short spin, since work often comes in rows; then sleep.
  void wait(std::size_t number, std::uint64_t seen) {
    constexpr auto spin = std::chrono::microseconds(50);
    while (true) {
      const auto until = std::chrono::steady_clock::now() + spin;
      while (round_.load(std::memory_order_acquire) == seen && std::chrono::steady_clock::now() < until) pause();
      if (round_.load(std::memory_order_acquire) == seen) {
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [&] { return round_.load(std::memory_order_acquire) != seen; });
      }
      seen = round_.load(std::memory_order_acquire);
      if (ends_) return;
      active_.fetch_add(1);
      if (open_.load() == seen && number < helpers_) work();
      active_.fetch_sub(1);
    }
  }

  std::mutex user_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::thread> threads_;
  std::atomic<std::uint64_t> round_{1};
  std::atomic<std::size_t> next_{0};
  std::atomic<std::uint64_t> open_{0};  ///< the round that may be joined
  std::atomic<std::size_t> active_{0};
  Piece piece_ = nullptr;
  void* context_ = nullptr;
  std::size_t pieces_ = 0;
  std::atomic<std::size_t> helpers_{0};
  bool ends_ = false;
};

}  // namespace

void run_pieces(std::size_t pieces, Piece piece, void* context, unsigned threads) {
  if (pieces == 1 || threads == 1) {
    for (std::size_t i = 0; i < pieces && !stop_requested(); ++i) piece(context, i);
    return;
  }
  Pool::the().run(pieces, piece, context, threads);
}

void* scratch(std::size_t bytes) {
  thread_local Buffer buffer;
  return buffer.require((bytes + sizeof(double) - 1) / sizeof(double));
}

}  // namespace eqlens
