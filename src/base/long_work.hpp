#pragma once

#include <atomic>
#include <cstdint>

namespace eqlens {

/// What long work tells of itself, and what it is told: whoever runs the program may ask it to stop. A signal handler may set it.
struct LongWork {
  std::atomic<bool> stop{false};
  std::atomic<std::int64_t> done{0};   ///< steps taken
  std::atomic<std::int64_t> total{0};  ///< steps there are; 0 where nobody counts them
};
inline LongWork long_work;
static_assert(std::atomic<bool>::is_always_lock_free);

[[nodiscard]] inline bool stop_requested() { return long_work.stop.load(std::memory_order_relaxed); }

}  // namespace eqlens
