#pragma once

#include <string>
#include <string_view>

namespace eqlens {

/// One line of plain text that grows part by part, with spaces where parts would run into each other.
class PlainLine {
 public:
  void append(const std::string& part);
  /// What follows no longer belongs to a name such as `step\_size`.
  void end_name() { in_name_ = false; }

  std::string text;

 private:
  [[nodiscard]] bool needs_space(std::string_view part) const;

  std::string last_;      ///< the part that was written last: what follows may need a space
  bool in_name_ = false;  ///< behind the underscore of a name, which its letters end
};

/// `log`, `headᵢ`, `∇_θ`: what runs into its neighbours if nothing stands between.
[[nodiscard]] bool is_wordy(std::string_view part);

/// `=`, `≤`, `+`: what has a space on both sides.
[[nodiscard]] bool is_relation(std::string_view part);

}  // namespace eqlens
