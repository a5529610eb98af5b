#pragma once
#include <algorithm>
#include <cstdint>
#include <span>

#include "pokerdata/equity/equity.hpp"

// Contests in which each player has one hand: many side by side, and without the cost of ranges.
namespace pokerdata::equity {

struct KnownHands {
  std::int64_t contests;
  int players;
  int board_size, dead_size;
  const cards::Card* hands;   // [contests, players, 2]
  const cards::Card* boards;  // [contests, board_size]
  const cards::Card* dead;    // [contests, dead_size]

  const cards::Card* board(std::int64_t i) const { return boards + i * board_size; }
  cards::Card card(std::int64_t i, int player, int k) const { return hands[(i * players + player) * 2 + k]; }
  cards::Combination hand(std::int64_t i, int player) const {
    const auto [low, high] = std::minmax({card(i, player, 0), card(i, player, 1)});
    return {low, high};
  }
  int combination(std::int64_t i, int player) const {
    return cards::combination_of(hand(i, player).low, hand(i, player).high);
  }
  // Cards of the board and dead cards.
  cards::CardSet gone(std::int64_t i) const {
    return cards::set_of(std::span(board(i), board_size)) |
           cards::set_of(std::span(dead + i * dead_size, dead_size));
  }
};

// Throws ArgumentError, naming the first such contest, for a card above 51 or one that comes twice.
void check_known_hands(const KnownHands& contests);

// Counts all deals of each contest into totals [contests, players, players + 1]: those that the player loses,
// and those that he wins as one of n players.
void count_known_hands(const KnownHands& contests, std::int64_t* totals, int threads,
                       support::Progress& progress);

// The same of `samples` random deals of each; a contest's are those that equity_by_samples draws from the
// seed.
void sample_known_hands(const KnownHands& contests, std::int64_t samples, std::uint64_t seed,
                        std::int64_t* totals, int threads, support::Progress& progress);

}  // namespace pokerdata::equity
