#pragma once
#include "pokerdata/support/progress.hpp"
#include "pokerdata/trees/tree_state.hpp"

namespace pokerdata::trees {

// Fictitious play (Brown 1951) in extensive form: each player best responds to the others' average
// strategies, and the average is weighted by his own reach. Before the first iteration averages are uniform.
// Players answer in turn, or all at once. Needs perfect recall.
class FictitiousPlay {
 public:
  FictitiousPlay(const GameTree& tree, bool simultaneous);
  void iterate(std::int64_t count, support::Progress& progress);

  const TreeState& state() const { return state_; }  // regrets stay 0
  std::int64_t iteration() const { return state_.iteration; }
  void restore(TreeState state);
  // The average strategy, which the next best response answers.
  const std::vector<double>& strategy() const { return average_; }

 private:
  void average(int player);

  const GameTree& tree_;
  bool simultaneous_;
  TreeState state_;
  std::vector<double> average_, response_, played_;
};

}  // namespace pokerdata::trees
