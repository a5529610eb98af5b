#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/agents/hole_cards.hpp"
#include "pokerdata/games/card_rules.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata::matches {

// Showdowns of one hand against each other one over ways to deal the rest of the board.
struct RunOuts {
  std::uint32_t boards = 0;           // ways
  std::vector<std::uint32_t> live;    // of them, those that share no card with the other hand
  std::vector<std::uint32_t> halves;  // of the pot that the hand wins on those, summed
};

// Over all ways where at most one card is to come, else over so many ways at random. Hands that share a card
// with the hand or the board have no showdowns.
RunOuts run_outs(const games::CardRules& rules, std::span<const agents::HoleCards> hands, std::size_t hand,
                 std::span<const cards::Card> board, int samples, support::Random& random);

}  // namespace pokerdata::matches
