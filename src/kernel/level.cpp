#include "kernel/level.hpp"

#include <algorithm>
#include <cstdlib>

namespace eqlens {

namespace {

Level best_level() {
#if defined(__x86_64__)
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd");
  return v4 ? Level::v4 : v3 ? Level::v3 : Level::v2;
#else
  return Level::v2;
#endif
}

Level chosen_level() {
  const auto best = best_level();
  const char* wanted = std::getenv("EQLENS_LEVEL");
  if (wanted == nullptr) return best;
  for (const auto lower : {Level::v2, Level::v3, Level::v4})
    if (name(lower) == wanted) return std::min(lower, best);
  return best;
}

}  // namespace

Level level() {
  static const Level chosen = chosen_level();
  return chosen;
}

std::string_view name(Level level) {
  switch (level) {
    case Level::v2: return "v2";
    case Level::v3: return "v3";
    case Level::v4: return "v4";
  }
  return "";
}

}  // namespace eqlens
