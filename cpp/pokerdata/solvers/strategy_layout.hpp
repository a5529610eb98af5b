#pragma once
#include <cstddef>
#include <vector>

#include "pokerdata/games/joint_count_game.hpp"
#include "pokerdata/solvers/rows.hpp"

namespace pokerdata {

// Where the rows of a decision node lie in a flat array [node][action][state] of T: regrets or the sums
// of the average strategy. Rows follow the order of the tree's edges.
template <class T>
struct StrategyLayout {
  explicit StrategyLayout(const JointCountGame& game) : offset(game.tree.nodes()) {
    for (int node = 0; node < game.tree.nodes(); ++node) {
      offset[node] = size;
      size += static_cast<std::size_t>(game.tree.actions(node)) *
              padded<T>(game.streets[game.tree.street[node]].states);
    }
  }
  std::vector<std::size_t> offset;
  std::size_t size = 0;
};

}  // namespace pokerdata
