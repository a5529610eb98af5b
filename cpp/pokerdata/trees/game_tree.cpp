#include "pokerdata/trees/game_tree.hpp"

#include <algorithm>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::trees {
namespace {

[[noreturn]] void refuse(const std::string& what, int node) {
  throw support::ArgumentError("game tree: " + what + " at node " + std::to_string(node));
}

void check_children(const GameTree& tree) {
  const int nodes = tree.nodes();
  if (nodes == 0 || static_cast<int>(tree.first_child.size()) != nodes + 1 || tree.first_child[0] != 1 ||
      tree.first_child[nodes] != nodes || static_cast<int>(tree.set.size()) != nodes ||
      static_cast<int>(tree.chance.size()) != nodes)
    throw support::ArgumentError(
        "game tree: expected arrays over the same nodes, and one number more of first_child");
  for (int n = 0; n < nodes; ++n) {
    const int first = tree.first_child[n], end = tree.first_child[n + 1], player = tree.player[n];
    if (end < first || (end > first && first <= n)) refuse("children that do not come later, in order,", n);
    if (player < terminal_player || player >= tree.players) refuse("no such player", n);
    if ((player == terminal_player) != (end == first)) refuse("expected children except at terminals,", n);
    if ((player >= 0) != (tree.set[n] >= 0)) refuse("expected an information set where a player acts", n);
  }
}

void number_edges(GameTree& tree) {
  tree.first_edge.push_back(0);
  tree.sets_of.resize(tree.players);
  for (const int n : tree.inner) {
    const int s = tree.set[n], actions = tree.first_child[n + 1] - tree.first_child[n];
    if (s < 0) continue;
    if (s > tree.sets()) refuse("expected sets numbered in the order of their first nodes,", n);
    if (s == tree.sets()) {
      tree.set_player.push_back(tree.player[n]);
      tree.sets_of[tree.player[n]].push_back(s);
      tree.set_of_edge.insert(tree.set_of_edge.end(), actions, s);
      tree.first_edge.push_back(tree.edges());
    } else if (tree.set_player[s] != tree.player[n] || tree.actions(s) != actions) {
      refuse("expected the same player and actions in all nodes of a set,", n);
    }
  }
}

void find_edges_before(GameTree& tree) {
  std::vector<std::int32_t> last(tree.nodes());
  tree.edge_before.assign(tree.sets(), -2);
  tree.recalls.assign(tree.players, true);
  std::vector<std::int32_t> first_node(tree.sets());
  for (int p = 0; p < tree.players; ++p) {
    last[0] = -1;
    for (const int n : tree.inner) {
      const int first = tree.first_child[n];
      for (int c = first; c < tree.first_child[n + 1]; ++c)
        last[c] = tree.player[n] == p ? tree.edge(n) + c - first : last[n];
      if (tree.player[n] != p) continue;
      std::int32_t& before = tree.edge_before[tree.set[n]];
      if (before == -2) {
        before = last[n];
        first_node[tree.set[n]] = n;
      } else if (before != last[n]) {
        tree.recalls[p] = false;
        if (!tree.perfect_recall) continue;
        tree.perfect_recall = false;
        tree.unlike[0] = first_node[tree.set[n]];
        tree.unlike[1] = n;
      }
    }
  }
}

}  // namespace

GameTree make_game_tree(int players, std::vector<std::int8_t> player, std::vector<std::int32_t> first_child,
                        std::vector<std::int32_t> set, std::vector<double> chance,
                        const std::vector<double>& utilities) {
  GameTree tree;
  if (players < 2 || players > 100) throw support::expected("players", "2 to 100", players);
  tree.players = players;
  tree.player = std::move(player);
  tree.first_child = std::move(first_child);
  tree.set = std::move(set);
  tree.chance = std::move(chance);
  check_children(tree);
  for (int n = 0; n < tree.nodes(); ++n)
    (tree.player[n] == terminal_player ? tree.terminals : tree.inner).push_back(n);
  if (utilities.size() != tree.terminals.size() * static_cast<std::size_t>(players))
    throw support::ArgumentError("utilities: expected one number for each terminal and player");
  number_edges(tree);
  find_edges_before(tree);
  for (int p = 0; p < players; ++p) {
    std::vector<double>& u = tree.utility.emplace_back(tree.nodes());
    for (std::size_t z = 0; z < tree.terminals.size(); ++z)
      u[tree.terminals[z]] = utilities[z * static_cast<std::size_t>(players) + static_cast<std::size_t>(p)];
    for (auto n = tree.inner.rbegin(); n != tree.inner.rend(); ++n)
      u[*n] = *std::max_element(u.begin() + tree.first_child[*n], u.begin() + tree.first_child[*n + 1]);
  }
  return tree;
}

void need_perfect_recall(const GameTree& tree, const std::string& what, int player) {
  if (player < 0 ? !tree.perfect_recall : !tree.recalls[player])
    throw support::ArgumentError(
        what + " needs perfect recall, which this game has not: nodes " + std::to_string(tree.unlike[0]) +
        " and " + std::to_string(tree.unlike[1]) +
        " are in one information set, but its player came there by different actions of his own");
}

}  // namespace pokerdata::trees
