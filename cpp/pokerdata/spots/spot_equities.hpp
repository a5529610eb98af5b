#pragma once
#include <array>
#include <atomic>
#include <span>
#include <vector>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/spots/spot_cards.hpp"

namespace pokerdata::spots {

// Weights of all 1,326 hands of both players.
using Ranges = std::array<std::span<const double>, 2>;

// For each of some pairs of ranges: shares of the pot, ties half, that each hand of either player wins if all
// cards are dealt without betting: for each player 1,326 numbers, NaN where a hand is out of his range or
// meets no hand. No bit of a pair's numbers depends on the other pairs. Arguments as for make_spot_cards().
std::vector<std::array<std::vector<double>, 2>> spot_equities(cards::CardSet board, cards::CardSet dead,
                                                              std::span<const Ranges> ranges, int threads,
                                                              const std::atomic<bool>* stop);
// The same where a spot begins, on its cards: nothing is dealt or sorted anew. The ranges have the spot's
// hands alone, and its symmetries.
std::vector<std::array<std::vector<double>, 2>> spot_equities(const SpotCards& cards,
                                                              std::span<const Ranges> ranges, int threads,
                                                              const std::atomic<bool>* stop);

}  // namespace pokerdata::spots
