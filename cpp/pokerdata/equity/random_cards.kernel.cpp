#include "pokerdata/equity/random_cards_kernel.hpp"
#include "pokerdata/support/random_number.hpp"
#include "pokerdata/support/vectors.hpp"
#ifdef __BMI2__
#include "pokerdata/support/intrinsics.hpp"
#endif

namespace pokerdata::equity::POKERDATA_ISA {
namespace {

using Bytes = support::POKERDATA_ISA::Vector<std::uint8_t>;
constexpr int bytes = support::POKERDATA_ISA::lanes<std::uint8_t>;
using SignedBytes = support::POKERDATA_ISA::Vector<std::int8_t>;
using Ints = support::POKERDATA_ISA::Vector<std::uint32_t>;
using Longs = support::POKERDATA_ISA::Vector<std::uint64_t>;
constexpr int longs = support::POKERDATA_ISA::lanes<std::uint64_t>;
using support::POKERDATA_ISA::broadcast;
using support::POKERDATA_ISA::load_any;
using support::POKERDATA_ISA::multiply_halves;
using support::POKERDATA_ISA::store_any;

static_assert(numbers_at_once % bytes == 0 && bytes <= vector_slack);

inline Bytes of_all(int value) { return broadcast(static_cast<std::uint8_t>(value)); }

constexpr std::uint64_t deck_cards = 52, lower_half = 0xFFFFFFFF;
constexpr std::uint64_t rejected_below = (lower_half + 1) % deck_cards;
constexpr int gone_flag = 0x80;

// Writes no_card where below(52) draws anew, as for one number in 90 million.
void reject(std::uint64_t state, std::uint8_t* cards) {
  for (int i = 0; i < numbers_at_once; ++i)
    if (((support::random_number(state += support::random_step) >> 32) * deck_cards & lower_half) <
        rejected_below)
      cards[i] = no_card;
}

// The cards that below(52) makes of the next numbers.
void make_cards(std::uint64_t state, std::uint8_t* cards) {
  constexpr int together = 8;  // vectors of which each gives a byte to each group of eight cards
  Longs states;
  Ints least = ~Ints{};  // in even places; in odd ones are cards
  for (int i = 0; i < longs; ++i)
    states[i] = state + support::random_step * static_cast<std::uint64_t>(together * i + 1);
  for (int first = 0; first < numbers_at_once; first += bytes) {
    Longs scaled[together];  // the card above 32 bits that tell whether it is rejected
    for (Longs& each : scaled) {
      each = multiply_halves(support::random_number(states) >> 32, broadcast(deck_cards));
      const auto parts = reinterpret_cast<Ints>(each);
      least = parts < least ? parts : least;
      states += support::random_step;
    }
    states += support::random_step * (bytes - together);
    Longs packed{};
    for (int i = 0; i < together / 2; ++i)
      packed |= (scaled[i] >> 32 | (scaled[i + together / 2] & ~lower_half)) << 8 * i;
    store_any(cards + first, reinterpret_cast<Bytes>(packed));
  }
  bool rejected = false;
  for (int i = 0; i < longs; ++i) rejected |= least[2 * i] < rejected_below;
  if (rejected) reject(state, cards);
}

}  // namespace

void make_random_cards(std::uint64_t state, std::uint64_t gone, RandomCards& made) {
  std::uint8_t* const cards = made.cards + card_window;
  for (int i = 0; i < card_window; ++i) made.cards[i] = no_card;
  make_cards(state, cards);

  std::uint8_t gone_cards[64];
  int gone_count = 0;
  for (; gone; gone &= gone - 1) gone_cards[gone_count++] = static_cast<std::uint8_t>(__builtin_ctzll(gone));
  for (int i = 0; i < numbers_at_once; i += bytes) {
    const Bytes card = load_any(cards + i);
    Bytes flags = of_all(gone_flag) & (card == of_all(no_card));
    for (int j = 1; j < card_window; ++j) flags |= of_all(1 << (j - 1)) & (card == load_any(cards + i - j));
    for (int g = 0; g < gone_count; ++g) flags |= of_all(gone_flag) & (card == of_all(gone_cards[g]));
    store_any(made.flags + i, flags);
  }
  store_any(made.flags + numbers_at_once, Bytes{});  // read behind the last, for nothing
}

namespace {

// For each place from `first` on: how many numbers a deal of `count` cards takes whose first is there,
// card_window + 1 where a window does not suffice.
template <int count>
void find_taken(const RandomCards& made, int first, std::uint8_t* taken) {
  for (int i = first; i <= numbers_at_once - card_window; i += bytes) {
    SignedBytes found{}, numbers = broadcast(std::int8_t{card_window + 1});
    for (int j = 0; j < card_window; ++j) {
      const Bytes unfit = load_any(made.flags + i + j) & of_all(window_flags >> 8 * j & 0xFF);
      found -= reinterpret_cast<SignedBytes>(unfit == Bytes{});
      numbers += reinterpret_cast<SignedBytes>(found > broadcast(std::int8_t{count - 1}));
    }
    store_any(taken + i, reinterpret_cast<Bytes>(numbers));
  }
}

// Draws `count` cards from `place` on, a byte for each. Returns how many numbers that takes, 0 if there are
// not enough.
int draw_one_by_one(const RandomCards& made, int place, int count, std::uint64_t& drawn) {
  std::uint64_t before = 0;
  int found = 0;
  for (int i = place; i < numbers_at_once; ++i) {
    const std::uint64_t card = made.cards[card_window + i];
    if (made.flags[i] & gone_flag || before >> card & 1) continue;
    before |= std::uint64_t{1} << card;
    drawn |= card << 8 * found;
    if (++found == count) return i - place + 1;
  }
  return 0;
}

template <int count>
int draw(const RandomCards& made, int& at, int skip, int first, int end, DealColumn* columns) {
  std::uint8_t taken[numbers_at_once + bytes];
  find_taken<count>(made, at + skip, taken);
  int place = at + skip, d = first;
  for (; d < end && place + card_window <= numbers_at_once; ++d) {
    int numbers = taken[place];
    std::uint64_t drawn = 0;
    if (numbers <= card_window) [[likely]] {
      std::uint64_t flags, window;
      __builtin_memcpy(&flags, made.flags + place, sizeof flags);
      __builtin_memcpy(&window, made.cards + card_window + place, sizeof window);
      std::uint64_t fit = zero_bytes(flags & window_flags);
#ifdef __BMI2__
      drawn = _pext_u64(window, (fit >> 7) * 255);
#else
      for (int i = 0; i < count; ++i, fit &= fit - 1)
        drawn |= (window >> (__builtin_ctzll(fit) - 7) & 255) << 8 * i;
#endif
    } else {
      numbers = draw_one_by_one(made, place, count, drawn);
      if (numbers == 0) break;
    }
    for (int i = 0; i < count; ++i) columns[i][d] = static_cast<std::uint8_t>(drawn >> 8 * i);
    place += numbers + skip;
  }
  at = place - skip;
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
