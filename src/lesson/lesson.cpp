#include "lesson/lesson.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "experiment/other_readings.hpp"
#include "lesson/walk.hpp"
#include "lesson/written_claims.hpp"
#include "read/known_formulas.hpp"
#include "report/diagnostics.hpp"

namespace eqlens {

namespace {

// A document with more displays than a long book is cut there, and says so.
constexpr std::size_t most_displays = 20000;
// Inline math is tried as a claim only if it is short enough to be one.
constexpr std::size_t longest_inline_claim = 2000;

Place place_of(const Source& input, Span span) { return {input.name(), input.position(span.begin).line, span.begin}; }

bool may_claim(std::string_view math) {
  if (math.size() > longest_inline_claim) return false;
  return math.find('=') != std::string_view::npos || math.find("\\approx") != std::string_view::npos ||
         math.find("\\le") != std::string_view::npos || math.find("\\ge") != std::string_view::npos ||
         math.find("≈") != std::string_view::npos;
}

/// Where the next display begins: tables and quotes before it belong to the one before.
std::size_t next_display(const Document& document, std::size_t block, std::size_t end_of_text) {
  for (auto i = block + 1; i < document.blocks.size(); ++i)
    if (document.blocks[i].kind != BlockKind::inline_) return document.blocks[i].outer.begin;
  return end_of_text;
}

/// A display that is a known formula but for one slip; `check --strict` makes an error of it.
Diagnostic near_miss(const Analysis& analysis, const NearlyKnown& nearly) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.code = "nearly-known";
  diagnostic.message = "this is " + std::string(nearly.formula->name) + ", but " + difference_of(analysis, nearly);
  diagnostic.span = analysis.equation.arena[nearly.place].span;
  diagnostic.help = "write " + nearly.usual + ", or declare the shapes if it is meant so";
  if (const auto apart = told_apart(analysis, nearly.corrected); !apart.empty()) diagnostic.notes.push_back(apart);
  return diagnostic;
}

/// What one passage adds to a report.
class Check {
 public:
  Check(const Source& input, const Document& document, const EvaluationOptions& evaluation)
      : input_(input), document_(document), evaluation_(evaluation) {}

  [[nodiscard]] CheckReport of(const Passage& passage) {
    const auto& block = document_.blocks[passage.block];
    switch (block.kind) {
      case BlockKind::display: visit_display(passage, block); break;
      case BlockKind::inline_: visit_inline(passage, block); break;
      case BlockKind::refused: visit_refused(passage, block); break;
    }
    return std::move(report_);
  }

 private:
  void visit_display(const Passage& passage, const MathBlock& block) {
    report_.equations = 1;
    const auto analysis = analyse(passage);
    for (const auto& diagnostic : analysis.diagnostics) report_.diagnostics.push_back(moved(diagnostic, block.math.begin));
    if (const auto nearly = nearly_known(analysis); nearly && !has_errors(analysis.diagnostics))
      report_.diagnostics.push_back(moved(near_miss(analysis, *nearly), block.math.begin));
    try_claims(analysis, block);
    if (document_.kind != DocumentKind::markdown) return;
    const auto end = next_display(document_, passage.block, input_.text().size());
    for (const auto& table : document_.tables)
      if (table.span.begin >= block.outer.end && table.span.begin < end)
        for (auto& claim : check_table(input_.text(), table, analysis)) add(std::move(claim));
    const auto prose = input_.text().substr(block.outer.end, end - block.outer.end);
    if (prose.find("Aloud:") != std::string_view::npos)
      for (auto& claim : check_aloud(prose, block.outer.end, read(analysis))) add(std::move(claim));
  }

  /// What is refused may be wrong in itself, or claim what is not so.
  void visit_refused(const Passage& passage, const MathBlock& block) {
    const auto analysis = analyse(passage);
    auto diagnostics = analysis.diagnostics;
    if (!has_errors(diagnostics))
      for (const auto& claim : check_claims(analysis, evaluation_))
        for (auto& diagnostic : diagnostics_of(claim)) diagnostics.push_back(std::move(diagnostic));
    add(check_refused(input_.text(), block, diagnostics));
  }

  // A piece of a sentence may be anything; only what turns out to be a claim is looked at.
  void visit_inline(const Passage& passage, const MathBlock& block) {
    if (!may_claim(passage.math)) return;
    const auto analysis = analyse(passage);
    const auto& statements = analysis.equation.statements;
    const bool claims = std::any_of(statements.begin(), statements.end(),
                                    [](const Statement& s) { return s.source == 0 && s.kind == StatementKind::claim; });
    if (claims && !has_errors(analysis.diagnostics)) try_claims(analysis, block);
  }

  void try_claims(const Analysis& analysis, const MathBlock& block) {
    for (auto& claim : check_claims(analysis, evaluation_)) {
      for (const auto& diagnostic : diagnostics_of(claim)) report_.diagnostics.push_back(moved(diagnostic, block.math.begin));
      const auto span = claim.span;
      report_.claims.push_back({place_of(input_, {block.math.begin + span.begin, block.math.begin + span.end}), std::move(claim)});
    }
  }

  void add(WrittenClaim written) {
    written.claim.span = written.span;
    for (auto& diagnostic : diagnostics_of(written.claim)) report_.diagnostics.push_back(std::move(diagnostic));
    report_.claims.push_back({place_of(input_, written.span), std::move(written.claim)});
  }

  const Source& input_;
  const Document& document_;
  const EvaluationOptions& evaluation_;
  CheckReport report_;
};

/// Which blocks are read: those up to the last display that is.
std::size_t blocks_read(const Document& document) {
  std::size_t displays = 0;
  for (std::size_t i = 0; i < document.blocks.size(); ++i)
    if (document.blocks[i].kind == BlockKind::display && ++displays > most_displays) return i;
  return document.blocks.size();
}

template <typename T>
void move_behind(std::vector<T>& all, std::vector<T>&& more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

std::vector<Display> decode_document(const Source& input, DocumentKind kind, const AnalysisOptions& options, Register spoken) {
  const auto document = document_of(input, kind);
  const auto end = blocks_read(document);
  std::vector<Display> displays;
  const auto decode = [&](const Passage& passage) -> std::optional<Display> {
    const auto& block = document.blocks[passage.block];
    if (block.kind != BlockKind::display || passage.block >= end) return std::nullopt;
    Display display{place_of(input, block.math), std::string(passage.math), analyse(passage), {}};
    display.reading = read(display.analysis, spoken);
    display.options = passage.options;
    return display;
  };
  walk(DocumentWalk(input.text(), document, options), decode, [&](std::optional<Display>&& display) {
    if (display) displays.push_back(std::move(*display));
  });
  return displays;
}

void try_out(std::vector<Display>& displays, Register spoken) {
  constexpr std::size_t work_of_one_document = 50 * work_of_one_display;
  const auto share = std::min(work_of_one_display, work_of_one_document / std::max<std::size_t>(1, displays.size()));
  each_piece(displays.size(), 0, [&](std::size_t piece) {
    auto& display = displays[piece];
    work_out_choices(display.analysis, display.options);
    display.reading = read(display.analysis, spoken, experiments(display.analysis, share));
  });
}

CheckReport check_document(const Source& input, DocumentKind kind, const AnalysisOptions& options, const EvaluationOptions& evaluation) {
  const auto document = document_of(input, kind);
  const auto end = blocks_read(document);
  CheckReport report;
  const auto check = [&](const Passage& passage) {
    if (passage.block < end) return Check(input, document, evaluation).of(passage);
    return CheckReport{document.blocks[passage.block].kind == BlockKind::display ? 1u : 0u, {}, {}};
  };
  walk(DocumentWalk(input.text(), document, options), check, [&](CheckReport&& part) {
    report.equations += part.equations;
    move_behind(report.diagnostics, std::move(part.diagnostics));
    move_behind(report.claims, std::move(part.claims));
  });
  return report;
}

}  // namespace eqlens
