#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/games/game.hpp"
#include "pokerdata/solvers/public_walk.hpp"
#include "pokerdata/solvers/update_policy.hpp"
#include "pokerdata/solvers/walk_plan.hpp"
#include "pokerdata/support/aligned_array.hpp"

namespace pokerdata::solvers {

// States of a game that a player cannot tell apart: a card abstraction inside the game that it is one of.
//
// Each street's states fall into classes, across boards, and a tied player plays alike in all states of a
// class. So his regrets are those of classes: what his states gain is summed over the class, and every state
// of it keeps a copy of the class's regrets, by which the walks play as they do without.
template <class T>
class TiedStates {
 public:
  // classes: of each street the class of each state, numbered from 0. All others must outlive it. Throws
  // ArgumentError for another number of streets or states, and for negative classes.
  TiedStates(const games::Game& game, const WalkPlan& plan, const StrategyLayout<T>& layout,
             std::array<bool, 2> players, const std::vector<std::span<const std::int32_t>>& classes,
             int threads);

  bool ties(int player) const { return players_[player]; }
  // Whether the class of a state tells that of its parent, so that nothing is forgotten.
  bool recalls() const { return recalls_; }
  // What the walk of a tied player's update finds: of each state and action the regret of this iteration.
  T* gains() { return gains_.data(); }
  // Turns the gains of a player's walk into his new regrets, and makes the sums of his average one number for
  // a class, where they are not so by themselves.
  void learn(int player, const Update& update, std::size_t to_prediction, T* regrets, T* average);

  // The most that a player wins against the average of the other one by playing alike in all states of a
  // class, in chips a game; exact where nothing is forgotten. Takes a walk for each of his decisions in a
  // row, and the memory of the gains.
  double best_response(PublicWalk<double>& walk, const T* average, int player, const std::atomic<bool>* stop);

  // Bytes; counts: of the classes of each street.
  static std::uint64_t memory(const games::Game& game, const WalkPlan& plan, const StrategyLayout<T>& layout,
                              std::span<const std::int32_t> counts, int threads);

 private:
  struct Classes {
    std::vector<std::int32_t> of;  // of each state
    std::int32_t count = 0;
    std::vector<double> weight, total;  // deals of each state, and of each class
  };
  // One decision of a shape, after all histories of a batch and on all boards.
  struct Place {
    std::int32_t street, batch, node;
  };

  // Calls body(cell, width, actions, sums, stride) for each state after each history: cell is where its first
  // action lies in arrays that are laid out as the regrets, width from one action to the next, and
  // sums[a * stride] the sum of action a's values over the class.
  template <class Body>
  void for_each_sum(const Place& at, const T* values, bool weighted, const Body& body) const;
  template <class Work>
  void for_each_place(int player, const Work& work) const;

  const games::Game& game_;
  const WalkPlan& plan_;
  const StrategyLayout<T>& layout_;
  std::array<bool, 2> players_;
  int threads_;
  bool recalls_ = true;
  std::vector<Classes> classes_;              // of each street
  std::array<std::vector<Place>, 2> places_;  // of each player
  std::array<std::vector<std::vector<std::int32_t>>, 2>
      height_;  // [player][shape][first action]: his decisions in a row that may follow on the street
  support::AlignedArray<T> gains_;
};

}  // namespace pokerdata::solvers
