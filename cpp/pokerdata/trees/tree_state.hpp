#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pokerdata/support/errors.hpp"
#include "pokerdata/trees/game_tree.hpp"
#include "pokerdata/trees/set_update.hpp"

namespace pokerdata::trees {

// What a run has learned: all that it takes to go on to the same bits. Arrays are over edges.
struct TreeState {
  std::int64_t iteration = 0;
  std::vector<double> regrets;
  std::vector<double> average;     // sums of the strategies, not normalised
  std::vector<double> prediction;  // regrets of the last iteration; empty unless optimistic

  TreeState() = default;
  TreeState(const GameTree& tree, bool optimistic)
      : regrets(tree.edges()), average(tree.edges()), prediction(optimistic ? tree.edges() : 0) {}

  // The strategy that regret matching plays next in a set.
  void match_set(const GameTree& tree, int set, double* strategy) const {
    const int e = tree.first_edge[set], actions = tree.actions(set);
    if (prediction.empty())
      match(regrets.data() + e, strategy + e, actions);
    else
      match_optimistic(regrets.data() + e, prediction.data() + e, strategy + e, actions);
  }

  // Throws ArgumentError unless the other state has arrays of the same sizes.
  void restore(TreeState other) {
    if (other.iteration < 0) throw support::expected("iteration", "0 or more", other.iteration);
    if (other.regrets.size() != regrets.size() || other.average.size() != average.size() ||
        other.prediction.size() != prediction.size())
      throw support::expected("saved state",
                              {regrets.size(), " regrets, ", average.size(), " strategy sums and ",
                               prediction.size(), " predictions"},
                              {other.regrets.size(), ", ", other.average.size(), " and ",
                               other.prediction.size(), "; was it saved from another game or algorithm?"});
    *this = std::move(other);
  }
};

}  // namespace pokerdata::trees
