#include "grammar/latex.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/source.hpp"
#include "grammar/lost_scripts.hpp"
#include "grammar/messages.hpp"
#include "grammar/rules.hpp"
#include "syntax/macro.hpp"

namespace eqlens {

namespace latex {

/// The kind of node that a rule makes; rules without one leave their children to the rule above.
template <typename Rule>
constexpr SyntaxKind node_kind = SyntaxKind::error;
template <typename Rule>
constexpr bool makes_node = node_kind<Rule> != SyntaxKind::error;

// clang-format off
template <> constexpr auto node_kind<root> = SyntaxKind::root;
template <> constexpr auto node_kind<letter> = SyntaxKind::letter;
template <> constexpr auto node_kind<number> = SyntaxKind::number;
template <> constexpr auto node_kind<digit> = SyntaxKind::number;
template <> constexpr auto node_kind<sign> = SyntaxKind::sign;
template <> constexpr auto node_kind<bar> = SyntaxKind::bar;
template <> constexpr auto node_kind<command> = SyntaxKind::command;
template <> constexpr auto node_kind<optional_argument> = SyntaxKind::optional;
template <> constexpr auto node_kind<group> = SyntaxKind::group;
template <> constexpr auto node_kind<text> = SyntaxKind::text;
template <> constexpr auto node_kind<bare_text> = SyntaxKind::text;
template <> constexpr auto node_kind<text_math> = SyntaxKind::group;
template <> constexpr auto node_kind<scripts> = SyntaxKind::scripts;
template <> constexpr auto node_kind<no_nucleus> = SyntaxKind::empty;
template <> constexpr auto node_kind<subscript> = SyntaxKind::subscript;
template <> constexpr auto node_kind<superscript> = SyntaxKind::superscript;
template <> constexpr auto node_kind<primes> = SyntaxKind::primes;
template <> constexpr auto node_kind<fence> = SyntaxKind::fence;
template <> constexpr auto node_kind<opening> = SyntaxKind::open;
template <> constexpr auto node_kind<plain_fence> = SyntaxKind::fence;
template <> constexpr auto node_kind<plain_opening> = SyntaxKind::open;
template <> constexpr auto node_kind<spacing> = SyntaxKind::spacing;
template <> constexpr auto node_kind<line_break> = SyntaxKind::line_break;
template <> constexpr auto node_kind<align> = SyntaxKind::align;
template <> constexpr auto node_kind<environment> = SyntaxKind::environment;
// clang-format on

/// Turns the events of the parse into nodes. A rule without a kind needs no mark: once a node below it stands, it
/// cannot fail any more.
template <typename Rule>
struct build : pegtl::normal<Rule> {
  template <typename Input>
  static void start(const Input& in, TreeBuilder& builder) {
    if constexpr (std::is_same_v<Rule, scripts>)
      builder.wrap(node_kind<Rule>);
    else if constexpr (makes_node<Rule>)
      builder.begin(node_kind<Rule>, position(in));
  }
  template <typename Input>
  static void success(const Input& in, TreeBuilder& builder) {
    if constexpr (makes_node<Rule>) builder.finish(position(in));
  }
  template <typename Input>
  static void failure(const Input&, TreeBuilder& builder) {
    if constexpr (makes_node<Rule>) builder.cancel();
  }
};

/// Bounds the nesting of a rule that contains itself and begins with one of some tokens; pegtl::limit_depth with a limit
/// given at run time and without an exception.
template <Kind... First>
struct nested : pegtl::maybe_nothing {
  template <typename Rule, pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Control, typename Input>
  static bool match(Input& in, TreeBuilder& builder) {
    const auto kind = builder.look(position(in)).kind;
    if (((kind != First) && ...)) return false;
    if (!builder.descend(position(in))) {
      in.bump_in_this_line(in.size());
      return true;
    }
    const bool matched = pegtl::match<Rule, A, M, Action, Control>(in, builder);
    builder.ascend();
    return matched;
  }
};

template <typename Rule>
struct bounded : pegtl::nothing<Rule> {};
// clang-format off
template <> struct bounded<group> : nested<Kind::open_group> {};
template <> struct bounded<fence> : nested<Kind::open, Kind::left> {};
template <> struct bounded<plain_fence> : nested<Kind::close, Kind::sign> {};
template <> struct bounded<environment> : nested<Kind::begin> {};
template <> struct bounded<bare_argument> : nested<Kind::letter, Kind::sign, Kind::command, Kind::open, Kind::left, Kind::bar, Kind::begin> {};
template <> struct bounded<optional_argument> : nested<Kind::open> {};
template <> struct bounded<text_group> : nested<Kind::open_group> {};
template <> struct bounded<text_math> : nested<Kind::dollar> {};
// clang-format on

}  // namespace latex

namespace {

constexpr std::size_t most_reported_bytes = 5;

/// Reports control characters and what is no UTF-8, before the grammar turns them into error nodes.
void check_encoding(std::string_view text, Diagnostics& diagnostics) {
  std::size_t reported = 0;
  for (std::size_t i = 0; i < text.size() && reported < most_reported_bytes;) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto length = byte < 0x80 ? 1 : utf8_length(text.substr(i));
    const bool control = (byte < 0x20 && (byte < '\t' || byte > '\r')) || byte == 0x7F;
    const auto at = static_cast<std::uint32_t>(i);
    if (length == 0) diagnostics.push_back(message::broken_encoding({at, at + 1}));
    if (control) diagnostics.push_back(message::control_character(byte, {at, at + 1}));
    reported += length == 0 || control ? 1 : 0;
    i += length == 0 ? 1 : length;
  }
}

/// The answer to a text that is not even looked at.
Parsed refuse(Diagnostic diagnostic) {
  Parsed parsed;
  parsed.tree.nodes = {{.kind = SyntaxKind::root, .next = 2}, {.kind = SyntaxKind::error, .next = 2}};
  parsed.diagnostics.push_back(std::move(diagnostic));
  return parsed;
}

void move_to_source(Diagnostic& diagnostic, const SyntaxTree& tree) {
  diagnostic.span = tree.origin(diagnostic.span);
  for (auto& label : diagnostic.labels) label.span = tree.origin(label.span);
}

bool has_ink(const SyntaxTree& tree) {
  return std::any_of(tree.nodes.begin(), tree.nodes.end(),
                     [](const SyntaxNode& node) { return node.kind != SyntaxKind::root && node.kind != SyntaxKind::spacing; });
}

Parsed parse_expanded(std::string_view text, const ReadingLimits& limits) {
  using Input = latex::pegtl::memory_input<latex::pegtl::tracking_mode::lazy, latex::pegtl::eol::lf_crlf, const char*>;
  Input in(text.data(), text.data() + text.size(), "");
  TreeBuilder builder(text, limits.depth);
  (void)latex::pegtl::parse<latex::display, latex::bounded, latex::build>(in, builder);
  return builder.take();
}

}  // namespace

Parsed parse_math(std::string_view text, std::string_view macros, const ReadingLimits& limits) {
  if (text.size() > limits.bytes) return refuse(message::too_large(text.size(), limits.bytes));
  Diagnostics diagnostics;
  check_encoding(text, diagnostics);
  auto expansion = expand_macros(text, macros, {limits.expansion_bytes});
  auto parsed = parse_expanded(expansion.text, limits);
  parsed.tree.text = std::move(expansion.text);
  parsed.tree.pieces = std::move(expansion.pieces);
  if (!parsed.tree.pieces.empty()) {
    parsed.tree.source = text;
    for (auto& diagnostic : parsed.diagnostics) move_to_source(diagnostic, parsed.tree);
  }
  diagnostics.insert(diagnostics.end(), expansion.diagnostics.begin(), expansion.diagnostics.end());
  diagnostics.insert(diagnostics.end(), parsed.diagnostics.begin(), parsed.diagnostics.end());
  parsed.diagnostics = std::move(diagnostics);
  // What is offered has been read.
  if (const auto probable = probable_latex(text); probable && parse_expanded(*probable, limits).diagnostics.empty())
    parsed.diagnostics.push_back(message::lost_scripts(*probable, {0, static_cast<std::uint32_t>(text.size())}));
  if (!has_ink(parsed.tree) && parsed.diagnostics.empty())
    parsed.diagnostics.push_back(message::nothing_to_read({0, static_cast<std::uint32_t>(text.size())}));
  return parsed;
}

}  // namespace eqlens
