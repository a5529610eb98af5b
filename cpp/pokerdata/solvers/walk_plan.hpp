#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pokerdata/games/game.hpp"
#include "pokerdata/solvers/rows.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::solvers {

// How the public tree is laid out for vector kernels.
//
// The betting below a street's root has the same shape after many histories (all of them, in a limit game)
// and on every board. So the street's histories of one shape lie side by side: a row holds, for one node of
// the shape and one board, a number for every private state and history, [state][history]. One kernel call
// then serves a decision after all these histories, and rows are long although boards have few states.

// Numbers that a row may hold, and all rows of the actions of a decision together: kernels count in 32 bits.
inline constexpr std::int64_t most_cells = std::int64_t{1} << 30;

enum class Step : std::uint8_t { decision, fold, showdown, next_street };

struct ShapeNode {
  Step step;
  std::uint8_t player;  // who acts (decision) or folded (fold)
  std::int32_t first;   // decision: its first entry in Shape::child
  std::int32_t actions;
};

// The rows that a walk for one player needs at each node of a shape: numbers of rows in a block's memory,
// -1 where there is none. A decision's value replaces that of its first child.
struct RowNumbers {
  std::vector<std::int32_t> opponent, own, value;
};

struct Shape {
  std::vector<ShapeNode> nodes;     // depth-first, parents first
  std::vector<std::int32_t> child;  // of each action; its number is also that of the strategy row
  std::array<RowNumbers, 2> rows;   // by player
  int row_count = 0;
};

// Consecutive histories of a batch that come from one batch of the street before through one of its nodes.
struct Run {
  std::int32_t batch;  // on the street before (in Batch::sources) or on the next one (in Batch::targets)
  std::int32_t node;   // of the shape on the earlier street
  std::int32_t before, after;  // first history in the batch of the earlier and of the later street
  std::int32_t length;
};

// The unit of work is a block: one batch of histories on one board. Batches split a shape's histories so
// that the rows of a block stay in the cache.
struct Batch {
  std::int32_t shape;
  std::vector<std::int32_t> roots;  // nodes of the betting tree
  std::vector<Run> sources, targets;
  std::size_t first_block = 0;          // number of the block on board 0 among all blocks
  std::vector<std::vector<int>> chips;  // of each node of the shape, for each history; leaves only

  int histories() const { return static_cast<int>(roots.size()); }
};

struct WalkPlan {
  struct Street {
    std::vector<Batch> batches;
    std::vector<std::int32_t>
        first_child;              // of each board: its first child on the next street; one entry more
    std::size_t first_block = 0;  // blocks are numbered street by street, batch by batch
    std::size_t blocks = 0;
  };
  struct Block {
    std::int32_t street, batch, board;
    std::int32_t cells;  // states times histories
  };

  // Throws CapacityError for more states than kernels serve.
  // board_known: the walk knows the whole board from the start, so the showdown after an all-in is where the
  // betting ends. Otherwise it goes on to the last street.
  explicit WalkPlan(const games::Game& game, bool board_known = false);

  std::vector<Shape> shapes;
  std::vector<Street> streets;
  std::vector<Block> blocks;

  const Batch& batch(const Block& block) const { return streets[block.street].batches[block.batch]; }
  const Shape& shape(const Block& block) const { return shapes[batch(block).shape]; }
};

// Where the strategy rows of each block start in a flat array of T: [block][action][state][history], rows
// padded(). One array holds regrets, another the sums of the average strategy.
template <class T>
struct StrategyLayout {
  // Throws CapacityError for more actions over more states than kernels serve.
  explicit StrategyLayout(const WalkPlan& plan) {
    for (const WalkPlan::Block& block : plan.blocks) {
      for (const ShapeNode& node : plan.shape(block).nodes)
        if (std::int64_t{node.actions} * padded<T>(block.cells) > most_cells)
          throw support::CapacityError(
              std::to_string(node.actions) + " actions at a decision over " + std::to_string(block.cells) +
              " private states and histories are too many: expected a product of at most " +
              std::to_string(most_cells) + ", so fewer bets or states");
      offset.push_back(size);
      size += plan.shape(block).child.size() * padded<T>(block.cells);
    }
  }
  std::vector<std::size_t> offset;
  std::size_t size = 0;
};

}  // namespace pokerdata::solvers
