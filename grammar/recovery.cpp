#include <algorithm>
#include <utility>

#include "base/source.hpp"
#include "grammar/builder.hpp"
#include "grammar/messages.hpp"
#include "syntax/scan.hpp"

namespace eqlens {

namespace {

/// More messages than these help nobody; the tree still holds every error node.
constexpr std::size_t most_diagnostics = 30;
constexpr std::size_t most_labels = 5;

std::string_view cut(std::string_view text, Span span) { return text.substr(span.begin, span.size()); }

std::string_view closing_bracket(Bracket bracket) {
  switch (bracket) {
    case Bracket::round: return ")";
    case Bracket::square: return "]";
    case Bracket::brace: return "\\}";
    case Bracket::angle: return "\\rangle";
    case Bracket::floor: return "\\rfloor";
    case Bracket::ceiling: return "\\rceil";
    case Bracket::double_square: return "\\rrbracket";
    default: return "its partner";
  }
}

}  // namespace

bool TreeBuilder::enough_messages() const { return diagnostics_.size() >= most_diagnostics; }

void TreeBuilder::report_unclosed(const Open& open, const Lexeme& at) {
  if (stopped_) return;
  if (open.construct == Construct::group || open.construct == Construct::optional) {
    // The closing brackets inside found no partner only because this group did not end before them.
    loose_.erase(std::remove_if(loose_.begin() + static_cast<std::ptrdiff_t>(open.loose), loose_.end(),
                                [](const Loose& loose) { return !loose.opens; }),
                 loose_.end());
  }
  if (unclosed_at_ == at.begin && !diagnostics_.empty()) {
    if (diagnostics_.back().labels.size() < most_labels) diagnostics_.back().labels.push_back({open.opener, "still open too"});
    return;
  }
  if (open.construct == Construct::environment && !open.named) return;
  const auto opener = cut(text_, open.opener);
  if (open.construct == Construct::fence) {
    loose_.push_back({{LexemeKind::open, open.opener.begin, open.opener.end, open.bracket, nullptr}, true, at.begin, false});
    return;
  }
  unclosed_at_ = at.begin;
  switch (open.construct) {
    case Construct::fence:
    case Construct::plain_fence: return;
    case Construct::group: return report(message::unclosed_group, span_of(at), open.opener);
    case Construct::optional: return report(message::unclosed_optional, span_of(at), open.opener);
    case Construct::left: return report(message::unclosed_left, opener, open.opener);
    case Construct::environment: return report(message::unclosed_environment, open.environment, open.opener);
    case Construct::dollar: return report(message::unclosed_dollar, opener, open.opener);
  }
}

void TreeBuilder::pair_loose_brackets() {
  // `\textcolor{red}{(} x \textcolor{red}{)}` is well formed: its brackets pair across groups.
  std::stable_sort(loose_.begin(), loose_.end(), [](const Loose& a, const Loose& b) { return a.token.begin < b.token.begin; });
  std::vector<std::size_t> waiting;
  std::vector<std::uint32_t> settled;
  // Half of a pair of angles with a bar is a ket or a bra: `|x\rangle`.
  std::uint32_t first_bar = static_cast<std::uint32_t>(text_.size()), last_bar = 0;
  for (const auto& node : nodes_) {
    if (node.kind != SyntaxKind::bar) continue;
    first_bar = std::min(first_bar, node.span.begin);
    last_bar = std::max(last_bar, node.span.begin);
  }
  const auto is_half_of_a_state = [&](const Loose& loose) {
    if (loose.token.bracket != Bracket::angle || loose.token.kind == LexemeKind::right) return false;
    return loose.opens ? last_bar > loose.token.begin : first_bar < loose.token.begin;
  };
  const auto settle = [&](Loose& loose) {
    loose.settled = true;
    settled.push_back(loose.token.begin);
  };
  for (std::size_t i = 0; i < loose_.size(); ++i) {
    auto& loose = loose_[i];
    if (is_half_of_a_state(loose))
      settle(loose);
    else if (loose.opens)
      waiting.push_back(i);
    else if (!waiting.empty() && loose.token.kind == LexemeKind::close) {
      auto& opener = loose_[waiting.back()];
      waiting.pop_back();
      if (opener.token.bracket == loose.token.bracket) {
        settle(opener);
        settle(loose);
      } else {
        const auto wanted = closing_bracket(opener.token.bracket);
        report(message::mismatched, cut(text_, span_of(opener.token)), cut(text_, span_of(loose.token)), wanted, span_of(loose.token),
               span_of(opener.token));
        opener.settled = loose.settled = true;
      }
    }
  }
  std::sort(settled.begin(), settled.end());
  if (settled.empty()) return;
  for (auto& node : nodes_)
    if (node.kind == SyntaxKind::error && std::binary_search(settled.begin(), settled.end(), node.span.begin))
      node.kind = token_at(text_, node.span.begin).kind == LexemeKind::open ? SyntaxKind::open : SyntaxKind::close;
}

void TreeBuilder::report_loose_brackets() {
  // Brackets given up at one place are one mistake; the innermost is the likeliest.
  std::vector<std::uint32_t> reported;
  for (auto loose = loose_.rbegin(); loose != loose_.rend() && diagnostics_.size() < most_diagnostics; ++loose) {
    const auto span = span_of(loose->token);
    if (loose->settled) continue;
    if (!loose->opens) {
      report(loose->token.kind == LexemeKind::right ? message::right_without_left : message::closes_nothing, cut(text_, span), span);
    } else if (std::find(reported.begin(), reported.end(), loose->ended_at) == reported.end()) {
      reported.push_back(loose->ended_at);
      report(message::unclosed_bracket, cut(text_, span), span);
    } else if (diagnostics_.back().labels.size() < most_labels) {
      diagnostics_.back().labels.push_back({span, "still open too"});
    }
  }
}

void TreeBuilder::report_name(const Name& name, Span opener) {
  if (!name.closed) report(message::unclosed_name, cut(text_, opener), Span{opener.begin, static_cast<std::uint32_t>(name.end)});
}

TreeBuilder::Name TreeBuilder::environment_name_after(std::size_t at) const {
  const auto open = gap_end(at);
  const auto offset = static_cast<std::uint32_t>(at);
  if (open >= text_.size() || text_[open] != '{') return {{}, {offset, offset}, at, false};
  const auto stop = std::min(text_.find_first_of("{}\\&\n$", open + 1), text_.size());
  const bool closed = stop < text_.size() && text_[stop] == '}';
  const Span span{static_cast<std::uint32_t>(open + 1), static_cast<std::uint32_t>(stop)};
  return {cut(text_, span), span, closed ? stop + 1 : stop, closed};
}

std::size_t TreeBuilder::stray(const Lexeme& token) {
  const auto spelling = cut(text_, span_of(token));
  switch (token.kind) {
    case LexemeKind::close:
    case LexemeKind::right: loose_.push_back({token, false, token.begin, false}); break;
    case LexemeKind::end: {
      const auto name = environment_name_after(token.end);
      const Span span{token.begin, static_cast<std::uint32_t>(name.end)};
      report(message::end_without_begin, cut(text_, span), span);
      return leaf(SyntaxKind::error, span), span.end;
    }
    case LexemeKind::unreadable:
      // Bytes that are no text have been reported before the grammar saw them.
      if (spelling == "\\" || spelling == "#") report(message::unreadable, spelling, span_of(token));
      break;
    default: report(message::closes_nothing, spelling, span_of(token));
  }
  leaf(SyntaxKind::error, span_of(token));
  return token.end;
}

void TreeBuilder::missing_argument(std::size_t at) {
  const auto parent = nodes_[parents_.back()];
  const auto offset = static_cast<std::uint32_t>(at);
  // A brace that is missing here, or an argument before this one, has been reported already.
  const bool known = stopped_ || unclosed_at_ == at || (nodes_.back().kind == SyntaxKind::error && nodes_.back().span.empty());
  leaf(SyntaxKind::error, {offset, offset});
  if (known) return;
  if (parent.kind == SyntaxKind::command) {
    const auto name_end = control_sequence_end(text_, parent.span.begin);
    const Span name{parent.span.begin, static_cast<std::uint32_t>(name_end)};
    const auto arguments = find_command(cut(text_, name).substr(1))->arguments;
    const auto wanted = std::count_if(arguments.begin(), arguments.end(), [](char c) { return c == 'm' || c == 't'; });
    report(message::missing_argument, cut(text_, name), name, static_cast<std::size_t>(wanted));
  } else {
    report(message::empty_script, text_[parent.span.begin], Span{parent.span.begin, parent.span.begin + 1});
  }
}

void TreeBuilder::display_edge(const Lexeme& token) {
  const auto spelling = cut(text_, span_of(token));
  const auto opener = cut(text_, span_of(display_));
  const auto partner = opener == "\\[" ? "\\]" : opener == "\\(" ? "\\)" : opener;
  const bool opens = spelling[0] == '$' || spelling == "\\[" || spelling == "\\(";
  if (open_.empty() && !ink_ && display_.kind == LexemeKind::end_of_input && opens) {
    display_ = token;
  } else if (open_.empty() && display_.kind != LexemeKind::end_of_input && !display_closed_ && spelling == partner) {
    display_closed_ = true;
  } else {
    report(message::stray_dollar, spelling, span_of(token));
    return leaf(SyntaxKind::error, span_of(token));
  }
  leaf(SyntaxKind::spacing, span_of(token));
}

Parsed TreeBuilder::take() {
  if (display_.kind != LexemeKind::end_of_input && !display_closed_ && !stopped_)
    report(message::unclosed_dollar, cut(text_, span_of(display_)), span_of(display_));
  pair_loose_brackets();
  report_loose_brackets();
  check_alignment();
  check_fractions();
  std::stable_sort(diagnostics_.begin(), diagnostics_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  Parsed parsed;
  parsed.tree.nodes = std::move(nodes_);
  parsed.diagnostics = std::move(diagnostics_);
  return parsed;
}

}  // namespace eqlens
