#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/real_cards/board_kernel.hpp"
#include "pokerdata/solvers/walk_plan.hpp"

namespace pokerdata::real_cards {

// What the responder's hands are worth after one shape of betting, in terms of rows of the opponent's reach.
struct ShapeProgram {
  // How the opponent comes to a node: the children of his decisions on the way, numbered as in Shape::child.
  using Path = std::vector<std::int32_t>;
  // Nodes of showdown and of fold whose values a functional adds; -1 for none.
  struct Leaves {
    std::int32_t showdown, fold;
  };

  std::vector<Path> vectors;   // of rows of reach: the kernel's, then those where the next street starts
  std::vector<Leaves> leaves;  // of each functional, in the kernel's order
  int showdowns = 0, first_fold = 0;
  int summed = 0;                       // rows of reach that functionals are sums of
  std::vector<std::int32_t> fold_rows;  // of each fold alone: its row of reach
  std::vector<std::int32_t> staked;     // of each row of reach: the node whose chips it is times, or -1
  std::vector<std::int32_t> next_nodes, next_vectors;  // of each row: its node, and the row of reach there
  std::vector<std::int32_t> shares;                    // children of the responder's decisions
  std::vector<Operation> operations;
  int values_at_once = 1;  // of a hand

  int functionals() const { return static_cast<int>(leaves.size()); }

  // best: the responder takes the best action; otherwise he plays a strategy.
  ShapeProgram(const solvers::Shape& shape, int responder, bool best);
};

}  // namespace pokerdata::real_cards
