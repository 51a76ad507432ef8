#include "expression/token.hpp"

#include <algorithm>
#include <string>

#include "base/few.hpp"
#include "base/text.hpp"
#include "syntax/canonical.hpp"

namespace eqlens {

namespace {

class Tokenizer {
 public:
  /// `sentence`: these items are a row of the display or of a table, where words may stand between formulas.
  Tokenizer(const SyntaxTree& tree, const RunJudge& judge, bool sentence) : tree_(tree), judge_(judge), sentence_(sentence) {}

  // `\mathrlap{\quad x > 0}` only moves what it holds.
  void open(SyntaxId id) {
    const bool lap = tree_[id].kind == SyntaxKind::command && tree_.has_children(id) && is_overlap(command_name(tree_, id));
    const SyntaxId inside = lap || is_coloured_term(tree_, id) ? last_argument(tree_, id) : ends_in_big(tree_, id) ? id : no_node;
    if (inside == no_node || tree_[inside].kind != SyntaxKind::group)
      items_.push_back(id);
    else
      for (const SyntaxId child : tree_.children(inside)) open(child);
  }

  Tokens run() {
    tokens_.reserve(items_.size());
    for (at_ = 0; at_ < items_.size();) at_ = take(at_);
    return std::move(tokens_);
  }

 private:
  const SyntaxNode& node(std::size_t n) const { return tree_[items_[n]]; }
  SyntaxKind kind(std::size_t n) const { return n < items_.size() ? node(n).kind : SyntaxKind::error; }

  SyntaxId nucleus(SyntaxId id) const { return tree_[id].kind == SyntaxKind::scripts ? id + 1 : id; }

  // `...`, as code and hasty notes have it.
  bool typed_dots(std::size_t n) const {
    for (std::size_t dot = n; dot < n + 3; ++dot)
      if (kind(dot) != SyntaxKind::sign || tree_.spelling(items_[dot]) != "." ||
          (dot > n && node(dot - 1).span.end != node(dot).span.begin))
        return false;
    return true;
  }

  // A letter or `\_` of a run; scripts may end one.
  bool in_run(std::size_t n) const {
    if (n >= items_.size()) return false;
    const SyntaxId core = nucleus(items_[n]);
    if (tree_[core].kind == SyntaxKind::letter) return is_letter(tree_.spelling(core)[0]);
    return tree_[core].kind == SyntaxKind::command && tree_.spelling(core) == "\\_";
  }

  std::size_t run_end(std::size_t begin) const {
    std::size_t end = begin;
    while (in_run(end) && (end == begin || node(end - 1).span.end == node(end).span.begin)) {
      ++end;
      if (node(end - 1).kind == SyntaxKind::scripts) break;
    }
    return end;
  }

  std::size_t take(std::size_t n) {
    const SyntaxId id = items_[n];
    switch (tree_[id].kind) {
      case SyntaxKind::spacing: {
        const auto text = tree_.spelling(id);
        if (text.starts_with("\\quad") || text.starts_with("\\qquad") || is_wide(text)) add(TokenKind::quad, id);
        return n + 1;
      }
      case SyntaxKind::align: return n + 1;
      case SyntaxKind::group:
      case SyntaxKind::command:
        if (is_empty_item(tree_, id)) return n + 1;
        break;
      case SyntaxKind::line_break: add(TokenKind::line_break, id); return n + 1;
      case SyntaxKind::sign:
        if (!typed_dots(n)) break;
        add(TokenKind::dots, id);
        tokens_.back().operation = &operation_named("and so on");
        tokens_.back().span.end = node(n + 2).span.end;
        return n + 3;
      default: break;
    }
    if (in_run(n)) {
      const std::size_t end = run_end(n);
      if (end > n + 1) {
        if (take_run(n, end)) return end;
        // The whole run is no name: its letters stand for themselves, scripts on the last one included.
        for (std::size_t letter = n; letter < end; ++letter) add_item(items_[letter]);
        return end;
      }
    }
    add_item(id);
    return n + 1;
  }

  bool take_run(std::size_t begin, std::size_t end) {
    std::string run;
    for (std::size_t n = begin; n < end; ++n) run += tree_.spelling(nucleus(items_[n]));
    std::size_t after = end;
    while (kind(after) == SyntaxKind::spacing) ++after;
    const bool called =
        kind(after) == SyntaxKind::fence || (kind(after) == SyntaxKind::scripts && tree_[nucleus(items_[after])].kind == SyntaxKind::fence);
    const auto is_relation = [&](std::size_t n) {
      return (kind(n) == SyntaxKind::align && n + 1 < items_.size()) ||
             (kind(n) == SyntaxKind::sign && (tree_.spelling(items_[n]) == "=" || tree_.spelling(items_[n]) == ":"));
    };
    const auto opens = [](TokenKind kind) {
      return kind == TokenKind::relation || kind == TokenKind::line_break || kind == TokenKind::comma || kind == TokenKind::quad ||
             kind == TokenKind::semicolon || kind == TokenKind::words;
    };
    const bool starts = tokens_.empty() || opens(tokens_.back().kind);
    if (!judge_.is_name(run, called, starts && is_relation(after))) return false;
    Token token = item(items_[end - 1]);
    token.span.begin = node(begin).span.begin;
    token.word = std::move(run);
    token.operation = find_operation(token.word);
    token.kind = TokenKind::operand;
    push(std::move(token));
    return true;
  }

  Token item(SyntaxId id) const {
    Token token;
    token.node = id;
    token.core = nucleus(id);
    token.span = tree_[id].span;
    if (tree_[id].kind == SyntaxKind::scripts) {
      for (const SyntaxId child : tree_.children(id)) {
        if (tree_[child].kind == SyntaxKind::subscript) token.subscript = child;
        if (tree_[child].kind == SyntaxKind::superscript) token.superscript = child;
        if (tree_[child].kind == SyntaxKind::primes) token.primes = child;
      }
    }
    return token;
  }

  void push(Token token) {
    part_at_dots(tree_, tokens_, token);
    token.glued = !tokens_.empty() && tokens_.back().span.end == token.span.begin;
    tokens_.push_back(std::move(token));
  }

  void add(TokenKind kind, SyntaxId id) {
    Token token = item(id);
    token.kind = kind;
    push(std::move(token));
  }

  void add_item(SyntaxId id) {
    Token token = item(id);
    const SyntaxNode& core = tree_[token.core];
    const auto spelling = tree_.spelling(token.core);
    switch (core.kind) {
      case SyntaxKind::fence: token.kind = TokenKind::fence; break;
      case SyntaxKind::bar: token.kind = TokenKind::bar; break;
      case SyntaxKind::sign: classify_sign(token, spelling); break;
      case SyntaxKind::command: classify_command(token); break;
      case SyntaxKind::group:
        // `{=}` and `{+}` are the sign alone.
        if (const SyntaxId inner = unwrap(tree_, token.core); inner != token.core && tree_[inner].kind == SyntaxKind::sign)
          classify_sign(token, tree_.spelling(inner));
        else if (const auto words = words_of(tree_, inner); trimmed(words, ",~").starts_with(';'))
          token.kind = TokenKind::words;
        else if (auto word = upright_word(tree_, token.core); find_operation(word) != nullptr) {
          token.operation = find_operation(word);
          token.word = std::move(word);
        }
        break;
      default: break;
    }
    if (join_with_last(token)) return;
    push(std::move(token));
  }

  // `:` before `=` is one relation, `\arg` before `\max` one operator, `\not` turns what follows round.
  bool join_with_last(Token& token) {
    if (tokens_.empty()) return false;
    Token& last = tokens_.back();
    if (last.kind == TokenKind::operand && last.word.empty() && is_running_average(tree_, last.node, token.node)) {
      last.word = "E" + canonical(tree_, token.core);
      last.subscript = token.subscript;
      last.span.end = token.span.end;
      return true;
    }
    if (joins_bar(tree_, tokens_, token) || joins_script(tree_, last, token)) return true;
    // `x != y`, but `n!=n(n-1)!`
    if (token.kind == TokenKind::relation && token.operation->name == "equals" && last.kind == TokenKind::operand && !last.glued &&
        last.core != no_node && tree_.spelling(last.core) == "!" && last.span.end == token.span.begin && last.node == last.core) {
      last.kind = TokenKind::relation;
      last.operation = &operation_named("is not");
      last.span.end = token.span.end;
      return true;
    }
    if (joins_count(tree_, tokens_, token)) return true;
    // `:=`, and `=:`, which names what stands before it.
    const bool before_colon = token.kind == TokenKind::colon && last.kind == TokenKind::relation && last.operation->name == "equals" &&
                              last.span.end == token.span.begin;
    if (before_colon || (token.kind == TokenKind::relation && last.kind == TokenKind::colon)) {
      last.kind = TokenKind::relation;
      last.operation = &operation_named(before_colon ? "defines" : "is defined as");
      last.span.end = token.span.end;
      return true;
    }
    // `<=`, `>=`, `==`, `<<` typed as two signs; two relations over a line break are one.
    if (token.kind == TokenKind::relation && last.kind == TokenKind::relation) {
      const bool glued = last.span.end == token.span.begin;
      if (glued || last.operation == token.operation) {
        if (glued) last.operation = &joined_relation(*last.operation, *token.operation);
        last.span.end = token.span.end;
        return true;
      }
    }
    if (last.kind == TokenKind::operand && last.core != no_node && tree_[last.core].kind == SyntaxKind::command) {
      const auto before = command_name(tree_, last.core);
      if (before == "\\arg" && token.operation && (token.operation->name == "maximum" || token.operation->name == "minimum")) {
        token.operation = &operation_named(token.operation->name == "maximum" ? "arg max" : "arg min");
        token.span.begin = last.span.begin;
        last = token;
        return true;
      }
      if (before == "\\Delta" && tree_[last.node].kind == SyntaxKind::command && token.kind == TokenKind::operand && !token.operation &&
          judge_.is_change(canonical(tree_, changed_core(tree_, token.core)))) {
        token.change = true;
        token.span.begin = last.span.begin;
        last = token;
        return true;
      }
      if (before == "\\not" && token.kind == TokenKind::relation) {
        token.operation = &negation(*token.operation);
        token.span.begin = last.span.begin;
        last = token;
        return true;
      }
    }
    return false;
  }

  // Whether a text is no name but words between formulas.
  bool is_prose(const std::string& words) const {
    std::size_t next = at_ + 1;
    while (kind(next) == SyntaxKind::spacing || kind(next) == SyntaxKind::align) ++next;
    if (!sentence_) return false;
    const Tokens after = next < items_.size() ? tokenize(tree_, std::vector<SyntaxId>{items_[next]}, judge_) : Tokens{};
    return stands_between(tree_, tokens_, words, after);
  }

  void classify_operation(Token& token) {
    if (!token.operation ||
        (tree_[token.core].kind == SyntaxKind::command && tree_.has_children(token.core) && token.operation->name == "division"))
      return;
    if (token.operation->fixity == Fixity::relation) token.kind = TokenKind::relation;
    if (token.operation->name == "for all") token.kind = TokenKind::words;
    if (token.operation->fixity == Fixity::infix) token.kind = token.operation->name == "and so on" ? TokenKind::dots : TokenKind::infix;
  }

  void classify_sign(Token& token, std::string_view sign) {
    if (sign == ",")
      token.kind = TokenKind::comma;
    else if (sign == ";")
      token.kind = TokenKind::semicolon;
    else if (sign == ":")
      token.kind = TokenKind::colon;
    else if (sign == ".")
      token.kind = TokenKind::punctuation;
    else {
      token.operation = find_operation(sign);
      classify_operation(token);
    }
  }

  void classify_command(Token& token) {
    const auto name = command_name(tree_, token.core);
    if (name == "\\underset" && token.subscript == no_node && argument(tree_, token.core, 1) != no_node) {
      // `\underset{j}{\max}` is `\max_j`.
      const SyntaxId below = argument(tree_, token.core, 0);
      const SyntaxId inner = unwrap(tree_, argument(tree_, token.core, 1));
      if (const auto limited = operator_with_limits(tree_, inner, judge_)) {
        token.core = limited->core;
        token.word = limited->word;
        token.subscript = below;
        token.operation = limited->operation;
        return;
      }
      if (is_expectation(tree_, inner)) {
        token.core = inner;
        token.subscript = below;
        return classify_command(token);
      }
    }
    if (!tree_.has_children(token.core)) return classify_bare(token, name);
    if (const auto* relation = relation_of_command(tree_, token.core, judge_)) {
      token.kind = TokenKind::relation;
      token.operation = relation;
      return;
    }
    if (is_transparent(name)) {
      // `\textcolor{red}{=}` is the sign alone.
      SyntaxId last = no_node;
      for (const SyntaxId child : tree_.children(token.core)) last = child;
      const SyntaxId inner = unwrap(tree_, last);
      const bool sign = tree_[inner].kind == SyntaxKind::sign || (tree_[inner].kind == SyntaxKind::command && !tree_.has_children(inner));
      if (sign) {
        token.core = inner;
        if (tree_[inner].kind == SyntaxKind::sign)
          classify_sign(token, tree_.spelling(inner));
        else
          classify_command(token);
        return;
      }
    }
    const std::string words = words_of(tree_, token.core);
    if (!words.empty()) {
      const auto plain = trimmed(words, ",~");
      // `\text{; sharpen}` is a remark, and words of a sentence connect, unless they are all that follows a relation.
      const bool wanted = !tokens_.empty() && tokens_.back().kind == TokenKind::relation && plain.find(' ') != std::string_view::npos;
      if ((is_connecting(plain) && !wanted) || plain.starts_with(';') || is_prose(words))
        token.kind = TokenKind::words;
      else if (token.subscript == no_node && plain.empty())
        token.kind = TokenKind::comma;
      else
        token.operation = find_operation(plain);
      return;
    }
    if (name == "\\operatorname" || name == "\\operatorname*" || name == "\\mathrm" || name == "\\mathop" || name == "\\mathbb" ||
        name == "\\mathbf" || name == "\\mathcal" || name == "\\mathsf" || name == "\\mathds" || name == "\\mathbbm") {
      classify_named(token, name);
      return;
    }
    classify_bare(token, name);
  }

  void classify_bare(Token& token, std::string_view name) {
    token.operation = find_operation(name);
    classify_operation(token);
    // A colon that is set as a relation: `\colon`.
    if (name == "\\colon" || name == "\\vcentcolon") token.kind = TokenKind::colon;
  }

  void classify_named(Token& token, std::string_view command) {
    const SyntaxId inside = argument(tree_, token.core);
    if (inside == no_node) return;
    std::string word;
    for (SyntaxId id = inside; id < tree_[inside].next; ++id) {
      const auto kind = tree_[id].kind;
      if (kind == SyntaxKind::letter || kind == SyntaxKind::number || (kind == SyntaxKind::sign && tree_.spelling(id) == "-"))
        word += tree_.spelling(id);
      if (kind == SyntaxKind::command && !tree_.has_children(id) && !is_font_switch(tree_.spelling(id)))
        word += tree_.spelling(id).substr(1);
    }
    if (command == "\\mathbb" || command == "\\mathcal" || command == "\\mathbf" || command == "\\mathds" || command == "\\mathbbm") {
      const auto family = command == "\\mathcal" ? "\\mathcal{" : "\\mathbb{";
      if (command == "\\mathbf" && word != "1") return;
      token.operation = find_operation(family + word + "}");
      if (command == "\\mathbf" && token.subscript == no_node) token.operation = nullptr;
      return;
    }
    if (word.size() < 2) return;
    token.word = word;
    token.operation = find_operation(word);
    if (!token.operation && word == "argmax") token.operation = &operation_named("arg max");
    if (!token.operation && word == "argmin") token.operation = &operation_named("arg min");
    classify_operation(token);
  }

  const SyntaxTree& tree_;
  const RunJudge& judge_;
  bool sentence_;
  Few<SyntaxId, 16> items_;
  std::size_t at_ = 0;
  Tokens tokens_;
};

}  // namespace

Tokens tokenize(const SyntaxTree& tree, const std::vector<SyntaxId>& items, const RunJudge& judge) {
  Tokenizer tokenizer(tree, judge, true);
  for (const SyntaxId item : items) tokenizer.open(item);
  return tokenizer.run();
}

Tokens tokenize(const SyntaxTree& tree, SyntaxId parent, const RunJudge& judge) {
  Tokenizer tokenizer(tree, judge, false);
  for (const SyntaxId child : tree.children(parent)) {
    const auto kind = tree[child].kind;
    if (kind != SyntaxKind::open && kind != SyntaxKind::close) tokenizer.open(child);
  }
  return tokenizer.run();
}

}  // namespace eqlens
