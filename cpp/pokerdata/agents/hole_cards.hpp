#pragma once
#include <array>
#include <vector>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/games/card_rules.hpp"

namespace pokerdata::agents {

// One or two cards of a player, the lower first.
struct HoleCards {
  std::array<cards::Card, 2> cards{};
  cards::CardSet set = 0;
};

// All hole cards of a deck; pairs in the order of combinations.
inline std::vector<HoleCards> all_hole_cards(const games::CardRules& rules) {
  std::vector<HoleCards> found;
  for (int high = 0; high < rules.deck(); ++high) {
    const auto b = static_cast<cards::Card>(high);
    if (rules.hole == 1) found.push_back({{b, 0}, cards::set_of(b)});
    for (cards::Card a = 0; rules.hole == 2 && a < b; ++a)
      found.push_back({{a, b}, cards::set_of(a) | cards::set_of(b)});
  }
  return found;
}

}  // namespace pokerdata::agents
