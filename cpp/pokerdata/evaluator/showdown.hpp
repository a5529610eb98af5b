#pragma once
#include <array>
#include <cstdint>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/evaluator/strength_code.hpp"

namespace pokerdata::evaluator {

inline constexpr int river_opponents = 990;                    // opposing hands on a river board
inline constexpr int river_denominator = 2 * river_opponents;  // largest n = 2 * wins + ties

// All hole cards that a board of 3 to 5 cards leaves (1,176, 1,128 or 1,081), sorted by strength.
struct ShowdownOrder {
  int hands = 0;
  int groups = 0;
  std::array<std::uint16_t, cards::combinations> combination;  // rising strength; ties in rising combination
  std::array<std::uint16_t, cards::combinations + 1> group_start;  // groups + 1 entries: equal strength

  // About 10 microseconds.
  void sort(const cards::Card* board, int count);
};

// For every hand of the order, among the opposing hands that share no card with it: how many are
// weaker and how many equal, indexed as ShowdownOrder::combination is.
void count_opponents(const ShowdownOrder& order, std::uint16_t* weaker, std::uint16_t* equal);

}  // namespace pokerdata::evaluator
