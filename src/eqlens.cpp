#include "eqlens.hpp"

#include <string>

#include "experiment/other_readings.hpp"

namespace eqlens {

Display decode(std::string_view math, const AnalysisOptions& options, Register spoken) {
  Display display{{}, std::string(math), analyse(math, options), {}, options};
  work_out_choices(display.analysis, options);
  display.reading = read(display.analysis, spoken, experiments(display.analysis));
  return display;
}

Evaluation compute(std::string_view math, const EvaluationOptions& values, const AnalysisOptions& options) {
  return evaluate(analyse(math, options), values);
}

Compiled compile(std::string_view math, const std::vector<Slot>& arguments, const CompileOptions& options,
                 const AnalysisOptions& analysis) {
  return compile(analyse(math, analysis), arguments, options);
}

CheckReport check(std::string_view math, const AnalysisOptions& options, const EvaluationOptions& values) {
  return check_document(Source("<argument>", std::string(math)), DocumentKind::math, options, values);
}

}  // namespace eqlens
