#include "expression/prose.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace eqlens {

namespace {

// A word, a sign of punctuation or a formula of the sentence.
struct ProsePiece {
  std::string text;  // a formula without its dollars
  bool math = false;

  [[nodiscard]] bool is(std::string_view word) const { return !math && text == word; }
};

using Clause = std::vector<ProsePiece>;

bool is_stop(char c) { return c == ',' || c == ';' || c == '.' || c == ':' || c == '(' || c == ')'; }

Clause pieces_of(std::string_view text) {
  Clause pieces;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) pieces.push_back({word, false});
    word.clear();
  };
  for (std::size_t n = 0; n < text.size(); ++n) {
    const char c = text[n];
    if (c == '$') {
      const std::size_t end = text.find('$', n + 1);
      if (end == std::string_view::npos) break;
      finish();
      pieces.push_back({std::string(text.substr(n + 1, end - n - 1)), true});
      n = end;
    } else if (c == ' ' || c == '\n' || c == '\t' || c == '~') {
      finish();
    } else if (is_stop(c) && (n + 1 == text.size() || c != '.' || text[n + 1] == ' ' || text[n + 1] == '\n')) {
      finish();
      pieces.push_back({std::string(1, c), false});
    } else {
      word += c >= 'A' && c <= 'Z' && (n == 0 || word.empty()) && n + 1 < text.size() && text[n + 1] >= 'a'
                  ? static_cast<char>(c - 'A' + 'a')
                  : c;
    }
  }
  finish();
  return pieces;
}

bool is_verb(const Clause& pieces, std::size_t n) {
  static constexpr std::array verbs = {"is",    "are",      "denotes", "denote", "represents", "represent", "be",
                                       "means", "contains", "contain", "holds",  "hold",       "gives",     "counts"};
  if (n >= pieces.size() || pieces[n].math) return false;
  if (std::any_of(verbs.begin(), verbs.end(), [&](std::string_view verb) { return pieces[n].text == verb; })) return true;
  return (pieces[n].is("stands") || pieces[n].is("stand")) && n + 1 < pieces.size() && pieces[n + 1].is("for");
}

bool ends_clause(const ProsePiece& piece) {
  return piece.is(".") || piece.is(";") || piece.is(":") || piece.is("where") || piece.is("which") || piece.is("that") ||
         piece.is("while") || piece.is("whereas");
}

// Whether a formula stands behind a noun that belongs to another: "with parameters $\phi$", "of width $d$".
bool named_on_the_way(const Clause& pieces, std::size_t formula) {
  if (formula < 2 || pieces[formula - 1].math || pieces[formula - 2].math) return false;
  const auto& before = pieces[formula - 2];
  return before.is("with") || before.is("of") || before.is("by") || before.is("given");
}

// The formulas listed right before a place: `$Q$, $K$ and $V$`.
std::vector<std::size_t> listed_before(const Clause& pieces, std::size_t verb) {
  std::vector<std::size_t> list;
  std::size_t n = verb;
  while (n > 0 && pieces[n - 1].math) {
    list.insert(list.begin(), --n);
    const std::size_t behind = n;
    const bool joined = n > 0 && pieces[n - 1].is("and");
    if (joined) --n;
    if (n > 0 && pieces[n - 1].is(",")) --n;
    if (n == behind) break;
    // `$x \in \mathbb{R}^d$, $W \in \ldots$ and $b \in \ldots$ are learned`: the comma parts clauses.
    if (!joined && n > 0 && pieces[n - 1].math && states(pieces[n - 1].text)) break;
    // "the coder with parameters $\phi$, $\mu$ and $\sigma$ are": the first belongs to its noun.
    if (!joined && n > 1 && pieces[n - 1].math && list.size() > 1 && named_on_the_way(pieces, n - 1)) break;
    // `..., the bias and $V$ is`: what stands before is no formula, so the list is over.
    if (n == 0 || !pieces[n - 1].math) break;
  }
  return list;
}

std::string phrase_of(const Clause& pieces, std::size_t begin, std::size_t end) {
  while (begin < end && (pieces[begin].is(",") || pieces[begin].is("and") || pieces[begin].is("for"))) ++begin;
  while (end > begin && (pieces[end - 1].is(",") || pieces[end - 1].is("and") || pieces[end - 1].is("respectively") ||
                         pieces[end - 1].is("with") || pieces[end - 1].is("let")))
    --end;
  std::string phrase;
  for (std::size_t n = begin; n < end; ++n) {
    const bool stop = !pieces[n].math && pieces[n].text.size() == 1 && is_stop(pieces[n].text[0]) && pieces[n].text != "(";
    const bool hangs = !pieces[n].math && pieces[n].text[0] == '-';  // `$d$-dimensional`
    if (!phrase.empty() && !stop && !hangs && phrase.back() != '(') phrase += ' ';
    phrase += pieces[n].math ? "$" + pieces[n].text + "$" : pieces[n].text;
  }
  return phrase;
}

// The parts of "A, B and C".
std::vector<std::string> parts_of_list(const Clause& pieces, std::size_t begin, std::size_t end) {
  std::vector<std::string> parts;
  std::size_t from = begin;
  for (std::size_t n = begin; n <= end; ++n) {
    if (n < end && !pieces[n].is(",") && !pieces[n].is("and")) continue;
    if (const std::string part = phrase_of(pieces, from, n); !part.empty() && part != "respectively") parts.push_back(part);
    from = n + 1;
  }
  return parts;
}

/// One of what a plural names: "gates", "matrices".
std::string singular(const std::string& noun) {
  if (noun.ends_with("matrices")) return noun.substr(0, noun.size() - 4) + "ix";
  if (noun.ends_with("ies")) return noun.substr(0, noun.size() - 3) + "y";
  const bool hissing = noun.ends_with("sses") || noun.ends_with("xes") || noun.ends_with("ches");
  return noun.substr(0, noun.size() - (hissing ? 2 : 1));
}

// "the true and predicted labels" are the true label and the predicted label, "the queries and keys" the queries and the keys.
void share_noun(std::vector<std::string>& parts) {
  const bool definite = parts.front().starts_with("the ");
  for (auto& part : parts)
    if (definite && !part.starts_with("the ") && !part.starts_with("a ") && !part.starts_with("an ") && part[0] != '$')
      part.insert(0, "the ");
  const auto bare = [](const std::string& part) { return part.starts_with("the ") ? part.substr(4) : part; };
  const auto last = bare(parts.back());
  const auto gap = last.find(' ');
  if (parts.size() < 2 || gap == std::string::npos || last.find(' ', gap + 1) != std::string::npos || !last.ends_with('s')) return;
  for (std::size_t n = 0; n + 1 < parts.size(); ++n)
    if (bare(parts[n]).find_first_of(" $") != std::string::npos || parts[n].ends_with('s')) return;
  const auto noun = singular(last.substr(gap + 1));
  for (auto& part : parts) part = (definite ? "the " : "") + bare(part).substr(0, bare(part).find(' ')) + " " + noun;
}

// "a $d$-dimensional vector", "an $n \times d$ matrix", "of size $n \times d$", "an $m$-by-$n$ matrix".
std::optional<std::string> shape_of(const Clause& pieces, std::size_t begin, std::size_t end) {
  for (std::size_t n = begin; n < end; ++n) {
    if (!pieces[n].math) continue;
    const std::string& math = pieces[n].text;
    const auto next = n + 1 < end ? pieces[n + 1].text : std::string();
    const auto before = n > begin ? pieces[n - 1].text : std::string();
    if (next.starts_with("-dimensional") || next.starts_with("dimensional")) return math;
    const bool counted = next == "units" || next == "entries" || next == "components";
    const bool list = std::any_of(pieces.begin() + static_cast<std::ptrdiff_t>(begin), pieces.begin() + static_cast<std::ptrdiff_t>(n),
                                  [](const ProsePiece& piece) { return piece.is("state") || piece.is("vector"); });
    if (before == "with" && counted && list) return math;
    const bool by = (next == "-by-" || next == "by" || next == "x" || next == "×") && n + 2 < end && pieces[n + 2].math;
    if (by) return math + " \\times " + pieces[n + 2].text;
    const bool sized = before == "size" || before == "shape" || before == "dimension" || before == "dimensions" || before == "length" ||
                       before == "dimensionality";
    const bool matrix = next.starts_with("matri") || next.starts_with("tensor") || next.starts_with("array");
    if ((sized || matrix) && !states(math) && (matrix ? math.find("\\times") != std::string::npos : true)) {
      const bool number_of = sized && before == "size" && begin + 1 >= n;
      if (!number_of) return math;
    }
  }
  return std::nullopt;
}

class Prose {
 public:
  explicit Prose(std::string_view text) : pieces_(pieces_of(text)) {}

  std::vector<Fact> run() {
    bare_letters();
    for (std::size_t n = 0; n < pieces_.size(); ++n) {
      if (pieces_[n].math && states(pieces_[n].text)) facts_.push_back({pieces_[n].text, {}, {}, false});
      if (is_verb(pieces_, n)) told(n);
      if (pieces_[n].math && n > 0 && pieces_[n - 1].is("by")) denoted(n);
    }
    for (std::size_t n = 0; n < pieces_.size(); ++n)
      if (pieces_[n].math) apposed(n);
    return std::move(facts_);
  }

 private:
  // Where the phrase behind a verb ends: at the clause's end or before the subject of the next verb.
  std::size_t phrase_end(std::size_t begin) const {
    for (std::size_t n = begin; n < pieces_.size(); ++n) {
      if (ends_clause(pieces_[n])) return n;
      if (n > begin && is_verb(pieces_, n)) {
        const auto next = subjects_of(n);
        return next.empty() ? n : next.front();
      }
      // "$W$ is the weight and $b$ the bias"
      if (n > begin && gapped(n)) return n;
    }
    return pieces_.size();
  }

  // "of class $i$, and $G$ is": a verb in the singular has the last formula for its subject.
  std::vector<std::size_t> subjects_of(std::size_t verb) const {
    auto subjects = listed_before(pieces_, verb);
    const bool one = pieces_[verb].is("is") || pieces_[verb].is("denotes") || pieces_[verb].is("represents") || pieces_[verb].is("means");
    // "$x \in \mathbb{R}$ and $F$ is": the first has said what it has to say.
    if (one && subjects.size() == 2 && (subjects[1] > subjects[0] + 2 || states(pieces_[subjects[0]].text)))
      subjects.erase(subjects.begin());
    return subjects;
  }

  bool gapped(std::size_t n) const {
    if (!pieces_[n].math || n + 1 >= pieces_.size() || n == 0) return false;
    const bool opens = pieces_[n - 1].is(",") || pieces_[n - 1].is("and");
    const auto& next = pieces_[n + 1];
    return opens && (next.is("the") || next.is("a") || next.is("an"));
  }

  void told(std::size_t verb) {
    const auto subjects = subjects_of(verb);
    if (subjects.empty()) return;
    // `$C$ means the number of classes` gives a meaning and no role.
    with_role_ = !pieces_[verb].is("means");
    tell(subjects, verb + (pieces_[verb].text.starts_with("stand") ? 2 : 1));
    with_role_ = true;
  }

  void tell(const std::vector<std::size_t>& subjects, std::size_t begin) {
    const std::size_t end = phrase_end(begin);
    auto parts = parts_of_list(pieces_, begin, end);
    const bool paired = subjects.size() > 1 && parts.size() == subjects.size();
    if (paired) share_noun(parts);
    const std::string whole = phrase_of(pieces_, begin, end);
    const auto shape = shape_of(pieces_, begin, end);
    for (std::size_t n = 0; n < subjects.size(); ++n) {
      state(subjects[n], paired ? parts[n] : whole);
      if (shape) facts_.push_back({name_of(subjects[n]) + " \\in \\mathbb{R}^{" + *shape + "}", {}, {}, false});
    }
    if (end < pieces_.size() && gapped(end)) tell({end}, end + 1);
  }

  // "we denote the state by $s$", "the state is denoted by $s$"
  void denoted(std::size_t n) {
    for (std::size_t at = n - 1; at-- > 0 && !ends_clause(pieces_[at]);) {
      if (pieces_[at].is("denote")) return state(n, phrase_of(pieces_, at + 1, n - 1));
      if (!pieces_[at].is("denoted") || at == 0) continue;
      std::size_t begin = at - 1;
      while (begin > 0 && !ends_clause(pieces_[begin - 1]) && !pieces_[begin - 1].is(",")) --begin;
      return state(n, phrase_of(pieces_, begin, at - 1));
    }
  }

  // "the learning rate $\eta$": weaker, so only where the noun gives a role and nothing else was said.
  void apposed(std::size_t n) {
    std::size_t begin = n;
    while (begin > 0 && n - begin < 6 && !pieces_[begin - 1].math && !ends_clause(pieces_[begin - 1]) && !pieces_[begin - 1].is(",") &&
           !is_verb(pieces_, begin - 1)) {
      --begin;
      if (pieces_[begin].is("the") || pieces_[begin].is("a") || pieces_[begin].is("an") || pieces_[begin].is("with")) break;
    }
    if (begin == n || pieces_[n - 1].is("by") || is_verb(pieces_, n + 1) ||
        (n + 1 < pieces_.size() && pieces_[n + 1].text.starts_with("-")))
      return;
    const std::string name = name_of(n);
    const std::string phrase = phrase_of(pieces_, begin, n);
    const bool said =
        std::any_of(facts_.begin(), facts_.end(), [&](const Fact& fact) { return fact.math == name && !fact.meaning.empty(); });
    const auto& last = pieces_[n - 1].text;
    const bool open = last == "of" || last == "with" || last == "for" || last == "to" || last == "from" || last == "in" || last == "over";
    if (said || open || role_of(phrase).empty()) return;
    state(n, phrase);
    if (n + 1 < pieces_.size() && pieces_[n + 1].is("of"))
      if (const auto shape = shape_of(pieces_, n + 1, std::min(n + 5, pieces_.size())))
        facts_.push_back({name + " \\in \\mathbb{R}^{" + *shape + "}", {}, {}, false});
  }

  std::string name_of(std::size_t n) const { return subject_of(pieces_[n].text); }

  void state(std::size_t n, const std::string& phrase) {
    const std::string name = name_of(n);
    if (!phrase.empty() && !name.empty() && name.find(',') == std::string::npos)
      facts_.push_back({name, with_role_ ? role_of(phrase) : std::string(), phrase, false});
  }

  /// "where x holds the features": a letter that stands before a verb is a symbol, also without dollars.
  void bare_letters() {
    for (std::size_t n = 0; n + 1 < pieces_.size(); ++n) {
      auto& piece = pieces_[n];
      const bool letter = piece.text.size() == 1 && ((piece.text[0] >= 'b' && piece.text[0] <= 'z') ||
                                                     (piece.text[0] >= 'B' && piece.text[0] <= 'Z' && piece.text[0] != 'I'));
      if (!piece.math && letter && is_verb(pieces_, n + 1)) piece.math = true;
    }
  }

  Clause pieces_;
  bool with_role_ = true;
  std::vector<Fact> facts_;
};

}  // namespace

std::vector<Fact> read_prose(std::string_view text) { return Prose(text).run(); }

std::string subject_of(std::string_view math) {
  std::string name(math);
  for (const std::string_view sign : {"\\in ", "\\in\\", "=", "\\sim", ">", "<", "\\ge", "\\le"})
    if (const auto at = name.find(sign); at != std::string::npos && at > 0) name = name.substr(0, at);
  while (!name.empty() && name.back() == ' ') name.pop_back();
  return name;
}

std::vector<std::string> meanings_of_each(std::string_view phrase, std::size_t count) {
  const auto pieces = pieces_of(phrase);
  auto parts = parts_of_list(pieces, 0, pieces.size());
  if (count < 2 || parts.size() != count) return {};
  share_noun(parts);
  return parts;
}

}  // namespace eqlens
