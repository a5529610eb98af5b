#pragma once
#include <cstdint>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/strength/stretch.hpp"
#include "pokerdata/support/progress.hpp"

// Potential (Billings et al. 2002): how hands that are now ahead, tied or behind fare after more cards.
namespace pokerdata::strength {

// Opponents and run-outs by standing, now and finally: [now * 3 + finally], 0 ahead, 1 tied, 2 behind.
inline constexpr int potential_cells = 9;

// The counts of every combination on one board of size = 3 or 4 cards, over all ways to deal extra = 1 or 2
// more (size + extra at most 5); 0 for combinations that share a card with the board.
// counts: [1,326 * 9]. About 30 ms for two cards on a flop.
void count_potential(const cards::Card* board, int size, int extra, std::uint32_t* counts);

// The same for every board of a stretch: [boards * 1,326 * 9]. The largest value of the type marks a
// combination that shares a card with the board. One card needs 16 bits, two need 32.
void potential_table(int size, Stretch stretch, std::uint16_t* one_card, int threads,
                     support::Progress& progress);
void potential_table(int size, Stretch stretch, std::uint32_t* two_cards, int threads,
                     support::Progress& progress);

}  // namespace pokerdata::strength
