#include "pokerdata/equity/runouts.hpp"

#include <algorithm>

namespace pokerdata::equity {
namespace {

// What the loops below read.
struct Deck {
  const evaluator::EvaluatorTables& tables;
  const cards::Card* cards;
  const std::uint8_t* run;
};

template <int players>
using Lineup = std::array<PlayerCards, players>;

template <int players>
unsigned winners(const std::array<evaluator::StrengthCode, players>& codes) {
  evaluator::StrengthCode best = codes[0];
  for (int p = 1; p < players; ++p) best = std::max(best, codes[p]);
  unsigned map = 0;
  for (int p = 0; p < players; ++p) map |= static_cast<unsigned>(codes[p] == best) << p;
  return map;
}

template <int players>
bool flush_may_come(const Lineup<players>& lineup) {
  std::uint32_t four_or_more = 0;
  for (const PlayerCards& cards : lineup) four_or_more |= cards.suits + 0x1111;
  return four_or_more & 0x8888u;
}

// The last card: one of the first `below` of the deck.
template <int players>
void deal_last(const Deck& deck, const Lineup<players>& lineup, int below, WinnerCounts& counts) {
  std::array<evaluator::StrengthCode, players> codes;
  if (flush_may_come<players>(lineup)) {
    for (int card = 0; card < below; ++card) {
      for (int p = 0; p < players; ++p) {
        PlayerCards seven = lineup[p];
        seven.add(deck.tables, deck.cards[card]);
        codes[p] = seven.strength(deck.tables);
      }
      ++counts[winners<players>(codes)];
    }
    return;
  }
  // Only its rank matters.
  const evaluator::StrengthCode* rank_codes = deck.tables.rank_codes[7].data();
  for (int card = below - 1; card >= 0; card -= deck.run[card]) {
    const int rank = cards::rank_of(deck.cards[card]);
    for (int p = 0; p < players; ++p)
      codes[p] = rank_codes[deck.tables.next[lineup[p].state * evaluator::rank_count + rank]];
    counts[winners<players>(codes)] += deck.run[card];
  }
}

template <int players>
void deal(const Deck& deck, const Lineup<players>& lineup, int below, int left, WinnerCounts& counts) {
  if (left == 1) return deal_last<players>(deck, lineup, below, counts);
  for (int card = left - 1; card < below; ++card) {
    Lineup<players> larger = lineup;
    for (PlayerCards& cards : larger) cards.add(deck.tables, deck.cards[card]);
    deal<players>(deck, larger, card, left - 1, counts);
  }
}

}  // namespace

Runouts::Runouts(const cards::Combination* hands, int players, const std::vector<cards::Card>& board,
                 cards::CardSet gone)
    : players_(players), to_come_(5 - static_cast<int>(board.size())) {
  const evaluator::EvaluatorTables& tables = evaluator::EvaluatorTables::get();
  for (int p = 0; p < players; ++p) {
    for (const cards::Card card : board) cards_[p].add(tables, card);
    cards_[p].add(tables, hands[p].low);
    cards_[p].add(tables, hands[p].high);
    gone |= hands[p].cards();
  }
  for (cards::Card card = 0; card < cards::deck_size; ++card) {
    if (gone >> card & 1) continue;
    const bool same = !deck_.empty() && cards::rank_of(deck_.back()) == cards::rank_of(card);
    run_.push_back(static_cast<std::uint8_t>(same ? run_.back() + 1 : 1));
    deck_.push_back(card);
  }
}

template <int players>
void Runouts::count_for(int part, WinnerCounts& counts) const {
  const Deck deck{evaluator::EvaluatorTables::get(), deck_.data(), run_.data()};
  Lineup<players> lineup;
  std::copy_n(cards_.begin(), players, lineup.begin());
  if (to_come_ > 0)
    for (PlayerCards& cards : lineup) cards.add(deck.tables, deck_[part]);
  if (to_come_ > 1) return deal<players>(deck, lineup, part, to_come_ - 1, counts);
  std::array<evaluator::StrengthCode, players> codes;
  for (int p = 0; p < players; ++p) codes[p] = lineup[p].strength(deck.tables);
  ++counts[winners<players>(codes)];
}

void Runouts::count(int part, WinnerCounts& counts) const {
  switch (players_) {
    case 2:
      return count_for<2>(part, counts);
    case 3:
      return count_for<3>(part, counts);
    case 4:
      return count_for<4>(part, counts);
    case 5:
      return count_for<5>(part, counts);
    default:
      return count_for<6>(part, counts);
  }
}

}  // namespace pokerdata::equity
