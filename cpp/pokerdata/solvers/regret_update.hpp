#pragma once
#include "pokerdata/solvers/node_kernels.hpp"
#include "pokerdata/solvers/public_walk.hpp"
#include "pokerdata/solvers/update_policy.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::solvers {

// The walk of one player's update: both play by `regrets`, and the player's new ones go to `learned`, which
// is the same array where players update in turn. Predictions are `to_prediction` behind the regrets, if that
// is not 0.
template <class T>
struct RegretUpdate {
  static constexpr bool wants_own_reach = true;
  const StrategyLayout<T>& layout;
  const T* regrets;
  T* learned;
  std::size_t to_prediction;
  T* average;
  Update update;

  void opponent_down(const DecisionRows& at, const T* reach, T* const* rows) const {
    POKERDATA_DISPATCH(split_reach<T>)
    (regrets + place(at), to_prediction, at.actions, width(at), reach, rows);
  }
  void own_down(const DecisionRows& at, const T* reach, T* const* rows) const {
    POKERDATA_DISPATCH(split_reach_and_average<T>)
    (regrets + place(at), to_prediction, average + place(at), static_cast<T>(update.average_weight),
     at.actions, width(at), reach, rows);
  }
  void own_up(const DecisionRows& at, T* const* rows) const {
    POKERDATA_DISPATCH(update_regrets<T>)
    (regrets + place(at), learned + place(at), to_prediction, static_cast<T>(update.positive),
     static_cast<T>(update.negative), at.actions, width(at), rows);
  }
  void opponent_up(const DecisionRows& at, T* const* rows) const {
    POKERDATA_DISPATCH(sum_rows<T>)(at.actions, width(at), rows);
  }
  std::size_t place(const DecisionRows& at) const { return layout.offset[at.block] + at.row * width(at); }
  static int width(const DecisionRows& at) { return padded<T>(at.cells); }
};

}  // namespace pokerdata::solvers
