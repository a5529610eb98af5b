#pragma once
#include <cstdint>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/evaluator/strength_code.hpp"

namespace pokerdata::evaluator {

// `hands` hands of `count` cards in any memory order: card i of hand h is at
// cards[h * hand_stride + i * card_stride].
struct HandArray {
  const cards::Card* cards;
  std::int64_t hands;
  int count;  // 5, 6 or 7
  std::int64_t hand_stride;
  std::int64_t card_stride;
};

// Strengths of all hands. Nothing is copied but a block at a time, and nothing at all where each card
// has a column of its own (hand_stride 1). Throws ArgumentError, naming the first such hand, for a card
// above 51 or one that comes twice.
void evaluate_hands(const HandArray& array, StrengthCode* codes, int threads);

// Strengths of a block of `batch_block` hands (see batch_kernel.hpp) of 5, 6 or 7 valid cards each: card i of
// hand h is columns[i][h].
void evaluate_columns(const cards::Card* const* columns, int count, StrengthCode* codes);

}  // namespace pokerdata::evaluator
