#include <cstdint>

#include "pokerdata/evaluator/batch_kernel.hpp"
#if defined(POKERDATA_ISA_avx2) || defined(POKERDATA_ISA_avx512)
#define POKERDATA_BATCH_LANES
#include "pokerdata/evaluator/batch_lanes.hpp"
#else
#include "pokerdata/support/vectors.hpp"
#endif

namespace pokerdata::evaluator::POKERDATA_ISA {
namespace {

// What the cards of a block come to.
struct KeySums {
  std::uint16_t lower[batch_block];
  std::uint16_t upper[batch_block];
  std::uint16_t flush[batch_block + 64];  // hands with five or more cards of a suit
  int flushes = 0;
};

// Nibbles that count suits begin at 3, so that five cards set bit 3.
#ifdef POKERDATA_BATCH_LANES

struct Tables {
  alignas(16) std::uint8_t keys[4][16];          // by rank
  alignas(16) std::uint8_t suit_nibbles[2][16];  // by the low four bits of a card
};
constexpr Tables make_tables() {
  Tables tables{};
  for (int rank = 0; rank < 4 * key_group; ++rank)
    tables.keys[rank / key_group][rank] = rank_keys[rank % key_group];
  for (int card = 0; card < 16; ++card) tables.suit_nibbles[card % 4 / 2][card] = card % 2 ? 16 : 1;
  return tables;
}
constexpr Tables tables = make_tables();

template <int count>
bool add_up(const std::uint8_t* const* columns, KeySums& sums) {
  const Bytes steps = all_words(key_step << 8 | 1);
  for (int first = 0; first < batch_block; first += lanes) {
    Bytes cards[count];
    for (int i = 0; i < count; ++i) cards[i] = load(columns[i] + first);
    Bytes largest = cards[0], difference = all(255);
    for (int i = 1; i < count; ++i) {
      largest = larger(largest, cards[i]);
      for (int j = 0; j < i; ++j) difference = smaller(difference, exclusive_or(cards[i], cards[j]));
    }
    if (any_above(largest, 51) || any_zero(difference)) return false;

    Bytes sum[4] = {all(0), all(0), all(0), all(0)};
    Bytes suits[2] = {all(0x33), all(0x33)};
    for (int i = 0; i < count; ++i) {
      const Bytes rank = quarter(cards[i]);
      for (int k = 0; k < 4; ++k) sum[k] = add(sum[k], look_up(repeat(tables.keys[k]), rank));
      for (int k = 0; k < 2; ++k) suits[k] = add(suits[k], look_up(repeat(tables.suit_nibbles[k]), cards[i]));
    }
    join(sums.lower + first, sum[0], sum[1], steps);
    join(sums.upper + first, sum[2], sum[3], steps);
    for (std::uint64_t left = with_five(either(suits[0], suits[1])); left; left &= left - 1)
      sums.flush[sums.flushes++] = static_cast<std::uint16_t>(first + __builtin_ctzll(left));
  }
  return true;
}

#else

// lower sum | upper sum << 16 | suits' nibbles << 32, by card.
struct Keys {
  std::uint64_t of[52];
};
constexpr Keys make_keys() {
  Keys keys{};
  for (int card = 0; card < 52; ++card) {
    const int group = card / 4 / key_group;
    if (group < 4)
      keys.of[card] = std::uint64_t(rank_keys[card / 4 % key_group] * (group % 2 ? key_step : 1))
                      << 16 * (group / 2);
    keys.of[card] |= std::uint64_t{1} << (32 + 4 * (card & 3));
  }
  return keys;
}
constexpr Keys keys = make_keys();

template <int count>
bool add_up(const std::uint8_t* const* columns, KeySums& sums) {
  using Bytes = support::POKERDATA_ISA::Vector<std::uint8_t>;
  constexpr int lanes = support::POKERDATA_ISA::lanes<std::uint8_t>;
  Bytes bad{};
  for (int first = 0; first < batch_block; first += lanes) {
    Bytes cards[count];
    for (int i = 0; i < count; ++i) {
      cards[i] = support::POKERDATA_ISA::load_any(columns[i] + first);
      bad |= cards[i] > 51;
      for (int j = 0; j < i; ++j) bad |= cards[i] == cards[j];
    }
  }
  for (int i = 0; i < lanes; ++i)
    if (bad[i]) return false;

  for (int h = 0; h < batch_block; ++h) {
    std::uint64_t sum = std::uint64_t{0x3333} << 32;
    for (int i = 0; i < count; ++i) sum += keys.of[columns[i][h]];
    sums.lower[h] = static_cast<std::uint16_t>(sum);
    sums.upper[h] = static_cast<std::uint16_t>(sum >> 16);
    sums.flush[sums.flushes] = static_cast<std::uint16_t>(h);
    sums.flushes += (sum >> 32 & 0x8888) != 0;
  }
  return true;
}

#endif

template <int count>
bool evaluate_columns(const BatchLookup& lookup, const std::uint8_t* const* columns, std::uint16_t* codes) {
  KeySums sums;
  if (!add_up<count>(columns, sums)) return false;
#pragma GCC unroll 8
  for (int h = 0; h < batch_block; ++h) {
    const std::uint32_t place = std::uint32_t{lookup.lower[sums.lower[h]]} + lookup.upper[sums.upper[h]];
    codes[h] = lookup.codes[place];
  }
  // Seven cards with a flush can hold neither quads nor a full house.
  for (int f = 0; f < sums.flushes; ++f) {
    const int hand = sums.flush[f];
    std::uint64_t maps = 0;  // of the ranks of each suit, 16 bits each
    for (int i = 0; i < count; ++i)
      maps |= std::uint64_t{1} << (16 * (columns[i][hand] & 3) + (columns[i][hand] >> 2));
    // No other suit has five cards, and its look-up gives 0.
    codes[hand] = static_cast<std::uint16_t>(
        lookup.flush_codes[maps & 0x1FFF] | lookup.flush_codes[maps >> 16 & 0x1FFF] |
        lookup.flush_codes[maps >> 32 & 0x1FFF] | lookup.flush_codes[maps >> 48]);
  }
  return true;
}

#ifdef POKERDATA_BATCH_LANES

template <int count>
void transpose(const std::uint8_t* rows, BatchColumn* columns) {
  // Two hands, card by card.
  alignas(16) std::uint8_t pairs[16];
  for (int i = 0; i < 16; ++i)
    pairs[i] = static_cast<std::uint8_t>(i / 2 < count ? i % 2 * count + i / 2 : 0x80);
  for (int first = 0; first < batch_block; first += lanes, rows += lanes * count) {
    // Each 128 bits have 16 hands of their own, in r[k] the hands 2k and 2k + 1; three steps of
    // interleaving bring the same card of all of them together.
    Bytes r[8], s[8], t[8];
    for (int k = 0; k < 8; ++k) r[k] = look_up(load_spread(rows + 2 * count * k, 16 * count), repeat(pairs));
    for (int k = 0; k < 8; k += 2) {
      s[k] = low_16(r[k], r[k + 1]);
      s[k + 1] = high_16(r[k], r[k + 1]);
    }
    for (int k = 0; k < 8; k += 4)
      for (int i = 0; i < 2; ++i) {
        t[k + 2 * i] = low_32(s[k + i], s[k + 2 + i]);
        t[k + 2 * i + 1] = high_32(s[k + i], s[k + 2 + i]);
      }
    for (int i = 0; i < count; ++i)
      store(columns[i] + first, i % 2 ? high_64(t[i / 2], t[4 + i / 2]) : low_64(t[i / 2], t[4 + i / 2]));
  }
}

#else

template <int count>
void transpose(const std::uint8_t* rows, BatchColumn* columns) {
  for (int h = 0; h < batch_block; ++h)
    for (int i = 0; i < count; ++i) columns[i][h] = rows[h * count + i];
}

#endif

}  // namespace

bool evaluate_block(const BatchLookup& lookup, int count, const std::uint8_t* const* columns,
                    std::uint16_t* codes) {
  switch (count) {
    case 5:
      return evaluate_columns<5>(lookup, columns, codes);
    case 6:
      return evaluate_columns<6>(lookup, columns, codes);
    default:
      return evaluate_columns<7>(lookup, columns, codes);
  }
}

void rows_to_columns(const std::uint8_t* rows, int count, BatchColumn* columns) {
  switch (count) {
    case 5:
      return transpose<5>(rows, columns);
    case 6:
      return transpose<6>(rows, columns);
    default:
      return transpose<7>(rows, columns);
  }
}

}  // namespace pokerdata::evaluator::POKERDATA_ISA
