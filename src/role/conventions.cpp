#include "role/conventions.hpp"

#include <algorithm>
#include <array>

namespace eqlens {

using namespace std::string_view_literals;

bool Setting::has(std::string_view nucleus) const {
  return std::any_of(equation->symbols.begin(), equation->symbols.end(), [&](const Symbol& other) { return other.nucleus == nucleus; });
}

bool Setting::applies(std::string_view operation) const {
  for (ExpressionId id = 0; id < equation->arena.size(); ++id)
    if (const auto* used = equation->arena[id].operation; used && used->name == operation) return true;
  return false;
}

namespace {

bool attention(const Setting& s) { return s.has("Q") && s.has("K") && s.rank() == 2; }
bool projections(const Setting& s) {
  return s.rank() == 2 && s.self().label.size() == 1 &&
         (s.self().label == "Q"sv || s.self().label == "K"sv || s.self().label == "V"sv || s.self().label == "O"sv);
}
bool is_array(const Setting& s) { return s.rank() >= 1; }
bool query(const Setting& s) { return s.rank() >= 1 && s.has("k"); }
bool key(const Setting& s) { return s.rank() >= 1 && s.has("q"); }
bool bias(const Setting& s) {
  return s.rank() == 1 && (s.self().face == Face::bold || !s.self().label.empty() || s.has("W") || s.has("w"));
}
bool is_matrix(const Setting& s) { return s.rank() == 2; }
bool is_number(const Setting& s) { return s.rank() == 0; }
bool stepped(const Setting& s) { return !s.self().stem.empty() && s.self().step != none; }
// The step goes on in time: it is t, or another step of the same name stands beside it.
bool timed(const Setting& s) {
  if (!stepped(s)) return false;
  const auto& symbols = s.equation->symbols;
  const auto& step = symbols[s.self().step].nucleus;
  return step == "t"sv || step == "s"sv || step == "\\tau"sv || std::any_of(symbols.begin(), symbols.end(), [&](const Symbol& other) {
           return other.step == s.self().step && other.offset != s.self().offset;
         });
}
// \Gamma of one number, which nothing defines.
bool gamma_function(const Setting& s) {
  const Arena& arena = s.equation->arena;
  if (s.self().kind != SymbolKind::function || !s.self().label.empty() || s.equation->definition_of(s.symbol) != nullptr) return false;
  for (ExpressionId id = 0; id < arena.size(); ++id)
    if (arena.applies(id, "call") && arena[arena.child(id, 0)].kind == ExpressionKind::symbol &&
        arena[arena.child(id, 0)].symbol == s.symbol && arena[id].child_count != 2)
      return false;
  return true;
}
// `A D^{-1}`, `D^{-1/2} A D^{-1/2}`: what links nodes is divided by how many links each has.
bool degrees_divide(const Setting& s) {
  const Arena& arena = s.equation->arena;
  const auto letter = [&](ExpressionId id, std::string_view nucleus) {
    return arena[id].kind == ExpressionKind::symbol && s.equation->symbols[arena[id].symbol].nucleus == nucleus;
  };
  const auto divides = [&](ExpressionId id) {
    if (arena.applies(id, "inverse")) return letter(arena.child(id, 0), "D");
    return arena.applies(id, "power") && letter(arena.child(id, 0), "D") && arena.applies(arena.child(id, 1), "negative");
  };
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (!arena.applies(id, "product") || arena[id].child_count != 2) continue;
    const ExpressionId left = arena.child(id, 0), right = arena.child(id, 1);
    if ((divides(left) && letter(right, "A")) || (divides(right) && letter(left, "A"))) return true;
  }
  return false;
}
bool linked(const Setting& s, std::string_view beside) {
  if (s.rank() != 2 || !s.has(beside) || !(s.has("I") || s.has("X") || s.has("H"))) return false;
  const auto& axes = s.shapes->symbols[s.symbol].axes;
  return s.shapes->sizes.same(axes[0], axes[1]) == Same::yes && degrees_divide(s);
}
// What is collected at a step, where later steps count less and states have a worth.
bool reward(const Setting& s) {
  if (s.self().kind != SymbolKind::variable || !s.self().accent.empty() || s.rank() > 1 || (!stepped(s) && s.rank() == 0)) return false;
  return s.has("\\gamma") && (s.has("V") || s.has("Q") || s.has("G"));
}
// The line steps it, s_{t+1} beside s_t, or acts in it, a_t beside s_t.
bool stepped_on(const Setting& s) {
  const auto& symbols = s.equation->symbols;
  return timed(s) && std::any_of(symbols.begin(), symbols.end(), [&](const Symbol& other) {
           return other.step == s.self().step &&
                  ((other.stem == s.self().stem && other.offset != s.self().offset) || other.nucleus == "a"sv || other.nucleus == "h"sv);
         });
}
// What a slope is taken by, or a function is called with: a time, `\frac{du}{d\tau} = -u(\tau)`.
bool runs(const Setting& s) {
  const Arena& arena = s.equation->arena;
  const auto is_it = [&](ExpressionId id) {
    return id != none && arena[id].kind == ExpressionKind::symbol && arena[id].symbol == s.symbol;
  };
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    const bool slope = arena.applies(id, "derivative") || arena.applies(id, "partial derivative");
    if (slope && arena[id].child_count > 1 && is_it(arena.child(id, 1))) return true;
    if (!arena.applies(id, "call")) continue;
    const auto given = arena.children(id).subspan(1);
    if (std::any_of(given.begin(), given.end(), is_it)) return true;
  }
  return false;
}
bool moments(const Setting& s) { return stepped(s) && s.has("\\beta"); }
// What is multiplied by 1 - c in `c m_{t-1} + (1 - c) g`: what is averaged.
ExpressionId averaged(const Arena& arena, ExpressionId value) {
  if (value == none || !arena.applies(value, "plus")) return none;
  for (const ExpressionId part : arena.children(value)) {
    if (!arena.applies(part, "product") && !arena.applies(part, "elementwise product") && !arena.applies(part, "dot product")) continue;
    const ExpressionId share = arena.child(part, 0);
    if (arena.applies(share, "minus") && arena[arena.child(share, 0)].kind == ExpressionKind::number) return arena.child(part, 1);
  }
  return none;
}

// Whether the line that gives it averages something else than its letter is used for.
bool averages_other(const Setting& s, bool squares) {
  const Arena& arena = s.equation->arena;
  if (!s.self().accent.empty()) return false;
  for (const Statement& statement : s.equation->statements) {
    if (statement.source != 0 || statement.defines.size() != 1) continue;
    const Symbol& made = s.equation->symbols[statement.defines[0]];
    if (made.stem != s.self().stem || made.stem.empty()) continue;
    ExpressionId news = averaged(arena, statement.value);
    if (news == none) return squares;
    const bool twice = arena.applies(news, "power") || (arena[news].child_count == 2 && arena[news].kind == ExpressionKind::apply &&
                                                        s.equation->text(arena.child(news, 0)) == s.equation->text(arena.child(news, 1)));
    if (squares) return !twice;
    while (arena[news].kind == ExpressionKind::index) news = arena.child(news, 0);
    const bool letter = arena[news].kind == ExpressionKind::symbol && s.equation->symbols[arena[news].symbol].nucleus == "g"sv;
    return twice || (!letter && !arena.applies(news, "gradient") && !arena.applies(news, "partial derivative"));
  }
  return false;
}
bool first_moment(const Setting& s) { return moments(s) && !averages_other(s, false); }
bool second_moment(const Setting& s) { return moments(s) && !averages_other(s, true); }
bool gradient_step(const Setting& s) { return stepped(s) && (s.has("\\beta") || s.has("\\eta") || s.has("\\theta") || s.has("\\alpha")); }
bool bold(const Setting& s) { return s.self().face == Face::bold; }
bool normalisation(const Setting& s) { return s.applies("square root") && s.rank() >= 1; }
bool with_softmax(const Setting& s) { return s.applies("softmax") || s.applies("exponential"); }
bool with_weights(const Setting& s) { return s.has("\\alpha") && s.rank() >= 1; }
bool with_gradient(const Setting& s) {
  return (s.applies("gradient") && !s.stands(&SymbolPlaces::weighs_part)) || s.stands(&SymbolPlaces::scales_step) ||
         s.stands(&SymbolPlaces::scales_gradient);
}
bool averages(const Setting& s) { return s.stands(&SymbolPlaces::decays) || s.stands(&SymbolPlaces::corrects); }
bool counts_steps(const Setting& s) {
  return is_number(s) && (s.stands(&SymbolPlaces::limit) || s.shapes->sizes.find(s.self().latex).has_value());
}
bool temperature(const Setting& s) {
  return is_number(s) && with_softmax(s) && !s.stands(&SymbolPlaces::in_wave) && s.stands(&SymbolPlaces::divides);
}
bool in_columns(const Setting& s) {
  return s.rank() == 2 && s.stands(&SymbolPlaces::items_in_columns) && !s.stands(&SymbolPlaces::items_in_rows);
}
bool weighs(const Setting& s) { return is_number(s) && s.stands(&SymbolPlaces::factor); }
bool in_rows(const Setting& s) { return s.rank() == 2 && s.stands(&SymbolPlaces::items_in_rows); }
// What chooses: it carries a name of its own, or states, actions and rewards stand beside it.
bool policy(const Setting& s) {
  if (s.self().kind != SymbolKind::function || s.rank() != 0) return false;
  static constexpr std::array company = {"a", "s", "A", "S", "r", "R", "V", "Q", "G"};
  return !s.self().label.empty() || !s.self().upper.empty() ||
         std::any_of(s.equation->symbols.begin(), s.equation->symbols.end(), [&](const Symbol& other) {
           // What the line makes of it may have any letter.
           const auto* made = s.equation->definition_of(static_cast<SymbolId>(&other - s.equation->symbols.data()));
           return other.kind != SymbolKind::index && (made == nullptr || other.kind == SymbolKind::function) &&
                  std::find(company.begin(), company.end(), other.nucleus) != company.end();
         });
}
// A number that may count something: not drawn, and not what is left of 1.
bool count(const Setting& s) { return is_number(s) && !s.stands(&SymbolPlaces::drawn) && !s.stands(&SymbolPlaces::complements); }
// Capitals that are as often something else: a factor or a result is no count by its letter alone.
bool only_count(const Setting& s) {
  return count(s) && !s.stands(&SymbolPlaces::factor) && (!s.stands(&SymbolPlaces::defined) || s.stands(&SymbolPlaces::numbered));
}
bool penalises(const Setting& s) { return is_number(s) && (s.stands(&SymbolPlaces::weighs_term) || s.stands(&SymbolPlaces::weighs_part)); }
bool guards(const Setting& s) { return is_number(s) && (s.stands(&SymbolPlaces::guards) || s.stands(&SymbolPlaces::beside_root)); }
// A list is no chance, unless what stands behind a bar says that it is one for each.
bool chance(const Setting& s) {
  return s.self().kind == SymbolKind::function &&
         (s.rank() == 0 || s.stands(&SymbolPlaces::conditions) || s.stands(&SymbolPlaces::defined));
}
// `\lfloor (H_{in} + 2 p) / s \rfloor`: how far an image reaches.
bool extent(const Setting& s) {
  return is_number(s) && !s.self().label.empty() &&
         (s.stands(&SymbolPlaces::in_floor) || (s.stands(&SymbolPlaces::defined) && s.applies("floor")));
}
bool free_noise(const Setting& s) { return is_number(s) && s.stands(&SymbolPlaces::added); }

// `\eta \frac{\hat m_t}{\sqrt{\hat v_t} + \epsilon}`: what moves is measured in units of its usual size.
bool in_units_of_size(const Setting& s) {
  const auto& arena = s.equation->arena;
  if (!is_number(s) || !s.applies("square root")) return false;
  const auto rooted = [&](ExpressionId divisor) {
    return arena.applies(divisor, "square root") ||
           (arena.applies(divisor, "plus") && arena.applies(arena.child(divisor, 0), "square root"));
  };
  for (ExpressionId id = 0; id < arena.size(); ++id) {
    if (arena[id].kind != ExpressionKind::apply || arena[id].child_count != 2) continue;
    const auto left = arena.child(id, 0), right = arena.child(id, 1);
    const bool scales = arena.applies(id, "product") && arena[left].kind == ExpressionKind::symbol && arena[left].symbol == s.symbol &&
                        arena.applies(right, "division") && rooted(arena.child(right, 1));
    // `\frac{\eta}{\sqrt{v} + \epsilon} m`
    const bool divided =
        arena.applies(id, "division") && arena[left].kind == ExpressionKind::symbol && arena[left].symbol == s.symbol && rooted(right);
    if (scales || divided) return true;
  }
  return false;
}
bool lost(const Setting& s) { return s.applies("gradient") || s.applies("partial derivative"); }
bool change(const Setting& s) { return s.self().accent == "\\Delta"sv || s.self().accent == "\\mathrm{d}"sv; }
bool beside_hat(const Setting& s) {
  return s.self().accent.empty() && std::any_of(s.equation->symbols.begin(), s.equation->symbols.end(), [&](const Symbol& other) {
           return other.nucleus == s.self().nucleus && !other.accent.empty();
         });
}

// `\alpha_t` beside `\sigma_t`: what noise is mixed by.
bool schedule(const Setting& s) {
  if (s.self().face == Face::bold || s.rank() > 1) return false;
  return s.rank() == 1 || stepped(s) || s.self().label == "t"sv || s.self().label == "s"sv;
}
bool bold_vector(const Setting& s) { return s.self().face == Face::bold && s.rank() == 1; }
// w itself, not the change dw of a noise.
bool beside_weights(const Setting& s) {
  const auto& symbols = s.equation->symbols;
  return std::any_of(symbols.begin(), symbols.end(), [](const Symbol& each) { return each.nucleus == "w"sv && each.accent.empty(); });
}
bool state_space(const Setting& s) {
  const bool state = s.has("x") || s.has("h") || s.has("u") || s.has("\\Delta");
  return s.self().accent.empty() && s.self().kind == SymbolKind::variable && s.self().label.empty() && state && s.has("A") && s.has("B");
}
bool function(const Setting& s) { return s.self().kind == SymbolKind::function; }
bool kernel_scale(const Setting& s) { return s.rank() == 0 && (s.has("k") || s.has("K")) && s.applies("exponential"); }

using R = Role;
// clang-format off
constexpr std::array rows = {
    Convention{"H", "", extent, R::input, "a height", "count"},
    Convention{"W", "", extent, R::input, "a width", "count"},
    Convention{"L", "", extent, R::input, "a length", "count"},
    Convention{"p", "", chance, R::operation, "a probability, or a density"},
    Convention{"P", "", [](const Setting& s) { return s.stands(&SymbolPlaces::dense) || gives_density(*s.equation, s.symbol); }, R::operation, "a density"},
    Convention{"P", "", chance, R::operation, "a probability"},
    Convention{"Pr", "", chance, R::operation, "a probability"},
    Convention{"q", "", chance, R::operation, "a probability, or a density"},
    Convention{"\\pi", "", policy, R::operation, "a policy: how likely each choice is"},
    Convention{"Q", "", [](const Setting& s) { return attention(s) && in_columns(s); }, R::input, "the queries, one in each column"},
    Convention{"K", "", [](const Setting& s) { return attention(s) && in_columns(s); }, R::input, "the keys, one in each column"},
    Convention{"V", "", [](const Setting& s) { return attention(s) && s.stands(&SymbolPlaces::mixed_by_shares); }, R::input, "the values, one in each column, one for each key"},
    Convention{"Q", "", attention, R::input, "the queries, one in each row"},
    Convention{"K", "", attention, R::input, "the keys, one in each row"},
    Convention{"V", "", attention, R::input, "the values, one in each row, one for each key"},
    Convention{"q", "", query, R::input, "a query"},
    Convention{"k", "", key, R::input, "a key"},
    Convention{"d", "k", count, R::constant, "the width of a query and of a key", "count"},
    Convention{"d", "v", count, R::constant, "the width of a value", "count"},
    Convention{"d", "{\\text{model}}", count, R::constant, "the width of the model", "count"},
    Convention{"d", "", count, R::constant, "the number of features", "count"},
    Convention{"W", "", projections, R::learned, "a learned projection"},
    Convention{"W", "", is_matrix, R::learned, "a weight matrix"},
    Convention{"W", "", nullptr, R::learned, "the weights"},
    Convention{"U", "", [](const Setting& s) { return is_matrix(s) || s.has("W"); }, R::learned, "a weight matrix"},
    Convention{"A", "", state_space, R::learned, "a learned matrix"},
    Convention{"B", "", state_space, R::learned, "a learned matrix"},
    Convention{"C", "", [](const Setting& s) { return state_space(s) && !s.has("V"); }, R::learned, "a learned matrix"},
    Convention{"\\Delta", "", [](const Setting& s) { return s.rank() == 0 && s.has("A") && s.has("B"); }, R::learned, "the length of a step", "positive"},
    Convention{"\\Omega", "", [](const Setting& s) { return s.rank() == 2; }, R::learned, "a weight matrix"},
    Convention{"\\beta", "", [](const Setting& s) { return (bold_vector(s) && s.has("\\Omega")) || (is_number(s) && !stepped(s) && s.has("\\omega")); }, R::learned, "a bias"},
    Convention{"u", "", [](const Setting& s) { return bold_vector(s) && beside_weights(s); }, R::learned, "a learned direction"},
    Convention{"l", "", kernel_scale, R::constant, "the length scale", "positive"},
    Convention{"\\ell", "", kernel_scale, R::constant, "the length scale", "positive"},
    Convention{"\\theta", "", [](const Setting& s) { return is_number(s) && s.stands(&SymbolPlaces::within_unit); }, R::input, "a chance, between 0 and 1", "probability"},
    Convention{"\\Theta", "", nullptr, R::learned, "the parameters"},
    Convention{"\\theta", "", nullptr, R::learned, "the parameters"},
    Convention{"\\phi", "", is_array, R::learned, "the parameters"},
    Convention{"\\psi", "", is_array, R::learned, "the parameters"},
    Convention{"b", "", bias, R::learned, "a bias"},
    Convention{"c", "", [](const Setting& s) { return s.rank() == 1 && !s.self().label.empty() && s.self().step == none && (s.has("U") || s.has("W")); }, R::learned, "a bias"},
    Convention{"w", "", is_array, R::learned, "the weights"},
    Convention{"\\gamma", "", normalisation, R::learned, "a learned scale, one for each feature, 1 at the start"},
    Convention{"\\beta", "", normalisation, R::learned, "a learned shift, one for each feature, 0 at the start"},
    Convention{"g", "", gradient_step, R::input, "the gradient at this step"},
    Convention{"m", "", first_moment, R::input, "the running average of the gradient"},
    Convention{"v", "", second_moment, R::input, "the running average of the squared gradient", "positive"},
    Convention{"\\beta", "1", averages, R::constant, "the decay rate of the first average, usually 0.9", "rate"},
    Convention{"\\beta", "2", averages, R::constant, "the decay rate of the second average, usually 0.999", "rate"},
    Convention{"\\eta", "", in_units_of_size, R::constant, "the learning rate, usually 0.001", "rate"},
    Convention{"\\alpha", "", in_units_of_size, R::constant, "the learning rate, usually 0.001", "rate"},
    Convention{"\\eta", "", is_number, R::constant, "the learning rate", "rate"},
    Convention{"\\alpha", "", [](const Setting& s) { return is_number(s) && with_gradient(s); }, R::constant, "the learning rate", "rate"},
    Convention{"\\epsilon", "", bold, R::input, "noise"},
    Convention{"\\epsilon", "", [](const Setting& s) { return s.stands(&SymbolPlaces::drawn); }, R::input, "noise"},
    Convention{"\\varepsilon", "", [](const Setting& s) { return s.stands(&SymbolPlaces::drawn); }, R::input, "noise"},
    Convention{"\\epsilon", "", guards, R::constant, "a small number that keeps a division safe", "stability"},
    Convention{"\\varepsilon", "", guards, R::constant, "a small number that keeps a division safe", "stability"},
    Convention{"\\epsilon", "", free_noise, R::input, "noise"},
    Convention{"\\varepsilon", "", free_noise, R::input, "noise"},
    Convention{"\\epsilon", "", is_number, R::constant, "", "stability"},
    Convention{"\\varepsilon", "", is_number, R::constant, "", "stability"},
    Convention{"\\alpha", "", timed, R::constant, "the schedule at this step", "rate"},
    Convention{"\\beta", "", timed, R::constant, "the schedule at this step", "rate"},
    Convention{"\\lambda", "", penalises, R::constant, "the weight of a penalty", "rate"},
    Convention{"\\lambda", "", [](const Setting& s) { return s.stands(&SymbolPlaces::conditioned); }, R::input, "", "positive"},
    Convention{"\\lambda", "", is_number, R::constant, "", "rate"},
    Convention{"\\tau", "", temperature, R::constant, "the temperature", "positive"},
    Convention{"\\tau", "", [](const Setting& s) { return is_number(s) && !s.stands(&SymbolPlaces::set) && runs(s); }, R::input, ""},
    Convention{"\\tau", "", is_number, R::constant, "a constant set by hand", "positive"},
    Convention{"T", "", [](const Setting& s) { return counts_steps(s) && s.self().label.empty(); }, R::constant, "the number of steps", "count"},
    Convention{"T", "", [](const Setting& s) { return is_number(s) && with_softmax(s) && s.self().label.empty(); }, R::constant, "the temperature", "positive"},
    Convention{"\\gamma", "", is_number, R::constant, "a rate set by hand", "rate"},
    Convention{"\\beta", "", weighs, R::constant, "a weight set by hand", "rate"},
    Convention{"\\alpha", "", weighs, R::constant, "a weight set by hand", "rate"},
    Convention{"\\beta", "", is_number, R::constant, "a constant set by hand", "rate"},
    Convention{"\\alpha", "", is_number, R::constant, "a constant set by hand", "rate"},
    Convention{"\\mu", "", [](const Setting& s) { return s.stands(&SymbolPlaces::within_unit); }, R::input, "", "probability"},
    Convention{"\\mu", "", nullptr, R::input, "the mean"},
    Convention{"\\sigma", "", [](const Setting& s) { return s.self().accent.empty() && s.has("\\alpha") && schedule(s); }, R::constant, "the schedule at this step", "rate"},
    Convention{"\\alpha", "", [](const Setting& s) { return schedule(s) && s.has("\\sigma"); }, R::constant, "the schedule at this step", "rate"},
    Convention{"\\sigma", "", [](const Setting& s) { return s.self().upper == "2"sv; }, R::input, "the variance", "positive"},
    Convention{"\\sigma", "", nullptr, R::input, "the standard deviation", "positive"},
    Convention{"\\Sigma", "", nullptr, R::input, "the covariance"},
    Convention{"\\Gamma", "", gamma_function, R::operation, "the gamma function"},
    Convention{"D", "", [](const Setting& s) { return linked(s, "A"); }, R::input, "a degree matrix"},
    Convention{"A", "", [](const Setting& s) { return linked(s, "D"); }, R::input, "an adjacency matrix: which nodes are linked"},
    Convention{"R", "", reward, R::input, "the reward"},
    Convention{"r", "", reward, R::input, "the reward"},
    Convention{"z", "", [](const Setting& s) { return is_array(s) && s.stands(&SymbolPlaces::straight_scores); }, R::input, "the logits: one raw score for each class"},
    Convention{"h", "", with_weights, R::input, "the states that are averaged"},
    Convention{"h", "", [](const Setting& s) { return stepped(s); }, R::input, "the hidden state"},
    Convention{"s", "", [](const Setting& s) { return stepped_on(s) && !s.has("\\beta"); }, R::input, "the state"},
    Convention{"t", "", change, R::constant, "the length of a step in time", "positive"},
    Convention{"x", "", nullptr, R::input, "the input"},
    Convention{"X", "", in_columns, R::input, "the inputs, one in each column"},
    Convention{"X", "", [](const Setting& s) { return s.rank() == 1; }, R::input, "the input"},
    Convention{"X", "", in_rows, R::input, "the inputs, one in each row"},
    Convention{"X", "", nullptr, R::input, "the inputs"},
    Convention{"y", "", [](const Setting& s) { return s.self().accent == "\\hat"sv; }, R::input, "the prediction"},
    Convention{"y", "", beside_hat, R::input, "the true label"},
    Convention{"y", "", nullptr, R::input, "the target"},
    Convention{"p", "", [](const Setting& s) { return is_array(s) && !function(s); }, R::input, "probabilities", "probability"},
    Convention{"L", "", lost, R::input, "the loss"},
    Convention{"n", "", count, R::constant, "a count", "count"},
    Convention{"m", "", count, R::constant, "a count", "count"},
    Convention{"N", "", count, R::constant, "a count", "count"},
    Convention{"K", "", only_count, R::constant, "a count", "count"},
    Convention{"K", "", [](const Setting& s) { return is_number(s) && !s.stands(&SymbolPlaces::defined) && s.self().kind == SymbolKind::variable; }, R::constant, ""},
    Convention{"C", "", only_count, R::constant, "a count", "count"},
    Convention{"M", "", only_count, R::constant, "a count", "count"},
    Convention{"\\nu", "", is_number, R::constant, "a constant set by hand", "positive"},
    Convention{"\\delta", "", is_number, R::constant, "a threshold set by hand", "positive"},
    Convention{"\\rho", "", is_number, R::constant, "a rate set by hand", "rate"},
    Convention{"\\kappa", "", is_number, R::constant, "a constant set by hand", "positive"},
};
// clang-format on

}  // namespace

std::span<const Convention> conventions() { return rows; }

const Convention* convention_for(const Setting& setting) {
  const Symbol& symbol = setting.self();
  // W of `dW_t` is no weight.
  if (symbol.accent.starts_with("\\mathrm{d}") && symbol.nucleus != "t"sv) return nullptr;
  for (const Convention& row : rows) {
    if (row.nucleus != symbol.nucleus || (!row.label.empty() && row.label != symbol.label)) continue;
    // A bare row for d means any width; other labels belong to it as well.
    if (!row.fits || row.fits(setting)) return &row;
  }
  return nullptr;
}

}  // namespace eqlens
