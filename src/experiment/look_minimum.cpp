// Where a number is smallest or largest over all of its inputs, and what each of its terms is there for.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "experiment/knock_out.hpp"
#include "experiment/look.hpp"
#include "experiment/numbers.hpp"

namespace eqlens {

namespace {

constexpr std::size_t most_searched = 3;
constexpr std::size_t most_left_out = 6;
constexpr std::size_t compared_places = 8;
constexpr int most_rounds = 70;
constexpr double far_off = 1e3;
constexpr double finest_step = 1e-5;
constexpr std::array<std::array<double, most_searched>, 2> search_starts{{{0.7, 1.6, 0.4}, {2.1, 0.5, 1.3}}};

/// How a search ended along one input.
enum class End : std::uint8_t { found, any, shrinks, grows, falls };

struct Lowest {
  std::vector<double> at;
  std::vector<End> ends;
  double value = 0;

  [[nodiscard]] bool is_place() const {
    return std::all_of(ends.begin(), ends.end(), [](End end) { return end == End::found; });
  }
};

/// Looks for the smallest value of one result with every entry of an input the same number; `sign` -1 looks for the largest.
class Search {
 public:
  Search(Laboratory& laboratory, std::size_t gauge, std::vector<std::size_t> knobs, double sign)
      : laboratory_(laboratory), gauge_(gauge), knobs_(std::move(knobs)), sign_(sign) {}

  std::optional<double> value_at(const std::vector<double>& at) {
    auto inputs = laboratory_.draw(1);
    for (std::size_t n = 0; n < knobs_.size(); ++n) std::fill(inputs[knobs_[n]].data.begin(), inputs[knobs_[n]].data.end(), at[n]);
    return value_of(inputs);
  }

  std::optional<double> value_of(const Values& inputs) {
    const auto values = laboratory_.measure(inputs, Laboratory::Look::at_results);
    if (values.empty() || !std::isfinite(values[gauge_].data[0])) return std::nullopt;
    return sign_ * values[gauge_].data[0];
  }

  std::optional<Lowest> from(const std::array<double, most_searched>& start) {
    Lowest lowest{{start.begin(), start.begin() + static_cast<std::ptrdiff_t>(knobs_.size())}, {}, 0};
    lowest.ends.assign(knobs_.size(), End::found);
    const auto first = value_at(lowest.at);
    if (!first) return std::nullopt;
    lowest.value = *first;
    std::vector<double> steps(knobs_.size(), 0.5);
    for (int round = 0; round < most_rounds; ++round) {
      bool moving = false;
      for (std::size_t n = 0; n < knobs_.size(); ++n) {
        if (lowest.ends[n] != End::found || steps[n] < finest_step) continue;
        if (!move(lowest, n, steps[n])) return std::nullopt;
        moving = true;
        if (const auto end = off(lowest.at[n], n); end != End::found) {
          lowest.ends[n] = end;
          return lowest;
        }
      }
      if (!moving) break;
    }
    return lowest;
  }

 private:
  [[nodiscard]] bool is_positive(std::size_t n) const { return laboratory_.knobs()[knobs_[n]].domain == "positive"; }

  [[nodiscard]] End off(double x, std::size_t n) const {
    if (x > far_off) return End::grows;
    if (x < -far_off) return End::falls;
    return is_positive(n) && x < 1 / far_off ? End::shrinks : End::found;
  }

  /// One step along an input, to the lower side; a smaller step next time if both sides are higher.
  bool move(Lowest& lowest, std::size_t n, double& step) {
    bool flat = true;
    for (const double turn : {1.0, -1.0}) {
      auto at = lowest.at;
      at[n] = is_positive(n) ? at[n] * std::exp(turn * step) : at[n] + turn * step;
      const auto value = value_at(at);
      if (!value) return false;
      flat = flat && *value == lowest.value;
      if (!(*value < lowest.value)) continue;
      lowest = {at, lowest.ends, *value};
      step *= 1.5;
      return true;
    }
    if (flat && step == 0.5) lowest.ends[n] = End::any;
    step *= 0.3;
    return true;
  }

  Laboratory& laboratory_;
  std::size_t gauge_;
  std::vector<std::size_t> knobs_;
  double sign_;
};

/// The inputs that a result depends on, if all are numbers or lists of any or of positive numbers and few.
std::vector<std::size_t> searched(const Laboratory& laboratory, std::size_t g) {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < laboratory.knobs().size(); ++k) {
    const auto& knob = laboratory.knobs()[k];
    if (!laboratory.reads(g, k) || knob.fixed) continue;
    if (knob.extents.size() > 1 || (!is_free(knob) && knob.domain != "positive")) return {};
    found.push_back(k);
  }
  if (found.size() > most_searched) return {};
  // A function of one number is looked at as a curve.
  const bool curve = found.size() == 1 && is_free(laboratory.knobs()[found[0]]) && laboratory.knobs()[found[0]].extents.empty();
  return curve ? std::vector<std::size_t>{} : found;
}

std::string short_number(double x) { return print_number(std::abs(x) < 1e-4 ? 0 : std::round(x * 1e4) / 1e4, 4); }

class Minimum {
 public:
  Minimum(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::size_t gauge, std::vector<std::size_t> knobs,
          std::vector<Finding>& findings)
      : analysis_(analysis), laboratory_(laboratory), work_(work), gauge_(gauge), knobs_(std::move(knobs)), findings_(findings) {}

  /// Whether only gaps between the inputs count: then no one place is lowest.
  bool only_gaps_count() {
    auto inputs = laboratory_.draw(1);
    Search search(laboratory_, gauge_, knobs_, 1);
    const auto before = search.value_of(inputs);
    for (const auto k : knobs_)
      for (auto& x : inputs[k].data) x += is_free(laboratory_.knobs()[k]) ? 0.5 : 0;
    const auto after = search.value_of(inputs);
    return before && after && std::abs(*before - *after) < 1e-9;
  }

  bool look(double sign) {
    sign_ = sign;
    Search search(laboratory_, gauge_, knobs_, sign);
    const auto first = search.from(search_starts[0]);
    if (!first || !first->is_place()) return false;
    const auto second = search.from(search_starts[1]);
    if (!second || !second->is_place() || !agree(*first, *second)) return false;
    for (std::size_t n = 1; n <= compared_places; ++n) {
      const auto value = search.value_of(laboratory_.draw(n));
      if (!value || *value < first->value) return false;
    }
    add("lowest",
        fmt::format("over all inputs ${}$ is {} where {}, and is {} there", laboratory_.gauges()[gauge_].name, extreme(), place(*first),
                    short_number(sign * first->value)),
        62);
    terms(*first);
    return true;
  }

 private:
  [[nodiscard]] const char* extreme() const { return sign_ > 0 ? "smallest" : "largest"; }

  static bool agree(const Lowest& a, const Lowest& b) {
    for (std::size_t n = 0; n < a.at.size(); ++n)
      if (std::abs(a.at[n] - b.at[n]) > 1e-3) return false;
    return std::abs(a.value - b.value) < 1e-6;
  }

  [[nodiscard]] std::string place(const Lowest& lowest) const {
    std::string text;
    for (std::size_t n = 0; n < knobs_.size(); ++n) {
      const auto& knob = laboratory_.knobs()[knobs_[n]];
      text += fmt::format("{}{}${}$ is {}", text.empty() ? "" : " and ", knob.extents.empty() ? "" : "every entry of ", knob.name,
                          short_number(lowest.at[n]));
    }
    return text;
  }

  void add(std::string kind, std::string claim, int surprise) {
    findings_.push_back(
        {std::move(kind), std::move(claim), "", compared_places + 2, 0, 0, "", Verdict::holds, laboratory_.reach(gauge_), surprise});
  }

  /// What becomes of the extreme without each term of the sum.
  void terms(const Lowest& whole) {
    std::size_t tried = 0;
    for (const auto& knock_out : knock_outs(analysis_, Numbers::too)) {
      if (knock_out.verb != "the term" && knock_out.verb != "taking away") continue;
      if (!laboratory_.computes(knock_out.whole) || ++tried > most_left_out || !laboratory_.affords(150)) return;
      const auto changed = without(analysis_, knock_out);
      Laboratory other(changed, work_);
      if (!other.works()) continue;
      const auto words = becomes(whole, other);
      if (words.empty()) continue;
      add("extreme-term", fmt::format("without {} ${}$, {}", knock_out.verb, analysis_.equation.text(knock_out.dropped), words), 55);
    }
  }

  std::string becomes(const Lowest& whole, Laboratory& other) {
    const auto g = std::find_if(other.gauges().begin(), other.gauges().end(),
                                [&](const Gauge& gauge) { return gauge.result && gauge.name == laboratory_.gauges()[gauge_].name; });
    if (g == other.gauges().end()) return {};
    std::vector<std::size_t> same;
    for (const auto k : knobs_) {
      const auto& name = laboratory_.knobs()[k].name;
      const auto found = std::find_if(other.knobs().begin(), other.knobs().end(), [&](const Knob& knob) { return knob.name == name; });
      // What only the dropped term reads may be anything without it.
      if (found == other.knobs().end()) return fmt::format("any ${}$ would do", name);
      same.push_back(static_cast<std::size_t>(found - other.knobs().begin()));
    }
    const auto lowest = Search(other, static_cast<std::size_t>(g - other.gauges().begin()), same, sign_).from(search_starts[0]);
    if (!lowest) return {};
    for (std::size_t n = 0; n < knobs_.size(); ++n) {
      const auto name = laboratory_.knobs()[knobs_[n]].name;
      if (lowest->ends[n] == End::any) return fmt::format("any ${}$ would do", name);
      if (lowest->ends[n] == End::shrinks) return fmt::format("${}$ would shrink to 0", name);
      if (lowest->ends[n] != End::found)
        return fmt::format("${}$ would {} without bound", name, lowest->ends[n] == End::grows ? "grow" : "fall");
    }
    for (std::size_t n = 0; n < knobs_.size(); ++n)
      if (std::abs(lowest->at[n] - whole.at[n]) > 1e-3) return fmt::format("it would be {} where {}", extreme(), place(*lowest));
    if (std::abs(lowest->value - whole.value) < 1e-6) return {};
    return fmt::format("its {} value would be {} in the place of {}", extreme(), short_number(sign_ * lowest->value),
                       short_number(sign_ * whole.value));
  }

  const Analysis& analysis_;
  Laboratory& laboratory_;
  std::size_t& work_;
  std::size_t gauge_;
  std::vector<std::size_t> knobs_;
  std::vector<Finding>& findings_;
  double sign_ = 1;
};

}  // namespace

void look_at_lowest(const Analysis& analysis, Laboratory& laboratory, std::size_t& work, std::vector<Finding>& findings) {
  constexpr std::size_t runs_of_a_search = 250;
  for (const auto g : laboratory.results()) {
    if (!laboratory.gauges()[g].extents.empty() || !laboratory.affords(runs_of_a_search)) continue;
    auto knobs = searched(laboratory, g);
    if (knobs.empty()) continue;
    Minimum minimum(analysis, laboratory, work, g, std::move(knobs), findings);
    if (!minimum.only_gaps_count() && !minimum.look(1)) minimum.look(-1);
  }
}

}  // namespace eqlens
