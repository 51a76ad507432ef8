#include "expression/usage.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "syntax/canonical.hpp"

namespace eqlens {

using namespace std::string_view_literals;

namespace {

SyntaxId nucleus(const SyntaxTree& tree, SyntaxId id) { return tree[id].kind == SyntaxKind::scripts ? id + 1 : id; }

bool binds(const SyntaxTree& tree, SyntaxId core) {
  const auto* operation = find_operation(tree[core].kind == SyntaxKind::command ? command_name(tree, core) : tree.spelling(core));
  if (!operation) {
    const auto words = words_of(tree, core);
    return command_name(tree, core) == "\\operatorname*"sv ||
           (command_name(tree, core) == "\\operatorname"sv && tree.spelling(core).find("arg") != std::string_view::npos) ||
           words.find("arg") == 0 || command_name(tree, core) == "\\underset"sv;
  }
  return operation->shape == ShapeRule::reduce || operation->fixity == Fixity::big || operation->shape == ShapeRule::reduce_last;
}

class Gatherer {
 public:
  Gatherer(const SyntaxTree& tree, Usage& usage) : tree_(tree), usage_(usage) {}

  void walk(SyntaxId parent, bool in_script) {
    const bool of_scripts = tree_[parent].kind == SyntaxKind::scripts;
    SyntaxId previous = no_node;
    bool behind_delta = false;
    std::string run;
    Letters alone;
    const auto finish_run = [&] {
      // The letters of a name such as PPL stand for nothing by themselves.
      if (run.size() < 3 || !all_capitals(run)) usage_.standing_alone.insert(alone.begin(), alone.end());
      alone.clear();
      if (run.size() > 1)
        ++usage_.runs[run];
      else if (run.size() == 1 && !in_script)
        usage_.standing.insert(run);
      run.clear();
    };
    for (const SyntaxId child : tree_.children(parent)) {
      // The nucleus of scripts was counted with them.
      if (of_scripts && child == parent + 1) {
        visit(child, in_script);
        continue;
      }
      const SyntaxId core = nucleus(tree_, child);
      const bool changed = behind_delta && is_change(tree_, parent, child);
      if (tree_[child].kind != SyntaxKind::spacing)
        behind_delta = tree_[child].kind == SyntaxKind::command && tree_.spelling(child) == "\\Delta"sv;
      if (changed) {
        finish_run();
        usage_.changes.insert(canonical(tree_, changed_core(tree_, core)));
        visit(child, true);
        previous = child;
        continue;
      }
      const bool adjacent =
          previous != no_node && tree_[previous].span.end == tree_[child].span.begin && tree_[previous].kind != SyntaxKind::scripts;
      if (!plain_letter(tree_, core) || !adjacent) finish_run();
      if (plain_letter(tree_, core))
        run += tree_.spelling(core);
      else if (!in_script && letter_like(tree_, core))
        usage_.standing.insert(canonical(tree_, core));
      if (!in_script && letter_like(tree_, core) && !has_subscript(child)) {
        if (!before_bracket(child)) alone.push_back(canonical(tree_, core));
        if (!plain_letter(tree_, core)) finish_run();
      }
      if (applies(child)) usage_.applied.insert(canonical(tree_, core));
      if (previous != no_node) constants(previous, child);
      visit(child, in_script);
      previous = child;
    }
    finish_run();
    gather_sets(tree_, parent, usage_);
    if (!in_script) gather_differentials(tree_, parent, usage_);
  }

 private:
  void visit(SyntaxId id, bool in_script) {
    const auto kind = tree_[id].kind;
    if ((kind == SyntaxKind::subscript || kind == SyntaxKind::superscript) && !ends_.count(id)) steps(id);
    if (kind == SyntaxKind::scripts) visit_scripts(id);
    if (kind == SyntaxKind::fence) before_bar(id);
    if (kind == SyntaxKind::command && tree_.has_children(id)) visit_command(id);
    if (tree_.has_children(id) && kind != SyntaxKind::text)
      walk(id, in_script || kind == SyntaxKind::subscript || kind == SyntaxKind::superscript || decorates(id));
  }

  void visit_command(SyntaxId id) {
    const auto name = command_name(tree_, id);
    if (name == "\\underset"sv) bind(argument(tree_, id));
    if (name.ends_with("frac")) divisor(id);
    if (is_bold_face(name) && argument(tree_, id) != no_node) {
      const SyntaxId inside = unwrap(tree_, argument(tree_, id));
      usage_.bold.emplace(canonical(tree_, inside), canonical(tree_, id));
      // `\boldsymbol{\mathit{z}}` is a bold z, too.
      if (command_name(tree_, inside) == "\\mathit"sv && argument(tree_, inside) != no_node)
        usage_.bold.emplace(canonical(tree_, unwrap(tree_, argument(tree_, inside))), canonical(tree_, id));
    }
  }

  // \pi of `\tau \sim \pi` is drawn from, I of `h(I)` and of `g(u, I; v)` is given to a function: neither is always the same.
  void constants(SyntaxId previous, SyntaxId id) {
    const SyntaxId core = nucleus(tree_, id);
    if (tree_[core].kind == SyntaxKind::command) {
      if (tree_.spelling(core) == "\\pi"sv && tree_.spelling(previous) == "\\sim"sv) usage_.no_constants.insert("\\pi");
      return;
    }
    if (tree_[core].kind != SyntaxKind::fence || tree_.spelling(core).find('I') == std::string_view::npos) return;
    SyntaxId head = nucleus(tree_, previous);
    if (is_accent(command_name(tree_, head)) && argument(tree_, head) != no_node) head = unwrap(tree_, argument(tree_, head));
    if (!letter_like(tree_, head)) return;
    SyntaxId only = no_node;
    bool one = true;
    for (const SyntaxId child : tree_.children(core)) {
      const auto kind = tree_[child].kind;
      if (kind == SyntaxKind::spacing) continue;
      const auto text = tree_.spelling(child);
      const bool ends = kind == SyntaxKind::open || kind == SyntaxKind::close || kind == SyntaxKind::bar || text == ","sv || text == ";"sv;
      if (ends && one && only != no_node && tree_.spelling(only) == "I"sv) usage_.no_constants.insert("I");
      one = ends || only == no_node;
      only = ends ? no_node : child;
    }
  }

  // `\frac{1}{|y|}`
  void divisor(SyntaxId fraction) {
    const SyntaxId below = argument(tree_, fraction, 1);
    if (below == no_node) return;
    const auto text = canonical(tree_, unwrap(tree_, below));
    const auto inside = text.starts_with('{') ? std::string_view(text).substr(1, text.size() - 2) : std::string_view(text);
    if (inside.size() > 2 && inside.front() == '|' && inside.back() == '|') usage_.divisors.insert(std::string(inside));
  }

  // y of `p(y \mid x)`
  void before_bar(SyntaxId fence) {
    SyntaxId only = no_node;
    for (const SyntaxId child : tree_.children(fence)) {
      const auto kind = tree_[child].kind;
      if (kind == SyntaxKind::open || kind == SyntaxKind::spacing) continue;
      if (kind == SyntaxKind::bar && only != no_node) usage_.conditioned.insert(canonical(tree_, only));
      if (kind == SyntaxKind::bar || only != no_node) return;
      only = child;
    }
  }

  // `\mathbf{x}`, `\hat{m}`: the letter inside is part of another symbol.
  bool decorates(SyntaxId id) const {
    if (tree_[id].kind != SyntaxKind::command || find_operation(command_name(tree_, id))) return false;
    return !is_transparent(command_name(tree_, id)) &&
           tree_[tree_.nodes[id + 1].next == tree_[id].next ? id : id + 1].next == tree_[id].next;
  }

  void visit_scripts(SyntaxId id) {
    const bool counts = gathers_members(tree_, id) || binds(tree_, id + 1);
    for (const SyntaxId child : tree_.children(id)) {
      // L of `\sum_{i=0}^{L-1}` is a count, no step.
      if (tree_[child].kind == SyntaxKind::superscript && counts) ends_.insert(child);
      if (tree_[child].kind == SyntaxKind::superscript && counts) usage_.limits.insert(canonical(tree_, unwrap(tree_, child + 1)));
      if (tree_[child].kind == SyntaxKind::superscript) {
        const SyntaxId above = unwrap(tree_, child + 1);
        const bool one = letter_like(tree_, above) || tree_.spelling(above) == "1"sv;
        if (one) usage_.upper[canonical(tree_, id + 1)].insert(canonical(tree_, above));
        if (one && before_bracket(id) && tree_[above].kind == SyntaxKind::letter)
          usage_.raised_calls.insert(canonical(tree_, id + 1) + "^" + canonical(tree_, above));
      }
      if (tree_[child].kind != SyntaxKind::subscript) continue;
      if (counts)
        bind(child);
      else
        for (const auto letters = subscript_letters(tree_, child); const auto& letter : letters) {
          // `\mathbb{E}_{x, z}` draws x and z; it counts nothing.
          if (expects(id + 1) && letter != "t"sv && letter != "i"sv && letter != "j"sv && letter != "k"sv) continue;
          if (letters.size() > 1) usage_.paired.insert(letter);
          usage_.right_subscripts.insert(letter);
          usage_.carriers[letter].insert(canonical(tree_, id + 1));
        }
    }
    if (numeric_script(id) && beside_dots(id)) usage_.listed.insert(canonical(tree_, id + 1));
  }

  bool expects(SyntaxId core) const {
    const auto* operation = find_operation(tree_[core].kind == SyntaxKind::command && !tree_.has_children(core) ? command_name(tree_, core)
                                                                                                                : canonical(tree_, core));
    return operation && operation->name == "expectation"sv;
  }

  // `D(x)`: a letter, then a round bracket with one symbol in it.
  bool applies(SyntaxId id) const {
    const SyntaxId core = nucleus(tree_, id);
    if (!letter_like(tree_, core) && !(tree_[core].kind == SyntaxKind::command && is_bold_face(command_name(tree_, core)))) return false;
    const SyntaxId next = tree_[id].next;
    if (next >= tree_.nodes.size()) return false;
    const SyntaxId fence = nucleus(tree_, next);
    if (tree_[fence].kind != SyntaxKind::fence || tree_.spelling(fence + 1).find('(') == std::string_view::npos) return false;
    std::size_t symbols = 0;
    for (const SyntaxId child : tree_.children(fence)) {
      const auto kind = tree_[child].kind;
      if (kind == SyntaxKind::open || kind == SyntaxKind::close || kind == SyntaxKind::spacing) continue;
      const bool face = kind == SyntaxKind::command && is_bold_face(command_name(tree_, child));
      if (!face && !letter_like(tree_, nucleus(tree_, child))) return false;
      ++symbols;
    }
    return symbols == 1;
  }

  bool has_subscript(SyntaxId id) const {
    if (tree_[id].kind != SyntaxKind::scripts) return false;
    for (const SyntaxId child : tree_.children(id))
      if (tree_[child].kind == SyntaxKind::subscript) return true;
    return false;
  }

  bool before_bracket(SyntaxId id) const {
    SyntaxId next = tree_[id].next;
    while (next < tree_.nodes.size() && tree_[next].kind == SyntaxKind::spacing) next = tree_[next].next;
    if (next >= tree_.nodes.size()) return false;
    return tree_[nucleus(tree_, next)].kind == SyntaxKind::fence;
  }

  bool numeric_script(SyntaxId scripts) const {
    for (const SyntaxId child : tree_.children(scripts))
      if (tree_[child].kind == SyntaxKind::subscript) return tree_[unwrap(tree_, child + 1)].kind == SyntaxKind::number;
    return false;
  }

  // `x_1 + \cdots + x_d`: the numbers count.
  bool beside_dots(SyntaxId scripts) const {
    SyntaxId id = scripts;
    for (int ahead = 0; ahead < 8 && id < tree_.nodes.size(); ++ahead, id = tree_[id].next) {
      const auto text = tree_.spelling(id);
      if (text == "\\cdots"sv || text == "\\ldots"sv || text == "\\dots"sv || text == "…"sv || text == "⋯"sv) return true;
    }
    return false;
  }

  // The letters before `=`, `\in`, `\le` ... in each comma-parted piece under a big operator.
  void bind(SyntaxId script) {
    if (script == no_node) return;
    SyntaxId inside = script;
    if (tree_[script].kind == SyntaxKind::subscript) inside = script + 1;
    inside = unwrap(tree_, inside);
    if (letter_like(tree_, inside) || tree_[inside].kind == SyntaxKind::scripts) {
      usage_.bound.insert(canonical(tree_, inside));
      return;
    }
    bool before_relation = true;
    SyntaxId candidate = no_node;
    bool ended = false;
    bool dots = false;     // `k = 1, \ldots, B`
    bool number = false;   // `1 \le i`
    bool related = false;  // a relation of this part is behind
    const auto close = [&] {
      if (candidate != no_node && !holds_bound(candidate)) usage_.bound.insert(canonical(tree_, candidate));
      candidate = no_node;
    };
    for (const SyntaxId child : tree_.children(inside)) {
      const auto text = tree_.spelling(child);
      const SyntaxId core = nucleus(tree_, child);
      if (text == ","sv || tree_[child].kind == SyntaxKind::line_break) {
        close();
        before_relation = true;
        number = related = false;
        continue;
      }
      // What stands behind the colon of `j : y_j = 1` binds nothing.
      if (related && tree_[child].kind == SyntaxKind::fence) argument_of_set(child);
      const bool parts = text == ":"sv || text == "|"sv || text == "\\mid"sv || text == "\\colon"sv;
      if (parts && candidate != no_node && !related) {
        close();
        return;
      }
      const auto* operation = tree_[child].kind == SyntaxKind::sign      ? find_operation(text)
                              : tree_[child].kind == SyntaxKind::command ? find_operation(command_name(tree_, child))
                                                                         : nullptr;
      dots = dots || (operation && operation->name == "and so on"sv);
      if (dots) continue;
      if (operation && operation->fixity == Fixity::relation) {
        if (candidate != no_node && operation->name == "equals"sv && tree_[child].next < tree_[inside].next &&
            tree_.spelling(tree_[child].next) == "1"sv)
          usage_.from_one.insert(canonical(tree_, candidate));
        close();
        before_relation = number && !related;
        ended = related = true;
        continue;
      }
      if (before_relation && tree_[child].kind == SyntaxKind::fence) bind_tuple(child);
      number = number || (before_relation && candidate == no_node && tree_[child].kind == SyntaxKind::number);
      if (before_relation && (letter_like(tree_, core) || tree_[core].kind == SyntaxKind::command)) {
        // Adjacent letters under a sum are several indices: `\sum_{ij}`.
        if (candidate != no_node) close();
        candidate = child;
      }
    }
    if (before_relation || !ended) close();
  }

  // v of `u \in N(v)`
  void argument_of_set(SyntaxId fence_node) {
    SyntaxId only = no_node;
    for (const SyntaxId child : tree_.children(fence_node)) {
      const auto kind = tree_[child].kind;
      if (kind == SyntaxKind::open || kind == SyntaxKind::close || kind == SyntaxKind::spacing) continue;
      if (only != no_node || kind != SyntaxKind::letter || tree_.spelling(child)[0] < 'a') return;
      only = child;
    }
    if (only != no_node) usage_.set_arguments.insert(canonical(tree_, only));
  }

  // `(u, i) \in E`: letters that count are bound; what is drawn, `(x, y) \sim p`, is read as it stands.
  void bind_tuple(SyntaxId fence_node) {
    const SyntaxId next = tree_[fence_node].next;
    if (next >= tree_.nodes.size() || tree_.spelling(next) != "\\in"sv) return;
    for (const SyntaxId child : tree_.children(fence_node))
      if (tree_[child].kind == SyntaxKind::letter && tree_.spelling(child).size() == 1 &&
          std::string_view("ijklmnpqstuv").find(tree_.spelling(child)[0]) != std::string_view::npos)
        usage_.bound.insert(canonical(tree_, child));
  }

  // v_k of `\sum_{k, v_k > 0}` says which k are meant.
  bool holds_bound(SyntaxId id) const {
    if (tree_[id].kind != SyntaxKind::scripts) return false;
    for (const SyntaxId child : tree_.children(id)) {
      if (tree_[child].kind != SyntaxKind::subscript) continue;
      const auto letters = subscript_letters(tree_, child);
      if (std::any_of(letters.begin(), letters.end(), [&](const auto& letter) { return usage_.is_bound(letter); })) return true;
    }
    return false;
  }

  // Letters with `- 1` or `+ 1` behind them, brackets or not.
  void steps(SyntaxId script) {
    SyntaxId last = no_node;
    SyntaxId sign = no_node;
    for (SyntaxId id = script + 1; id < tree_[script].next; ++id) {
      // H of `x^{\alpha_H - 1}` is no step.
      if (tree_[id].kind == SyntaxKind::subscript) {
        id = tree_[id].next - 1;
      } else if (letter_like(tree_, id)) {
        // In `Y^{\beta - 1}` a power is taken.
        const bool power = tree_[script].kind == SyntaxKind::superscript && tree_.spelling(id)[0] == '\\' &&
                           tree_.spelling(id) != "\\tau"sv && tree_.spelling(id) != "\\ell"sv;
        last = power ? no_node : id;
        sign = no_node;
      } else if (tree_[id].kind == SyntaxKind::sign) {
        const auto text = tree_.spelling(id);
        sign = text == "-"sv || text == "+"sv || text == "−"sv ? id : no_node;
      } else if (tree_[id].kind == SyntaxKind::number && sign != no_node && last != no_node) {
        usage_.stepped.insert(canonical(tree_, last));
      }
    }
  }

  const SyntaxTree& tree_;
  Usage& usage_;
  std::set<SyntaxId> ends_;  // superscripts that say where a big operator ends
};

}  // namespace

void gather(const SyntaxTree& tree, Usage& usage) {
  if (!tree.nodes.empty()) Gatherer(tree, usage).walk(0, false);
}

}  // namespace eqlens
