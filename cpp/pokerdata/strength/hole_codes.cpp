#include "pokerdata/strength/hole_codes.hpp"

#include <bit>

#include "pokerdata/evaluator/evaluate.hpp"

namespace pokerdata {

HoleCodes::HoleCodes(const Card* board, int count) {
  const EvaluatorTables& tables = EvaluatorTables::get();
  flushes = tables.flush_codes.data();
  PartialHand partial;
  for (int i = 0; i < count; ++i) partial.add(tables, board[i]);
  const StrengthCode* codes = tables.rank_codes[count + 2].data();
  for (int r = 0; r < rank_count; ++r) {
    const std::uint32_t state = tables.next[partial.state * rank_count + r];
    for (int q = 0; q <= r; ++q) {
      const std::uint32_t last = state == no_state ? no_state : tables.next[state * rank_count + q];
      by_ranks[r][q] = by_ranks[q][r] =
          last == no_state ? StrengthCode{0} : codes[last - state_offsets[count + 2]];
    }
  }
  for (int suit = 0; suit < 4; ++suit)
    if (std::popcount(partial.suits[suit]) >= 3) {
      flush_suit = suit;
      suited = partial.suits[suit];
    }
}

}  // namespace pokerdata
