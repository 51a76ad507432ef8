#include "syntax/macro.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include "syntax/commands.hpp"
#include "syntax/known_macros.hpp"
#include "syntax/macro_stream.hpp"
#include "syntax/macro_table.hpp"
#include "syntax/scan.hpp"

namespace eqlens {

namespace {

std::uint32_t offset(std::size_t at) { return static_cast<std::uint32_t>(at); }

class Expander {
 public:
  Expander(std::string_view text, const MacroTable& preamble, const ExpansionLimits& limits)
      : text_(text), preamble_(preamble), limits_(limits) {}

  [[nodiscard]] bool something_to_do() const;
  [[nodiscard]] Expansion expand();

 private:
  [[nodiscard]] const MacroEntry* find(std::string_view name);
  void define_at(const Fragment& word, MacroStream& stream);
  void use(const MacroEntry& entry, const Fragment& word, MacroStream& stream);
  [[nodiscard]] static bool take_arguments(const Macro& macro, MacroStream& stream, std::vector<Fragments>& given);
  /// A macro read by convention takes no argument that is not in braces: nobody said that it has any.
  [[nodiscard]] static bool take_groups(std::size_t count, MacroStream& stream, std::vector<Fragments>& given);
  void put_back(std::string_view body, const std::vector<Fragments>& arguments, Span origin, MacroStream& stream);
  [[nodiscard]] static Span origin_of(const Fragment& word, MacroStream& rest);
  void report(Severity severity, std::string_view code, std::string message, Span span, std::string help = {});
  void emit(const Fragment& fragment);
  [[nodiscard]] bool continues_use(const Fragment& fragment) const;
  void mark(std::string_view text, Span origin);
  [[nodiscard]] bool stop(Span use);

  std::string_view text_;
  const MacroTable& preamble_;
  ExpansionLimits limits_;
  MacroTable own_;
  std::set<std::string> noted_;
  Expansion out_;
  std::size_t uses_ = 0;
  std::size_t written_ = 0;
  bool ends_in_word_ = false;
  bool stopped_ = false;
};

bool Expander::something_to_do() const {
  for (auto at = text_.find('\\'); at != std::string_view::npos;) {
    const auto end = control_sequence_end(text_, at);
    const auto name = text_.substr(at + 1, end - at - 1);
    if (preamble_.find(name)) return true;
    if (!find_command(name) && (is_definition(name) || known_macro(name))) return true;
    at = text_.find('\\', end);
  }
  return false;
}

const MacroEntry* Expander::find(std::string_view name) {
  if (const auto* own = own_.find(name)) return own;
  if (const auto* given = preamble_.find(name)) return given;
  if (find_command(name)) return nullptr;
  const auto* known = known_macro(name);
  return known ? &own_.add_known(name, *known) : nullptr;
}

Expansion Expander::expand() {
  MacroStream stream(Fragment{text_, {0, offset(text_.size())}, true});
  while (!stream.empty() && !stopped_) {
    const auto text = stream.front().text;
    if (text[0] == '%') {
      emit(stream.take(comment_end(text, 0)));
    } else if (text[0] != '\\') {
      emit(stream.take(std::min(text.find_first_of("\\%"), text.size())));
    } else {
      const auto word = stream.take(control_sequence_end(text, 0));
      const auto name = word.text.substr(1);
      const auto* entry = stopped_ || name.empty() ? nullptr : find(name);
      if (entry)
        use(*entry, word, stream);
      else if (!stopped_ && is_definition(name))
        define_at(word, stream);
      else
        emit(word);
    }
  }
  // A bomb's splinters are worth nothing: the text then stays as the user wrote it.
  if (stopped_) return {std::string(text_), {}, std::move(out_.diagnostics)};
  return std::move(out_);
}

void Expander::define_at(const Fragment& word, MacroStream& stream) {
  auto definition = read_definition(word.text.substr(1), stream);
  const auto origin = origin_of(word, stream);
  if (definition)
    own_.define(std::move(*definition), &preamble_);
  else
    report(Severity::error, "syntax", fmt::format("the definition after `{}` is not complete", word.text), origin,
           "for example `\\newcommand{\\name}[1]{a_{#1}}`");
  mark(" ", origin);
}

bool Expander::stop(Span use) {
  if (uses_ <= limits_.uses && written_ <= limits_.bytes) return false;
  stopped_ = true;
  report(Severity::error, "too-large", fmt::format("macros expand without end, or to more than {} bytes", limits_.bytes), use,
         "does a macro use itself?");
  return true;
}

void Expander::use(const MacroEntry& entry, const Fragment& word, MacroStream& stream) {
  std::vector<Fragments> given;
  const auto count = entry.macro.parameters.size();
  const bool complete = entry.known ? take_groups(count, stream, given) : take_arguments(entry.macro, stream, given);
  auto body = std::string_view(entry.macro.body);
  if (entry.known && complete && given.size() < count) body = given.empty() ? entry.known->bare : entry.known->single;
  if (body.empty() && entry.known && given.empty()) return emit(word);
  const auto origin = origin_of(word, stream);
  ++uses_;
  if (stop(origin)) return;
  if (!complete)
    report(Severity::error, "syntax", fmt::format("the macro `{}` needs {} argument{}", word.text, count, count == 1 ? "" : "s"), origin);
  given.resize(count);
  if (word.copied) mark("", origin);
  if (entry.known && noted_.insert(std::string(word.text)).second)
    report(Severity::note, "unknown-command", fmt::format("`{}` is not defined here; read as `{}` by convention", word.text, body), origin);
  if (entry.literal) return emit({body, origin, false});
  put_back(body, given, origin, stream);
}

Span Expander::origin_of(const Fragment& word, MacroStream& rest) {
  (void)rest.empty();
  if (!word.copied) return word.origin;
  return {word.origin.begin, std::max(rest.place().value_or(word.origin.end), word.origin.end)};
}

void Expander::report(Severity severity, std::string_view code, std::string message, Span span, std::string help) {
  out_.diagnostics.push_back({severity, std::string(code), std::move(message), span, std::move(help), {}, {}});
}

bool Expander::take_groups(std::size_t count, MacroStream& stream, std::vector<Fragments>& given) {
  while (given.size() < count && stream.brace_follows()) {
    auto group = stream.group();
    if (!group) return false;
    given.push_back(std::move(*group));
  }
  return true;
}

bool Expander::take_arguments(const Macro& macro, MacroStream& stream, std::vector<Fragments>& given) {
  if (!macro.prefix.empty()) {
    stream.skip_gap();
    if (!stream.take_if(macro.prefix)) return false;
  }
  for (const auto& parameter : macro.parameters) {
    std::optional<Fragments> argument;
    switch (parameter.kind) {
      case MacroParameter::Kind::required: argument = stream.argument(); break;
      case MacroParameter::Kind::delimited: argument = stream.until(parameter.text); break;
      case MacroParameter::Kind::star:
        (void)stream.take_if('*');
        argument.emplace();
        break;
      case MacroParameter::Kind::optional:
        argument = stream.optional_argument();
        if (!argument) argument = Fragments{Fragment{parameter.text, {}, false}};
        break;
    }
    if (!argument) return false;
    given.push_back(std::move(*argument));
  }
  return true;
}

void Expander::put_back(std::string_view body, const std::vector<Fragments>& arguments, Span origin, MacroStream& stream) {
  Fragments pieces;
  const auto add = [&](Fragment fragment) {
    if (fragment.text.empty()) return;
    written_ += fragment.text.size();
    pieces.push_back(fragment);
  };
  auto rest = body;
  while (!rest.empty()) {
    const auto at = std::min(rest.find('#'), rest.size());
    add({rest.substr(0, at), origin, false});
    rest.remove_prefix(at);
    if (rest.empty()) break;
    const auto index = rest.size() > 1 && is_digit(rest[1]) ? static_cast<std::size_t>(rest[1] - '0') : 0;
    if (index >= 1 && index <= arguments.size())
      for (const auto& fragment : arguments[index - 1])
        add(fragment.copied || !fragment.origin.empty() ? fragment : Fragment{fragment.text, origin, false});
    else
      add({rest.substr(0, 1), origin, false});
    rest.remove_prefix(std::min<std::size_t>(index > 0 ? 2 : 1, rest.size()));
  }
  for (auto fragment = pieces.rbegin(); fragment != pieces.rend(); ++fragment) stream.put_back(*fragment);
}

void Expander::mark(std::string_view text, Span origin) {
  out_.pieces.push_back({offset(out_.text.size()), origin, false});
  out_.text += text;
  if (!text.empty()) ends_in_word_ = false;
}

void Expander::emit(const Fragment& fragment) {
  if (fragment.text.empty()) return;
  const auto goes_on = [&] {
    return !out_.pieces.empty() && out_.pieces.back().copied && fragment.copied && out_.pieces.back().origin.end == fragment.origin.begin;
  };
  if (ends_in_word_ && is_letter(fragment.text.front()) && !goes_on()) mark(" ", fragment.origin);
  if (goes_on())
    out_.pieces.back().origin.end = fragment.origin.end;
  else if (!continues_use(fragment))
    out_.pieces.push_back({offset(out_.text.size()), fragment.origin, fragment.copied});
  out_.text += fragment.text;
  ends_in_word_ = fragment.text.size() > 1 && fragment.text[0] == '\\' && is_letter(fragment.text[1]);
}

bool Expander::continues_use(const Fragment& fragment) const {
  if (out_.pieces.empty() || fragment.copied) return false;
  const auto& last = out_.pieces.back();
  return !last.copied && last.origin == fragment.origin && last.begin < out_.text.size();
}

/// The table of a preamble. A paper's preamble comes with each of its displays, so the last one is kept.
const MacroTable& table_of(std::string_view definitions) {
  thread_local std::string last;
  thread_local MacroTable table;
  if (definitions != last) {
    table = MacroTable(definitions);
    last = definitions;
  }
  return table;
}

}  // namespace

Expansion expand_macros(std::string_view text, std::string_view definitions, const ExpansionLimits& limits) {
  Expander expander(text, table_of(definitions), limits);
  if (!expander.something_to_do()) return {std::string(text), {}, {}};
  return expander.expand();
}

}  // namespace eqlens
