#pragma once
#include <span>
#include <vector>

#include "pokerdata/agents/hole_cards.hpp"
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/games/card_rules.hpp"

namespace pokerdata::luck {

// Ways to choose so many things.
double combinations(int of, int count);

// Calls work(cards) for each set of so many cards of a deck that has none of the gone ones.
template <class Work>
void for_each_deal(int deck, cards::CardSet gone, int count, const Work& work) {
  std::vector<cards::Card> drawn;
  const auto draw = [&](const auto& self, int from) -> void {
    if (static_cast<int>(drawn.size()) == count) return work(std::span<const cards::Card>(drawn));
    for (int card = from; card < deck; ++card) {
      if ((gone >> card) & 1) continue;
      drawn.push_back(static_cast<cards::Card>(card));
      self(self, card + 1);
      drawn.pop_back();
    }
  };
  draw(draw, 0);
}

// What each hand wins at showdown from another, for each chip that both put in, on average over all ways to
// deal the rest of the board; 0 for hands that share a card with it or the board. Before the flop of hold'em
// that takes seconds.
std::vector<double> showdown_edges(const games::CardRules& rules, std::span<const agents::HoleCards> hands,
                                   std::size_t other, std::span<const cards::Card> board);

// The same for one hand against another that has none of its cards.
double showdown_edge(const games::CardRules& rules, const agents::HoleCards& hand,
                     const agents::HoleCards& other, std::span<const cards::Card> board);

}  // namespace pokerdata::luck
