#pragma once
#include <array>
#include <span>
#include <vector>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/games/card_rules.hpp"

namespace pokerdata {

inline CardSet set_of_cards(std::span<const Card> cards) {
  CardSet set = 0;
  for (const Card card : cards) set |= set_of(card);
  return set;
}

// One or two cards of a player, the lower first.
struct HoleCards {
  std::array<Card, 2> cards{};
  CardSet set = 0;
};

// All hole cards of a deck; pairs in the order of combinations.
inline std::vector<HoleCards> all_hole_cards(const CardRules& rules) {
  std::vector<HoleCards> found;
  for (int high = 0; high < rules.deck(); ++high) {
    const auto b = static_cast<Card>(high);
    if (rules.hole == 1) found.push_back({{b, 0}, set_of(b)});
    for (Card a = 0; rules.hole == 2 && a < b; ++a) found.push_back({{a, b}, set_of(a) | set_of(b)});
  }
  return found;
}

}  // namespace pokerdata
