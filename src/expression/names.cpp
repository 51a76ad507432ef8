#include <algorithm>
#include <array>
#include <numbers>
#include <utility>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

struct FaceCommand {
  std::string_view command;
  Face face;
};

constexpr std::array faces = {
    FaceCommand{"\\mathbf", Face::bold},
    FaceCommand{"\\boldsymbol", Face::bold},
    FaceCommand{"\\bm", Face::bold},
    FaceCommand{"\\pmb", Face::bold},
    FaceCommand{"\\textbf", Face::bold},
    FaceCommand{"\\boldmath", Face::bold},
    FaceCommand{"\\mathcal", Face::script},
    FaceCommand{"\\mathscr", Face::script},
    FaceCommand{"\\mathbb", Face::blackboard},
    FaceCommand{"\\mathds", Face::blackboard},
    FaceCommand{"\\mathbbm", Face::blackboard},
    FaceCommand{"\\mathfrak", Face::fraktur},
    FaceCommand{"\\mathsf", Face::sans},
    FaceCommand{"\\textsf", Face::sans},
    FaceCommand{"\\mathtt", Face::typewriter},
    FaceCommand{"\\texttt", Face::typewriter},
    FaceCommand{"\\mathrm", Face::upright},
    FaceCommand{"\\operatorname", Face::upright},
    FaceCommand{"\\operatorname*", Face::upright},
    FaceCommand{"\\text", Face::upright},
    FaceCommand{"\\textrm", Face::upright},
    FaceCommand{"\\mbox", Face::upright},
    FaceCommand{"\\hbox", Face::upright},
    FaceCommand{"\\textnormal", Face::upright},
    FaceCommand{"\\textup", Face::upright},
    FaceCommand{"\\textsc", Face::upright},
    FaceCommand{"\\textit", Face::italic},
    FaceCommand{"\\mathit", Face::italic},
    FaceCommand{"\\textsl", Face::italic},
    FaceCommand{"\\mathnormal", Face::italic},
    FaceCommand{"\\mathop", Face::italic},
    FaceCommand{"\\mathord", Face::italic},
    FaceCommand{"\\mathbin", Face::italic},
    FaceCommand{"\\boxed", Face::italic},
    FaceCommand{"\\underline", Face::italic},
    FaceCommand{"\\ensuremath", Face::italic},
};

constexpr std::array<std::string_view, 17> accents = {
    "\\hat",       "\\widehat", "\\tilde", "\\widetilde", "\\bar",      "\\overline",       "\\vec",          "\\dot", "\\ddot", "\\check",
    "\\widecheck", "\\breve",   "\\acute", "\\grave",     "\\mathring", "\\overrightarrow", "\\overleftarrow"};

// Old switches that stand inside a group in front of what they set: `{\bf x}`.
constexpr std::array switches = {FaceCommand{"\\bf", Face::bold},      FaceCommand{"\\rm", Face::upright},
                                 FaceCommand{"\\it", Face::italic},    FaceCommand{"\\cal", Face::script},
                                 FaceCommand{"\\sf", Face::sans},      FaceCommand{"\\tt", Face::typewriter},
                                 FaceCommand{"\\boldmath", Face::bold}};

template <typename Table>
std::optional<Face> face_of(const Table& table, std::string_view command) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const FaceCommand& row) { return row.command == command; });
  if (found == table.end()) return std::nullopt;
  return found->face;
}

std::string with_script(std::string text, char sign, std::string_view script) {
  if (script.empty()) return text;
  const bool primes = sign == '^' && script.find_first_not_of('\'') == std::string_view::npos;
  if (!primes) text += sign;
  return text.append(script);
}

}  // namespace

bool is_accent(std::string_view command) { return std::find(accents.begin(), accents.end(), command) != accents.end(); }

std::string Resolver::letters_inside(SyntaxId id) const {
  std::string word;
  for (SyntaxId part = id + 1; part < tree_[id].next; ++part) {
    const auto spelling = tree_.spelling(part);
    const auto kind = tree_[part].kind;
    if (kind == SyntaxKind::letter || kind == SyntaxKind::number || spelling == "-"sv || spelling == "\\_"sv)
      word += spelling;
    else if (kind == SyntaxKind::command)
      word += spelling.substr(1);
  }
  return word;
}

std::optional<Name> Resolver::read_name(const Token& token) const {
  if (token.counted) {
    Name name;
    name.nucleus = "number of " + token.word;
    name.word = true;
    name.latex = "\\#\\text{" + token.word + "}";
    return name;
  }
  if (!token.word.empty() && (token.core == no_node || tree_[token.core].kind == SyntaxKind::letter)) {
    Name name;
    name.nucleus = token.word;
    name.word = true;
    name.latex = token.word;
    return name;
  }
  auto name = token.core == no_node ? std::nullopt : read_name(token.core);
  if (name && token.change) {
    name->accent = "\\Delta";
    name->latex.insert(0, name->latex[0] == '\\' ? "\\Delta" : "\\Delta ");
  }
  return name;
}

std::optional<Name> Resolver::read_name(SyntaxId id) const {
  id = unwrap(tree_, id);
  const SyntaxNode& node = tree_[id];
  Name name;
  if (node.kind == SyntaxKind::letter) {
    name.latex = canonical(tree_, id);
    name.nucleus = name.latex;
    // A Unicode bold or script letter has the face in its canonical form.
    if (const auto brace = name.latex.find('{'); brace != std::string::npos) {
      name.face = face_of(faces, name.latex.substr(0, brace)).value_or(Face::italic);
      name.nucleus = name.latex.substr(brace + 1, name.latex.size() - brace - 2);
    }
    return name;
  }
  if (node.kind == SyntaxKind::scripts) {
    auto inner = read_name(id + 1);
    if (inner) inner->inner_scripts = id;
    return inner;
  }
  if (node.kind == SyntaxKind::group) {
    std::string word;
    std::optional<Face> face;
    for (const SyntaxId child : tree_.children(id)) {
      const auto kind = tree_[child].kind;
      if (kind == SyntaxKind::spacing) continue;
      if (kind == SyntaxKind::command && word.empty() && face_of(switches, command_name(tree_, child))) {
        face = face_of(switches, command_name(tree_, child));
        continue;
      }
      if (kind == SyntaxKind::group && face && word.empty()) {
        // `{\bf{x}}`: braces behind a switch only group.
        const auto inner = read_name(child);
        word = inner && inner->accent.empty() && inner->inner_scripts == no_node ? inner->nucleus : std::string();
        if (word.empty()) return std::nullopt;
        continue;
      }
      const bool part =
          kind == SyntaxKind::letter || kind == SyntaxKind::number || tree_.spelling(child) == "\\_"sv || tree_.spelling(child) == "-"sv;
      if (!part && !(kind == SyntaxKind::command && face && word.empty())) return std::nullopt;
      word += canonical(tree_, child);
    }
    if (word.empty() || (!face && word.find("\\_") == std::string::npos)) return std::nullopt;
    name.latex = canonical(tree_, id);
    name.nucleus = word;
    name.face = face.value_or(Face::italic);
    name.word = word.size() > 1 && word[0] != '\\';
    return name;
  }
  if (node.kind == SyntaxKind::text) return name_in_text(id);
  if (node.kind != SyntaxKind::command) return std::nullopt;
  if (const auto known = names_.find(id); known != names_.end()) return known->second;
  return names_.emplace(id, name_of_command(id)).first->second;
}

std::optional<Name> Resolver::name_of_command(SyntaxId id) const {
  Name name;
  const auto command = command_name(tree_, id);
  if (command == "\\textcolor"sv && tree_.has_children(id)) return read_name(last_argument(tree_, id));
  const SyntaxId inside = argument(tree_, id);
  if (is_accent(command)) {
    auto inner = inside == no_node ? std::nullopt : read_name(inside);
    if (!inner) return std::nullopt;
    inner->accent += command;
    if (inner->inner_scripts == no_node)
      inner->latex = canonical(tree_, id);
    else
      inner->latex = std::string(command) + "{" + inner->latex + "}";
    return inner;
  }
  if (const auto face = face_of(faces, command)) {
    if (inside == no_node) return std::nullopt;
    name.latex = canonical(tree_, id);
    name.face = *face;
    const std::string words = words_of(tree_, id);
    auto inner = words.empty() ? read_name(inside) : std::nullopt;
    if (inner) {
      // `\boldsymbol{\mathit{a}}` is as bold as `\mathbf{a}`.
      if (*face == Face::italic || (*face == Face::upright && inner->face == Face::bold)) name.face = inner->face;
      name.nucleus = inner->nucleus;
      name.accent = inner->accent;
      name.inner_scripts = inner->inner_scripts;
      name.word = inner->word;
      // `\bm{A_1}` is `\bm{A}` with its label.
      if (name.inner_scripts != no_node) name.latex = std::string(command) + "{" + inner->latex + "}";
      // `\mathbf{W}` and `\boldsymbol{W}` are one letter, called as it is printed first.
      if (const auto bold = usage_.bold.find(inner->latex); name.face == Face::bold && bold != usage_.bold.end()) name.latex = bold->second;
      return name;
    }
    name.nucleus = words.empty() ? letters_inside(inside) : words;
    name.word = name.nucleus.size() > 1;
    if (name.nucleus.empty()) return std::nullopt;
    return name;
  }
  if (tree_.has_children(id) || find_operation(command)) return std::nullopt;
  name.latex = canonical(tree_, id);
  name.nucleus = name.latex;
  return name;
}

// `\mbox{\boldmath{$\tilde{u}$}}`: math in a text that holds nothing else.
std::optional<Name> Resolver::name_in_text(SyntaxId text) const {
  if (!tree_.has_children(text) || tree_[text + 1].next != tree_[text].next) return std::nullopt;
  std::string outside(tree_.spelling(text));
  const auto math = tree_.spelling(text + 1);
  outside.erase(outside.find(math), math.size());
  bool bold = false;
  for (const std::string_view face : {"\\boldmath", "\\bf"})
    if (const auto at = outside.find(face); at != std::string::npos) {
      outside.erase(at, face.size());
      bold = true;
    }
  if (outside.find_first_not_of("{}$ ") != std::string::npos) return std::nullopt;
  auto name = read_name(text + 1);
  if (name && bold) name->face = Face::bold;
  return name;
}

SymbolId Resolver::intern(const Name& name, const Scripts& scripts, Span span, SymbolKind kind) {
  const bool named_function = kind == SymbolKind::function && name.word && name.accent.empty();
  const std::string base = named_function ? "\\operatorname{" + name.nucleus + "}" : name.latex;
  const bool own = scripts.label.empty() && scripts.upper.empty() && parameters_.count(name.latex) > 0;
  const std::uint16_t scope = own ? source_ : 0;
  const SymbolId step = scripts.step.empty() ? none : counter(scripts.step, span);
  const auto printed = [&] { return with_script(with_script(base, '_', scripts.label), '^', scripts.upper); };
  const auto same_face = [](Face a, Face b) {
    return a == b || (a == Face::italic && b == Face::upright) || (a == Face::upright && b == Face::italic);
  };
  for (SymbolId id = 0; id < equation_.symbols.size(); ++id) {
    Symbol& known = equation_.symbols[id];
    const bool same = known.nucleus == name.nucleus && known.accent == name.accent && same_face(known.face, name.face) &&
                      known.label == scripts.label && known.upper == scripts.upper && known.scope == scope;
    // M of `\langle u, v \rangle_M = u^\top M v` is a quantity, beside the label.
    if (!same || (known.kind == SymbolKind::label && kind != SymbolKind::label)) continue;
    if (kind == SymbolKind::function && known.kind == SymbolKind::variable) {
      known.kind = SymbolKind::function;
      if (name.word) known.latex = printed();
    }
    known.occurrences.push_back({origin(span), source_});
    return id;
  }
  Symbol symbol;
  symbol.nucleus = name.nucleus;
  symbol.accent = name.accent;
  symbol.face = name.face;
  symbol.label = scripts.label;
  symbol.upper = scripts.upper;
  symbol.latex = printed();
  symbol.kind = kind;
  symbol.scope = scope;
  if (step != none || scripts.numeric_step) {
    const bool counted = scripts.upper.empty() || scripts.upper[0] == '{' || scripts.upper[0] == '(' || scripts.upper == scripts.step;
    symbol.stem = with_script(base, '^', counted ? "" : scripts.upper);
    if (step != none) symbol.step = step;
    symbol.offset = scripts.offset;
  }
  symbol.occurrences.push_back({origin(span), source_});
  equation_.symbols.push_back(std::move(symbol));
  return static_cast<SymbolId>(equation_.symbols.size() - 1);
}

SymbolId Resolver::counter(const std::string& letter, Span span) {
  for (SymbolId id = 0; id < equation_.symbols.size(); ++id)
    if (equation_.symbols[id].latex == letter) return id;
  Symbol symbol;
  symbol.latex = letter;
  symbol.nucleus = letter;
  symbol.kind = SymbolKind::index;
  symbol.occurrences.push_back({origin(span), source_});
  equation_.symbols.push_back(std::move(symbol));
  return static_cast<SymbolId>(equation_.symbols.size() - 1);
}

// `I_n`, `I_{n \times n}`, `I_C` of a declared size C: an identity whose size is printed, where no other I is.
bool Resolver::sized_identity(const Name& name, const Token& token) const {
  if (name.face != Face::italic || token.subscript == no_node || token.superscript != no_node || usage_.standing_alone.count("I"))
    return false;
  const auto letters = subscript_letters(tree_, token.subscript);
  static const std::set<std::string, std::less<>> sizes = {"n", "d", "p", "m", "N", "D", "M", "K"};
  return !letters.empty() && std::all_of(letters.begin(), letters.end(), [&](const auto& letter) {
    return letter == letters[0] && (sizes.count(letter) || usage_.axes.count(letter)) && !usage_.is_bound(letter) &&
           !usage_.is_index(letter) && !usage_.is_step(letter);
  });
}

std::optional<ExpressionId> Resolver::constant(const Name& name, const Token& token) {
  constexpr std::array<std::string_view, 8> candidates = {"\\pi", "\\infty", "e", "NaN", "nan", "1", "0", "I"};
  if (std::find(candidates.begin(), candidates.end(), name.nucleus) == candidates.end()) return std::nullopt;
  if (!name.accent.empty() || usage_.defined.count(name.latex) || usage_.called.count(name.latex)) return std::nullopt;
  if (usage_.no_constants.count(name.latex)) return std::nullopt;
  // `\pi^*` is the best policy.
  if (token.superscript != no_node && (script_text(token.superscript) == "*"sv || script_text(token.superscript) == "\\star"sv))
    return std::nullopt;
  if (name.nucleus == "e"sv && token.superscript != no_node && is_step_mark(token.superscript)) return std::nullopt;
  std::optional<double> value;
  const bool bare = token.subscript == no_node;
  if (name.nucleus == "\\pi"sv && bare && !usage_.arrays.count("\\pi")) value = std::numbers::pi;
  if (name.nucleus == "\\infty"sv) value = std::numeric_limits<double>::infinity();
  if (name.nucleus == "e"sv && bare && (token.superscript != no_node || name.face == Face::upright)) value = std::numbers::e;
  if (name.face == Face::upright && (name.nucleus == "NaN"sv || name.nucleus == "nan"sv)) value = std::numeric_limits<double>::quiet_NaN();
  const bool ones = (name.nucleus == "1"sv || name.nucleus == "0"sv) && (name.face == Face::bold || name.face == Face::blackboard);
  const bool bare_italic = name.face == Face::italic && bare && token.superscript == no_node &&
                           !usage_.standing_alone.count("\\mathbf{I}") && !usage_.limits.count("I") && !usage_.axes.count("I");
  const bool set_apart = name.face == Face::bold || name.face == Face::blackboard || name.face == Face::upright;
  const bool identity =
      name.nucleus == "I"sv && (set_apart || bare_italic || sized_identity(name, token)) && !usage_.arrays.count(name.latex);
  if (ones) value = name.nucleus == "1"sv ? 1.0 : 0.0;
  if (identity) value = 1.0;
  if (!value) return std::nullopt;
  Scripts scripts;
  if (token.subscript != no_node) scripts.label = canonical(tree_, token.subscript + 1);
  const SymbolId id = intern(name, scripts, token.span, SymbolKind::constant);
  equation_.symbols[id].value = *value;
  Expression expression;
  expression.kind = ExpressionKind::symbol;
  expression.symbol = id;
  expression.span = origin(token.core == no_node ? token.span : tree_[token.core].span);
  return add(expression, {});
}

}  // namespace eqlens
