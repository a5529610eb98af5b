#pragma once
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/games/card_rules.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata {

// Draws a card that is not gone yet, and takes it away.
inline Card draw_card(const CardRules& rules, CardSet& gone, Random& random) {
  for (;;) {
    const auto card = static_cast<Card>(random.below(static_cast<std::uint32_t>(rules.deck())));
    if (gone & set_of(card)) continue;
    gone |= set_of(card);
    return card;
  }
}

}  // namespace pokerdata
