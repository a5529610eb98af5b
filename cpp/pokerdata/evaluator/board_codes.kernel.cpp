#include "pokerdata/evaluator/board_codes_kernel.hpp"
#include "pokerdata/evaluator/last_card_lanes.hpp"

namespace pokerdata::evaluator::POKERDATA_ISA {

void evaluate_board(const LastCardTables& tables, const std::uint8_t* board, int count,
                    std::uint16_t* codes) {
  std::uint32_t partial = 0;
  std::uint64_t dead = 0;
  unsigned maps[4] = {};
  for (int i = 0; i < count; ++i) {
    partial = tables.next[partial * 13 + board[i] / 4];
    dead |= std::uint64_t{1} << board[i];
    maps[board[i] & 3] |= 1u << board[i] / 4;
  }
  int flush_suit = -1;
  for (int suit = 0; suit < 4; ++suit)
    if (__builtin_popcount(maps[suit]) >= 3) flush_suit = suit;
  CardMask alive = mask_of(~dead);
  const Words* mask = reinterpret_cast<const Words*>(alive.words);

  // The codes of the higher card b follow those of b - 1, one for each lower card.
  std::uint16_t* out = codes;
  for (int rank = 0; rank < 13; ++rank) {
    const std::uint32_t state = tables.next[partial * 13 + rank];
    DeckCodes deck{};
    if (state != 0xFFFF)
      deck.spread(tables.codes[count + 1] + (state - tables.state_offsets[count + 1]) * row_size);
    DeckCodes flush = deck, other_flush = deck;
    if (flush_suit >= 0) {
      flush.add_flush(tables, flush_suit, maps[flush_suit] | 1u << rank);
      other_flush.add_flush(tables, flush_suit, maps[flush_suit]);
    }
    for (int b = 4 * rank; b < 4 * rank + 4; out += b++) {
      const DeckCodes& of_suit = (b & 3) == flush_suit ? flush : other_flush;
      const bool is_dead = dead >> b & 1;
      Words row[word_parts];
      for (int k = 0; k < word_parts; ++k) row[k] = is_dead ? Words{} : of_suit.part[k] & mask[k];
      // Whole vectors run over what follows, which is written later; the last row must not.
      if (b == 51)
        __builtin_memcpy(out, row, 51 * sizeof *out);
      else
        __builtin_memcpy(out, row, b > 32 ? 128 : 64);
    }
  }
}

}  // namespace pokerdata::evaluator::POKERDATA_ISA
