#pragma once

#include <string>
#include <vector>

#include "experiment/finding.hpp"
#include "role/role.hpp"

namespace eqlens {

struct QuestionAnswer {
  std::string question;
  std::string answer;
};

struct KnownAs {
  std::string name;        ///< "scaled dot-product attention"; empty if no card matches
  std::string difference;  ///< for one-edit-away formulas
  std::string remark;
};

enum class Register { aloud, strict, named };

/// The answers as data; writers decide how they look.
struct Reading {
  std::string aloud;
  std::string plain;
  std::vector<QuestionAnswer> questions;  ///< the seven, in their order
  std::vector<std::string> conventions;   ///< what the notation leaves unsaid
  std::vector<std::string> flow;          ///< shapes from inputs to result: "QK^\top: (n × d_k)(d_k × m) → n × m"
  KnownAs known_as;
  std::vector<Finding> experiments;  ///< what was tried, the most surprising first
};

/// Reads an analysis: aloud, in plain words, the seven questions. What experiments found goes into the last answer.
[[nodiscard]] Reading read(const Analysis& analysis, Register spoken = Register::aloud, std::vector<Finding> experiments = {});

}  // namespace eqlens
