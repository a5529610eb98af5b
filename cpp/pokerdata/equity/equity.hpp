#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/support/progress.hpp"

// All-in equity: hands or ranges of two to six players are shown down on a board of five cards.
namespace pokerdata::equity {

inline constexpr int max_players = 6;

// What each player may hold, what lies on the board and what cannot be dealt.
struct Contest {
  int players;
  // [players * 1,326], finite and >= 0; 0 for a hand that shares a card with `gone`. A deal of hands to all
  // players is as likely as the product of their weights, if no card comes twice.
  const double* weights;
  std::vector<cards::Card> board;  // 0 to 5 cards
  cards::CardSet gone;             // cards of the board and dead cards
  // Suit permutations that leave the board and the dead cards as they are, the identity first.
  std::vector<std::uint8_t> symmetries;

  const double* weights_of(int player) const { return weights + std::int64_t{player} * cards::combinations; }
  int to_come() const { return 5 - static_cast<int>(board.size()); }
};

// Each of the following adds to a tally [players, 1,326, players + 1]: for a player and his hand, over all
// deals of the other hands and of the board, the product of the other players' weights; at 0 where he loses,
// at n where he is one of n players who win.

// Deals hands to all players and enumerates the boards of each such match-up, once for all that are alike up
// to `symmetries`. Exact while sums stay below 2^53 if the weights are whole numbers.
void equity_by_matchups(const Contest& contest, double* tally, int threads, support::Progress& progress);

// Two or three players: sorts all hands on every board. Here `symmetries` must leave the weights as they are,
// too. Wins and ties are sums less those of hands with a card in common, so with weights that are no whole
// numbers they are off by some 1e-16 of the others' whole weight.
void equity_by_boards(const Contest& contest, double* tally, int threads, support::Progress& progress);

// Deals `samples` times hands and board by chance and counts; the weights of the others are in the chance,
// not in the tally. The same seed gives the same tally with any number of threads. Throws CapacityError where
// hands that share no card are too rare to be found.
void equity_by_samples(const Contest& contest, std::int64_t samples, std::uint64_t seed, double* tally,
                       int threads, support::Progress& progress);

}  // namespace pokerdata::equity
