#pragma once
#include <bit>
#include <cstdint>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/evaluator/evaluate.hpp"

namespace pokerdata::equity {

// The cards of one player, added one by one: those in his hand and on the board so far.
struct PlayerCards {
  std::uint32_t state = 0;
  std::uint32_t suits = 0x3333;  // a nibble a suit, started at 3: bit 3 tells five or more
  std::uint64_t ranks = 0;       // 16 bits a suit: map of ranks

  void add(const evaluator::EvaluatorTables& tables, cards::Card card) {
    state = tables.next[state * evaluator::rank_count + cards::rank_of(card)];
    suits += 1u << 4 * cards::suit_of(card);
    ranks |= std::uint64_t{1} << (16 * cards::suit_of(card) + cards::rank_of(card));
  }
  // Of seven cards; with a flush among them there are neither quads nor a full house.
  evaluator::StrengthCode strength(const evaluator::EvaluatorTables& tables) const {
    if (const std::uint32_t flush = suits & 0x8888u)
      return tables.flush_codes[ranks >> 4 * (std::countr_zero(flush) & ~3) & 0x1FFF];
    return tables.rank_codes[7][state];
  }
};

}  // namespace pokerdata::equity
