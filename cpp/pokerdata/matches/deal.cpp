#include "pokerdata/matches/deal.hpp"

#include "pokerdata/agents/hole_cards.hpp"
#include "pokerdata/matches/draw_card.hpp"

namespace pokerdata::matches {

Deal::Deal(const games::CardRules& rules, std::uint64_t seed, std::uint64_t number) {
  support::Random random(support::Use::match, seed, number);
  key = random.next();
  cards::CardSet gone = 0;
  for (auto& cards : hole)
    for (int i = 0; i < rules.hole; ++i) cards[i] = draw_card(rules, gone, random);
  for (const int count : rules.board)
    for (int i = 0; i < count; ++i) board[board_size++] = draw_card(rules, gone, random);
}

int Deal::standing(const games::CardRules& rules) const {
  const cards::CardSet common = agents::set_of_cards(whole_board());
  std::array<std::uint64_t, 2> strength;
  for (int player = 0; player < 2; ++player)
    strength[player] =
        games::hand_strength(rules, common | agents::set_of_cards(seen_by(rules, player).hole));
  return (strength[0] > strength[1]) - (strength[0] < strength[1]);
}

}  // namespace pokerdata::matches
