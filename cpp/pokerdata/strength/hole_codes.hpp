#pragma once
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/evaluator/strength_code.hpp"

namespace pokerdata {

// Strengths of all hole cards on one board of 3 to 5 cards: one look-up, and one more where a flush may be.
struct HoleCodes {
  HoleCodes(const Card* board, int count);

  StrengthCode operator()(Card a, Card b) const {
    const StrengthCode code = by_ranks[rank_of(a)][rank_of(b)];
    if (flush_suit < 0) return code;
    unsigned ranks = suited;
    if (suit_of(a) == flush_suit) ranks |= 1u << rank_of(a);
    if (suit_of(b) == flush_suit) ranks |= 1u << rank_of(b);
    return code > flushes[ranks] ? code : flushes[ranks];
  }

 private:
  StrengthCode by_ranks[rank_count][rank_count];  // flushes aside; 0 where the deck has no such cards left
  int flush_suit = -1;                            // three of it lie on the board
  unsigned suited = 0;                            // ranks of that suit on the board
  const StrengthCode* flushes;                    // EvaluatorTables::flush_codes
};

}  // namespace pokerdata
