// Words among formulas: sentences, counts in words, signs that deny a relation.
#include <algorithm>

#include "base/text.hpp"
#include "expression/token.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

const Operation& negation(const Operation& relation) {
  struct Pair {
    std::string_view name, denied;
  };
  static constexpr Pair pairs[] = {
      {"is in", "is not in"},          {"is at most", "is greater than"}, {"is at least", "is less than"},
      {"is less than", "is at least"}, {"is greater than", "is at most"}, {"is a subset of", "is not a subset of"}};
  const auto* found = std::find_if(std::begin(pairs), std::end(pairs), [&](const Pair& pair) { return pair.name == relation.name; });
  return operation_named(found == std::end(pairs) ? "is not" : found->denied);
}

const Operation& joined_relation(const Operation& before, const Operation& after) {
  if (after.name == "equals" && before.name == "is less than") return operation_named("is at most");
  if (after.name == "equals" && before.name == "is greater than") return operation_named("is at least");
  if (after.name == "is less than" && before.name == "is less than") return operation_named("is much smaller than");
  if (after.name == "is greater than" && before.name == "is greater than") return operation_named("is much larger than");
  return after;
}

bool joins_bar(const SyntaxTree& tree, Tokens& tokens, Token& token) {
  Token& last = tokens.back();
  const bool plain = token.kind == TokenKind::bar && last.kind == TokenKind::bar && last.word.empty() && last.subscript == no_node &&
                     tree.spelling(token.core) == "|" && tree.spelling(last.core) == "|" && last.span.end == token.span.begin;
  if (!plain) return false;
  // The first of the two may close what an earlier bar opened: `|u||v|`.
  const auto single = [](const Token& each) { return each.kind == TokenKind::bar && each.word.empty(); };
  if (std::count_if(tokens.begin(), tokens.end() - 1, single) % 2 != 0) return false;
  token.span.begin = last.span.begin;
  token.word = "||";
  last = token;
  return true;
}

void part_at_dots(const SyntaxTree& tree, Tokens& tokens, const Token& next) {
  const std::size_t size = tokens.size();
  if (size < 2 || tokens[size - 2].kind != TokenKind::comma) return;
  const bool behind = tokens[size - 1].kind == TokenKind::dots && next.kind == TokenKind::operand;
  const bool before = next.kind == TokenKind::dots && tokens[size - 1].kind == TokenKind::operand && tree.spelling(next.core) != "\\cdots";
  if (!behind && !before) return;
  Token comma = tokens[size - 2];
  comma.span = {tokens[size - 1].span.end, tokens[size - 1].span.end};
  tokens.push_back(std::move(comma));
}

bool joins_script(const SyntaxTree& tree, Token& last, const Token& token) {
  const bool empty =
      token.core != no_node && token.node != token.core && tree[token.core].kind == SyntaxKind::group && !tree.has_children(token.core);
  const bool free =
      (last.subscript == no_node || token.subscript == no_node) && (last.superscript == no_node || token.superscript == no_node);
  if (!empty || !free || last.kind != TokenKind::operand || last.span.end != token.span.begin) return false;
  if (token.subscript != no_node) last.subscript = token.subscript;
  if (token.superscript != no_node) last.superscript = token.superscript;
  last.span.end = token.span.end;
  return true;
}

SyntaxId changed_core(const SyntaxTree& tree, SyntaxId core) {
  const SyntaxId inside = unwrap(tree, core);
  return tree[inside].kind == SyntaxKind::scripts ? inside + 1 : inside;
}

const Operation* relation_of_command(const SyntaxTree& tree, SyntaxId command, const RunJudge& judge) {
  const auto name = command_name(tree, command);
  const bool denied = name == "\\not", above = name == "\\overset" || name == "\\stackrel";
  const SyntaxId inside = argument(tree, command, denied ? 0 : 1);
  if (!(denied || above || name == "\\underset") || inside == no_node) return nullptr;
  const Tokens parts =
      tree[inside].kind == SyntaxKind::group ? tokenize(tree, inside, judge) : tokenize(tree, std::vector<SyntaxId>{inside}, judge);
  if (parts.size() != 1 || parts[0].kind != TokenKind::relation) return nullptr;
  if (denied) return &negation(*parts[0].operation);
  // `\overset{\text{def}}{=}`
  const std::string remark = above ? canonical(tree, argument(tree, command)) : std::string();
  const bool names = remark.find("def") != std::string::npos || remark == "\\triangle" || remark == "\\Delta";
  return names && parts[0].operation->name == "equals" ? &operation_named("is defined as") : parts[0].operation;
}

std::optional<Token> operator_with_limits(const SyntaxTree& tree, SyntaxId item, const RunJudge& judge) {
  const Tokens parts =
      tree[item].kind == SyntaxKind::group ? tokenize(tree, item, judge) : tokenize(tree, std::vector<SyntaxId>{item}, judge);
  if (parts.size() != 1 || parts[0].node != parts[0].core || !parts[0].operation) return std::nullopt;
  const bool limits = parts[0].operation->shape == ShapeRule::reduce_last || parts[0].operation->fixity == Fixity::big;
  return limits ? std::optional(parts[0]) : std::nullopt;
}

bool is_sentence(std::string_view words) {
  const auto plain = trimmed(words, ",~");
  const auto gap = plain.find(' ');
  if (gap != std::string_view::npos) return plain.find_first_of("_^\\") == std::string_view::npos;
  // U+3000 to U+9FFF: three bytes, the first of them E3 to E9.
  return !plain.empty() && static_cast<unsigned char>(plain[0]) >= 0xE3 && static_cast<unsigned char>(plain[0]) <= 0xE9;
}

bool stands_between(const SyntaxTree& tree, const Tokens& before, std::string_view words, const Tokens& after) {
  const auto value = [](const Token& token) { return token.kind == TokenKind::fence || token.kind == TokenKind::operand; };
  std::size_t last = before.size();
  while (last > 0 && before[last - 1].kind == TokenKind::quad) --last;
  const bool behind = last > 0 && value(before[last - 1]) && !before[last - 1].operation && !counts_next(tree, before[last - 1]);
  if (behind && is_sentence(words)) return after.empty() ? last < before.size() : value(after[0]);
  // Words that open a row and end in a space only announce what follows: `\text{Loss } L = u`, but `\text{number of } u`.
  const bool opens = last == 0 || before[last - 1].kind == TokenKind::line_break || before[last - 1].kind == TokenKind::words;
  const auto plain = trimmed(words, ",~");
  return opens && words.ends_with(' ') && !plain.ends_with(" of") && find_operation(plain) == nullptr && !after.empty() &&
         after[0].kind == TokenKind::operand && !after[0].operation;
}

bool counts_next(const SyntaxTree& tree, const Token& token) {
  return token.kind == TokenKind::operand && token.core != no_node && token.node == token.core && tree.spelling(token.core) == "\\#";
}

bool joins_count(const SyntaxTree& tree, Tokens& tokens, Token& token) {
  const bool tail = tokens.size() > 1 && tokens[tokens.size() - 2].counted;
  if (token.kind != TokenKind::operand || token.core == no_node || !(tail || counts_next(tree, tokens.back()))) return false;
  const std::string words = words_of(tree, token.core);
  if (words.empty() || token.node != token.core) return false;
  if (tail) {
    // `n\text{-grams}`
    if (words[0] != '-' || tokens.back().node == no_node) return false;
    Token& counted = tokens[tokens.size() - 2];
    counted.word += " " + canonical(tree, tokens.back().node) + std::string(trimmed(words, ",~"));
    counted.span.end = token.span.end;
    tokens.pop_back();
    return true;
  }
  token.counted = true;
  token.operation = nullptr;
  token.word = std::string(trimmed(words, ",~"));
  token.span.begin = tokens.back().span.begin;
  token.glued = tokens.back().glued;
  tokens.back() = std::move(token);
  return true;
}

}  // namespace eqlens
