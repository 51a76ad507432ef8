#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/evaluate.hpp"
#include "evaluate/plan.hpp"

namespace eqlens {

/// An input that experiments may turn.
struct Knob {
  std::string name;                    ///< as printed
  const SymbolEntry* entry = nullptr;  ///< null for an opaque call
  std::string domain;                  ///< as in SymbolEntry::domain
  std::uint32_t slot = 0;
  bool fixed = false;   ///< has one value, or the sizes follow from it: it stays as it is
  bool places = false;  ///< a set of places that was drawn: which it holds is chance, and it is the same for every index
  bool chance = false;  ///< fixed at a value that was drawn: what follows from that value is no finding
  std::vector<std::size_t> extents;
  std::vector<std::string> axes;  ///< the name of each axis' size; equal names are one size
};

/// A value that is looked at: what a statement defines, or a step on the way.
struct Gauge {
  std::string name;
  ExpressionId expression = none;
  SymbolId defines = none;
  bool result = false;
  NodeId node = none;
  std::vector<std::size_t> extents;
  std::vector<std::string> axes;
};

using Values = std::vector<Array>;  ///< one for each knob, or one for each gauge

/// A display compiled once, to be run on many inputs. Its sizes are small and pairwise different.
class Laboratory {
 public:
  /// `work` is shared with other laboratories of the same experiments and shrinks with every run.
  Laboratory(const Analysis& analysis, std::size_t& work, std::map<std::string, std::size_t> sizes = {});
  ~Laboratory();
  Laboratory(const Laboratory&) = delete;
  Laboratory& operator=(const Laboratory&) = delete;

  /// Whether there is something to run.
  [[nodiscard]] bool works() const { return !gauges_.empty() && !results_.empty(); }
  [[nodiscard]] const Analysis& analysis() const { return analysis_; }
  [[nodiscard]] const std::vector<Knob>& knobs() const { return knobs_; }
  [[nodiscard]] const std::vector<Gauge>& gauges() const { return gauges_; }
  [[nodiscard]] const std::vector<std::size_t>& results() const { return results_; }  ///< which gauges are results
  /// The place of the knob among knobs() that holds a symbol; none if there is none.
  [[nodiscard]] std::size_t knob_of(SymbolId symbol) const;
  /// Whether a gauge reads a knob.
  [[nodiscard]] bool reads(std::size_t gauge, std::size_t knob) const;
  /// How many knobs a gauge reads.
  [[nodiscard]] std::size_t reach(std::size_t gauge) const;
  /// The knobs that hold what earlier steps left behind: 0 at the start.
  [[nodiscard]] std::vector<std::size_t> states() const;

  /// Whether a result reads an input that has the same drawn value in all trials.
  [[nodiscard]] bool hangs_on_one_draw(std::size_t gauge) const;
  /// Whether a gauge adds up over a set of places that was drawn once for all.
  [[nodiscard]] bool runs_over_drawn_places(std::size_t gauge) const;
  /// Whether inputs that may be any number were drawn from a range in which the formula is defined: their signs show nothing.
  [[nodiscard]] bool tamed() const { return attempt_ > 0; }

  /// As it is at the first step: nothing is left from earlier ones, and the counter is 1.
  void go_to_start(Values& inputs) const;

  /// Whether an expression takes part in what is run; arguments of functions that are not spelt out do not.
  [[nodiscard]] bool computes(ExpressionId id) const { return computed_.contains(id); }

  /// Inputs of the n-th trial.
  [[nodiscard]] const Values& draw(std::size_t trial) const;
  enum class Look : std::uint8_t { at_all, at_results };
  /// The gauges on these inputs; empty if they cannot be computed or the work is used up. Those not looked at are empty arrays.
  [[nodiscard]] Values measure(const Values& inputs, Look look = Look::at_all);
  /// Whether that many more runs are within the work that is left.
  [[nodiscard]] bool affords(std::size_t runs) const { return runs * cost_ <= work_; }
  [[nodiscard]] const Plan& plan() const;
  /// How many numbers a run holds for the results and the steps on the way to them, counted after it ran.
  [[nodiscard]] std::size_t numbers_held() const;
  /// The extents that have a name.
  [[nodiscard]] const std::vector<std::pair<std::size_t, std::string>>& sizes() const { return sizes_; }

 private:
  struct Inside;
  /// Whether there is nothing to turn because all inputs stand for many values at once.
  bool find_knobs();
  void go_late();
  void find_gauges();
  std::vector<std::string> axes_of(const std::vector<std::size_t>& extents, SymbolId symbol) const;

  const Analysis& analysis_;
  std::size_t& work_;
  std::unique_ptr<Inside> inside_;
  std::vector<Knob> knobs_;
  std::vector<Gauge> gauges_;
  std::vector<std::size_t> results_;
  std::vector<std::vector<std::uint32_t>> reads_;
  std::vector<std::pair<std::size_t, std::string>> sizes_;
  std::set<ExpressionId> computed_;
  Values first_;
  mutable std::map<std::size_t, Values> draws_;
  unsigned attempt_ = 0;
  std::size_t cost_ = 1;
};

}  // namespace eqlens
