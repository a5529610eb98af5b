#pragma once
#include <cstdint>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/support/progress.hpp"

// Standings of single hands against weighted opposing hands, by enumeration: no table is needed.
namespace pokerdata::strength {

// Standings now * 3 + finally, 0 ahead, 1 tied, 2 behind.
inline constexpr int standings = 9;

// The run-outs of extra = 0, 1 or 2 cards beside a hand and a board: the sets of cards that are on neither,
// in rising order. cards: [C(50 - size, extra) * extra].
void run_outs(const cards::Card* hole, const cards::Card* board, int size, int extra, cards::Card* cards);

// For each of the hands ([hands * 2] cards), the weight of the opposing hands by their standing on the board
// of `size` = 3 to 5 cards and after each run-out (size + extra at most 5; hands that share a card with the
// other hand, the board or the run-out count as nothing). weights: [1,326], not negative. counts: [hands *
// 9], summed over the run-outs, or [hands * run-outs * 9] where each is true. Sums are exact while the
// weights are small integers. Two cards on a flop: some 3 ms a hand.
void count_standings(const cards::Card* holes, std::int64_t hands, const cards::Card* board, int size,
                     int extra, const double* weights, bool each, double* counts, int threads,
                     support::Progress& progress);

}  // namespace pokerdata::strength
