#include "pokerdata/matches/deal.hpp"

#include "pokerdata/agents/hole_cards.hpp"
#include "pokerdata/matches/draw_card.hpp"

namespace pokerdata {

Deal::Deal(const CardRules& rules, std::uint64_t seed, std::uint64_t number) {
  Random random(Use::match, seed, number);
  key = random.next();
  CardSet gone = 0;
  for (auto& cards : hole)
    for (int i = 0; i < rules.hole; ++i) cards[i] = draw_card(rules, gone, random);
  for (const int count : rules.board)
    for (int i = 0; i < count; ++i) board[board_size++] = draw_card(rules, gone, random);
}

int Deal::standing(const CardRules& rules) const {
  const CardSet common = set_of_cards(whole_board());
  std::array<std::uint64_t, 2> strength;
  for (int player = 0; player < 2; ++player)
    strength[player] = hand_strength(rules, common | set_of_cards(seen_by(rules, player).hole));
  return (strength[0] > strength[1]) - (strength[0] < strength[1]);
}

}  // namespace pokerdata
