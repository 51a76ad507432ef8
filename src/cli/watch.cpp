#include "cli/watch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <string>

#include "base/long_work.hpp"

namespace eqlens {

namespace {

constexpr std::chrono::seconds patience{2};
constexpr std::chrono::milliseconds pause_between{500};

extern "C" void stop_on_signal(int) {
  long_work.stop = true;
  std::signal(SIGINT, SIG_DFL);
}

void write_error(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

std::string progress(std::chrono::seconds elapsed) {
  const auto total = long_work.total.load();
  const auto steps = total > 0 ? fmt::format(", step {} of {}", long_work.done.load(), total) : std::string();
  return fmt::format("\r\x1b[Kworking for {} s{} (Ctrl-C stops)", elapsed.count(), steps);
}

}  // namespace

Watch::Watch() {
  std::signal(SIGINT, stop_on_signal);
  if (isatty(STDERR_FILENO) == 1) thread_ = std::thread([this] { show(); });
}

Watch::~Watch() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  over_.notify_all();
  if (thread_.joinable()) thread_.join();
  std::signal(SIGINT, SIG_DFL);
}

void Watch::show() {
  const auto begin = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  if (over_.wait_for(lock, patience, [this] { return is_over_; })) return;
  while (!is_over_) {
    write_error(progress(std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin)));
    over_.wait_for(lock, pause_between, [this] { return is_over_; });
  }
  write_error("\r\x1b[K");
}

}  // namespace eqlens
