#pragma once

#include <set>
#include <string>
#include <vector>

#include "read/answer.hpp"

namespace eqlens {

// What signs do at their places, in words about their own parts. The catalogue's general words are for named functions.

/// The use of an operation that is worth a sentence: none among plain numbers or in the places of indices. `none` if there is no such use.
[[nodiscard]] ExpressionId telling_use(const Understanding& understanding, const OperationEntry& entry);

/// Why a sign stands where it stands; empty for operations that are no signs.
[[nodiscard]] std::string reason_of(const Understanding& understanding, ExpressionId id);

/// What a sign does at its ends; empty where it has none, as below a fraction that only holds a size.
[[nodiscard]] std::string limits_of(const Understanding& understanding, ExpressionId id);
/// Whether `limits_of` speaks for the operation, in place of the catalogue.
[[nodiscard]] bool has_own_limits(std::string_view operation);

/// The same for operations with a name: the larger of two, a distance.
[[nodiscard]] std::string named_reason(const Understanding& understanding, ExpressionId id);
[[nodiscard]] std::string named_limits(const Understanding& understanding, ExpressionId id);
[[nodiscard]] bool has_named_limits(std::string_view operation);

/// Why something is divided by the root of squares.
[[nodiscard]] std::string size_reason(const Understanding& understanding, const Found& found, std::string_view operation);

/// Why a sum with the weights c and 1 − c is there: a running average, one of two outcomes, a mix.
[[nodiscard]] std::string mix_reason(const Understanding& understanding, const Found& mix, std::string_view operation);
[[nodiscard]] std::string mix_limits(const Understanding& understanding, const Found& mix);

/// What learned matrices do besides mixing: a view of its own for each index, the width brought back.
[[nodiscard]] std::vector<std::string> mixing_reasons(const Understanding& understanding, const OperationEntry& entry);

/// How many values an index has below a big operator that prints no limits; empty if that is not known.
[[nodiscard]] std::string index_size(const Understanding& understanding, ExpressionId big, SymbolId index);
/// The letters that run from 0: of `\sum_{j=0}^{n}`, of a fact `j \in \{0, 1\}`.
[[nodiscard]] std::set<SymbolId> letters_from_zero(const Understanding& understanding);
/// What letters that count leave unsaid: one of them counts on the left and, as another, below a big operator; an index comes round again.
[[nodiscard]] std::vector<std::string> letter_conventions(const Understanding& understanding);
/// How many terms a sum has, as printed: "n", "|N_i|"; empty if that is not known.
[[nodiscard]] std::string term_count(const Understanding& understanding, ExpressionId sum);

}  // namespace eqlens
