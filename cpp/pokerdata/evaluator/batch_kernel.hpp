#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::evaluator {

// Each of the ranks 2..K adds its key to one of four bytes; aces are what is left of the cards. Bytes 0
// and 1 (ranks 2..7) and bytes 2 and 3 (ranks 8..K) join to the sums `byte + key_step * next byte`, which
// differ for all multisets of up to 7 cards. (Found by search: the smallest sums of this form.)
inline constexpr int key_group = 3;
inline constexpr std::uint8_t rank_keys[key_group] = {7, 10, 25};
inline constexpr int key_step = 84;

// Hands that the kernel takes at once, as columns: column[i][h] is card i of hand h.
inline constexpr int batch_block = 512;
// A column of a block in a buffer of its own.
using BatchColumn = std::uint8_t[batch_block];
// The kernel reads this many bytes past the rows of a block.
inline constexpr int batch_slack = 64;

struct BatchLookup {  // BatchTables, without its vectors
  const std::uint16_t* lower;
  const std::uint16_t* upper;
  const std::uint16_t* codes;
  const std::uint16_t* flush_codes;
};

// evaluate_block: codes of one block of hands of `count` cards. Returns false, and codes are worth
// nothing, if a card of the block is above 51 or comes twice in its hand.
// rows_to_columns: the columns of a block of rows that lie one after the other.
POKERDATA_KERNELS(bool evaluate_block(const BatchLookup& lookup, int count,
                                      const std::uint8_t* const* columns, std::uint16_t* codes);
                  void rows_to_columns(const std::uint8_t* rows, int count, BatchColumn* columns);)

}  // namespace pokerdata::evaluator
