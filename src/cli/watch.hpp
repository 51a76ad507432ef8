#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace eqlens {

inline constexpr int stopped_by_user = 130;

/// While it lives, Ctrl-C asks the work to stop (a second one ends the program at once), and work that takes longer than two seconds
/// shows on a terminal that it goes on.
class Watch {
 public:
  Watch();
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  void show();

  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::thread thread_;  ///< only where standard error is a terminal
};

}  // namespace eqlens
