#include "read/phrase.hpp"

#include <algorithm>
#include <iterator>

namespace eqlens {

namespace {

using Kind = OpenGroup::Kind;

/// A comma alone cannot close the argument of a named operator, the body of a big one, or several groups at once.
bool needs_words(const Phrase& phrase) {
  if (phrase.all_over || phrase.open.size() > 1) return true;
  return !phrase.open.empty() && (phrase.open[0].kind == Kind::argument || phrase.open[0].kind == Kind::body);
}

void say_all_ends(Phrase& phrase) {
  for (auto group = phrase.open.rbegin(); group != phrase.open.rend(); ++group)
    if (group->kind != Kind::label) phrase.text += " end " + group->end;
}

}  // namespace

void continue_after(Phrase& phrase, Continuation continuation, bool start, Ends ends) {
  const bool matrix = !phrase.open.empty() && phrase.open.back().kind == Kind::matrix;
  if (ends == Ends::spoken) {
    if (phrase.open.empty()) {
      phrase.text += phrase.all_over ? ", " : " ";
    } else {
      say_all_ends(phrase);
      phrase.text += ", ";
    }
    phrase.text += continuation.words;
  } else if (matrix) {
    phrase.text += "; ";
    phrase.text += continuation.words;
  } else if (phrase.open.empty() && !phrase.all_over) {
    phrase.text += ' ';
    phrase.text += continuation.words;
  } else if (!needs_words(phrase)) {
    phrase.text += ", ";
    phrase.text += continuation.words;
  } else if (start) {
    phrase.text += ", ";
    phrase.text += continuation.lead;
    phrase.text += ' ';
    phrase.text += continuation.words;
  } else {
    if (!phrase.open.empty()) phrase.text += " end " + phrase.open.front().end;
    phrase.text += ", ";
    phrase.text += continuation.words;
  }
  phrase.open.clear();
  phrase.all_over = false;
  phrase.parenthetic = false;
}

void close_item(Phrase& phrase, Ends ends) {
  if (ends == Ends::spoken)
    say_all_ends(phrase);
  else if (needs_words(phrase) && !phrase.open.empty())
    phrase.text += " end " + phrase.open.front().end;
  phrase.open.clear();
  phrase.all_over = false;
  phrase.parenthetic = false;
}

void prefix(Phrase& phrase, std::string_view words) {
  phrase.text.insert(0, std::string(words) + ' ');
  phrase.names_symbol = false;
}

void append(Phrase& phrase, Phrase&& next) {
  if (!phrase.text.empty() && !next.text.empty()) phrase.text += ' ';
  if (phrase.text.empty()) phrase.names_symbol = next.names_symbol;
  phrase.text += next.text;
  std::move(next.open.begin(), next.open.end(), std::back_inserter(phrase.open));
  phrase.parenthetic = next.parenthetic;
}

void open_outside(Phrase& phrase, OpenGroup group) { phrase.open.insert(phrase.open.begin(), std::move(group)); }

}  // namespace eqlens
