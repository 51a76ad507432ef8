#pragma once

#include <string>
#include <vector>

#include "read/pattern.hpp"
#include "read/words.hpp"
#include "role/role.hpp"

namespace eqlens {

// Pieces of sentences that several answers share.

/// The first statement of a display as it stands in an answer that speaks of all of it.
[[nodiscard]] std::string display_text(const Analysis& analysis);

/// The statement of the display that gives a symbol its value; the first one if none does.
[[nodiscard]] std::string line_of(const Analysis& analysis, SymbolId symbol);

/// An answer that names the places of its symbols: each statement is quoted once, later places in it go without.
[[nodiscard]] std::string quoted_once(const Analysis& analysis, std::string answer);

/// The later value of the same quantity that the display gives: of `m_{t-1}` the symbol `m_t`; none if it gives none.
[[nodiscard]] SymbolId later_value(const Analysis& analysis, SymbolId symbol);

/// A symbol as it stands in an answer: "d_k", "θ", "m_{t−1}".
[[nodiscard]] std::string called(const Analysis& analysis, SymbolId symbol);

/// What is printed at a place, with its macros written out.
[[nodiscard]] std::string unfolded(const Equation& equation, Span span, std::uint16_t source);

/// The same of a sentence that quotes the display between dollars.
[[nodiscard]] std::string unfolded(const Equation& equation, const std::string& sentence);

/// What is too long for a sentence, cut.
[[nodiscard]] std::string shortened(const std::string& text);

/// An expression as it stands in an answer; very long ones are cut.
[[nodiscard]] std::string shown(const Analysis& analysis, ExpressionId id);

/// "Q (the queries, one in each row)"; only the name where nothing says what it means.
[[nodiscard]] std::string with_meaning(const Analysis& analysis, const SymbolEntry& entry);

/// A meaning in the paper's words with its math as plain characters: "the vector $\mathbf{x}$" is "the vector x".
[[nodiscard]] std::string plain_meaning(const std::string& meaning);

/// "n × d_k", "d", or "a number"; "not known" where nothing determines it.
[[nodiscard]] std::string shape_text(const Analysis& analysis, const Shape& shape);

/// "a matrix of n rows and d_k columns", "a vector of d numbers", "one number".
[[nodiscard]] std::string shape_in_words(const Analysis& analysis, const Shape& shape);

/// What a catalogue's row does, said of `object` in the place of the values that it speaks of in general.
[[nodiscard]] std::string about(std::string_view does, const std::string& object);

/// "a", "a and b", "a, b and c".
[[nodiscard]] std::string enumerated(const std::vector<std::string>& items);

/// The sentence with a capital in front and a full stop behind.
[[nodiscard]] std::string sentence(std::string text);
/// The same, where a symbol of the display may stand first: it keeps its case.
[[nodiscard]] std::string sentence(std::string text, const Analysis& analysis);

/// True for a symbol entry that a reader asks about on its own: not an index and not one element of another entry.
[[nodiscard]] bool asked_about(const SymbolEntry& entry);

/// False for what only a declaration names: neither the display nor a fact that works something out reads it. Sizes are always asked about.
[[nodiscard]] bool stands_here(const Analysis& analysis, const SymbolEntry& entry);

[[nodiscard]] bool has_badge(const SymbolEntry& entry, std::string_view badge);

/// The statements of the display itself, in printed order.
[[nodiscard]] std::vector<const Statement*> display_statements(const Equation& equation);

/// True if the row is a relation, a bracket or another sign that no reader asks about.
[[nodiscard]] bool only_notation(const Operation& operation);

}  // namespace eqlens
