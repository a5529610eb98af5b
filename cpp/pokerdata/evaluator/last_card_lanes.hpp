#pragma once
// Rows of LastCardTables spread over the deck, for kernel files: entry c belongs to card c, and entries
// from 52 on to no card.
#include <cstdint>

#include "pokerdata/evaluator/last_card.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::evaluator::POKERDATA_ISA {
namespace {

using support::POKERDATA_ISA::vector_bytes;
// Bytes of vectors for the last cards of hands: most have fewer cards below their next to last one, so that
// wider vectors would be half empty.
constexpr int last_card_bytes = vector_bytes < 32 ? vector_bytes : 32;
using Bytes = support::POKERDATA_ISA::Vector<std::uint8_t, last_card_bytes>;
using Words = support::POKERDATA_ISA::Vector<std::uint16_t>;
using Pairs = support::POKERDATA_ISA::Vector<std::uint32_t>;
constexpr int byte_parts = 64 / last_card_bytes;
constexpr int word_parts = 128 / vector_bytes;

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

// Codes of all last cards, in vectors of so many bytes.
template <int bytes>
struct DeckCodesIn {
  using Part = support::POKERDATA_ISA::Vector<std::uint16_t, bytes / 2>;
  static constexpr int parts = 128 / bytes;

  Part part[parts];

  void spread(const std::uint16_t* row) {
#ifdef POKERDATA_ISA_avx512
    constexpr Words quarter = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                               4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7};
    const __m256i ranks = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row));
    if constexpr (bytes == 64) {
      const __m512i wide = _mm512_castsi256_si512(ranks);
      part[0] = (Part)_mm512_permutexvar_epi16((__m512i)quarter, wide);
      part[1] = (Part)_mm512_permutexvar_epi16((__m512i)(quarter + 8), wide);
    } else {
      const __m256i first = _mm512_castsi512_si256((__m512i)quarter);
      for (int k = 0; k < parts; ++k)
        part[k] = (Part)_mm256_permutexvar_epi16(
            _mm256_add_epi16(first, _mm256_set1_epi16(static_cast<short>(4 * k))), ranks);
    }
#elif defined(POKERDATA_ISA_avx2)
    // Four ranks in both halves, of which each spreads two.
    const __m256i quarter = _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3,  //
                                             4, 5, 4, 5, 4, 5, 4, 5, 6, 7, 6, 7, 6, 7, 6, 7);
    const __m256i ranks = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row));
    part[0] = (Part)_mm256_shuffle_epi8(_mm256_permute4x64_epi64(ranks, 0x00), quarter);
    part[1] = (Part)_mm256_shuffle_epi8(_mm256_permute4x64_epi64(ranks, 0x55), quarter);
    part[2] = (Part)_mm256_shuffle_epi8(_mm256_permute4x64_epi64(ranks, 0xAA), quarter);
    part[3] = (Part)_mm256_shuffle_epi8(_mm256_permute4x64_epi64(ranks, 0xFF), quarter);
#else
    for (int half = 0; half < 2; ++half) {
      const Part ranks = support::POKERDATA_ISA::load_any(row + 8 * half);
      const Pairs low = (Pairs)__builtin_shufflevector(ranks, ranks, 0, 0, 1, 1, 2, 2, 3, 3),
                  high = (Pairs)__builtin_shufflevector(ranks, ranks, 4, 4, 5, 5, 6, 6, 7, 7);
      part[4 * half] = (Part)__builtin_shufflevector(low, low, 0, 0, 1, 1);
      part[4 * half + 1] = (Part)__builtin_shufflevector(low, low, 2, 2, 3, 3);
      part[4 * half + 2] = (Part)__builtin_shufflevector(high, high, 0, 0, 1, 1);
      part[4 * half + 3] = (Part)__builtin_shufflevector(high, high, 2, 2, 3, 3);
    }
#endif
  }
  // The flush that a suit has or gets, given the map of its ranks.
  void add_flush(const LastCardTables& tables, int suit, unsigned map) {
    DeckCodesIn flush;
    flush.spread(tables.flush_codes + map * row_size);
    for (int k = 0; k < parts; ++k) {
      const Part of_suit = reinterpret_cast<const Part*>(masks.suit[suit].words)[k];
      const Part made = (flush.part[k] & of_suit) | (tables.flush[map] & ~of_suit);
      part[k] = part[k] > made ? part[k] : made;
    }
  }
};
using DeckCodes = DeckCodesIn<vector_bytes>;

// The same for categories, which rise with the codes.
struct DeckCategories {
  Bytes part[byte_parts];

  void spread(const std::uint8_t* row) {
#if defined(POKERDATA_ISA_avx2) || defined(POKERDATA_ISA_avx512)
    const __m256i quarter = _mm256_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,  //
                                             4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
    const __m256i ranks = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(row)));
    part[0] = (Bytes)_mm256_shuffle_epi8(ranks, quarter);
    part[1] = (Bytes)_mm256_shuffle_epi8(ranks, _mm256_add_epi8(quarter, _mm256_set1_epi8(8)));
#else
    const Bytes ranks = support::POKERDATA_ISA::load_any(row);
    const Words low = (Words)__builtin_shufflevector(ranks, ranks, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6,
                                                     7, 7),
                high = (Words)__builtin_shufflevector(ranks, ranks, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
                                                      13, 14, 14, 15, 15);
    part[0] = (Bytes)__builtin_shufflevector(low, low, 0, 0, 1, 1, 2, 2, 3, 3);
    part[1] = (Bytes)__builtin_shufflevector(low, low, 4, 4, 5, 5, 6, 6, 7, 7);
    part[2] = (Bytes)__builtin_shufflevector(high, high, 0, 0, 1, 1, 2, 2, 3, 3);
    part[3] = (Bytes)__builtin_shufflevector(high, high, 4, 4, 5, 5, 6, 6, 7, 7);
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
