#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/trees/game_tree.hpp"

namespace pokerdata::trees {

// none: every node. partial: not below nodes that the others and chance do not reach; same bits. regret: nor
// below actions whose regret stays negative even if they win the most they can; they are credited with that.
enum class Pruning { none, partial, regret };

// Counterfactual values of a player's actions, by one walk down the layers (how far the others and chance
// lead to each node) and one up (what it is worth).
class Walk {
 public:
  Walk(const GameTree& tree, Pruning pruning);

  // values[e], for each edge e of the player's sets: the sum over the nodes of the set of the others' and
  // chance's reach times the utility the player expects after the action. Edges of others stay as they are.
  // `regrets` is looked at by regret-based pruning only.
  void run(int player, const double* strategy, const double* regrets, double* values);

  // Nodes whose children were visited in all walks so far.
  std::int64_t visited() const { return visited_; }

 private:
  template <Pruning pruning>
  void down(int player, const double* strategy, const double* regrets);
  void bound_gains(int player, std::size_t first, std::size_t end);
  void up(int player, const double* strategy, double* values);

  const GameTree& tree_;
  Pruning pruning_;
  std::vector<double> number_;      // of each node: on the way down its reach, on the way up its value
  std::vector<std::int32_t> live_;  // inner nodes to visit
  // For regret-based pruning:
  std::vector<std::vector<double>> worst_;  // [players][nodes]: the smallest utility below
  std::vector<bool> spread_;                // sets with nodes in several layers; nothing below them is pruned
  std::vector<double> most_;                // of each edge: the most its regret can grow by in this iteration
  std::int64_t visited_ = 0;
};

}  // namespace pokerdata::trees
