#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "read/reading.hpp"
#include "report/page.hpp"

namespace eqlens {

enum class Task : std::uint8_t { decode, check, eval, example, symbols };

/// The command line as typed, nothing looked up yet.
struct Options {
  Task task = Task::decode;
  std::vector<std::string> inputs;
  std::string as;
  std::vector<std::string> where;
  std::string macros;
  std::vector<std::string> let;
  std::vector<std::string> index_from;
  std::vector<std::string> size;
  std::string sample = "auto";
  std::uint64_t seed = 0;
  std::string iterate;
  std::vector<std::string> grad;
  std::string precision = "f64";
  std::string out;
  bool trace = false;
  bool json = false;
  bool strict = false;
  bool markdown = false;
  bool all = false;
  bool experiments = true;
  std::size_t nth = 0;  ///< 0: not picked
  std::string label;
  PageParts parts;
  std::string spoken = "aloud";
  std::string color = "auto";
};

}  // namespace eqlens
