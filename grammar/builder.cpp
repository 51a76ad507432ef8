#include "grammar/builder.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "grammar/messages.hpp"
#include "syntax/scan.hpp"
#include "syntax/vocabulary.hpp"

namespace eqlens {

namespace {

constexpr std::size_t nothing = static_cast<std::size_t>(-1);
constexpr std::uint32_t dissolved = static_cast<std::uint32_t>(-1);

/// `[0, 1)` and `(0, 1]` are half-open intervals.
bool half_open(Bracket open, Bracket close) {
  return (open == Bracket::round && close == Bracket::square) || (open == Bracket::square && close == Bracket::round);
}

/// Whether the construct is a fence node with its delimiters as nodes of their own.
bool is_fence(Construct construct) {
  return construct == Construct::fence || construct == Construct::left || construct == Construct::plain_fence;
}

std::string_view without_star(std::string_view name) { return name.substr(0, name.find('*')); }

}  // namespace

TreeBuilder::TreeBuilder(std::string_view text, std::size_t depth_limit) : text_(text), depth_limit_(depth_limit) {
  // One node for two bytes is what dense formulas need.
  nodes_.reserve(text.size() / 2 + 16);
  parents_.reserve(16);
}

void TreeBuilder::begin(SyntaxKind kind, std::size_t at) {
  const auto offset = static_cast<std::uint32_t>(at);
  parents_.push_back(static_cast<std::uint32_t>(nodes_.size()));
  nodes_.push_back({.kind = kind, .span = {offset, offset}});
}

void TreeBuilder::wrap(SyntaxKind kind) {
  const auto begin = nodes_[last_].span.begin;
  nodes_.insert(nodes_.begin() + last_, {.kind = kind, .span = {begin, begin}});
  for (std::size_t i = last_ + 1; i < nodes_.size(); ++i) ++nodes_[i].next;
  parents_.push_back(last_);
}

void TreeBuilder::finish(std::size_t at) {
  const auto id = parents_.back();
  parents_.pop_back();
  if (id == dissolved) return;
  ink_ = ink_ || (nodes_[id].kind != SyntaxKind::root && nodes_[id].kind != SyntaxKind::spacing);
  nodes_[id].span.end = static_cast<std::uint32_t>(at);
  nodes_[id].next = static_cast<std::uint32_t>(nodes_.size());
  last_ = id;
  measure_name();
}

// Every stage asks for the names of commands, again and again.
void TreeBuilder::measure_name() {
  auto& node = nodes_[last_];
  if (node.kind != SyntaxKind::command) return;
  const auto size = command_name_size(text_.substr(node.span.begin, node.span.size()));
  if (size <= std::numeric_limits<std::uint16_t>::max()) node.name_size = static_cast<std::uint16_t>(size);
}

void TreeBuilder::cancel() {
  nodes_.resize(parents_.back());
  parents_.pop_back();
}

void TreeBuilder::leaf(SyntaxKind kind, Span span) {
  ink_ = ink_ || kind != SyntaxKind::spacing;
  last_ = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({.kind = kind, .span = span, .next = last_ + 1});
  measure_name();
}

void TreeBuilder::enter(Construct construct, const Lexeme& opener) {
  // The opening delimiter of a fence is a node of its own, below the fence's.
  const bool fence = is_fence(construct);
  const auto node = parents_[parents_.size() - (fence ? 2 : 1)];
  open_.push_back({construct, opener.bracket, node, {opener.begin, opener.end}, {}, true, loose_.size()});
  if (construct == Construct::left && opener.command)
    report(message::no_delimiter, text_.substr(opener.begin, opener.end - opener.begin), span_of(opener));
}

bool TreeBuilder::has_comma(Open& fence) const {
  // Looked through once, however many brackets ask. A node that is being made has no next one yet.
  auto& i = fence.looked_through;
  for (i = std::max(i, fence.node + 1); !fence.comma && i < nodes_.size() && nodes_[i].next > i; i = nodes_[i].next) {
    const auto spelling = text_.substr(nodes_[i].span.begin, nodes_[i].span.size());
    fence.comma = (nodes_[i].kind == SyntaxKind::sign && (spelling == "," || spelling == ";")) || spelling == "\\infty" ||
                  spelling == "\\dots" || spelling == "\\ldots";
  }
  return fence.comma;
}

std::size_t TreeBuilder::ended_by(const Lexeme& token) {
  const auto innermost = [&](auto belongs, auto passes) {
    for (auto i = open_.size(); i-- > 0;) {
      if (belongs(open_[i])) return i;
      if (!passes(open_[i])) break;
    }
    return nothing;
  };
  const auto any = [](const Open&) { return true; };
  const auto fences = [](const Open& open) { return open.construct == Construct::fence; };
  if (ends_plain_fence(token)) return open_.size() - 1;
  switch (token.kind) {
    case LexemeKind::close_group: return innermost([](const Open& open) { return open.construct == Construct::group; }, any);
    case LexemeKind::dollar: return innermost([](const Open& open) { return open.construct == Construct::dollar; }, any);
    case LexemeKind::right: return innermost([](const Open& open) { return open.construct == Construct::left; }, fences);
    case LexemeKind::close: {
      const auto exact = innermost(
          [&](const Open& open) {
            const bool optional = open.construct == Construct::optional && token.end == token.begin + 1;
            return (optional || open.construct == Construct::fence) && open.bracket == token.bracket;
          },
          fences);
      if (open_.empty() || exact == open_.size() - 1) return exact;
      auto& top = open_.back();
      const bool interval = top.construct == Construct::fence && half_open(top.bracket, token.bracket);
      return interval && has_comma(top) ? open_.size() - 1 : exact;
    }
    case LexemeKind::end: {
      const auto name = environment_name_after(token.end).text;
      const auto environments = [](const Open& open) { return open.construct == Construct::environment; };
      const auto same = innermost([&](const Open& open) { return environments(open) && open.environment == name; }, any);
      return same != nothing ? same : innermost(environments, any);
    }
    default: return nothing;
  }
}

bool TreeBuilder::ends_innermost(const Lexeme& token) { return !open_.empty() && ended_by(token) == open_.size() - 1; }

bool TreeBuilder::ends_something(const Lexeme& token) {
  switch (token.kind) {
    case LexemeKind::end_of_input: return true;
    case LexemeKind::sign: return ends_plain_fence(token);
    case LexemeKind::close_group:
    case LexemeKind::dollar:
    case LexemeKind::right:
    case LexemeKind::open:
    case LexemeKind::close:
    case LexemeKind::end: return ended_by(token) != nothing;
    default: return false;
  }
}

std::size_t TreeBuilder::leave(std::size_t at) {
  const auto token = look(at);
  const auto ended = ends_innermost(token);
  const auto open = open_.back();
  open_.pop_back();
  const bool fence = is_fence(open.construct);
  if (!ended) {
    report_unclosed(open, token);
    if (fence) dissolve(open);
    return at;
  }
  if (open.construct == Construct::environment) return close_environment(open, token);
  // `$a$$b$` is two formulas: a single dollar takes back one only.
  if (open.construct == Construct::dollar) return at + std::min(open.opener.size(), token.end - token.begin);
  if (fence) leaf(SyntaxKind::close, span_of(token));
  if (token.kind == LexemeKind::right && token.command)
    report(message::no_delimiter, text_.substr(token.begin, token.end - token.begin), span_of(token));
  return token.end;
}

void TreeBuilder::dissolve(const Open& fence) {
  nodes_.erase(nodes_.begin() + fence.node);
  for (std::size_t i = fence.node; i < nodes_.size(); ++i) --nodes_[i].next;
  nodes_[fence.node].kind = SyntaxKind::error;
  last_ = fence.node;
  parents_.back() = dissolved;
}

std::size_t TreeBuilder::open_environment(const Lexeme& begin) {
  const auto name = environment_name_after(begin.end);
  enter(Construct::environment, begin);
  open_.back().opener.end = static_cast<std::uint32_t>(name.end);
  open_.back().environment = name.text;
  open_.back().named = name.closed;
  report_name(name, {begin.begin, begin.end});
  auto end = name.end;
  const auto bare = without_star(name.text);
  const auto* arguments = find_environment(bare);
  if (!arguments) {
    const auto nearest = bare.size() < 4 ? std::string_view() : nearest_name(bare, environment_names());
    if (!nearest.empty()) report(message::unknown_environment, name.text, nearest, name.span);
    return end;
  }
  for (const auto argument : *arguments) end = argument == 'b' ? skip_position(end) : skip_layout_argument(end);
  return end;
}

std::size_t TreeBuilder::close_environment(const Open& open, const Lexeme& end) {
  const auto name = environment_name_after(end.end);
  report_name(name, {end.begin, end.end});
  if (name.closed && open.named && open.environment != name.text)
    report(message::wrong_end, open.environment, name.text, Span{end.begin, static_cast<std::uint32_t>(name.end)}, open.opener);
  return name.end;
}

bool TreeBuilder::descend(std::size_t at) {
  if (++depth_ <= depth_limit_) return true;
  --depth_;
  const auto offset = static_cast<std::uint32_t>(at);
  // However much was wrong before: this is why the rest is missing.
  diagnostics_.push_back(message::too_deep({offset, look(at).end}, depth_limit_));
  leaf(SyntaxKind::error, {offset, static_cast<std::uint32_t>(text_.size())});
  stopped_ = true;
  return false;
}

}  // namespace eqlens
