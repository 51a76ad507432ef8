// Brackets that pick entries: `w(i) = \exp(M(i))` with a declared M lists a number for each i, and `s(y)` of a declared s is one
// of its entries.

#include <algorithm>

#include "expression/resolver.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

namespace {

bool counts_places(const std::string& letter) {
  return letter.size() == 1 && std::string_view("ijklmn").find(letter[0]) != std::string_view::npos;
}

}  // namespace

// The letters of a round bracket that holds nothing else, perhaps with primes; none if it holds more. In `(i - j)` they are shifted.
Letters Resolver::bracket_letters(SyntaxId fence_node, bool shifted) const {
  if (tree_[fence_node].kind != SyntaxKind::fence || tree_.spelling(fence_node + 1) != "(") return {};
  // Most brackets hold more: seen before their tokens are made.
  for (const SyntaxId child : tree_.children(fence_node))
    if (const auto kind = tree_[child].kind; kind == SyntaxKind::command || kind == SyntaxKind::fence) return {};
  Letters letters;
  for (const Token& token : tokens_of(fence_node)) {
    if (token.kind == TokenKind::comma) continue;
    if (shifted && token.kind == TokenKind::infix && token.operation->precedence == 2) continue;
    if (shifted && token.core != no_node && tree_[token.core].kind == SyntaxKind::number) continue;
    const bool letter = token.kind == TokenKind::operand && token.core != no_node && tree_[token.core].kind == SyntaxKind::letter &&
                        token.subscript == no_node && token.word.empty();
    if (!letter) return {};
    letters.push_back(canonical(tree_, token.node));
  }
  return letters;
}

// What stands right before a bracket, with its scripts, if a fact declares it as an array.
std::string Resolver::array_before(SyntaxId fence_node, const Usage& usage) const {
  const SyntaxId target = tree_[fence_node - 1].kind == SyntaxKind::scripts ? fence_node - 1 : fence_node;
  SyntaxId before = no_node;
  for (SyntaxId id = target; id-- > 0 && tree_[id].next <= target;)
    if (tree_[id].next == target) before = id;
  if (before == no_node || tree_[before].span.end != tree_[fence_node].span.begin) return {};
  const std::string name = canonical(tree_, before);
  return usage.arrays.count(name) ? name : std::string();
}

void Resolver::gather_entries(Usage& usage) const {
  const Tokens& tokens = display_tokens();
  for (const Piece& piece : pieces(tokens)) {
    std::size_t relation = piece.begin;
    while (relation < piece.end && tokens[relation].kind != TokenKind::relation) ++relation;
    if (relation != piece.begin + 2 || relation == piece.end || !defines(*tokens[relation].operation)) continue;
    const auto head = tokens[piece.begin].kind == TokenKind::operand ? read_name(tokens[piece.begin]) : std::nullopt;
    const auto letters =
        tokens[piece.begin + 1].kind == TokenKind::fence ? bracket_letters(tokens[piece.begin + 1].core, false) : Letters{};
    if (!head || letters.empty()) continue;
    std::set<std::string> read;
    for (SyntaxId id = tokens[relation].node; id < tree_[tokens[piece.end - 1].node].next; ++id) {
      const auto places = tree_[id].kind == SyntaxKind::fence ? bracket_letters(id, true) : Letters{};
      const bool known = !places.empty() && std::all_of(places.begin(), places.end(), [&](const std::string& place) {
        return usage.is_bound(place) || std::find(letters.begin(), letters.end(), place) != letters.end();
      });
      const std::string array = known ? array_before(id, usage) : std::string();
      if (array.empty()) continue;
      usage.looked_up.insert(array);
      read.insert(places.begin(), places.end());
    }
    const bool lists = std::all_of(letters.begin(), letters.end(), [&](const auto& letter) {
      return counts_places(letter) && read.count(letter) && !usage.is_bound(letter);
    });
    if (!lists) continue;
    const Token& first = tokens[piece.begin];
    const std::string name = head->latex + (first.subscript == no_node ? "" : "_" + script_text(first.subscript)) +
                             (first.superscript == no_node ? "" : "^" + script_text(first.superscript));
    usage.called.erase(name);
    usage.arrays.insert(name);
    for (const auto& letter : letters) {
      usage.together.insert(letter);
      usage.right_subscripts.insert(letter);
    }
  }
}

}  // namespace eqlens
