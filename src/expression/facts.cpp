#include "expression/facts.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace eqlens {

namespace {

struct Cue {
  std::string_view word;
  std::string_view role;
};

constexpr std::array cues = {
    Cue{"learned", "learned"},
    Cue{"learnable", "learned"},
    Cue{"trainable", "learned"},
    Cue{"parameter", "learned"},
    Cue{"weight matrix", "learned"},
    Cue{"projection", "learned"},
    Cue{"hyper-parameter", "constant"},
    Cue{"hyperparameter", "constant"},
    Cue{"constant", "constant"},
    Cue{"fixed", "constant"},
    Cue{"learning rate", "constant"},
    Cue{"step size", "constant"},
    Cue{"temperature", "constant"},
    Cue{"decay", "constant"},
    Cue{"number of", "constant"},
    Cue{"margin", "constant"},
    Cue{"threshold", "constant"},
    Cue{"frozen", "constant"},
    Cue{"input", "input"},
    Cue{"given", "input"},
    Cue{"features", "input"},
    Cue{"label", "input"},
    Cue{"target", "input"},
    Cue{"noise", "input"},
    Cue{"data", "input"},
    Cue{"state", "input"},
};

std::string_view trimmed(std::string_view text) {
  const auto drop = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == ',' || c == '.' || c == ';'; };
  while (!text.empty() && drop(text.front())) text.remove_prefix(1);
  while (!text.empty() && drop(text.back())) text.remove_suffix(1);
  return text;
}

std::string role_of(std::string_view phrase) {
  for (const auto& cue : cues)
    if (phrase.find(cue.word) != std::string_view::npos) return std::string(cue.role);
  return {};
}

// "W is a learned projection": the symbol and the phrase behind the verb.
std::optional<Fact> sentence(std::string_view text) {
  for (const std::string_view verb : {" is ", " are ", " denotes ", " denote "}) {
    const auto at = text.find(verb);
    if (at == std::string_view::npos) continue;
    auto symbol = trimmed(text.substr(0, at));
    for (const std::string_view lead : {"where ", "with ", "and ", "here ", "Here ", "Where ", "let ", "Let "})
      if (symbol.starts_with(lead)) symbol.remove_prefix(lead.size());
    std::string math(symbol);
    std::erase(math, '$');
    const std::string_view phrase = trimmed(text.substr(at + verb.size()));
    if (math.empty() || math.find(' ') != std::string::npos) return std::nullopt;
    const std::string role = role_of(phrase);
    return Fact{math, role.empty() ? "input" : role, std::string(phrase)};
  }
  return std::nullopt;
}

}  // namespace

std::vector<Fact> read_facts(const std::vector<std::string>& texts) {
  std::vector<Fact> facts;
  for (const auto& text : texts) {
    const bool prose = text.find('$') != std::string::npos;
    if (const auto found =
            text.find('\\') == std::string::npos || prose || text.find(" is ") != std::string::npos ? sentence(text) : std::nullopt) {
      facts.push_back(*found);
      if (!prose) continue;
    }
    if (!prose) {
      facts.push_back({text, {}, {}});
      continue;
    }
    for (std::size_t begin = text.find('$'); begin != std::string::npos;) {
      const std::size_t end = text.find('$', begin + 1);
      if (end == std::string::npos) break;
      const std::string math = text.substr(begin + 1, end - begin - 1);
      if (math.find_first_of("=<>") != std::string::npos || math.find("\\in") != std::string::npos ||
          math.find("\\sim") != std::string::npos)
        facts.push_back({math, {}, {}});
      begin = text.find('$', end + 1);
    }
  }
  return facts;
}

}  // namespace eqlens
