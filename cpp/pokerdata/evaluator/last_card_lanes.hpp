#pragma once
// Rows of LastCardTables spread over the deck, for kernel files: entry c belongs to card c, and entries
// from 52 on to no card.
#include <cstdint>

#include "pokerdata/evaluator/last_card.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::evaluator::POKERDATA_ISA {
namespace {

using support::POKERDATA_ISA::vector_bytes;
using Bytes = support::POKERDATA_ISA::Vector<std::uint8_t>;
using Words = support::POKERDATA_ISA::Vector<std::uint16_t>;
using Pairs = support::POKERDATA_ISA::Vector<std::uint32_t>;
constexpr int byte_parts = 64 / vector_bytes;
constexpr int word_parts = 2 * byte_parts;
constexpr int word_lanes = vector_bytes / 2;

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
  Words part[word_parts];

  void spread(const std::uint16_t* row) {
#ifdef POKERDATA_ISA_avx512
    constexpr Words quarter = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                               4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7};
    const __m512i ranks = _mm512_castsi256_si512(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(row)));
    part[0] = (Words)_mm512_permutexvar_epi16((__m512i)quarter, ranks);
    part[1] = (Words)_mm512_permutexvar_epi16((__m512i)(quarter + 8), ranks);
#else
    std::uint64_t out[row_size];
    for (int rank = 0; rank < row_size; ++rank) out[rank] = row[rank] * 0x0001'0001'0001'0001u;
    __builtin_memcpy(part, out, sizeof out);
#endif
  }
  // The flush that a suit has or gets, given the map of its ranks.
  void add_flush(const LastCardTables& tables, int suit, unsigned map) {
    DeckCodes flush;
    flush.spread(tables.flush_codes + map * row_size);
    for (int k = 0; k < word_parts; ++k) {
      const Words of_suit = reinterpret_cast<const Words*>(masks.suit[suit].words)[k];
      const Words made = (flush.part[k] & of_suit) | (tables.flush[map] & ~of_suit);
      part[k] = part[k] > made ? part[k] : made;
    }
  }
};

// The same for categories, which rise with the codes.
struct DeckCategories {
  Bytes part[byte_parts];

  void spread(const std::uint8_t* row) {
#ifdef POKERDATA_ISA_avx512
    constexpr Bytes quarter = {0,  0,  0,  0,  1,  1,  1,  1,  2,  2,  2,  2,  3,  3,  3,  3,
                               4,  4,  4,  4,  5,  5,  5,  5,  6,  6,  6,  6,  7,  7,  7,  7,
                               8,  8,  8,  8,  9,  9,  9,  9,  10, 10, 10, 10, 11, 11, 11, 11,
                               12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 15};
    const __m512i ranks =
        _mm512_maskz_broadcast_i32x4(0xFFFF, _mm_loadu_si128(reinterpret_cast<const __m128i*>(row)));
    part[0] = (Bytes)_mm512_shuffle_epi8(ranks, (__m512i)quarter);
#else
    std::uint32_t out[row_size];
    for (int rank = 0; rank < row_size; ++rank) out[rank] = row[rank] * 0x0101'0101u;
    __builtin_memcpy(part, out, sizeof out);
#endif
  }
  void add_flush(const LastCardTables& tables, int suit, unsigned map) {
    DeckCategories flush;
    flush.spread(tables.flush_categories + map * row_size);
    for (int k = 0; k < byte_parts; ++k) {
      const Bytes of_suit = reinterpret_cast<const Bytes*>(masks.suit[suit].bytes)[k];
      const Bytes made = (flush.part[k] & of_suit) | (tables.flush_category[map] & ~of_suit);
      part[k] = part[k] > made ? part[k] : made;
    }
  }
};

}  // namespace
}  // namespace pokerdata::evaluator::POKERDATA_ISA
