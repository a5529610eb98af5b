#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::equity {

// Numbers of a stream whose cards are made at once.
inline constexpr int numbers_at_once = 2048;
// In place of a card: a number that Random::below(52) rejects.
inline constexpr std::uint8_t no_card = 255;
// Cards that are looked at together.
inline constexpr int card_window = 8;

// Flags behind the last, for vectors that begin at any: as many as the widest has bytes.
inline constexpr int vector_slack = 64;

struct RandomCards {
  // The card that below(52) makes of each number, behind a window of cards that come before the first.
  std::uint8_t cards[card_window + numbers_at_once];
  // By card: bit j - 1 is set if it is the same as the card j before it, bit 7 if it is no_card or gone from
  // the start.
  std::uint8_t flags[numbers_at_once + vector_slack];
};

// Bytes of flags of a window, the first card's lowest, that count: none of its cards is compared with those
// before it.
inline constexpr std::uint64_t window_flags = 0xFFBF9F8F87838180;

// The highest bit of each byte that is 0.
// Always inlined, as kernels call it, too: no copy of it may end up in another processor's code.
[[gnu::always_inline]] constexpr std::uint64_t zero_bytes(std::uint64_t x) {
  constexpr std::uint64_t rest = 0x7F7F7F7F7F7F7F7F;
  return ~(((x & rest) + rest) | x | rest);
}

// Cards of a deal in columns: card i of deal d is columns[i][d].
using DealColumn = std::uint8_t[512];

// make_random_cards: the cards of the next numbers of the stream that support::Random has in this state.
// draw_cards: for one deal after the other, numbered from `first` to below `end`, skips `skip` numbers and
// draws `count` cards, those of the next numbers without what is gone or comes twice. Stops before a deal
// that the numbers may not suffice for; returns its number, and moves `at` on to its first number.
POKERDATA_KERNELS(void make_random_cards(std::uint64_t state, std::uint64_t gone, RandomCards& made);
                  int draw_cards(const RandomCards& made, int& at, int skip, int count, int first, int end,
                                 DealColumn* columns);)

}  // namespace pokerdata::equity
