#pragma once
#include <utility>

#include "pokerdata/games/betting_tree.hpp"

namespace pokerdata::spots {

// The tree below a decision of any tree, mid-street too: street 0 is that of the node, chips stay those of
// the whole tree. A later street that no line reaches, as below an all-in, has no roots, so that
// BettingTree::street_end is not to be asked of it nor of the street before: see street_nodes. With exchange
// player 0 of the tree is player 1 of the subtree. Throws ArgumentError where node is no decision.
games::BettingTree subtree(const games::BettingTree& tree, int node, bool exchange = false);

// The first node of a street and one past its last; equal where no line reaches it.
std::pair<int, int> street_nodes(const games::BettingTree& tree, int street);

}  // namespace pokerdata::spots
