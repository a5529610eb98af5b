#include "pokerdata/trees/evaluation.hpp"

#include <algorithm>

namespace pokerdata::trees {
namespace {

// How far the others and chance lead to each node; with player -1, how far all do.
std::vector<double> reaches(const GameTree& tree, const std::vector<double>& strategy, int player) {
  std::vector<double> reach(tree.nodes());
  reach[0] = 1;
  for (const int n : tree.inner) {
    const int first = tree.first_child[n];
    for (int c = first; c < tree.first_child[n + 1]; ++c)
      reach[c] = reach[n] * (tree.player[n] == chance_player ? tree.chance[c]
                             : tree.player[n] == player      ? 1
                                                             : strategy[tree.edge(n) + c - first]);
  }
  return reach;
}

}  // namespace

std::vector<double> normalised(const GameTree& tree, const std::vector<double>& sums) {
  std::vector<double> strategy(tree.edges());
  for (int s = 0; s < tree.sets(); ++s) {
    double sum = 0;
    for (int e = tree.first_edge[s]; e < tree.first_edge[s + 1]; ++e) sum += sums[e];
    for (int e = tree.first_edge[s]; e < tree.first_edge[s + 1]; ++e)
      strategy[e] = sum > 0 ? sums[e] / sum : 1.0 / tree.actions(s);
  }
  return strategy;
}

std::vector<double> expected_values(const GameTree& tree, const std::vector<double>& strategy) {
  const std::vector<double> reach = reaches(tree, strategy, -1);
  std::vector<double> values(tree.players);
  for (int p = 0; p < tree.players; ++p)
    for (const int z : tree.terminals) values[p] += reach[z] * tree.utility[p][z];
  return values;
}

double best_response(const GameTree& tree, const std::vector<double>& strategy, int player,
                     double* response) {
  need_perfect_recall(tree, "a best response", player);
  const std::vector<double> reach = reaches(tree, strategy, player);
  // Terminals give their value to the player's last edge before them, sets give theirs to the edge before.
  std::vector<std::int32_t> last(tree.nodes(), -1);
  std::vector<double> value(tree.edges());
  double root = 0;
  for (const int n : tree.inner) {
    const int first = tree.first_child[n];
    for (int c = first; c < tree.first_child[n + 1]; ++c)
      last[c] = tree.player[n] == player ? tree.edge(n) + c - first : last[n];
  }
  for (const int z : tree.terminals)
    (last[z] < 0 ? root : value[last[z]]) += reach[z] * tree.utility[player][z];
  const std::vector<std::int32_t>& sets = tree.sets_of[player];
  for (auto s = sets.rbegin(); s != sets.rend(); ++s) {
    const auto first = value.begin() + tree.first_edge[*s], end = value.begin() + tree.first_edge[*s + 1];
    const auto best = std::max_element(first, end);
    const int before = tree.edge_before[*s];
    (before < 0 ? root : value[before]) += *best;
    if (response)
      for (auto v = first; v != end; ++v) response[v - value.begin()] = v == best ? 1 : 0;
  }
  return root;
}

TreeEvaluation evaluate(const GameTree& tree, const std::vector<double>& strategy) {
  need_perfect_recall(tree, "exploitability");
  TreeEvaluation result;
  result.expected_value = expected_values(tree, strategy);
  for (int p = 0; p < tree.players; ++p)
    result.best_response.push_back(best_response(tree, strategy, p, nullptr));
  return result;
}

Unreached unreached_sets(const GameTree& tree, const std::vector<double>& sums) {
  Unreached result;
  std::vector<bool> empty(tree.sets());
  for (int s = 0; s < tree.sets(); ++s) {
    empty[s] = std::all_of(sums.begin() + tree.first_edge[s], sums.begin() + tree.first_edge[s + 1],
                           [](double x) { return x == 0; });
    result.sets += empty[s];
  }
  // A game is counted at the first such set it comes to.
  const std::vector<double> reach = reaches(tree, normalised(tree, sums), -1);
  std::vector<bool> counted(tree.nodes());
  for (const int n : tree.inner) {
    if (tree.set[n] >= 0 && empty[tree.set[n]] && !counted[n]) {
      counted[n] = true;
      result.probability += reach[n];
    }
    for (int c = tree.first_child[n]; c < tree.first_child[n + 1]; ++c) counted[c] = counted[n];
  }
  return result;
}

}  // namespace pokerdata::trees
