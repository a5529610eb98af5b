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
//
// A responder, if there is one, learns nothing: he comes first in every iteration and plays a best response
// to what the others play now (CFR-BR: Johanson, Bard, Burch & Bowling 2012). His average is that of his
// responses.
class TreeSolver {
 public:
  // responder: a player, or -1. Throws ArgumentError where he has no perfect recall, and for updates of all
  // at once or a pruned walk with him.
  TreeSolver(const GameTree& tree, const solvers::UpdatePolicy& policy, Pruning pruning, int responder = -1);

  // Runs `count` iterations; cancelled, it stops between two of them.
  void iterate(std::int64_t count, support::Progress& progress);

  const TreeState& state() const { return state_; }
  std::int64_t iteration() const { return state_.iteration; }
  void restore(TreeState state);
  // The strategy of the next iteration, over edges.
  const std::vector<double>& strategy() const { return strategy_; }
  std::int64_t visited() const { return walk_.visited(); }

 private:
  void respond(const solvers::Update& update);
  void update(int player, const solvers::Update& update);
  void add_own_reach(int player);
  void play_regrets(int player);

  const GameTree& tree_;
  solvers::UpdatePolicy policy_;
  int responder_;
  TreeState state_;
  Walk walk_;
  std::vector<double> strategy_, values_;
  std::vector<double> played_;              // of each edge: the player's own reach after it
  std::vector<double> reach_, node_reach_;  // own reach of sets and nodes; only without perfect recall
};

}  // namespace pokerdata::trees
