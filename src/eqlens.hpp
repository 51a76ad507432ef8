#pragma once

#include <string_view>

#include "evaluate/compiled.hpp"
#include "evaluate/evaluate.hpp"
#include "experiment/claim.hpp"
#include "lesson/lesson.hpp"
#include "read/reading.hpp"
#include "report/display.hpp"
#include "report/json.hpp"
#include "role/role.hpp"

/// The whole public face of eqlens. An equation goes through one recipe: `analyse` parses it, resolves its meaning, infers
/// the shapes and assigns the roles; then it can be read (`read`), computed (`evaluate`) and tried (`check_claims`).
/// `decode_document` and `check_document` do the same for every display of a Markdown, TeX or reStructuredText document.
///
///     const auto attention = eqlens::decode(R"(\operatorname{Attention}(Q,K,V)=\operatorname{softmax}(QK^\top/\sqrt{d_k})V)");
///     attention.reading.aloud;                     // "Attention of Q, K and V equals softmax of …"
///     attention.analysis.roles.symbols[1].meaning; // "the queries, one in each row"
///
/// Nothing here throws; what is wrong with an input is in the `diagnostics` of what comes back.
namespace eqlens {

/// Reads one display, LaTeX or Unicode: symbols with their roles and shapes, the sentence aloud, the seven answers.
[[nodiscard]] Display decode(std::string_view math, const AnalysisOptions& options = {}, Register spoken = Register::aloud);

/// Computes what one display defines, on the values given and on drawn ones for the rest.
[[nodiscard]] Evaluation compute(std::string_view math, const EvaluationOptions& values = {}, const AnalysisOptions& options = {});

/// Analyses one display and compiles what it defines, once, for arrays of known extents; then it runs on the caller's memory.
///
///     const auto attention = eqlens::compile(R"(\operatorname{softmax}(QK^\top/\sqrt{d_k})V)", {{"Q", {n, d}}, {"K", {m, d}}, {"V", {m,
///     d}}}, {},
///                                            {{R"(Q \in \mathbb{R}^{n \times d_k})"}, {}});
///     attention.run({q, k, v}, {out});
[[nodiscard]] Compiled compile(std::string_view math, const std::vector<Slot>& arguments, const CompileOptions& options = {},
                               const AnalysisOptions& analysis = {});

/// Checks the shapes of one display and tries every claim in it.
[[nodiscard]] CheckReport check(std::string_view math, const AnalysisOptions& options = {}, const EvaluationOptions& values = {});

}  // namespace eqlens
