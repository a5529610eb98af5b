#include "pokerdata/matches/deal.hpp"

namespace pokerdata {

Deal::Deal(const CardRules& rules, std::uint64_t seed, std::uint64_t number) {
  Random random(seed, number);
  key = random.next();
  CardSet dealt = 0;
  const auto draw = [&] {
    for (;;) {
      const auto card = static_cast<Card>(random.below(static_cast<std::uint32_t>(rules.deck())));
      if (dealt & set_of(card)) continue;
      dealt |= set_of(card);
      return card;
    }
  };
  for (auto& cards : hole)
    for (int i = 0; i < rules.hole; ++i) cards[i] = draw();
  for (const int count : rules.board)
    for (int i = 0; i < count; ++i) board[board_size++] = draw();
}

int Deal::standing(const CardRules& rules) const {
  CardSet common = 0;
  for (int i = 0; i < board_size; ++i) common |= set_of(board[i]);
  std::array<std::uint64_t, 2> strength;
  for (int player = 0; player < 2; ++player) {
    CardSet cards = common;
    for (int i = 0; i < rules.hole; ++i) cards |= set_of(hole[player][i]);
    strength[player] = hand_strength(rules, cards);
  }
  return (strength[0] > strength[1]) - (strength[0] < strength[1]);
}

}  // namespace pokerdata
