#pragma once
#include <cstdint>

namespace pokerdata::evaluator {

// What one more card makes of a hand: by its rank, flushes aside, and by its rank if it is of a suit that
// may become a flush. A row has 16 entries, of which 13 are ranks; 0 where there is no hand.
inline constexpr int row_size = 16;

struct LastCardTables {
  const std::uint16_t* next;           // RankIndex::next
  const std::uint32_t* state_offsets;  // by number of cards
  // Rows by number of cards held (4, 5, 6) and rank index; categories are the same rows in bytes.
  const std::uint16_t* codes[7];
  const std::uint8_t* categories[7];
  // By map of a suit's ranks: the flush without one more card of the suit, and rows of those with one.
  const std::uint16_t* flush;
  const std::uint8_t* flush_category;
  const std::uint16_t* flush_codes;
  const std::uint8_t* flush_categories;

  static const LastCardTables& get();
};

}  // namespace pokerdata::evaluator
