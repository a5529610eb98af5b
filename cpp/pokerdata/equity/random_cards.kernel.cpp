#include "pokerdata/equity/random_cards_kernel.hpp"
#include "pokerdata/support/random_constants.hpp"
#include "pokerdata/support/vectors.hpp"
#ifdef __BMI2__
#include "pokerdata/support/intrinsics.hpp"
#endif

namespace pokerdata::equity::POKERDATA_ISA {
namespace {

using Bytes = support::POKERDATA_ISA::Vector<std::uint8_t>;
constexpr int bytes = support::POKERDATA_ISA::lanes<std::uint8_t>;
using Longs = support::POKERDATA_ISA::Vector<std::uint64_t>;
constexpr int longs = support::POKERDATA_ISA::lanes<std::uint64_t>;
using support::POKERDATA_ISA::load_any;
using support::POKERDATA_ISA::store_any;

inline Bytes of_all(int value) { return static_cast<std::uint8_t>(value) - Bytes{}; }

}  // namespace

// Loops that compilers turn into vectors; numbers and cards are those of support::Random::next and below.
void make_random_cards(std::uint64_t state, std::uint64_t gone, RandomCards& made) {
  constexpr int part = 256;
  std::uint8_t gone_cards[64];
  int gone_count = 0;
  for (; gone; gone &= gone - 1) gone_cards[gone_count++] = static_cast<std::uint8_t>(__builtin_ctzll(gone));

  Longs states;
  for (int i = 0; i < longs; ++i)
    states[i] = state + support::random_step * static_cast<std::uint64_t>(i + 1);
  std::uint8_t* const cards = made.cards + card_window;
  for (int i = 0; i < card_window; ++i) made.cards[i] = no_card;
  for (int first = 0; first < numbers_at_once; first += part) {
    std::uint32_t upper[part];
    for (int i = first; i < first + part; i += longs) {
      Longs x = states;
      states += support::random_step * longs;
      x = (x ^ (x >> 30)) * support::random_multipliers[0];
      x = (x ^ (x >> 27)) * support::random_multipliers[1];
      store_any(made.numbers + i, x ^ (x >> 31));
    }
    for (int i = 0; i < part; ++i) upper[i] = static_cast<std::uint32_t>(made.numbers[first + i] >> 32);
    for (int i = 0; i < part; ++i) {
      // upper * 52, of 48 bits, in two halves: `high` is all but its last 16.
      const std::uint32_t low = (upper[i] & 0xFFFF) * 52, high = (upper[i] >> 16) * 52 + (low >> 16);
      const bool is_rejected = ((high & 0xFFFF) << 16 | (low & 0xFFFF)) < (std::uint64_t{1} << 32) % 52;
      cards[first + i] = static_cast<std::uint8_t>(is_rejected ? no_card : high >> 16);
    }
    for (int i = first; i < first + part; i += bytes) {
      const Bytes card = load_any(cards + i);
      Bytes flags = of_all(0x80) & (card == of_all(no_card));
      for (int j = 1; j < card_window; ++j) flags |= of_all(1 << (j - 1)) & (card == load_any(cards + i - j));
      for (int g = 0; g < gone_count; ++g) flags |= of_all(0x80) & (card == of_all(gone_cards[g]));
      store_any(made.flags + i, flags);
    }
  }
}

namespace {

template <int count>
int draw(const RandomCards& made, int& at, int skip, int first, int end, DealColumn* columns) {
  int number = at, d = first;
  for (; d < end && number + skip + card_window <= numbers_at_once; ++d) {
    std::uint64_t flags, cards;
    __builtin_memcpy(&flags, made.flags + number + skip, sizeof flags);
    __builtin_memcpy(&cards, made.cards + card_window + number + skip, sizeof cards);
    flags &= window_flags;
    std::uint64_t fit = ~(((flags & 0x7F7F7F7F7F7F7F7F) + 0x7F7F7F7F7F7F7F7F) | flags | 0x7F7F7F7F7F7F7F7F);
#ifdef __BMI2__
    const std::uint64_t last = _pdep_u64(std::uint64_t{1} << (count - 1), fit);
    if (!last) break;
    const std::uint64_t drawn = _pext_u64(cards, (fit >> 7) * 255);
    for (int i = 0; i < count; ++i) columns[i][d] = static_cast<std::uint8_t>(drawn >> 8 * i);
    number += skip + static_cast<int>(__builtin_ctzll(last)) / 8 + 1;
#else
    int last = 0, found = 0;
    for (; found < count && fit; ++found, fit &= fit - 1) {
      last = __builtin_ctzll(fit) / 8;
      columns[found][d] = static_cast<std::uint8_t>(cards >> 8 * last);
    }
    if (found < count) break;
    number += skip + last + 1;
#endif
  }
  at = number;
  return d;
}

}  // namespace

int draw_cards(const RandomCards& made, int& at, int skip, int count, int first, int end,
               DealColumn* columns) {
  switch (count) {
    case 1:
      return draw<1>(made, at, skip, first, end, columns);
    case 2:
      return draw<2>(made, at, skip, first, end, columns);
    case 3:
      return draw<3>(made, at, skip, first, end, columns);
    case 4:
      return draw<4>(made, at, skip, first, end, columns);
    default:
      return draw<5>(made, at, skip, first, end, columns);
  }
}

}  // namespace pokerdata::equity::POKERDATA_ISA
