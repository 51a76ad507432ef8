#include <algorithm>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

bool is_implication(const Operation& relation) {
  return relation.name == "implies"sv || relation.name == "follows from"sv || relation.name == "if and only if"sv;
}

bool defines(const Operation& relation) {
  return relation.name == "equals"sv || relation.name == "is defined as"sv || relation.name == "becomes"sv;
}

void Resolver::gather_left_sides(Usage& usage) const {
  const Tokens& tokens = display_tokens();
  for (const Piece& piece : pieces(tokens)) {
    std::size_t relation = piece.begin;
    while (relation < piece.end && tokens[relation].kind != TokenKind::relation) ++relation;
    if (relation == piece.end) continue;
    const auto& name = tokens[relation].operation->name;
    if (name == "goes to"sv && relation > piece.begin + 1 && tokens[piece.begin + 1].kind == TokenKind::colon)
      if (const auto function = tokens[piece.begin].kind == TokenKind::operand ? read_name(tokens[piece.begin]) : std::nullopt)
        usage.called.insert(function->latex);
    if (name == "equals"sv && holds_for_each(tokens, piece.begin)) continue;
    for (std::size_t n = piece.begin; n < relation; ++n) {
      const Token& token = tokens[n];
      if ((token.kind != TokenKind::operand && token.kind != TokenKind::fence) ||
          (token.operation && token.operation->fixity == Fixity::big))
        continue;
      if (token.subscript != no_node && defines(*tokens[relation].operation))
        for (const auto& letter : subscript_letters(tree_, token.subscript)) usage.left_subscripts.insert(letter);
      if (token.superscript != no_node && script_text(token.superscript).find_first_of("+-") != std::string::npos &&
          script_text(token.superscript)[0] == '{')
        for (const auto& letter : subscript_letters(tree_, token.superscript)) usage.power_stepped.insert(letter);
    }
    const Token& first = tokens[piece.begin];
    const auto head = first.kind == TokenKind::operand ? read_name(first) : std::nullopt;
    if (!head) continue;
    const std::string labelled = first.subscript == no_node ? head->latex : head->latex + "_" + script_text(first.subscript);
    if (name == "is in"sv || name == "is a subset of"sv) {
      for (std::size_t n = piece.begin; n < relation; ++n)
        if (const auto member = tokens[n].kind == TokenKind::operand ? read_name(tokens[n]) : std::nullopt) {
          // `k \in \{1, \ldots, K\}`: k counts, wherever it stands below a letter.
          const bool listed = source_ != 0 && relation + 1 < piece.end && tokens[relation + 1].kind == TokenKind::fence &&
                              tree_.spelling(tokens[relation + 1].core + 1).find("\\{") != std::string_view::npos;
          const auto& counter = member->latex;
          if (listed && counter.size() == 1 && counter[0] >= 'i' && counter[0] <= 'n' && !usage.stepped.count(counter) &&
              usage.carriers.count(counter))
            usage.together.insert(counter);
          // `t^n \in \mathbb{R}` beside `\sum_n`: one t for each n, unless t is a number itself.
          if (source_ != 0 && tokens[n].superscript != no_node && usage.is_bound(script_text(tokens[n].superscript)))
            usage.samples.insert(member->latex + "^" + script_text(tokens[n].superscript));
          else if (source_ != 0 && tokens[n].superscript == no_node && tokens[n].subscript == no_node)
            usage.wholes.insert(member->latex);
          const bool shaped = relation + 1 < piece.end && tokens[relation + 1].superscript != no_node;
          if (n + 1 < relation && declares_call(tokens[n + 1])) {
            // `\phi(x) \in \mathbb{R}^d` says what a call gives.
            const std::string label = tokens[n].subscript == no_node ? "" : "_" + script_text(tokens[n].subscript);
            const std::string above = tokens[n].superscript == no_node ? "" : "^" + script_text(tokens[n].superscript);
            usage.called.insert(member->latex + label + above);
            if (tree_.spelling(tokens[n + 1].core + 1).find('[') != std::string_view::npos) usage.bracketed.insert(member->latex + label);
            ++n;
            continue;
          }
          if (!shaped) continue;
          const auto axes = subscript_letters(tree_, tokens[relation + 1].superscript);
          usage.axes.insert(axes.begin(), axes.end());
          // `W_1` declares one matrix, `x_i` the entries of a list.
          const SyntaxId script = subscript_of(tokens[n], *member);
          const auto letters = script == no_node ? Letters{} : subscript_letters(tree_, script);
          const bool counted = !letters.empty() && std::all_of(letters.begin(), letters.end(), [&](const auto& letter) {
            return usage.is_bound(letter) || usage.is_index(letter);
          });
          if (script == no_node || counted) usage.arrays.insert(member->latex);
          const std::string below = script == no_node ? "" : "_" + script_text(script);
          if (!below.empty()) usage.arrays.insert(member->latex + below);
          // A declaration shows the whole name: `\hat{y}^k \in ...`.
          if (tokens[n].superscript == no_node) continue;
          const std::string whole = member->latex + below + "^" + script_text(tokens[n].superscript);
          usage.defined.insert(whole);
          if (!below.empty()) usage.arrays.insert(whole);
        }
      continue;
    }
    if (!defines(*tokens[relation].operation)) continue;
    const bool call = relation == piece.begin + 2 && tokens[piece.begin + 1].kind == TokenKind::fence;
    const std::string word = !first.word.empty() ? first.word : head->word ? head->nucleus : std::string();
    // `\mathcal{N}(x; \mu, \Sigma) = ...` is a definition of the density unless the display uses the name again.
    const bool density = word.empty() && first.operation;
    const std::string printed = density ? std::string(tree_.spelling(first.core)) : word;
    const auto again = [&](const Token& other) { return mentions_word(other, printed); };
    const auto end = density ? tokens.end() : tokens.begin() + static_cast<std::ptrdiff_t>(piece.end);
    const bool named_again =
        !printed.empty() && (std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(relation), end, again) ||
                             (density && std::any_of(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(piece.begin), again)));
    if (call && bare_arguments(tokens[piece.begin + 1].core) && !named_again) {
      // `\sigma^2(i) = ...` names a function of that name.
      const std::string above = first.superscript == no_node ? "" : "^" + script_text(first.superscript);
      if (!above.empty()) usage.defined.insert(labelled + above);
      const bool primed = first.primes != no_node;  // `q'(k) = ...` names q'
      usage.called.insert(labelled + (primed ? std::string(static_cast<std::size_t>(primes_of(first.primes)), '\'') : "") + above);
      if (head->word && !primed) usage.called.insert(head->nucleus);
      if (tree_.spelling(tokens[piece.begin + 1].core + 1).find('[') != std::string_view::npos) usage.bracketed.insert(labelled);
    } else if (relation == piece.begin + 1) {
      usage.defined.insert(labelled);
      if (first.superscript != no_node) usage.defined.insert(labelled + "^" + script_text(first.superscript));
      if (head->word) usage.defined.insert(head->nucleus);
    }
  }
}

// Only symbols, lists of them, and separators: `(Q, K, V)`, `(y \mid x)`, `(x; \theta)`.
bool Resolver::bare_arguments(SyntaxId fence_node) const {
  const Tokens inside = tokens_of(fence_node);
  return std::all_of(inside.begin(), inside.end(), [&](const Token& token) {
    switch (token.kind) {
      case TokenKind::operand:
        return token.core != no_node && tree_[token.core].kind != SyntaxKind::number && tree_[token.core].kind != SyntaxKind::environment;
      case TokenKind::comma:
      case TokenKind::semicolon:
      case TokenKind::bar:
      case TokenKind::dots:
      case TokenKind::relation:
      case TokenKind::quad: return true;
      case TokenKind::fence: return bare_arguments(token.core);
      default: return false;
    }
  });
}

bool Resolver::mentions_word(const Token& token, const std::string& word) const {
  if (token.word == word) return true;
  return token.node != no_node && tree_.spelling(token.node).find(word) != std::string_view::npos;
}

// The subscript behind a name or, as in `\bm{A_1}`, inside its font.
SyntaxId Resolver::subscript_of(const Token& token, const Name& name) const {
  if (token.subscript != no_node || name.inner_scripts == no_node) return token.subscript;
  for (const SyntaxId child : tree_.children(name.inner_scripts))
    if (tree_[child].kind == SyntaxKind::subscript) return child;
  return no_node;
}

// Whether the bracket of `\phi(x)` holds arguments; counting letters pick entries of a list.
bool Resolver::declares_call(const Token& bracket) const {
  if (bracket.kind != TokenKind::fence || !bracket.glued) return false;
  static const std::set<std::string, std::less<>> counters = {"i", "j", "k", "l", "m", "n"};
  const Tokens inside = tokens_of(bracket.core);
  return !inside.empty() && !std::all_of(inside.begin(), inside.end(), [&](const Token& token) {
    if (token.kind == TokenKind::comma) return true;
    if (token.core == no_node) return false;
    return tree_[token.core].kind == SyntaxKind::number || counters.count(canonical(tree_, token.node)) > 0;
  });
}

// The parameters of a function that a fact defines are its own: x of `f(x) = x^2` is not the x of the display.
void Resolver::keep_parameters(const Tokens& tokens, std::size_t relation) {
  if (relation != 2 || tokens[1].kind != TokenKind::fence || !defines(*tokens[2].operation) || !bare_arguments(tokens[1].core)) return;
  const auto head = tokens[0].kind == TokenKind::operand ? read_name(tokens[0]) : std::nullopt;
  if (!head) return;
  for (const Token& token : tokens_of(tokens[1].core))
    if (token.kind == TokenKind::operand && token.subscript == no_node && token.superscript == no_node && token.primes == no_node)
      if (const auto name = read_name(token); name && !called_on(*head, name->latex)) parameters_.insert(name->latex);
}

// Whether the display calls the function on this very symbol: then the two are one.
bool Resolver::called_on(const Name& function_name, const std::string& argument_name) const {
  const auto& arena = equation_.arena;
  const auto is = [&](ExpressionId id) {
    return arena[id].kind == ExpressionKind::symbol && equation_.symbols[arena[id].symbol].latex == argument_name;
  };
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (!arena.applies(id, "call")) continue;
    const SymbolId function_symbol = head_symbol(arena, arena.child(id, 0));
    if (function_symbol == none || equation_.symbols[function_symbol].nucleus != function_name.nucleus) continue;
    for (const ExpressionId given : arena.children(id).subspan(1)) {
      const auto inner = arena.children(given);
      if (is(given) || (arena[given].kind == ExpressionKind::apply && std::any_of(inner.begin(), inner.end(), is))) return true;
    }
  }
  return false;
}

}  // namespace eqlens
