#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/solvers/rows.hpp"
#include "pokerdata/spots/spot_cards.hpp"

namespace pokerdata::spots {

// What is in the pot besides what the betting tree counts, and what is taken from it, in chips.
struct SpotPot {
  double dead = 0;      // in the pot besides
  double rake = 0;      // part of the pot that is taken at every end, 0 to 1
  double rake_cap = 0;  // chips taken at most

  // Of a pot in which both have put in `chips`.
  double raked(double chips) const;
};

// A point of a street's betting: where it starts, and what each action leads to.
enum class ItemKind : std::uint8_t { decision, fold, showdown, closing };

struct Item {
  ItemKind kind;
  std::uint8_t player;  // who acts (decision) or folded (fold)
  std::int32_t node;    // of the betting tree; an all-in that was called keeps its node on later streets
  std::int32_t
      first;  // decision: its first child, the others follow; closing: number of the next street's root
  std::int32_t actions;
  std::int32_t row;  // decision: strategy rows of the same player before it on the street
};

// Rows of numbers over states that a walk for one player needs: numbers of rows, -1 where there is none.
struct RowNumbers {
  std::vector<std::int32_t> reach, value;  // of each item: the opponent's reach, the player's values
  std::int32_t reach_rows = 0, value_rows = 0;
};

// Roots whose rows are in memory together.
struct Chunk {
  std::int32_t first_item, end_item, first_root, end_root;
};

struct PlanStreet {
  std::vector<Item> items;          // parents first
  std::vector<std::int32_t> roots;  // items
  std::vector<Chunk> chunks;        // one, but on the last street
  std::array<std::vector<RowNumbers>, 2>
      rows;  // by player and chunk; item numbers count from the chunk's first
  std::array<std::int32_t, 2> strategy_rows{};  // of both players' decisions
};

// How the betting below the boards is walked.
struct SpotPlan {
  // Throws CapacityError where rows would be too long to count.
  SpotPlan(const games::BettingTree& tree, const SpotCards& cards);

  std::vector<PlanStreet> streets;
};

// Where strategies of decisions lie in a flat array of T: [street][board][decision][action][state], rows
// padded.
template <class T>
struct SpotLayout {
  SpotLayout(const SpotPlan& plan, const SpotCards& cards);

  static int width(const SpotBoard& board, int player) {
    return solvers::padded<T>(board.hands[player].states());
  }
  std::size_t place(int street, int b, const SpotBoard& board, const Item& item) const {
    const std::size_t base = first[street][b] + (item.player ? second_player[street][b] : 0);
    return base + static_cast<std::size_t>(item.row) * width(board, item.player);
  }

  std::vector<std::vector<std::size_t>> first, second_player;  // [street][board]
  std::size_t size = 0;
};

}  // namespace pokerdata::spots
