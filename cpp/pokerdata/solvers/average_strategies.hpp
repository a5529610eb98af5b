#pragma once
#include <cstddef>

#include "pokerdata/solvers/node_kernels.hpp"
#include "pokerdata/solvers/public_walk.hpp"
#include "pokerdata/solvers/walk_plan.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::solvers {

// The opponent plays the average strategy; the player takes the best action or, for the expected value,
// plays `own`, which may be the average, too.
template <class T, bool Best>
struct AgainstAverage {
  static constexpr bool wants_own_reach = false;
  const StrategyLayout<T>& layout;
  const T* average;
  const T* own = nullptr;

  void opponent_down(const DecisionRows& at, const double* reach, double* const* rows) const {
    POKERDATA_DISPATCH(split_reach_by_average<T>)
    (average + place(at), padded<T>(at.cells), at.actions, width(at), reach, rows);
  }
  void own_down(const DecisionRows&, const double*, double* const*) const {}
  void own_up(const DecisionRows& at, double* const* rows) const {
    if constexpr (Best) {
      POKERDATA_DISPATCH(max_rows<double>)(at.actions, width(at), rows);
    } else {
      POKERDATA_DISPATCH(mean_rows_by_average<T>)
      (own + place(at), padded<T>(at.cells), at.actions, width(at), rows);
    }
  }
  void opponent_up(const DecisionRows& at, double* const* rows) const {
    POKERDATA_DISPATCH(sum_rows<double>)(at.actions, width(at), rows);
  }
  std::size_t place(const DecisionRows& at) const {
    return layout.offset[at.block] + at.row * padded<T>(at.cells);
  }
  static int width(const DecisionRows& at) { return padded<double>(at.cells); }
};

}  // namespace pokerdata::solvers
