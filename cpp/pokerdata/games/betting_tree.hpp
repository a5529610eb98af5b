#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pokerdata/games/rules.hpp"

namespace pokerdata::games {

enum class Action : std::uint8_t { fold, check, call, bet, raise };
enum class NodeKind : std::uint8_t { decision, fold, showdown };

// The public tree of a game without its cards, as flat arrays over nodes. Nodes are ordered street by
// street; on a street, the subtree below each street root is one run of nodes in depth-first preorder.
// So parents come before children, and any range of street roots is a contiguous range of nodes.
// A showdown on an earlier street than the last is that of an all-in that was called: the rest of the board
// is dealt without betting. Bets and raises of a decision that differ in size come in rising order.
struct BettingTree {
  std::vector<NodeKind> kind;
  std::vector<std::uint8_t> street;
  std::vector<std::uint8_t> player;      // who acts (decision), who folded (fold), 0 (showdown)
  std::vector<std::int32_t> parent;      // -1 at the root
  std::vector<std::int32_t> chips;       // fold: won by player 1; showdown: at stake for each; decision: 0
  std::vector<std::int32_t> first_edge;  // node n has the edges first_edge[n] .. first_edge[n + 1] - 1
  std::vector<Action> action;            // of each edge
  std::vector<std::int32_t> to;          // of each edge: chips the player has in the pot after the action
  std::vector<std::int32_t> child;       // of each edge
  std::vector<std::vector<std::int32_t>> street_roots;  // the nodes that start a street, in order
  bool no_limit = false;                                // do histories name amounts?
  bool all_bets = true;  // are all legal bets and raises edges? A menu of a no-limit game leaves some out.

  int nodes() const { return static_cast<int>(kind.size()); }
  int streets() const { return static_cast<int>(street_roots.size()); }
  int actions(int node) const { return first_edge[node + 1] - first_edge[node]; }
  // Whether players are all-in and cards are still to come.
  bool is_all_in(int node) const { return kind[node] == NodeKind::showdown && street[node] + 1 < streets(); }
  bool starts_street(int node) const { return parent[node] < 0 || street[parent[node]] != street[node]; }
  // One past the last node of a street.
  int street_end(int r) const { return r + 1 < streets() ? street_roots[r + 1].front() : nodes(); }
  // The actions that lead to a node: f, c (check or call), r (bet or raise), '/' where a street ends;
  // "crrc/rc/". Without limits r names what the player has then put in over the whole hand: "r300c/".
  std::string history(int node) const;
};

// Throws ArgumentError for invalid rules and CapacityError for a tree of more than 20 million nodes.
BettingTree build_betting_tree(const Rules& rules);

}  // namespace pokerdata::games
