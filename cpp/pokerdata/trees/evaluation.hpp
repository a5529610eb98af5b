#pragma once
#include <vector>

#include "pokerdata/trees/game_tree.hpp"

namespace pokerdata::trees {

// What a profile of strategies (probabilities over edges) is worth, in units of utility.
struct TreeEvaluation {
  std::vector<double> expected_value;  // [players]
  std::vector<double> best_response;   // [players]: against the strategies of all others
};

// The strategies that sums of strategies stand for; uniform in sets where the sum is 0.
std::vector<double> normalised(const GameTree& tree, const std::vector<double>& sums);

std::vector<double> expected_values(const GameTree& tree, const std::vector<double>& strategy);

// Value of the player's best response to the others; its actions (the first best one of each set) are written
// to `response` as probabilities, if it is not null (it may be `strategy` itself). Needs perfect recall of
// the player.
double best_response(const GameTree& tree, const std::vector<double>& strategy, int player, double* response);

// Throws ArgumentError unless the tree has perfect recall.
TreeEvaluation evaluate(const GameTree& tree, const std::vector<double>& strategy);

// Information sets with no mass in `sums`, which play uniformly, and the probability that a game in which
// all play the average comes to one.
struct Unreached {
  int sets = 0;
  double probability = 0;
};
Unreached unreached_sets(const GameTree& tree, const std::vector<double>& sums);

}  // namespace pokerdata::trees
