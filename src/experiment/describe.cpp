#include "experiment/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>

#include "experiment/numbers.hpp"
#include "experiment/slices.hpp"

namespace eqlens {

namespace {

// Small constants that keep divisions finite move a value by about this share.
constexpr double close = 2e-5;
constexpr double moved_exactly = 1e-12;
constexpr std::size_t most_pairs = 6;

class Describer {
 public:
  Describer(const Laboratory& laboratory, std::size_t gauge, const std::vector<Shot>& shots)
      : laboratory_(laboratory), gauge_(laboratory.gauges()[gauge]), knobs_(laboratory.knobs()), index_(gauge), shots_(shots) {}

  Description describe() {
    if (every([](const Shot& shot) { return std::any_of(shot.value.data.begin(), shot.value.data.end(), isnan); }))
      return {"not a number", 0, true};
    if (every([](const Shot& shot) { return std::any_of(shot.value.data.begin(), shot.value.data.end(), isinf); }))
      return {"infinite", 0, true};
    if (!every([](const Shot& shot) { return all_numbers(shot.value); })) return {};
    if (auto words = constant(); !words.empty()) return {words, worst_, false};
    for (std::size_t k = 0; k < knobs_.size(); ++k)
      for (auto words : {same(k), multiple(k), mean(k), picked(k)})
        if (!words.empty()) return {words, worst_, false};
    if (identity()) return {"the identity", 0, false};
    if (one_hot()) return {std::string(gauge_.extents.size() > 1 ? one_place_each : one_place), 0, false};
    if (auto words = pair(); !words.empty()) return {words, worst_, false};
    return {};
  }

 private:
  static bool isnan(double x) { return std::isnan(x); }
  static bool isinf(double x) { return std::isinf(x); }
  template <typename Test>
  bool every(Test test) const {
    return std::all_of(shots_.begin(), shots_.end(), test);
  }

  /// Whether every shot shows what `expected` makes of its inputs.
  bool matches(const std::function<Array(const Shot&)>& expected) {
    double worst = 0;
    for (const auto& shot : shots_) {
      const auto there = expected(shot);
      if (there.data.size() != shot.value.data.size()) return false;
      worst = std::max(worst, entrywise(shot.value, there));
      if (!(worst <= close)) return false;
    }
    worst_ = worst;
    return true;
  }

  /// The largest relative deviation of any entry; entries far smaller than the largest count by that one.
  static double entrywise(const Array& a, const Array& b) {
    const auto floor = 1e-7 * std::max(largest(a), largest(b));
    double worst = 0;
    for (std::size_t i = 0; i < a.data.size(); ++i) {
      const auto size = std::max({std::abs(a.data[i]), std::abs(b.data[i]), floor});
      if (size > 0) worst = std::max(worst, std::abs(a.data[i] - b.data[i]) / size);
    }
    return worst;
  }

  std::string constant() {
    const auto number = shots_.front().value.data.empty() ? 0 : shots_.front().value.data.front();
    double widest = 0;
    for (const auto& shot : shots_)
      for (const auto x : shot.value.data) widest = std::max(widest, std::abs(x - number));
    constexpr double speaks_for_itself = 1e3;  // what follows from a huge input is no finding
    if (widest > std::max(1e-6, close * std::abs(number)) || std::abs(number) > speaks_for_itself) return {};
    worst_ = widest;
    if (std::abs(number) < 1e-6) return "0";
    for (std::size_t axis = 0; axis < gauge_.axes.size(); ++axis) {
      const auto extent = static_cast<double>(gauge_.extents[axis]);
      if (!gauge_.axes[axis].empty() && extent > 1 && std::abs(number * extent - 1) < close)
        return fmt::format("$1/{}$ in every place", gauge_.axes[axis]);
    }
    for (const auto& knob : knobs_)
      for (std::size_t axis = 0; axis < knob.axes.size(); ++axis)
        if (!knob.axes[axis].empty() && knob.extents[axis] > 1 && std::abs(number - std::log(knob.extents[axis])) < 1e-9 &&
            (knob.domain == "simplex" || knob.extents[axis] > 2))
          return fmt::format("$\\log {}$", knob.axes[axis]);
    return speaks(number) ? print_number(number, 4) : std::string();
  }

  /// Whether a number can follow from the formula itself: 1/2, log 2 and the like. Others are those of inputs that were drawn.
  bool speaks(double number) const {
    const auto size = std::abs(number);
    const auto near = [](double x, double other) { return std::abs(x - other) <= 2 * close * std::max(1.0, std::abs(other)); };
    if (laboratory_.hangs_on_one_draw(index_)) return near(size, 1);
    for (const double parts : {60.0, 100.0, 10 / std::numbers::pi, 10 / std::numbers::e})
      if (near(size * parts, std::round(size * parts)) && std::round(size * parts) > 0) return true;
    for (double whole = 2; whole <= 10; ++whole)
      for (const auto x : {size, 2 * size})
        if (near(x, std::log(whole)) || near(x, std::sqrt(whole)) || near(x * std::sqrt(whole), 1)) return true;
    return false;
  }

  Array expanded(std::size_t k, const Shot& shot) const { return spread_out(shot.inputs[k], knobs_[k].axes, shot.value, gauge_.axes); }

  std::string same(std::size_t k) {
    if (matches([&](const Shot& shot) { return expanded(k, shot); })) return fmt::format("${}$", knobs_[k].name);
    return {};
  }

  std::string multiple(std::size_t k) {
    const auto first = expanded(k, shots_.front());
    double top = 0, bottom = 0;
    for (std::size_t i = 0; i < first.data.size(); ++i) {
      top += first.data[i] * shots_.front().value.data[i];
      bottom += first.data[i] * first.data[i];
    }
    if (bottom == 0 || top == 0) return {};
    const auto factor = top / bottom;
    const bool scaled = matches([&](const Shot& shot) {
      auto there = expanded(k, shot);
      for (auto& x : there.data) x *= factor;
      return there;
    });
    constexpr double next_to_one = 1e-3;  // another input moves it a little
    if (!scaled || shots_.size() < 2 || fixed_in_shots(k) || std::abs(factor - 1) < next_to_one || !speaks(factor)) return {};
    return std::abs(factor + 1) < 1e-9 ? fmt::format("$-{}$", knobs_[k].name)
                                       : fmt::format("{} times ${}$", print_number(factor, 4), knobs_[k].name);
  }

  /// Whether an input has the same value in all shots: then anything is a multiple of it.
  bool fixed_in_shots(std::size_t k) const {
    return every([&](const Shot& shot) { return shot.inputs[k].data == shots_.front().inputs[k].data; });
  }

  std::string mean(std::size_t k) {
    if (!laboratory_.reads(index_, k)) return {};
    const bool average = matches([&](const Shot& shot) {
      Array there{shot.value.extents, {}};
      for (const auto& fibre : fibres(shot.inputs[k], knobs_[k].axes, shot.value, gauge_.axes)) {
        double total = 0;
        for (const auto x : fibre.entries) total += x;
        there.data.push_back(total / static_cast<double>(fibre.entries.size()));
      }
      return there;
    });
    return average ? fmt::format("the plain average of ${}$ over {}", knobs_[k].name, own_axes(k)) : std::string();
  }

  std::string own_axes(std::size_t k) const {
    std::string names;
    for (const auto& axis : knobs_[k].axes)
      if (std::find(gauge_.axes.begin(), gauge_.axes.end(), axis) == gauge_.axes.end())
        names += fmt::format("{}{}", names.empty() ? "" : " and ",
                             axis.empty() ? "its entries" : fmt::format("its ${}$ {}", axis, pieces(knobs_[k].axes, axis)));
    return names.empty() ? "its entries" : names;
  }

  std::string picked(std::size_t k) {
    if (!laboratory_.reads(index_, k) || shots_.front().value.data.size() < 2) return {};
    const bool some = every([&](const Shot& shot) {
      const auto all = fibres(shot.inputs[k], knobs_[k].axes, shot.value, gauge_.axes);
      if (all.size() != shot.value.data.size()) return false;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (std::none_of(all[i].entries.begin(), all[i].entries.end(),
                         [&](double x) { return std::abs(x - shot.value.data[i]) <= close * std::max(1e-9, std::abs(x)); }))
          return false;
      return true;
    });
    const auto own = own_axes(k);
    const auto piece = own.ends_with(" rows") ? "row" : own.ends_with(" columns") ? "column" : "entry";
    return some ? fmt::format("a single {} of ${}$ out of {}, with nothing mixed in", piece, knobs_[k].name, own) : std::string();
  }

  /// 1 down the diagonal of a square, and 0 beside it.
  bool identity() const {
    if (gauge_.extents.size() != 2 || gauge_.extents[0] != gauge_.extents[1] || gauge_.extents[0] < 2) return false;
    const auto length = gauge_.extents[0];
    return every([&](const Shot& shot) {
      for (std::size_t n = 0; n < shot.value.data.size(); ++n)
        if (std::abs(shot.value.data[n] - (n / length == n % length ? 1 : 0)) > 1e-6) return false;
      return shot.value.data.size() == length * length;
    });
  }

  bool one_hot() const {
    const auto length = gauge_.extents.empty() ? 1 : gauge_.extents.back();
    if (length < 2) return false;
    return every([&](const Shot& shot) {
      for (std::size_t row = 0; row < shot.value.data.size(); row += length) {
        std::size_t ones = 0;
        for (std::size_t i = 0; i < length; ++i) {
          const auto x = shot.value.data[row + i];
          if (std::abs(x - 1) < 1e-6)
            ++ones;
          else if (std::abs(x) > 1e-6)
            return false;
        }
        if (ones != 1) return false;
      }
      return true;
    });
  }

  /// A sum or difference of two inputs, or one input moved by another's size.
  std::string pair() {
    if (knobs_.size() > most_pairs + 4) return {};
    for (std::size_t a = 0; a < knobs_.size(); ++a)
      for (std::size_t b = 0; b < knobs_.size(); ++b) {
        if (a == b || !laboratory_.reads(index_, a) || !laboratory_.reads(index_, b)) continue;
        for (const double sign : {1.0, -1.0}) {
          if (sign > 0 && b < a) continue;
          const bool sum = matches([&](const Shot& shot) {
            auto there = expanded(a, shot);
            const auto other = expanded(b, shot);
            if (there.data.size() != other.data.size()) return Array{};
            for (std::size_t i = 0; i < there.data.size(); ++i) there.data[i] += sign * other.data[i];
            return there;
          });
          if (sum) return fmt::format("${} {} {}$", knobs_[a].name, sign > 0 ? "+" : "-", knobs_[b].name);
        }
        if (knobs_[b].extents.empty() && moved_by(a, b))
          return fmt::format("${}$ moved by {}${}${}", knobs_[a].name, worst_ < moved_exactly ? "exactly " : "", knobs_[b].name,
                             worst_ < moved_exactly ? "" : ", up to the small constant");
      }
    return {};
  }

  bool moved_by(std::size_t a, std::size_t b) {
    double worst = 0;
    const bool moved = every([&](const Shot& shot) {
      const auto from = expanded(a, shot);
      const auto distance = std::abs(shot.inputs[b].data[0]);
      if (from.data.size() != shot.value.data.size() || fixed_in_shots(a) || distance < 1e-9 || largest(from) < 0.1 * distance)
        return false;
      for (std::size_t i = 0; i < from.data.size(); ++i)
        worst = std::max(worst, std::abs(std::abs(shot.value.data[i] - from.data[i]) - distance) / distance);
      return worst <= 1e-3;
    });
    if (moved) worst_ = worst;
    return moved;
  }

  const Laboratory& laboratory_;
  const Gauge& gauge_;
  const std::vector<Knob>& knobs_;
  std::size_t index_;
  const std::vector<Shot>& shots_;
  double worst_ = 0;
};

}  // namespace

Description describe(const Laboratory& laboratory, std::size_t gauge, const std::vector<Shot>& shots) {
  return shots.empty() ? Description{} : Describer(laboratory, gauge, shots).describe();
}

}  // namespace eqlens
