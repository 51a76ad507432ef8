// Inputs that are zero, equal, huge, tiny or at the ends of their range, alone and together.
#include "experiment/scenarios.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "experiment/look.hpp"

namespace eqlens {

namespace {

constexpr double huge = 1e4;
constexpr double tiny = 1e-6;
constexpr double far = 100;
constexpr std::size_t most_knob_pairs = 24;

void fill(Array& array, double value) { std::fill(array.data.begin(), array.data.end(), value); }
void multiply(Array& array, double factor) {
  for (auto& x : array.data) x *= factor;
}

void one_hot(Array& array) {
  const auto length = array.extents.back();
  for (std::size_t i = 0; i < array.data.size(); ++i) array.data[i] = i % length == i / length % length ? 1 : 0;
}

/// A single 1 in each row, where another array has least.
void one_hot_apart(Array& array, const Array& other) {
  const auto length = array.extents.back();
  for (std::size_t row = 0; row + length <= array.data.size(); row += length) {
    const auto begin = other.data.begin() + static_cast<std::ptrdiff_t>(row);
    const auto least = std::min_element(begin, begin + static_cast<std::ptrdiff_t>(length)) - begin;
    for (std::size_t i = 0; i < length; ++i) array.data[row + i] = i == static_cast<std::size_t>(least) ? 1 : 0;
  }
}

/// Every run along an axis becomes its first entry repeated.
void equalise(Array& array, std::size_t axis) {
  std::size_t stride = 1;
  for (auto next = axis + 1; next < array.extents.size(); ++next) stride *= array.extents[next];
  for (std::size_t i = 0; i < array.data.size(); ++i) array.data[i] = array.data[i - i / stride % array.extents[axis] * stride];
}

class Scenarios {
 public:
  explicit Scenarios(const Laboratory& laboratory) : laboratory_(laboratory), knobs_(laboratory.knobs()) {}

  std::vector<Scenario> all() {
    of_groups();
    of_starts();
    for (std::size_t k = 0; k < knobs_.size(); ++k)
      if (!knobs_[k].fixed) of_one(k);
    of_biases();
    of_pairs();
    // What concerns few numbers is tried first.
    std::stable_partition(list_.begin(), list_.end(), [&](const Scenario& each) {
      return std::none_of(each.knobs.begin(), each.knobs.end(),
                          [&](std::size_t k) { return each.knobs.size() < 3 && is_learned(knobs_[k]) && knobs_[k].extents.size() > 1; });
    });
    return std::move(list_);
  }

 private:
  void add(std::string words, std::vector<std::size_t> of, std::function<void(Values&)> apply) {
    list_.push_back({std::move(words), std::move(apply), std::move(of)});
  }

  /// Of a square matrix, too, what is made equal is the rows or the columns.
  static std::string pieces_at(const Knob& knob, std::size_t axis) {
    return knob.extents.size() == 2 && axis == 1 ? "columns" : knob.extents.size() == 2 ? "rows" : "slices";
  }

  std::string named(std::size_t k) const { return fmt::format("${}$", knobs_[k].name); }
  static std::size_t count(const Array& array) { return array.data.size(); }

  void of_one(std::size_t k) {
    const auto& knob = knobs_[k];
    const auto name = named(k);
    const auto set = [this, k](std::string words, double value) {
      add(std::move(words), {k}, [k, value](Values& v) { fill(v[k], value); });
    };
    if (knob.domain == "step") return set(fmt::format("{} starts at 0", name), 0);
    const auto states = laboratory_.states();
    if (std::count(states.begin(), states.end(), k) > 0)
      at_start(k, states.size());
    else if (is_free(knob) || knob.domain == "rate" || knob.domain == "probability")
      set(fmt::format("{} is 0", name), 0);
    if (knob.domain == "rate" || knob.domain == "probability" || knob.domain == "positive") set(fmt::format("{} is 1", name), 1);
    // A whole matrix of weights is not set to anything in particular but 0.
    if (is_learned(knob) && knob.extents.size() > 1) return;
    if (is_free(knob) || knob.domain == "positive") {
      if (knob.extents.size() == 1 && knob.extents[0] > 1)
        add(fmt::format("all entries of {} are equal", name), {k}, [k](Values& v) { equalise(v[k], 0); });
      for (std::size_t axis = 0; knob.extents.size() > 1 && axis < knob.extents.size(); ++axis)
        if (knob.extents[axis] > 1)
          add(fmt::format("all {} of {} are equal",
                          knob.axes[axis].empty() ? "rows" : fmt::format("${}$ {}", knob.axes[axis], pieces_at(knob, axis)), name),
              {k}, [k, axis](Values& v) { equalise(v[k], axis); });
      add(fmt::format("{} is very large", name), {k}, [k, free = is_free(knob)](Values& v) { multiply(v[k], free ? huge : 1 / tiny); });
    }
    if (knob.domain == "positive") add(fmt::format("{} is close to 0", name), {k}, [k](Values& v) { multiply(v[k], tiny); });
    if (is_free(knob) && knob.extents.size() < 2)
      for (const double end : {far, -far})
        add(fmt::format("{} is far {} 0", name, end > 0 ? "above" : "below"), {k}, [k, end](Values& v) {
          for (auto& x : v[k].data) x = end + x;
        });
    if (is_free(knob) && !knob.extents.empty())
      add(fmt::format("the first entry of {} is huge", name), {k}, [k](Values& v) { v[k].data[0] = huge; });
    if (knob.domain == "simplex" && !knob.extents.empty()) one_place(k);
    if (knob.domain == "simplex" && !knob.extents.empty())
      add(fmt::format("all shares in {} are the same", name), {k},
          [k](Values& v) { fill(v[k], 1.0 / static_cast<double>(v[k].extents.back())); });
  }

  /// Where steps are counted, nothing is left behind at the start only. A single state is a group by itself.
  void at_start(std::size_t k, std::size_t states) {
    if (states == 1) return;
    const auto all =
        std::find_if(list_.begin(), list_.end(), [](const Scenario& each) { return each.words.ends_with(", as at the start"); });
    const auto together = all == list_.end() ? std::string() : all->words;
    add(fmt::format("{} is 0, as at the start", named(k)), {k}, [&laboratory = laboratory_, k](Values& v) {
      fill(v[k], 0);
      laboratory.go_to_start(v);
    });
    list_.back().parts = {together};
  }

  /// One gate open, another shut.
  void of_biases() {
    std::size_t pairs = 0;
    for (std::size_t a = 0; a < knobs_.size(); ++a)
      for (std::size_t b = 0; b < knobs_.size(); ++b) {
        if (a == b || knobs_[a].fixed || knobs_[b].fixed || knobs_[a].extents != knobs_[b].extents || !is_bias(a) || !is_bias(b)) continue;
        if (++pairs > most_knob_pairs) return;
        add(fmt::format("{} is far above and {} far below 0", named(a), named(b)), {a, b}, [a, b](Values& v) {
          fill(v[a], far);
          fill(v[b], -far);
        });
        list_.back().parts = {fmt::format("{} is far above 0", named(a)), fmt::format("{} is far below 0", named(b))};
      }
  }

  /// Shares that are all in one place; beside other shares, in one where these are not.
  void one_place(std::size_t k) {
    const auto others = [&](std::size_t other) {
      const auto& domain = knobs_[other].domain;
      return other != k && knobs_[other].extents == knobs_[k].extents && (domain == "simplex" || domain == "one-hot");
    };
    for (std::size_t other = 0; other < knobs_.size(); ++other)
      if (others(other))
        return add(fmt::format("{} is 1 in one place and {} is not", named(k), named(other)), {k, other},
                   [k, other](Values& v) { one_hot_apart(v[k], v[other]); });
    add(fmt::format("{} is 1 in one place", named(k)), {k}, [k](Values& v) { one_hot(v[k]); });
  }

  /// What was learned or carried over, all at once.
  void of_groups() {
    std::vector<std::size_t> learned;
    auto states = laboratory_.states();
    for (std::size_t k = 0; k < knobs_.size(); ++k)
      if (knobs_[k].entry != nullptr && !knobs_[k].fixed && knobs_[k].entry->role == Role::learned) learned.push_back(k);
    for (auto* const group : {&learned, &states}) {
      if (group->empty() || (group == &learned && group->size() < 2)) continue;
      std::vector<std::string> names;
      for (const auto k : *group) names.push_back(knobs_[k].name);
      const auto what = group == &learned && names.size() > 3 ? std::string("everything learned") : list_of(names);
      add(fmt::format("{} {} 0{}", what, names.size() > 1 && names.size() <= 3 ? "are" : "is", group == &states ? ", as at the start" : ""),
          *group, [&laboratory = laboratory_, zero = *group, start = group == &states](Values& v) {
            for (const auto k : zero) fill(v[k], 0);
            if (start) laboratory.go_to_start(v);
          });
    }
  }

  /// At the start, with one input 0 as well.
  void of_starts() {
    const auto states = laboratory_.states();
    if (states.empty()) return;
    for (std::size_t k = 0; k < knobs_.size(); ++k) {
      if (knobs_[k].fixed || !is_free(knobs_[k]) || is_learned(knobs_[k]) || std::count(states.begin(), states.end(), k) > 0) continue;
      auto zero = states;
      zero.push_back(k);
      add(fmt::format("{} is 0 at the start, with nothing left from earlier steps", named(k)), zero,
          [&laboratory = laboratory_, k](Values& v) {
            fill(v[k], 0);
            laboratory.go_to_start(v);
          });
    }
  }

  void of_pairs() {
    std::size_t pairs = 0;
    for (std::size_t a = 0; a < knobs_.size(); ++a)
      for (std::size_t b = 0; b < knobs_.size(); ++b) {
        if (a == b || knobs_[a].fixed || knobs_[b].fixed || knobs_[a].extents != knobs_[b].extents || pairs >= most_knob_pairs) continue;
        const bool alike = knobs_[a].domain == knobs_[b].domain || (knobs_[a].domain == "one-hot" && knobs_[b].domain == "simplex");
        if (alike && (a < b || knobs_[a].domain == "one-hot") && !(is_free(knobs_[a]) && knobs_[a].extents.size() > 1)) {
          ++pairs;
          add(fmt::format("{} equals {}", named(b), named(a)), {a, b}, [a, b](Values& v) { v[b] = v[a]; });
        }
        if (alike && a < b && knobs_[a].domain == "simplex" && !knobs_[a].extents.empty())
          add(fmt::format("{} and {} are both 1 in the same place", named(a), named(b)), {a, b}, [a, b](Values& v) {
            one_hot(v[a]);
            v[b] = v[a];
          });
        if (is_free(knobs_[a]) && knobs_[b].domain == "positive") {
          ++pairs;
          add(fmt::format("{} is 0 and {} is 1", named(a), named(b)), {a, b}, [a, b](Values& v) {
            fill(v[a], 0);
            fill(v[b], 1);
          });
        }
      }
  }

  bool is_bias(std::size_t k) const {
    return knobs_[k].entry != nullptr && knobs_[k].entry->role == Role::learned && knobs_[k].extents.size() == 1 && is_free(knobs_[k]);
  }

  const Laboratory& laboratory_;
  const std::vector<Knob>& knobs_;
  std::vector<Scenario> list_;
};

}  // namespace

std::vector<Scenario> scenarios_of(const Laboratory& laboratory) { return Scenarios(laboratory).all(); }

}  // namespace eqlens
