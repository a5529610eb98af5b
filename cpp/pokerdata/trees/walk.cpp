#include "pokerdata/trees/walk.hpp"

#include <algorithm>

namespace pokerdata {
namespace {

// For each edge the sum over its set of the probability of chance times (best below the action - worst below
// the set). The others reach a node with probability 1 at most.
std::vector<double> largest_gains(const GameTree& tree) {
  std::vector<double> gains(tree.edges()), chance(tree.nodes(), 1), worst(tree.nodes());
  for (const int n : tree.inner)
    for (int c = tree.first_child[n]; c < tree.first_child[n + 1]; ++c)
      chance[c] = chance[n] * tree.chance[c];
  for (int p = 0; p < tree.players; ++p) {
    const std::vector<double>& best = tree.utility[p];
    for (const int z : tree.terminals) worst[z] = best[z];
    for (auto n = tree.inner.rbegin(); n != tree.inner.rend(); ++n) {
      const int first = tree.first_child[*n], end = tree.first_child[*n + 1];
      worst[*n] = *std::min_element(worst.begin() + first, worst.begin() + end);
      if (tree.player[*n] != p) continue;
      for (int c = first; c < end; ++c)
        gains[tree.edge(*n) + c - first] += chance[*n] * (best[c] - worst[*n]);
    }
  }
  return gains;
}

}  // namespace

Walk::Walk(const GameTree& tree, Pruning pruning) : tree_(tree), pruning_(pruning), number_(tree.nodes()) {
  if (pruning == Pruning::none) live_ = tree.inner;
  if (pruning == Pruning::regret) most_ = largest_gains(tree);
}

void Walk::run(int player, const double* strategy, const double* regrets, double* values) {
  switch (pruning_) {
    case Pruning::none:
      down<Pruning::none>(player, strategy, regrets);
      break;
    case Pruning::partial:
      down<Pruning::partial>(player, strategy, regrets);
      break;
    case Pruning::regret:
      down<Pruning::regret>(player, strategy, regrets);
      break;
  }
  visited_ += static_cast<std::int64_t>(live_.size());
  up(player, strategy, values);
}

template <Pruning pruning>
void Walk::down(int player, const double* strategy, const double* regrets) {
  const double* utility = tree_.utility[player].data();
  double* number = number_.data();
  number[0] = 1;
  if (pruning != Pruning::none) {
    live_.clear();
    if (tree_.player[0] != terminal_player) live_.push_back(0);
  }
  // Pruned, the list of nodes to visit grows as they are found, layer by layer.
  for (std::size_t i = 0; i < live_.size(); ++i) {
    const int n = live_[i], first = tree_.first_child[n], end = tree_.first_child[n + 1];
    const double reach = number[n];
    const bool own = tree_.player[n] == player;
    if (own) {
      for (int c = first; c < end; ++c) number[c] = reach;
    } else {
      const double* probability =
          tree_.player[n] == chance_player ? tree_.chance.data() + first : strategy + tree_.edge(n);
      for (int c = first; c < end; ++c) number[c] = reach * probability[c - first];
    }
    if (pruning == Pruning::none) continue;
    for (int c = first; c < end; ++c) {
      bool leaf = tree_.player[c] == terminal_player || number[c] == 0;
      if (pruning == Pruning::regret && own) {
        const int e = tree_.edge(n) + c - first;
        leaf = leaf || (strategy[e] == 0 && regrets[e] + most_[e] <= 0);
      }
      if (leaf)
        number[c] *= utility[c];
      else
        live_.push_back(c);
    }
  }
  if (pruning == Pruning::none)
    for (const int z : tree_.terminals) number[z] *= utility[z];
}

void Walk::up(int player, const double* strategy, double* values) {
  for (const int s : tree_.sets_of[player])
    std::fill(values + tree_.first_edge[s], values + tree_.first_edge[s + 1], 0.0);
  double* number = number_.data();
  for (std::size_t i = live_.size(); i-- > 0;) {
    const int n = live_[i], first = tree_.first_child[n], end = tree_.first_child[n + 1];
    double value = 0;
    if (tree_.player[n] == player) {
      const int e = tree_.edge(n) - first;
      for (int c = first; c < end; ++c) {
        values[e + c] += number[c];
        value += strategy[e + c] * number[c];
      }
    } else {
      for (int c = first; c < end; ++c) value += number[c];
    }
    number[n] = value;
  }
}

}  // namespace pokerdata
