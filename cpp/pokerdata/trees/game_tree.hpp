#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace pokerdata::trees {

inline constexpr int chance_player = -1;
inline constexpr int terminal_player = -2;

// A finite extensive-form game as flat arrays. Nodes are numbered layer by layer from the root, 0, and the
// children of a node follow each other, so parents come before children. Information sets are numbered in
// the order of their first nodes. The edges of a set are its actions: numbers given to all strategies and
// regrets, set after set.
struct GameTree {
  int players = 0;
  std::vector<std::int8_t> player;  // of each node: who acts, chance_player or terminal_player
  std::vector<std::int32_t>
      first_child;                // [nodes + 1]: the children of n are first_child[n] .. first_child[n+1]-1
  std::vector<std::int32_t> set;  // of each node: its information set, or -1
  std::vector<double> chance;     // of each node: the probability of the chance event before it, or 1
  std::vector<std::vector<double>> utility;  // [players][nodes]: at terminals; above them the largest below

  // What follows from these:
  std::vector<std::int32_t> inner;                 // nodes that are not terminal
  std::vector<std::int32_t> terminals;             // nodes that are
  std::vector<std::int32_t> first_edge;            // [sets + 1]: the edges of a set
  std::vector<std::int8_t> set_player;             // who acts in a set
  std::vector<std::vector<std::int32_t>> sets_of;  // [players]: the sets of a player, in order
  std::vector<std::int32_t> set_of_edge;           // of each edge
  // Of each set: the edge that its player took last before, or -1. Equal for all nodes of a set if the tree
  // has perfect recall, and then such a set comes after the set of that edge.
  std::vector<std::int32_t> edge_before;
  bool perfect_recall = true;  // of all players
  std::vector<bool> recalls;   // [players]: whether he remembers what he did
  int unlike[2] = {-1,
                   -1};  // without perfect recall: two nodes of one set that the player reached differently

  int nodes() const { return static_cast<int>(player.size()); }
  int sets() const { return static_cast<int>(set_player.size()); }
  int edges() const { return static_cast<int>(set_of_edge.size()); }
  int actions(int s) const { return first_edge[s + 1] - first_edge[s]; }
  // The first edge of the set of a decision node.
  int edge(int node) const { return first_edge[set[node]]; }
};

// Checks the arrays and fills in the rest. `utilities` holds [terminals][players], in the order of the nodes.
// Throws ArgumentError for arrays that do not make a tree; probabilities are the caller's to check.
GameTree make_game_tree(int players, std::vector<std::int8_t> player, std::vector<std::int32_t> first_child,
                        std::vector<std::int32_t> set, std::vector<double> chance,
                        const std::vector<double>& utilities);

// Throws ArgumentError that says what needs perfect recall, of one player or, with -1, of all.
void need_perfect_recall(const GameTree& tree, const std::string& what, int player = -1);

}  // namespace pokerdata::trees
