#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "pokerdata/evaluator/evaluate.hpp"
#include "pokerdata/games/card_rules.hpp"

namespace pokerdata::games {
namespace {

constexpr std::string_view all_ranks = "23456789TJQKA";
constexpr int ace = 12;

struct Hand {
  std::array<int, cards::deck_size> rank;  // of each card, 0 = two
  std::array<int, cards::deck_size> suit;
  int count = 0;

  Hand(const CardRules& rules, cards::CardSet cards) {
    for (; cards; cards &= cards - 1, ++count) {
      const int card = std::countr_zero(cards);
      rank[count] = static_cast<int>(all_ranks.find(rules.ranks[rules.rank(card)]));
      suit[count] = rules.suit(card);
    }
  }
};

// The sizes of the groups of equal ranks, largest first, above the ranks of these groups.
std::uint64_t pairs_strength(const Hand& hand) {
  std::array<int, 13> copies{};
  for (int i = 0; i < hand.count; ++i) ++copies[hand.rank[i]];
  std::array<int, 13> order{};
  for (int r = 0; r < 13; ++r) order[r] = r;
  std::sort(order.begin(), order.end(),
            [&](int x, int y) { return copies[x] != copies[y] ? copies[x] > copies[y] : x > y; });
  std::uint64_t sizes = 0, ranks = 0;
  for (int i = 0; i < max_pairs_cards; ++i) {
    sizes = sizes << 4 | static_cast<std::uint64_t>(copies[order[i]]);
    ranks = ranks << 4 | static_cast<std::uint64_t>(copies[order[i]] > 0 ? order[i] : 0);
  }
  return sizes << 32 | ranks;
}

std::uint32_t three_card_strength(const Hand& hand, bool aqj_in_row) {
  enum : std::uint32_t { high_card, pair, flush, straight, three_of_a_kind, straight_flush };
  std::array<int, 3> r{hand.rank[0], hand.rank[1], hand.rank[2]};
  std::sort(r.begin(), r.end(), std::greater<>());
  const bool suited = hand.suit[0] == hand.suit[1] && hand.suit[1] == hand.suit[2];
  const bool low_ace = r[0] == ace && r[1] == 1 && r[2] == 0;  // A-2-3, the lowest straight
  const bool aqj = aqj_in_row && r[0] == ace && r[1] == ace - 2 && r[2] == ace - 3;
  const bool in_row = low_ace || aqj || (r[0] == r[1] + 1 && r[1] == r[2] + 1);
  std::uint32_t kind = high_card;
  if (r[0] == r[2])
    kind = three_of_a_kind;
  else if (in_row)
    kind = suited ? straight_flush : straight;
  else if (suited)
    kind = flush;
  else if (r[0] == r[1] || r[1] == r[2])
    kind = pair;
  if (kind == pair && r[1] == r[2]) std::swap(r[0], r[2]);  // the pair before the other card
  if (low_ace) r = {1, 0, 0};
  if (aqj) r = {ace - 2, ace - 3, ace - 4};
  return kind << 12 | static_cast<std::uint32_t>(r[0] << 8 | r[1] << 4 | r[2]);
}

std::uint32_t five_card_strength(const Hand& hand) {
  std::array<cards::Card, 7> cards{};
  for (int i = 0; i < hand.count; ++i) cards[i] = static_cast<cards::Card>(4 * hand.rank[i] + hand.suit[i]);
  return evaluator::evaluate(evaluator::EvaluatorTables::get(), cards.data(), hand.count);
}

}  // namespace

std::uint64_t hand_strength(const CardRules& rules, cards::CardSet cards) {
  const Hand hand(rules, cards);
  switch (rules.ranking) {
    case Ranking::pairs:
      return pairs_strength(hand);
    case Ranking::three_card:
      return three_card_strength(hand, false);
    case Ranking::three_card_aqj:
      return three_card_strength(hand, true);
    default:
      return five_card_strength(hand);
  }
}

}  // namespace pokerdata::games
