#include "expression/facts.hpp"

#include <algorithm>
#include <array>

#include "expression/prose.hpp"

#include "base/text.hpp"

namespace eqlens {

namespace {

// What ends a phrase of prose.
constexpr std::string_view stops = ",.;";

struct Cue {
  std::string_view word;
  std::string_view role;
};

// The first that occurs decides, so what is said of learning stands before the nouns.
constexpr std::array cues = {
    Cue{"number of", "constant"},
    Cue{"frozen", "constant"},
    Cue{"fixed", "constant"},
    Cue{"not learned", "constant"},
    Cue{"not updated", "constant"},
    Cue{"not trained", "constant"},
    Cue{"detached", "constant"},
    Cue{"bias-corrected", "input"},
    Cue{"bias corrected", "input"},
    Cue{"attention weight", "input"},
    Cue{"learned", "learned"},
    Cue{"trained", "learned"},
    Cue{"learnable", "learned"},
    Cue{"trainable", "learned"},
    Cue{"optimized", "learned"},
    Cue{"optimised", "learned"},
    Cue{"hyper", "constant"},
    Cue{"constant", "constant"},
    Cue{"learning rate", "constant"},
    Cue{"learning-rate", "constant"},
    Cue{"step size", "constant"},
    Cue{"temperature", "constant"},
    Cue{"decay", "constant"},
    Cue{"momentum coefficient", "constant"},
    Cue{"dropout", "constant"},
    Cue{"margin", "constant"},
    Cue{"threshold", "constant"},
    Cue{"discount", "constant"},
    Cue{"smoothing", "constant"},
    Cue{"penalty", "constant"},
    Cue{"regulari", "constant"},
    Cue{"numerical stability", "constant"},
    Cue{"dimension of", "constant"},
    Cue{"dimensionality", "constant"},
    Cue{"width of", "constant"},
    Cue{"tuned", "constant"},
    Cue{"set by hand", "constant"},
    Cue{"schedule", "constant"},
    Cue{"batch size", "constant"},
    Cue{"window size", "constant"},
    Cue{"length scale", "constant"},
    Cue{"lengthscale", "constant"},
    Cue{"with parameter", "operation"},
    Cue{"parameter", "learned"},
    Cue{"weight matri", "learned"},
    Cue{"projection", "learned"},
    Cue{"bias", "learned"},
    Cue{"embedding matri", "learned"},
    Cue{"function", "operation"},
    Cue{"distribution", "operation"},
    Cue{"policy", "operation"},
    Cue{"operator", "operation"},
    Cue{"input", "input"},
    Cue{"given", "input"},
    Cue{"feature", "input"},
    Cue{"label", "input"},
    Cue{"target", "input"},
    Cue{"noise", "input"},
    Cue{"data", "input"},
    Cue{"state", "input"},
    Cue{"observ", "input"},
    Cue{"sample", "input"},
    Cue{"example", "input"},
    Cue{"token", "input"},
    Cue{"embedding", "input"},
    Cue{"previous", "input"},
    Cue{"ground truth", "input"},
    Cue{"ground-truth", "input"},
    Cue{"gradient", "input"},
    Cue{"quer", "input"},
    Cue{"keys", "input"},
    Cue{"value", "input"},
    Cue{"score", "input"},
    Cue{"logits", "input"},
    Cue{"mask", "input"},
    Cue{"reward", "input"},
    Cue{"action", "input"},
};

struct Verb {
  std::size_t begin = std::string_view::npos;
  std::size_t size = 0;
};

// The verb of a sentence; what stands in braces or brackets is part of a formula.
Verb verb_of(std::string_view text) {
  constexpr std::array verbs = {" is ",         " are ",       " denotes ",  " denote ", " means ",
                                " represents ", " represent ", " contains ", " holds ",  " hold "};
  int depth = 0;
  for (std::size_t n = 0; n < text.size(); ++n) {
    const char c = text[n];
    depth += c == '{' || c == '(' || c == '[' ? 1 : c == '}' || c == ')' || c == ']' ? -1 : 0;
    if (c != ' ' || depth != 0) continue;
    for (const std::string_view verb : verbs)
      if (text.substr(n).starts_with(verb)) return {n, verb.size()};
  }
  return {};
}

// Whether a text is one formula, `\hat y` or `p(\mathbf z)`, and no words: "the softmax".
bool is_formula(std::string_view text) {
  int depth = 0;
  bool command = false, spaced = false;
  std::size_t letters = 0;
  bool word = false;
  for (std::size_t n = 0; n <= text.size(); ++n) {
    const char c = n < text.size() ? text[n] : ' ';
    depth += c == '{' || c == '(' || c == '[' ? 1 : c == '}' || c == ')' || c == ']' ? -1 : 0;
    if (c == '\\') command = true;
    if (is_letter(c) && depth == 0 && !command) {
      ++letters;
      continue;
    }
    if (is_letter(c)) continue;
    word = word || letters > 1;
    letters = 0;
    if (c != '\\') command = false;
    spaced = spaced || (c == ' ' && n < text.size() && depth == 0);
  }
  return !text.empty() && !(word && spaced);
}

std::vector<std::string> names_in(std::string names) {
  for (std::size_t join = names.find(" and "); join != std::string::npos; join = names.find(" and ")) names.replace(join, 5, ",");
  std::vector<std::string> list;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t n = 0; n <= names.size(); ++n) {
    const char c = n < names.size() ? names[n] : ',';
    depth += c == '{' || c == '(' || c == '[' ? 1 : c == '}' || c == ')' || c == ']' ? -1 : 0;
    if (c != ',' || (depth > 0 && n < names.size())) continue;
    if (const auto name = trimmed(std::string_view(names).substr(begin, n - begin), stops); !name.empty()) list.emplace_back(name);
    begin = n + 1;
  }
  return list;
}

// "W is a learned projection", "V and c are learned", "W \in \mathbb{R}^{m \times d} is learned": the symbols and the
// phrase behind the verb. False if the text has no verb.
bool sentence(std::string_view text, std::vector<Fact>& facts) {
  const auto verb = verb_of(text);
  if (verb.size == 0) return false;
  auto subject = trimmed(text.substr(0, verb.begin), stops);
  for (const std::string_view lead : {"where ", "with ", "and ", "here ", "Here ", "Where ", "let ", "Let "})
    if (subject.starts_with(lead)) subject.remove_prefix(lead.size());
  std::string math(subject);
  std::erase(math, '$');
  const std::string_view phrase = trimmed(text.substr(verb.begin + verb.size), stops);
  const auto names = names_in(subject_of(math));
  // What is said of words is not made letters of.
  if (names.empty() || !std::all_of(names.begin(), names.end(), [](const std::string& name) { return is_formula(name); })) {
    facts.push_back({std::string(text), {}, {}, true});
    return true;
  }
  if (states(math)) facts.push_back({math, {}, {}, false});
  const bool means = text.substr(verb.begin, verb.size) == " means ";
  const auto each = meanings_of_each(phrase, names.size());
  for (std::size_t n = 0; n < names.size(); ++n) {
    const std::string meaning = each.empty() ? std::string(phrase) : each[n];
    facts.push_back({names[n], means ? std::string() : role_of(meaning), meaning, false});
  }
  return true;
}

bool is_dots(std::string_view text) { return text.ends_with("dots") || text.ends_with("...") || text.ends_with("…"); }

// " K, V \in \mathbb{R}^m": names, and then what is said of them all.
bool states_of_names(std::string_view text) {
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t n = 0; n <= text.size(); ++n) {
    const char c = n < text.size() ? text[n] : ',';
    depth += c == '{' || c == '(' || c == '[' ? 1 : c == '}' || c == ')' || c == ']' ? -1 : 0;
    if (c != ',' || (depth != 0 && n < text.size())) continue;
    const auto item = trimmed(text.substr(begin, n - begin), stops);
    if (states(item)) return true;
    const bool name = !item.empty() && item.find(' ') == std::string_view::npos && (item[0] < '0' || item[0] > '9') && !is_dots(item);
    if (!name) return false;
    begin = n + 1;
  }
  return false;
}

// Parts at `;`, and at "," or "and" where both sides state something: `x, y \in \mathbb{R}^n` stays whole, and in
// `x \in A, y, z \in B` y belongs to z.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  int depth = 0;
  bool math = false;
  for (std::size_t n = 0; n < text.size(); ++n) {
    const char c = text[n];
    if (c == '\\') {
      // `\,` and `\;` part nothing; what stands in an environment stays together.
      if (text.substr(n).starts_with("\\begin")) ++depth;
      if (text.substr(n).starts_with("\\end")) --depth;
      ++n;
      continue;
    }
    if (c == '$') math = !math;
    if (c == '{' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == ')' || c == ']') --depth;
    if (depth != 0 || math) continue;
    const bool word = text.substr(n).starts_with(" and ");
    if (c != ';' && c != ',' && !word) continue;
    const auto left = text.substr(begin, n - begin);
    const auto right = text.substr(n + (word ? 5 : 1));
    const bool declared = left.find("\\in ") != std::string_view::npos || left.find("∈") != std::string_view::npos;
    const bool listed = declared && !is_dots(trimmed(left, stops)) && states_of_names(right);
    if (c != ';' && !(states(left) && (listed || states(right.substr(0, right.find(',')))))) continue;
    parts.emplace_back(trimmed(left, stops));
    begin = n + (word ? 5 : 1);
  }
  parts.emplace_back(trimmed(text.substr(begin), stops));
  return parts;
}

// Words without a formula: nothing that a fact could be read from.
bool mere_words(std::string_view text) {
  if (text.find_first_of("\\$=<>_^{}()[]") != std::string_view::npos || states(text)) return false;
  std::size_t words = 0;
  for (std::size_t n = 0; n < text.size(); ++n)
    if (n > 2 && text[n] != ' ' && text[n - 1] != ' ' && text[n - 2] != ' ') ++words;
  return words > 2;
}

// Dollars around formulas make a sentence; those inside braces (`\mbox{$c$}`) belong to a formula.
bool has_formulas(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (c == '$' && depth == 0) return true;
  }
  return false;
}

void read_fact(const std::string& text, std::vector<Fact>& facts) {
  if (!text.empty() && !sentence(text, facts)) facts.push_back({text, {}, {}, mere_words(text)});
}

}  // namespace

std::string role_of(std::string_view phrase) {
  for (const auto& cue : cues)
    if (phrase.find(cue.word) != std::string_view::npos) return std::string(cue.role);
  return {};
}

bool states(std::string_view text) {
  if (text.find_first_of("=<>≤≥∈∼") != std::string_view::npos && text.find('=') + 1 != text.size()) return true;
  for (const std::string_view sign : {"\\in", "\\sim", "\\le", "\\ge", "\\approx", "\\leftarrow", " is ", " are ", " denotes "})
    if (text.find(sign) != std::string_view::npos) return true;
  return false;
}

std::vector<Fact> read_facts(const std::vector<std::string>& texts) {
  std::vector<Fact> facts;
  for (const auto& text : texts) {
    if (has_formulas(text)) {
      const auto told = read_prose(text);
      facts.insert(facts.end(), told.begin(), told.end());
      continue;
    }
    for (const auto& part : parts_of(text)) read_fact(part, facts);
  }
  return facts;
}

}  // namespace eqlens
