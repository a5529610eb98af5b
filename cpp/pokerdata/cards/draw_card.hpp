#pragma once
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata::cards {

// Draws a card that is not gone yet, of the first `deck` ones, and takes it away.
inline Card draw_card(int deck, CardSet& gone, support::Random& random) {
  for (;;) {
    const auto card = static_cast<Card>(random.below(static_cast<std::uint32_t>(deck)));
    if (gone & set_of(card)) continue;
    gone |= set_of(card);
    return card;
  }
}

}  // namespace pokerdata::cards
