#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eqlens {

/// A group that was opened in speech and whose end cannot be heard until something says so.
struct OpenGroup {
  enum class Kind { quantity, root, denominator, argument, list, label, body, matrix };
  Kind kind = Kind::quantity;
  std::string end;  ///< its end word: "root", "fraction", "max"
};

/// Spoken words and the groups that are still open at their end, the outermost first.
struct Phrase {
  std::string text;
  std::vector<OpenGroup> open;
  bool names_symbol = false;  ///< the first word is a symbol's name, which no sentence makes a capital
  bool all_over = false;      ///< said "all over" at the start of the side: only "then" or "all" may follow
  bool parenthetic = false;   ///< ends with ", entry i": a comma follows even before "equals"
};

enum class Ends { silent, spoken };  ///< whether end words are said for every group (the strict register)

/// What follows closed groups: "times" becomes ", all times", "plus" becomes ", then plus".
struct Continuation {
  std::string_view words;
  std::string_view lead;  ///< "all" or "then"
};

/// Says the words that continue after `phrase`, closing what is open in it. `start`: the phrase is all of the side so far.
void continue_after(Phrase& phrase, Continuation continuation, bool start, Ends ends);

/// Closes what is open in a phrase inside a list, before a comma or "and".
void close_item(Phrase& phrase, Ends ends);

/// Puts words before a phrase; they are then its first words.
void prefix(Phrase& phrase, std::string_view words);

/// Appends a phrase after a blank; its open groups stay open.
void append(Phrase& phrase, Phrase&& next);

/// Opens a group outside those that are already open.
void open_outside(Phrase& phrase, OpenGroup group);

}  // namespace eqlens
