#include "pokerdata/luck/luck_terms.hpp"

#include <algorithm>

#include "pokerdata/agents/same_game.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::luck {
namespace {

bool has_strengths(const games::CardRules& cards, const StrengthTables& tables, int street) {
  return street > 0 && cards.board[street] == 1 && (!agents::is_texas(cards) || tables.on(street));
}

constexpr std::int64_t of_strengths = 6;

}  // namespace

std::int64_t luck_terms(const games::CardRules& cards, const StrengthTables& tables) {
  const auto streets = static_cast<int>(cards.board.size());
  std::int64_t count = 1 + 2 * (streets - 1) + 2;
  for (int street = 1; street < streets; ++street)
    if (has_strengths(cards, tables, street)) count += of_strengths;
  return count;
}

Measure terms(const Setting& setting, const StrengthTables& tables) {
  const std::int64_t count = luck_terms(setting.cards, tables);
  if (setting.cards.board[0] != 0)
    throw support::expected("cards", "no board before the first betting", {setting.cards.board[0], " cards"});
  return [&rules = setting.rules, tables, count](const Record& hand, LookedUp& cards, double* found) {
    std::fill_n(found, 1 + count, 0.0);
    const auto streets = static_cast<int>(cards.rules().board.size());
    const auto strengths = [&](int street) {
      return std::array{final_strength(tables, cards, 0, street), final_strength(tables, cards, 1, street)};
    };
    double* const of_edge = found + 1;
    double* const first = of_edge + 1 + 2 * (streets - 1);
    of_edge[0] = cards.held_edge(0);
    const auto at_first = strengths(0);
    for (int player = 0; player < 2; ++player) first[player] = at_first[player] - 0.5;
    agents::BettingState now(rules);
    for (const agents::Move move : hand.moves) {
      const int before = now.street();
      now.apply(move);
      const int street = now.street();
      if (now.finished() || street == before) continue;
      const double chips = now.level();
      const double luck = cards.held_edge(street) - cards.held_edge(street - 1);
      of_edge[2 * street - 1] = chips * luck;
      of_edge[2 * street] = luck;
      if (!has_strengths(cards.rules(), tables, street)) continue;
      double* to = first + 2;
      for (int s = 1; s < street; ++s)
        if (has_strengths(cards.rules(), tables, s)) to += of_strengths;
      const auto dealt = strengths(street);
      const MeanStrengths mean = mean_strengths(tables, cards, street);
      const std::array lucks{dealt[0] - mean.of_player[0], dealt[1] - mean.of_player[1],
                             dealt[0] * dealt[1] - mean.product};
      for (const double one : lucks) {
        *to++ = chips * one;
        *to++ = one;
      }
    }
    if (!now.finished())
      throw support::expected("history", "a hand that is over", "one in which a player acts");
    found[0] = now.folded() >= 0 ? now.won(0) : now.won(1) * cards.held_edge(now.street());
  };
}

}  // namespace pokerdata::luck
