#include "report/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "expression/balanced.hpp"
#include "read/wording.hpp"
#include "report/diagnostics.hpp"

namespace eqlens {

namespace {

// Keys keep the order in which the contract lists them.
using json = nlohmann::ordered_json;

// Texts may hold any bytes; what is not UTF-8 becomes the replacement character.
std::string dump(const json& document) { return document.dump(1, ' ', false, json::error_handler_t::replace) + "\n"; }

json of_span(Span span) { return {{"begin", span.begin}, {"end", span.end}}; }

json of_spans(const std::vector<Span>& spans) {
  auto list = json::array();
  for (const auto span : spans) list.push_back(of_span(span));
  return list;
}

json of_shape(const Shape& shape, const Sizes& sizes) {
  if (!shape.known) return nullptr;
  auto list = json::array();
  for (const auto& axis : shape.axes) {
    const auto dimension = sizes.resolve(axis);
    if (const auto number = dimension.number())
      list.push_back(*number);
    else
      list.push_back(sizes.print(dimension));
  }
  return list;
}

json of_number(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return number;
}

json of_axis(const Array& array, std::size_t axis, std::size_t& place) {
  if (axis == array.rank()) return of_number(array.data[place++]);
  auto list = json::array();
  for (std::size_t i = 0; i < array.extents[axis]; ++i) list.push_back(of_axis(array, axis + 1, place));
  return list;
}

void add_value(json& object, const Array& array) {
  std::size_t place = 0;
  object["shape"] = array.extents;
  object["data"] = of_axis(array, 0, place);
}

json of_diagnostic(const Diagnostic& diagnostic, const Source& input, std::uint32_t offset) {
  const auto [line, column] = input.position(std::min(diagnostic.span.begin + offset, static_cast<std::uint32_t>(input.text().size())));
  json object = {{"severity", name(diagnostic.severity)},
                 {"code", diagnostic.code},
                 {"message", diagnostic.message},
                 {"file", input.name()},
                 {"line", line},
                 {"column", column},
                 {"span", of_span(diagnostic.span)},
                 {"help", diagnostic.help}};
  if (!diagnostic.labels.empty()) {
    object["labels"] = json::array();
    for (const auto& label : diagnostic.labels) object["labels"].push_back({{"span", of_span(label.span)}, {"text", label.text}});
  }
  if (!diagnostic.notes.empty()) object["notes"] = diagnostic.notes;
  return object;
}

json of_diagnostics(const Diagnostics& diagnostics, const Source& input, std::uint32_t offset = 0) {
  auto list = json::array();
  for (const auto& diagnostic : diagnostics) list.push_back(of_diagnostic(diagnostic, input, offset));
  return list;
}

json of_symbol(const SymbolEntry& entry, const Sizes& sizes) {
  const auto from = entry.evidence.from == From::nothing ? "none" : name(entry.evidence.from);
  return {{"symbol", entry.latex},
          {"role", name(entry.role)},
          {"badges", entry.badges},
          {"meaning", plain_meaning(entry.meaning)},
          {"kind", entry.kind},
          {"shape", of_shape(entry.shape, sizes)},
          {"spans", of_spans(entry.spans)},
          {"guessed", entry.guessed},
          {"evidence", {{"from", from}, {"text", entry.evidence.text}}}};
}

json of_names(const std::vector<SymbolId>& symbols, const Equation& equation) {
  auto list = json::array();
  for (const auto symbol : symbols) list.push_back(equation.symbols[symbol].latex);
  return list;
}

/// What a statement defines as printed: `x_i` of `x_i = …` is the array x.
json of_statement(const Statement& statement, const Analysis& analysis) {
  const auto& shapes = analysis.shapes;
  json object = {{"latex", analysis.equation.text(statement.span, statement.source)},
                 {"span", of_span(statement.span)},
                 {"defines", of_names(statement.defines, analysis.equation)}};
  const bool valued = !statement.defines.empty() || statement.value != none;
  object["shape"] = valued ? of_shape(stated_shape(analysis.equation, shapes, statement), shapes.sizes) : json(nullptr);
  return object;
}

bool composite(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::apply:
      // What stands behind a bar or a semicolon is a part of the call.
      if (expression.operation->name == "given" || expression.operation->name == "with parameters") return false;
      if (expression.operation->name == "set" && expression.sign.empty()) return false;
      return expression.source == 0 && !expression.span.empty();
    case ExpressionKind::reduce:
    case ExpressionKind::cases:
    case ExpressionKind::index: return expression.source == 0 && !expression.span.empty();
    case ExpressionKind::number:
    case ExpressionKind::symbol:
    case ExpressionKind::relation:
    case ExpressionKind::unknown: return false;
  }
  return false;
}

json of_expressions(const Analysis& analysis) {
  auto list = json::array();
  for (ExpressionId id = 0; id < analysis.equation.arena.size(); ++id) {
    const auto& expression = analysis.equation.arena[id];
    if (!composite(expression)) continue;
    list.push_back({{"latex", analysis.equation.text(id)},
                    {"span", of_span(expression.span)},
                    {"shape", of_shape(given_shape(analysis.equation, analysis.shapes, id), analysis.shapes.sizes)}});
    if (!expression.grouped || expression.kind != ExpressionKind::apply || expression.operation->fixity != Fixity::infix) continue;
    // What stands inside the brackets, too.
    Span inside = expression.sign.empty() ? Span{expression.span.end, expression.span.begin} : expression.sign;
    for (const ExpressionId child : analysis.equation.arena.children(id))
      if (child != none) inside = join(inside, analysis.equation.arena[child].span);
    inside = balanced(analysis.equation.sources[expression.source].text(), inside);
    list.push_back({{"latex", analysis.equation.text(inside, expression.source)},
                    {"span", of_span(inside)},
                    {"shape", of_shape(analysis.shapes.expressions[id], analysis.shapes.sizes)}});
  }
  return list;
}

json of_operations(const Roles& roles) {
  auto list = json::array();
  for (const auto& entry : roles.operations)
    list.push_back({{"operation", entry.operation->name}, {"latex", entry.latex}, {"does", entry.does()}, {"why", entry.why()}});
  return list;
}

json of_choices(const Equation& equation) {
  auto list = json::array();
  for (const auto& choice : equation.choices)
    list.push_back({{"latex", choice.latex},
                    {"reading", choice.reading},
                    {"instead_of", choice.instead_of},
                    {"because", choice.because},
                    {"flip", choice.flip},
                    {"effect", choice.effect}});
  return list;
}

void add_reading(json& object, const Reading& reading) {
  object["aloud"] = reading.aloud;
  object["plain"] = reading.plain;
  object["questions"] = json::array();
  for (const auto& [question, answer] : reading.questions) object["questions"].push_back({{"question", question}, {"answer", answer}});
  object["conventions"] = reading.conventions;
  object["flow"] = reading.flow;
}

json of_known_as(const KnownAs& known) {
  if (known.name.empty()) return nullptr;
  json object = {{"name", known.name}, {"difference", nullptr}};
  if (!known.difference.empty()) object["difference"] = known.difference;
  if (!known.remark.empty()) object["remark"] = known.remark;
  return object;
}

json of_experiments(const std::vector<Finding>& findings) {
  auto list = json::array();
  for (const auto& finding : findings) {
    json entry = {{"kind", finding.kind},     {"claim", plain_meaning(finding.claim)}, {"verdict", name(finding.verdict)},
                  {"trials", finding.trials}, {"undefined", finding.undefined},        {"worst", of_number(finding.worst)}};
    entry["counterexample"] = finding.counterexample.empty() ? json(nullptr) : json(plain_meaning(finding.counterexample));
    entry["because"] = finding.because;
    list.push_back(std::move(entry));
  }
  return list;
}

json of_display(const Display& display, const Source& input) {
  const auto& [place, latex, analysis, reading, options] = display;
  json object = {{"latex", latex}, {"printed", analysis.printed}, {"file", place.file}, {"line", place.line}};
  object["span"] = of_span({0, static_cast<std::uint32_t>(latex.size())});
  object["defines"] = json::array();
  object["statements"] = json::array();
  for (const auto& statement : analysis.equation.statements) {
    if (statement.source != 0 || statement.kind == StatementKind::fact) continue;
    auto entry = of_statement(statement, analysis);
    for (const auto& defined : entry["defines"]) object["defines"].push_back(defined);
    object["statements"].push_back(std::move(entry));
  }
  object["symbols"] = json::array();
  for (const auto& entry : analysis.roles.symbols) object["symbols"].push_back(of_symbol(entry, analysis.shapes.sizes));
  object["operations"] = of_operations(analysis.roles);
  object["expressions"] = of_expressions(analysis);
  object["shape"] = object["statements"].empty() ? json(nullptr) : object["statements"].front()["shape"];
  add_reading(object, reading);
  object["choices"] = of_choices(analysis.equation);
  object["known_as"] = of_known_as(reading.known_as);
  object["experiments"] = of_experiments(reading.experiments);
  object["diagnostics"] = of_diagnostics(analysis.diagnostics, input, place.offset);
  return object;
}

}  // namespace

std::string decode_json(std::span<const DecodedInput> inputs) {
  json document = {{"equations", json::array()}, {"diagnostics", json::array()}};
  for (const auto& input : inputs) {
    for (const auto& display : input.displays) document["equations"].push_back(of_display(display, input.source));
    for (const auto& diagnostic : input.diagnostics) document["diagnostics"].push_back(of_diagnostic(diagnostic, input.source, 0));
  }
  return dump(document);
}

std::string evaluation_json(const Evaluation& evaluation, const Source& input, const Diagnostics& diagnostics, bool steps) {
  json document = {{"inputs", json::array()}, {"results", json::array()}};
  for (const auto& given : evaluation.inputs) {
    json entry = {{"symbol", given.symbol}, {"from", given.from}};
    add_value(entry, given.value);
    if (!given.why.empty()) entry["why"] = given.why;
    document["inputs"].push_back(std::move(entry));
  }
  for (const auto& result : evaluation.results) {
    json entry = {{"symbol", result.symbol}};
    add_value(entry, result.value);
    document["results"].push_back(std::move(entry));
  }
  if (steps) document["steps"] = json::array();
  for (const auto& step : evaluation.steps) {
    if (!steps) break;
    json entry = {{"latex", step.latex}, {"span", of_span(step.span)}};
    add_value(entry, step.value);
    document["steps"].push_back(std::move(entry));
  }
  document["diagnostics"] = of_diagnostics(diagnostics, input);
  return dump(document);
}

std::string notation_json(std::span<const Notation> documents) {
  json result = {{"documents", json::array()}};
  for (const auto& notation : documents) {
    json entry = {{"file", notation.file}, {"symbols", json::array()}, {"order", json::array()}};
    for (const auto& row : notation.rows) {
      json symbol = {{"symbol", row.latex}, {"role", name(row.role)}, {"meanings", row.meanings}, {"shapes", row.shapes}};
      symbol["defined"] = row.defined ? json(*row.defined) : json(nullptr);
      symbol["used"] = row.used;
      symbol["double"] = row.meanings.size() > 1;
      symbol["undefined"] = row.undefined;
      entry["symbols"].push_back(std::move(symbol));
    }
    for (const auto& group : notation.order)
      entry["order"].push_back({{"symbols", group.symbols}, {"line", group.line}, {"alike", group.alike}});
    result["documents"].push_back(std::move(entry));
  }
  return dump(result);
}

std::string check_json(std::span<const CheckReport> reports, std::span<const Source> inputs) {
  json document = {{"equations", 0}, {"claims", json::array()}, {"diagnostics", json::array()}};
  std::size_t equations = 0;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    equations += reports[i].equations;
    for (const auto& [place, claim] : reports[i].claims) {
      json entry = {
          {"latex", claim.latex}, {"file", place.file}, {"line", place.line}, {"verdict", name(claim.verdict)}, {"because", claim.because}};
      if (!claim.note.empty()) entry["note"] = claim.note;
      document["claims"].push_back(std::move(entry));
    }
    for (const auto& diagnostic : reports[i].diagnostics) document["diagnostics"].push_back(of_diagnostic(diagnostic, inputs[i], 0));
  }
  document["equations"] = equations;
  return dump(document);
}

}  // namespace eqlens
