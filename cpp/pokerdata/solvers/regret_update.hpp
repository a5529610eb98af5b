#pragma once
#include "pokerdata/solvers/held_player.hpp"
#include "pokerdata/solvers/node_kernels.hpp"
#include "pokerdata/solvers/public_walk.hpp"
#include "pokerdata/solvers/update_policy.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::solvers {

// The walk of one player's update: both play by `regrets`, and the player's new ones go to `learned`, which
// is the same array where players update in turn. Predictions are `to_prediction` behind the regrets, if that
// is not 0. A player who is held to a model learns how to play where he is free; what is carried down, and
// the average, is what he plays altogether. The gains of a tied player are kept, and learned after the walk;
// an opponent who best responds has his average counted where he is answered.
template <class T>
struct RegretUpdate {
  static constexpr bool wants_own_reach = true;
  const StrategyLayout<T>& layout;
  const T* regrets;
  T* learned;
  std::size_t to_prediction;
  T* average;
  Update update;
  const HeldPlayer<T>* own_model = nullptr;  // if the player of this walk is held, or his opponent
  const HeldPlayer<T>* opponent_model = nullptr;
  T* gains = nullptr;  // if the player is tied
  bool opponent_responds = false;

  void opponent_down(const DecisionRows& at, const T* reach, T* const* rows) const {
    if (opponent_model) return split_held(*opponent_model, nullptr, at, reach, rows);
    if (opponent_responds) return own_down(at, reach, rows);
    POKERDATA_DISPATCH(split_reach<T>)
    (regrets + place(at), to_prediction, at.actions, width(at), reach, rows);
  }
  void own_down(const DecisionRows& at, const T* reach, T* const* rows) const {
    if (own_model) return split_held(*own_model, average + place(at), at, reach, rows);
    POKERDATA_DISPATCH(split_reach_and_average<T>)
    (regrets + place(at), to_prediction, average + place(at), static_cast<T>(update.average_weight),
     at.actions, width(at), reach, rows);
  }
  void own_up(const DecisionRows& at, T* const* rows) const {
    if (gains) {
      POKERDATA_DISPATCH(find_gains<T>)
      (regrets + place(at), gains + place(at), to_prediction, at.actions, width(at), rows);
      return;
    }
    if (own_model && !own_model->per_game()) {
      POKERDATA_DISPATCH(update_regrets_of_held<T>)
      (regrets + place(at), learned + place(at), own_model->model.data() + place(at), to_prediction,
       static_cast<T>(update.positive), static_cast<T>(update.negative), at.actions, width(at), rows);
      return;
    }
    POKERDATA_DISPATCH(update_regrets<T>)
    (regrets + place(at), learned + place(at), to_prediction, static_cast<T>(update.positive),
     static_cast<T>(update.negative), at.actions, width(at), rows);
  }
  void opponent_up(const DecisionRows& at, T* const* rows) const {
    POKERDATA_DISPATCH(sum_rows<T>)(at.actions, width(at), rows);
  }
  void split_held(const HeldPlayer<T>& held, T* sums, const DecisionRows& at, const T* reach,
                  T* const* rows) const {
    POKERDATA_DISPATCH(split_reach_of_held<T>)
    (regrets + place(at), to_prediction, held.model.data() + place(at), !held.per_game(), sums,
     static_cast<T>(update.average_weight), at.actions, width(at), reach, rows);
  }
  std::size_t place(const DecisionRows& at) const { return layout.offset[at.block] + at.row * width(at); }
  static int width(const DecisionRows& at) { return padded<T>(at.cells); }
};

// The walk of a player who best responds to what the other one's regrets play: his own become what he chose.
template <class T>
struct RespondBest {
  static constexpr bool wants_own_reach = false;
  const StrategyLayout<T>& layout;
  T* regrets;
  std::size_t to_prediction;

  void opponent_down(const DecisionRows& at, const T* reach, T* const* rows) const {
    POKERDATA_DISPATCH(split_reach<T>)
    (regrets + place(at), to_prediction, at.actions, width(at), reach, rows);
  }
  void own_down(const DecisionRows&, const T*, T* const*) const {}
  void own_up(const DecisionRows& at, T* const* rows) const {
    POKERDATA_DISPATCH(choose_best<T>)(regrets + place(at), at.actions, width(at), rows);
  }
  void opponent_up(const DecisionRows& at, T* const* rows) const {
    POKERDATA_DISPATCH(sum_rows<T>)(at.actions, width(at), rows);
  }
  std::size_t place(const DecisionRows& at) const { return layout.offset[at.block] + at.row * width(at); }
  static int width(const DecisionRows& at) { return padded<T>(at.cells); }
};

}  // namespace pokerdata::solvers
