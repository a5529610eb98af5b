#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pokerdata/support/progress.hpp"
#include "pokerdata/support/random.hpp"
#include "pokerdata/trees/tree_state.hpp"

namespace pokerdata::trees {

// What a walk for a player samples: chance alone; chance and the other players; or his own actions as well.
enum class Sampling { chance, external, outcome };

// Throws ArgumentError unless the name is chance, external or outcome.
Sampling sampling_of(const std::string& name);

// Monte Carlo CFR (Lanctot et al. 2009). One iteration walks once for every player, in turn. Chance and the
// others are sampled as they play; own actions (outcome sampling) uniformly with probability `exploration`,
// else as played. Regrets are unbiased estimates. The average takes the strategy of every set of the next
// player that the walk meets, with the weight own reach * chance / probability of being met, so its
// expectation is as without sampling.
class SampledSolver {
 public:
  SampledSolver(const GameTree& tree, Sampling sampling, double exploration, std::uint64_t seed);
  void iterate(std::int64_t count, support::Progress& progress);

  const TreeState& state() const { return state_; }
  std::int64_t iteration() const { return state_.iteration; }
  void restore(TreeState state);
  const std::vector<double>& strategy() const { return strategy_; }
  std::int64_t visited() const { return visited_; }

 private:
  double visit(int node, double sampled);
  double visit_own(int node, double sampled);
  double visit_other(int node, double sampled);
  void average(int node, double sampled);
  int draw(const double* probability, int actions);

  const GameTree& tree_;
  Sampling sampling_;
  double exploration_;
  std::uint64_t seed_;
  TreeState state_;
  std::vector<double> strategy_;
  std::int64_t visited_ = 0;

  // Of the walk under way:
  int player_ = 0;
  support::Random random_{support::Use::tree_sampling, 0,
                          0};   // a stream for each iteration and player, so a run can go on
  std::vector<double> reach_;   // [players]: each player's own reach of the node visited
  std::vector<double> values_;  // a stack: values of the actions of the own nodes above the one visited
  std::vector<std::int32_t> touched_;  // sets whose regrets changed
};

}  // namespace pokerdata::trees
