#include "pokerdata/equity/runouts.hpp"

#include <algorithm>
#include <bit>

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

// The last card: one of the first `below` of the deck. Only its rank matters, but to those with four or more
// cards of its suit.
template <int players>
void deal_last(const Deck& deck, const Lineup<players>& lineup, int below, WinnerCounts& counts) {
  const evaluator::EvaluatorTables& tables = deck.tables;
  const evaluator::StrengthCode* rank_codes = tables.rank_codes[7].data();
  std::uint32_t four_or_more = 0;
  std::array<int, players> shift;                     // of the suit that a flush may be of
  std::array<evaluator::StrengthCode, players> made;  // the code of a flush that is there already, else 0
  for (int p = 0; p < players; ++p) {
    const std::uint32_t own = (lineup[p].suits + 0x1111) & 0x8888;
    four_or_more |= own;
    shift[p] = own ? 4 * (std::countr_zero(own) & ~3) : -1;
    // Below five ranks the code is 0.
    made[p] = own ? tables.flush_codes[lineup[p].ranks >> shift[p] & 0x1FFF] : evaluator::StrengthCode{0};
  }
  std::array<evaluator::StrengthCode, players> codes;
  for (int card = below - 1; card >= 0; card -= deck.run[card]) {
    const int rank = cards::rank_of(deck.cards[card]);
    for (int p = 0; p < players; ++p)
      codes[p] = made[p] ? made[p] : rank_codes[tables.next[lineup[p].state * evaluator::rank_count + rank]];
    int alike = deck.run[card];
    if (four_or_more) {
      for (int c = card - deck.run[card] + 1; c <= card; ++c) {
        const int suit = cards::suit_of(deck.cards[c]);
        if (!(four_or_more >> 4 * suit & 8)) continue;
        --alike;
        auto with_flush = codes;
        for (int p = 0; p < players; ++p)
          if (shift[p] == 16 * suit)
            with_flush[p] = tables.flush_codes[(lineup[p].ranks >> shift[p] | 1u << rank) & 0x1FFF];
        ++counts[winners<players>(with_flush)];
      }
    }
    counts[winners<players>(codes)] += alike;
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
  deck_.reserve(cards::deck_size);
  run_.reserve(cards::deck_size);
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
