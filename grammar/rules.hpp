#pragma once

#include <tao/pegtl.hpp>

#include "grammar/builder.hpp"

/// The grammar of a display: what stands beside and inside what, for any command. Every rule accepts whatever follows its
/// first token, and the builder records what was wrong with it; so nothing is ever read twice.
namespace eqlens::latex {

namespace pegtl = tao::pegtl;
using Kind = LexemeKind;

template <typename Input>
std::size_t position(const Input& in) {
  return static_cast<std::size_t>(in.current() - in.begin());
}

/// Looks at the next token only.
template <Kind... Kinds>
struct next {
  using rule_t = next;
  using subs_t = pegtl::empty_list;
  template <pegtl::apply_mode, pegtl::rewind_mode, template <typename...> class, template <typename...> class, typename Input>
  static bool match(Input& in, TreeBuilder& builder) {
    const auto kind = builder.look(position(in)).kind;
    return ((kind == Kinds) || ...);
  }
};

/// Takes the next token.
template <Kind... Kinds>
struct token {
  using rule_t = token;
  using subs_t = pegtl::empty_list;
  template <pegtl::apply_mode, pegtl::rewind_mode, template <typename...> class, template <typename...> class, typename Input>
  static bool match(Input& in, TreeBuilder& builder) {
    const auto& found = builder.look(position(in));
    if (((found.kind != Kinds) && ...)) return false;
    builder.command = found.command;
    in.bump_in_this_line(found.end - found.begin);
    return true;
  }
};

/// Takes the next token, which opens a construct.
template <Construct What, Kind... Kinds>
struct opens {
  using rule_t = opens;
  using subs_t = pegtl::empty_list;
  template <pegtl::apply_mode, pegtl::rewind_mode, template <typename...> class, template <typename...> class, typename Input>
  static bool match(Input& in, TreeBuilder& builder) {
    const auto& found = builder.look(position(in));
    if (((found.kind != Kinds) && ...)) return false;
    builder.enter(What == Construct::fence && found.kind == Kind::left ? Construct::left : What, found);
    in.bump_in_this_line(found.end - found.begin);
    return true;
  }
};

/// Does one thing of the builder and goes on where it says; fails if it must move and does not.
enum class Progress { needed, optional };
template <std::size_t (*Do)(TreeBuilder&, std::size_t), Progress Needed = Progress::optional>
struct step {
  using rule_t = step;
  using subs_t = pegtl::empty_list;
  template <pegtl::apply_mode, pegtl::rewind_mode, template <typename...> class, template <typename...> class, typename Input>
  static bool match(Input& in, TreeBuilder& builder) {
    const auto at = position(in);
    const auto end = Do(builder, at);
    in.bump_in_this_line(end - at);
    return Needed == Progress::optional || end > at;
  }
};

template <bool (*Test)(TreeBuilder&, std::size_t)>
struct when {
  using rule_t = when;
  using subs_t = pegtl::empty_list;
  template <pegtl::apply_mode, pegtl::rewind_mode, template <typename...> class, template <typename...> class, typename Input>
  static bool match(Input& in, TreeBuilder& builder) {
    return Test(builder, position(in));
  }
};

inline bool nothing_ends(TreeBuilder& builder, std::size_t at) { return !builder.ends_something(builder.look(at)); }
inline bool plain_square(TreeBuilder& builder, std::size_t at) {
  const auto& found = builder.look(at);
  return found.kind == Kind::open && found.bracket == Bracket::square && found.end == at + 1;
}
inline bool at_plain_fence(TreeBuilder& builder, std::size_t at) { return builder.starts_plain_fence(at); }
inline std::size_t leave_construct(TreeBuilder& builder, std::size_t at) { return builder.leave(at); }
inline std::size_t missing_here(TreeBuilder& builder, std::size_t at) { return builder.missing_argument(at), at; }
inline std::size_t check_scripts(TreeBuilder& builder, std::size_t at) { return builder.check_double_script(), at; }
inline std::size_t layout_arguments(TreeBuilder& builder, std::size_t at) { return builder.skip_layout_arguments(at); }
inline std::size_t split_scripts(TreeBuilder& builder, std::size_t at) {
  const auto run = builder.look(at);
  return builder.split_scripts(run), run.end;
}
inline std::size_t begin_environment(TreeBuilder& builder, std::size_t at) { return builder.open_environment(builder.look(at)); }
inline std::size_t words(TreeBuilder& builder, std::size_t at) { return builder.words_end(at); }
inline std::size_t one_digit(TreeBuilder& builder, std::size_t at) { return builder.first_digit_end(builder.look(at)); }
inline std::size_t stray_token(TreeBuilder& builder, std::size_t at) { return builder.stray(builder.look(at)); }
inline std::size_t edge(TreeBuilder& builder, std::size_t at) {
  const auto found = builder.look(at);
  return builder.display_edge(found), found.end;
}

struct gap : pegtl::star<token<Kind::blank, Kind::comment>> {};
struct script_gap : pegtl::star<token<Kind::blank, Kind::comment, Kind::limits, Kind::thin_space>> {};
struct leave : step<leave_construct> {};
struct item;
struct nucleus;
struct items : pegtl::star<when<nothing_ends>, item> {};

// Nuclei: what may carry scripts.
struct letter : token<Kind::letter> {};
struct number : token<Kind::number> {};
struct sign : token<Kind::sign> {};
struct bar : token<Kind::bar> {};
struct group : pegtl::seq<opens<Construct::group, Kind::open_group>, items, leave> {};
struct opening : opens<Construct::fence, Kind::open, Kind::left> {};
struct fence : pegtl::seq<opening, items, leave> {};
struct plain_opening : pegtl::seq<when<at_plain_fence>, opens<Construct::plain_fence, Kind::close, Kind::sign>> {};
struct plain_fence : pegtl::seq<plain_opening, items, leave> {};
struct environment : pegtl::seq<next<Kind::begin>, step<begin_environment, Progress::needed>, items, leave> {};

// Arguments.
struct digit : pegtl::seq<next<Kind::number>, step<one_digit, Progress::needed>> {};
struct missing : step<missing_here> {};
struct bare_argument : pegtl::seq<nucleus> {};
struct argument : pegtl::seq<gap, pegtl::sor<group, digit, bare_argument, missing>> {};
struct optional_argument : pegtl::seq<when<plain_square>, opens<Construct::optional, Kind::open>, items, leave> {};

// Words, with math between dollars.
struct text_body;
struct text_math : pegtl::seq<opens<Construct::dollar, Kind::dollar>, items, leave> {};
struct text_group : pegtl::seq<opens<Construct::group, Kind::open_group>, text_body, leave> {};
struct text_body : pegtl::star<pegtl::sor<step<words, Progress::needed>, text_math, text_group>> {};
struct text : text_body {};
struct bare_text : token<Kind::letter, Kind::number, Kind::sign, Kind::command, Kind::bar> {};
struct text_argument : pegtl::seq<gap, pegtl::sor<pegtl::seq<opens<Construct::group, Kind::open_group>, text, leave>, bare_text, missing>> {
};

/// The arguments that the command's row in the table asks for.
struct arguments {
  using rule_t = arguments;
  using subs_t = pegtl::type_list<argument, text_argument, optional_argument>;
  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action, template <typename...> class Control,
            typename Input>
  static bool match(Input& in, TreeBuilder& builder) {
    const auto* command = builder.command;
    if (!command) return true;
    for (const auto kind : command->arguments) {
      builder.command = command;
      const auto at = position(in);
      const auto after_gap = builder.gap_end(at);
      switch (kind) {
        case 'm': (void)Control<argument>::template match<A, M, Action, Control>(in, builder); break;
        case 't': (void)Control<text_argument>::template match<A, M, Action, Control>(in, builder); break;
        case 'o':
          if (!plain_square(builder, after_gap)) break;
          in.bump_in_this_line(after_gap - at);
          (void)Control<optional_argument>::template match<A, M, Action, Control>(in, builder);
          break;
        case 'l': in.bump_in_this_line(builder.skip_layout_argument(at) - at); break;
        case '*':
          if (builder.star_at(at)) in.bump_in_this_line(1);
          break;
        default: break;
      }
    }
    return true;
  }
};
struct command : pegtl::seq<token<Kind::command>, arguments> {};
struct nucleus : pegtl::sor<letter, plain_fence, sign, command, number, group, fence, bar, environment> {};

// Scripts.
struct subscript : pegtl::sor<pegtl::seq<token<Kind::subscript>, argument>,
                              pegtl::seq<next<Kind::unicode_subscript>, step<split_scripts, Progress::needed>>> {};
struct superscript : pegtl::sor<pegtl::seq<token<Kind::superscript>, argument>,
                                pegtl::seq<next<Kind::unicode_superscript>, step<split_scripts, Progress::needed>>> {};
struct primes : token<Kind::prime> {};
struct at_script : next<Kind::subscript, Kind::superscript, Kind::prime, Kind::unicode_subscript, Kind::unicode_superscript> {};
struct script : pegtl::seq<pegtl::sor<subscript, superscript, primes>, step<check_scripts>> {};
struct scripts : pegtl::plus<script_gap, script> {};
struct no_nucleus : pegtl::success {};
struct maybe_scripts : next<Kind::subscript, Kind::superscript, Kind::prime, Kind::unicode_subscript, Kind::unicode_superscript,
                            Kind::blank, Kind::comment, Kind::limits, Kind::thin_space> {};
struct scripted : pegtl::seq<nucleus, pegtl::opt<maybe_scripts, pegtl::at<script_gap, at_script>, scripts>> {};
struct bare_scripts : pegtl::seq<at_script, no_nucleus, scripts> {};

// Everything that may stand in a row.
struct blanks : token<Kind::blank> {};
struct spacing : pegtl::seq<token<Kind::layout, Kind::thin_space, Kind::comment, Kind::limits, Kind::lone_size>, step<layout_arguments>> {};
struct line_break : pegtl::seq<token<Kind::line_break>, step<layout_arguments>> {};
struct align : token<Kind::align> {};
struct display_edge : pegtl::seq<next<Kind::dollar, Kind::display>, step<edge, Progress::needed>> {};
struct unexpected : step<stray_token, Progress::needed> {};
struct item : pegtl::sor<blanks, scripted, bare_scripts, spacing, align, line_break, display_edge, unexpected> {};

struct root : items {};
struct display : pegtl::seq<root, pegtl::eof> {};

}  // namespace eqlens::latex
