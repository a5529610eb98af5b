#pragma once
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/games/card_rules.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata::matches {

// Draws a card that is not gone yet, and takes it away.
inline cards::Card draw_card(const games::CardRules& rules, cards::CardSet& gone, support::Random& random) {
  for (;;) {
    const auto card = static_cast<cards::Card>(random.below(static_cast<std::uint32_t>(rules.deck())));
    if (gone & cards::set_of(card)) continue;
    gone |= cards::set_of(card);
    return card;
  }
}

}  // namespace pokerdata::matches
