#pragma once
#include "pokerdata/luck/measuring.hpp"
#include "pokerdata/luck/strengths.hpp"

namespace pokerdata::luck {

// How many luck terms a hand has.
std::int64_t luck_terms(const games::CardRules& cards, const StrengthTables& tables);

// 1 + luck_terms numbers of a hand: chips that player 0 won, showdowns with cards to come as their mean;
// then, for each deal of cards, what these made of some features of both hands less the mean over all cards
// that could have come, 0 where they were not dealt. Each term has the mean 0 over all deals, so that any
// multiple of it may be taken away. In order:
// - for each street, what player 0 wins from player 1 if all are shown down, for each chip that both put in
//   (edge); on later streets times half the pot, and alone
// - for the first street, the final strengths of both hands against a random one
// - for each later street that deals one card, both final strengths and their product, times half the pot and
// alone;
//   in Texas hold'em only where there is a table of the street
// Throws ArgumentError as `held_result`.
Measure terms(const Setting& setting, const StrengthTables& tables);

}  // namespace pokerdata::luck
