#pragma once
#include <array>

#include "pokerdata/agents/abstract_agent.hpp"
#include "pokerdata/luck/values.hpp"

namespace pokerdata::luck {

// What is taken out of the result of a hand. Showdowns with cards to come always count as their mean.
struct Method {
  // Corrects by these for the luck of the cards, and of the moves of players whose strategy is known; or
  // null.
  const Values* values = nullptr;
  // Strategies that are known, or null. Other hands that a known player could as well have held and played so
  // count with their chances; of two known players once for each of them, and the mean is taken.
  std::array<const agents::AbstractAgent*, 2> known{};
  // Of hold'em: what each hand wins at showdown from each other before the flop for each chip that both put
  // in, [hands, hands]; or null.
  const double* first_edges = nullptr;
};

}  // namespace pokerdata::luck
