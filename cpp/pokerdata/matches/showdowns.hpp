#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/agents/hole_cards.hpp"
#include "pokerdata/games/card_rules.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata {

// Strengths of all hole cards on a whole board, in their order; 0 where they share a card with it.
void strengths_on(const CardRules& rules, std::span<const HoleCards> hands, std::span<const Card> board,
                  std::vector<std::uint64_t>& strengths);

// What part of the pot a hand wins of each other one when the rest of the board is dealt: over all ways to
// deal it where at most one card is to come, else over so many ways at random. Hands that share a card with
// the hand or the board get 0.
std::vector<double> shares_of_pot(const CardRules& rules, std::span<const HoleCards> hands, std::size_t hand,
                                  std::span<const Card> board, int samples, Random& random);

}  // namespace pokerdata
