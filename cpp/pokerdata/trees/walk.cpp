#include "pokerdata/trees/walk.hpp"

#include <algorithm>

namespace pokerdata::trees {
namespace {

std::vector<double> smallest_below(const GameTree& tree, int player) {
  std::vector<double> worst = tree.utility[player];
  for (auto n = tree.inner.rbegin(); n != tree.inner.rend(); ++n)
    worst[*n] =
        *std::min_element(worst.begin() + tree.first_child[*n], worst.begin() + tree.first_child[*n + 1]);
  return worst;
}

std::vector<bool> spread_sets(const GameTree& tree) {
  std::vector<bool> spread(tree.sets());
  std::vector<int> depth(tree.nodes()), first(tree.sets(), -1);
  for (const int n : tree.inner) {
    for (int c = tree.first_child[n]; c < tree.first_child[n + 1]; ++c) depth[c] = depth[n] + 1;
    const int s = tree.set[n];
    if (s < 0) continue;
    if (first[s] < 0) first[s] = depth[n];
    if (depth[n] != first[s]) spread[s] = true;
  }
  return spread;
}

}  // namespace

Walk::Walk(const GameTree& tree, Pruning pruning) : tree_(tree), pruning_(pruning), number_(tree.nodes()) {
  if (pruning == Pruning::none) live_ = tree.inner;
  if (pruning != Pruning::regret) return;
  for (int p = 0; p < tree.players; ++p) worst_.push_back(smallest_below(tree, p));
  spread_ = spread_sets(tree);
  most_.resize(tree.edges());
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
  std::size_t layer_end = 0;
  for (std::size_t i = 0; i < live_.size(); ++i) {
    if (pruning == Pruning::regret && i == layer_end) {
      layer_end = live_.size();
      bound_gains(player, i, layer_end);
    }
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
        leaf = leaf || (strategy[e] == 0 && regrets[e] + most_[e] <= 0 && !spread_[tree_.set[n]]);
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

// The regret of an action grows at most by the sum, over the nodes of its set, of the reach times (the best
// below the action - the worst below the node).
void Walk::bound_gains(int player, std::size_t first, std::size_t end) {
  const std::vector<double>&best = tree_.utility[player], &worst = worst_[player];
  for (const bool add : {false, true})
    for (std::size_t i = first; i < end; ++i) {
      const int n = live_[i];
      if (tree_.player[n] != player) continue;
      const int e = tree_.edge(n) - tree_.first_child[n];
      for (int c = tree_.first_child[n]; c < tree_.first_child[n + 1]; ++c)
        most_[e + c] = add ? most_[e + c] + number_[n] * (best[c] - worst[n]) : 0;
    }
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

}  // namespace pokerdata::trees
