#include "pokerdata/evaluator/evaluate.hpp"

#include <algorithm>
#include <bit>

namespace pokerdata::evaluator {
namespace {

EvaluatorTables build() {
  const RankIndex& index = RankIndex::get();
  EvaluatorTables tables;
  tables.next = index.next.data();
  for (int size = 5; size <= 7; ++size)
    for (const auto& counts : index.counts[size]) tables.rank_codes[size].push_back(code_of_counts(counts));
  for (unsigned map = 0; map < 8192; ++map)
    tables.flush_codes.push_back(std::popcount(map) < 5 ? StrengthCode{0} : code_of_flush(map));
  // Five cards reach every class: the rank multisets, and the flushes of exactly five ranks.
  tables.classes = tables.rank_codes[5];
  for (unsigned map = 0; map < 8192; ++map)
    if (std::popcount(map) == 5) tables.classes.push_back(tables.flush_codes[map]);
  std::sort(tables.classes.begin(), tables.classes.end());
  tables.classes.erase(std::unique(tables.classes.begin(), tables.classes.end()), tables.classes.end());
  return tables;
}

template <int count>
StrengthCode evaluate_fixed(const EvaluatorTables& tables, const cards::Card* cards) {
  std::uint32_t state = 0;
  // One nibble a suit, started at 3: bit 3 tells five or more.
  std::uint32_t suits = 0x3333;
  for (int i = 0; i < count; ++i) {
    state = tables.next[state * rank_count + cards::rank_of(cards[i])];
    suits += 1u << 4 * cards::suit_of(cards[i]);
  }
  if (const std::uint32_t flush = suits & 0x8888u) {
    const int suit = std::countr_zero(flush) / 4;
    unsigned map = 0;
    for (int i = 0; i < count; ++i)
      if (cards::suit_of(cards[i]) == suit) map |= 1u << cards::rank_of(cards[i]);
    // Seven cards with a flush can hold neither quads nor a full house.
    return tables.flush_codes[map];
  }
  return tables.rank_codes[count][state - state_offsets[count]];
}

}  // namespace

const EvaluatorTables& EvaluatorTables::get() {
  static const EvaluatorTables tables = build();
  return tables;
}

StrengthCode evaluate(const EvaluatorTables& tables, const cards::Card* cards, int count) {
  switch (count) {
    case 5:
      return evaluate_fixed<5>(tables, cards);
    case 6:
      return evaluate_fixed<6>(tables, cards);
    default:
      return evaluate_fixed<7>(tables, cards);
  }
}

}  // namespace pokerdata::evaluator
