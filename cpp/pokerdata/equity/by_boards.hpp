#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/equity/equity.hpp"
#include "pokerdata/evaluator/showdown.hpp"

// The parts of equity_by_boards: what the hands of two or three players win on one board.
namespace pokerdata::equity {

// Hands of one player that lie below or level with a hand: their weight, and that of those with each card.
struct Weighed {
  double all = 0;
  std::array<double, cards::deck_size> holding{};

  void add(cards::Combination hand, double weight) {
    all += weight;
    holding[hand.low] += weight;
    holding[hand.high] += weight;
  }
  // Less those that hold a card of the hand; those with both cards are taken off twice.
  double apart_from(cards::Combination hand) const { return all - holding[hand.low] - holding[hand.high]; }
};

// Sums over the deals that a player wins as one of n, [players, 1,326, players], n - 1 last.
using WinSums = std::vector<double>;

inline double* sums_of(WinSums& sums, int players, int player, int combination) {
  return sums.data() + (std::int64_t{player} * cards::combinations + combination) * players;
}

// Adds a board, of which there are `orbit`, whose hands are in this order.
void add_board_of_two(const evaluator::ShowdownOrder& order, const Contest& contest, double orbit,
                      WinSums& sums);
void add_board_of_three(const evaluator::ShowdownOrder& order, const Contest& contest, double orbit,
                        WinSums& sums);

// For each hand of a player, the summed products of weights of all hands that the others may hold beside it;
// exactly 0 where there are none.
std::array<double, cards::combinations> beside_of_two(const Contest& contest, int player);
std::array<double, cards::combinations> beside_of_three(const Contest& contest, int player);

}  // namespace pokerdata::equity
