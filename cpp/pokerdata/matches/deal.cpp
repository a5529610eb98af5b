#include "pokerdata/matches/deal.hpp"

#include "pokerdata/cards/draw_card.hpp"

namespace pokerdata::matches {

Deal::Deal(const games::CardRules& rules, std::uint64_t seed, std::uint64_t number) {
  support::Random random(support::Use::match, seed, number);
  key = random.next();
  cards::CardSet gone = 0;
  for (auto& cards : hole)
    for (int i = 0; i < rules.hole; ++i) cards[i] = cards::draw_card(rules.deck(), gone, random);
  for (const int count : rules.board)
    for (int i = 0; i < count; ++i) board[board_size++] = cards::draw_card(rules.deck(), gone, random);
}

int Deal::standing(const games::CardRules& rules) const {
  const cards::CardSet common = cards::set_of(whole_board());
  std::array<std::uint64_t, 2> strength;
  for (int player = 0; player < 2; ++player)
    strength[player] = games::hand_strength(rules, common | cards::set_of(seen_by(rules, player).hole));
  return (strength[0] > strength[1]) - (strength[0] < strength[1]);
}

}  // namespace pokerdata::matches
