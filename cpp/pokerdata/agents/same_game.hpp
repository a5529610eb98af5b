#pragma once
#include "pokerdata/games/card_rules.hpp"
#include "pokerdata/games/rules.hpp"

namespace pokerdata::agents {

// Throws ArgumentError, naming what differs, unless both are the same game of real cards. Names do not count,
// nor do menus and caps without limits: they are what a strategy chooses among, not what is allowed.
void check_same_game(const games::Rules& own, const games::CardRules& own_cards, const games::Rules& rules,
                     const games::CardRules& cards);

// Throws ArgumentError for more streets of betting than of cards, whose boards agents would look for in vain.
void check_streets(const games::Rules& rules, const games::CardRules& cards);

// Texas hold'em: two cards of 52, a board of three, one and one.
bool is_texas(const games::CardRules& cards);

}  // namespace pokerdata::agents
