#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/solvers/update_policy.hpp"
#include "pokerdata/support/progress.hpp"
#include "pokerdata/trees/tree_state.hpp"
#include "pokerdata/trees/walk.hpp"

namespace pokerdata::trees {

// Counterfactual regret minimisation by full walks over a game tree. One iteration updates every player once:
// player 0, then player 1 against the new strategy of player 0, and so on, or all at once. The average takes
// the strategy from before the update, weighted by the player's own reach. The tree must outlive the solver.
class TreeSolver {
 public:
  TreeSolver(const GameTree& tree, const solvers::UpdatePolicy& policy, Pruning pruning);

  // Runs `count` iterations; cancelled, it stops between two of them.
  void iterate(std::int64_t count, support::Progress& progress);

  const TreeState& state() const { return state_; }
  void restore(TreeState state);
  // The strategy of the next iteration, over edges.
  const std::vector<double>& strategy() const { return strategy_; }
  std::int64_t visited() const { return walk_.visited(); }

 private:
  void update(int player, const solvers::Update& update);
  void add_own_reach(int player);
  void play_regrets(int player);

  const GameTree& tree_;
  solvers::UpdatePolicy policy_;
  TreeState state_;
  Walk walk_;
  std::vector<double> strategy_, values_;
  std::vector<double> played_;              // of each edge: the player's own reach after it
  std::vector<double> reach_, node_reach_;  // own reach of sets and nodes; only without perfect recall
};

}  // namespace pokerdata::trees
