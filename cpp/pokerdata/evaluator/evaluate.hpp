#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/evaluator/rank_index.hpp"
#include "pokerdata/evaluator/strength_code.hpp"

namespace pokerdata::evaluator {

// Everything a look-up evaluator needs; this is what the table rank_codes holds.
struct EvaluatorTables {
  const std::uint16_t* next;                            // RankIndex::next
  std::array<std::vector<StrengthCode>, 8> rank_codes;  // by size (5, 6, 7) and rank index
  std::vector<StrengthCode> flush_codes;                // by 13-bit map of ranks; 0 below five bits
  std::vector<StrengthCode> classes;                    // the 7,462 codes in rising order

  static const EvaluatorTables& get();
};

// Cards added one by one: the rank state and, for each suit, a map of ranks.
struct PartialHand {
  std::uint32_t state = 0;
  std::array<std::uint16_t, 4> suits{};

  void add(const EvaluatorTables& tables, cards::Card card) {
    state = tables.next[state * rank_count + cards::rank_of(card)];
    suits[cards::suit_of(card)] =
        static_cast<std::uint16_t>(suits[cards::suit_of(card)] | 1 << cards::rank_of(card));
  }
};

// Strength of count = 5, 6 or 7 distinct cards (not checked).
StrengthCode evaluate(const EvaluatorTables& tables, const cards::Card* cards, int count);

}  // namespace pokerdata::evaluator
