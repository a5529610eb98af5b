#pragma once
// Rows of LastCardTables spread over the deck, for kernel files: entry c belongs to card c, and entries
// from 52 on to no card.
#ifdef POKERDATA_ISA_avx512
#include "pokerdata/evaluator/intrinsics.hpp"
#endif

#include <cstdint>

#include "pokerdata/evaluator/last_card.hpp"

namespace pokerdata::POKERDATA_ISA {
namespace {

typedef std::uint8_t Bytes __attribute__((vector_size(64), aligned(64), may_alias));
typedef std::uint16_t Words __attribute__((vector_size(64), aligned(64), may_alias));

// Entry c is all ones if c is in the set.
struct CardMask {
  alignas(64) std::uint16_t words[64];
  alignas(64) std::uint8_t bytes[64];
};
constexpr CardMask mask_of(std::uint64_t cards) {
  CardMask mask{};
  for (int c = 0; c < 64; ++c) {
    mask.words[c] = cards >> c & 1 ? 0xFFFF : 0;
    mask.bytes[c] = cards >> c & 1 ? 0xFF : 0;
  }
  return mask;
}
struct Masks {
  CardMask below[52];  // cards below c
  CardMask suit[4];
};
constexpr Masks make_masks() {
  Masks masks{};
  for (int c = 0; c < 52; ++c) masks.below[c] = mask_of((std::uint64_t{1} << c) - 1);
  for (int s = 0; s < 4; ++s) masks.suit[s] = mask_of(0x1111'1111'1111'1111u << s);
  return masks;
}
constexpr Masks masks = make_masks();

// Codes of all last cards.
struct DeckCodes {
  Words half[2];

  void spread(const std::uint16_t* row) {
#ifdef POKERDATA_ISA_avx512
    const __m512i ranks =
        _mm512_castsi256_si512(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(row)));
    constexpr Words quarter = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                               4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7};
    half[0] = (Words)_mm512_permutexvar_epi16((__m512i)quarter, ranks);
    half[1] = (Words)_mm512_permutexvar_epi16((__m512i)(quarter + 8), ranks);
#else
    typedef std::uint64_t Quads __attribute__((may_alias));
    Quads* out = reinterpret_cast<Quads*>(half);
    for (int rank = 0; rank < row_size; ++rank) out[rank] = row[rank] * 0x0001'0001'0001'0001u;
#endif
  }
  void strengthen(const Words& other, int h) { half[h] = half[h] > other ? half[h] : other; }
  // The flush that a suit has or gets, given the map of its ranks.
  void add_flush(const LastCardTables& tables, int suit, unsigned map) {
    DeckCodes flush;
    flush.spread(tables.flush_codes + map * row_size);
    for (int h = 0; h < 2; ++h) {
      const Words of_suit = reinterpret_cast<const Words*>(masks.suit[suit].words)[h];
      strengthen((flush.half[h] & of_suit) | (tables.flush[map] & ~of_suit), h);
    }
  }
};

// The same for categories, which rise with the codes.
struct DeckCategories {
  Bytes all;

  void spread(const std::uint8_t* row) {
#ifdef POKERDATA_ISA_avx512
    const __m512i ranks = _mm512_maskz_broadcast_i32x4(0xFFFF, _mm_loadu_si128(reinterpret_cast<const __m128i*>(row)));
    constexpr Bytes quarter = {0,  0,  0,  0,  1,  1,  1,  1,  2,  2,  2,  2,  3,  3,  3,  3,
                               4,  4,  4,  4,  5,  5,  5,  5,  6,  6,  6,  6,  7,  7,  7,  7,
                               8,  8,  8,  8,  9,  9,  9,  9,  10, 10, 10, 10, 11, 11, 11, 11,
                               12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 15};
    all = (Bytes)_mm512_shuffle_epi8(ranks, (__m512i)quarter);
#else
    typedef std::uint32_t Fours __attribute__((may_alias));
    Fours* out = reinterpret_cast<Fours*>(&all);
    for (int rank = 0; rank < row_size; ++rank) out[rank] = row[rank] * 0x0101'0101u;
#endif
  }
  void add_flush(const LastCardTables& tables, int suit, unsigned map) {
    DeckCategories flush;
    flush.spread(tables.flush_categories + map * row_size);
    const Bytes of_suit = *reinterpret_cast<const Bytes*>(masks.suit[suit].bytes);
    flush.all = (flush.all & of_suit) | (tables.flush_category[map] & ~of_suit);
    all = all > flush.all ? all : flush.all;
  }
};

}  // namespace
}  // namespace pokerdata::POKERDATA_ISA
