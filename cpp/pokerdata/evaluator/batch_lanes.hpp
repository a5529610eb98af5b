#pragma once
// Vectors of bytes for batch.kernel.cpp: one card of `lanes` hands.
#include <cstdint>

#include "pokerdata/support/intrinsics.hpp"

namespace pokerdata::evaluator::POKERDATA_ISA {
namespace {

#ifdef POKERDATA_ISA_avx512

using Bytes = __m512i;
constexpr int lanes = 64;

inline Bytes load(const std::uint8_t* from) { return _mm512_loadu_si512(from); }
inline void store(void* to, Bytes a) { _mm512_storeu_si512(to, a); }
inline Bytes all(int value) { return _mm512_set1_epi8(static_cast<char>(value)); }
inline Bytes all_words(int value) { return _mm512_set1_epi16(static_cast<short>(value)); }
// The same 16 bytes in each 128 bits.
inline Bytes repeat(const std::uint8_t* table) {
  return _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
}
inline Bytes add(Bytes a, Bytes b) { return _mm512_add_epi8(a, b); }
inline Bytes exclusive_or(Bytes a, Bytes b) { return _mm512_xor_si512(a, b); }
inline Bytes smaller(Bytes a, Bytes b) { return _mm512_min_epu8(a, b); }
inline Bytes larger(Bytes a, Bytes b) { return _mm512_max_epu8(a, b); }
inline Bytes look_up(Bytes table, Bytes index) { return _mm512_shuffle_epi8(table, index); }
inline Bytes quarter(Bytes a) { return _mm512_and_si512(_mm512_srli_epi16(a, 2), all(15)); }
inline bool any_zero(Bytes a) { return _mm512_testn_epi8_mask(a, a) != 0; }
inline bool any_above(Bytes a, int most) { return _mm512_cmpgt_epu8_mask(a, all(most)) != 0; }
// A bit for each byte that has bit 3 set in one of its nibbles.
inline std::uint64_t with_five(Bytes a) { return _mm512_test_epi8_mask(a, all(0x88)); }
inline Bytes either(Bytes a, Bytes b) { return _mm512_or_si512(a, b); }
// 16 bytes for each 128 bits, `step` bytes apart.
inline Bytes load_spread(const std::uint8_t* from, int step) {
  const auto part = [&](int lane) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + lane * step));
  };
  Bytes a = _mm512_castsi128_si512(part(0));
  a = _mm512_inserti32x4(a, part(1), 1);
  a = _mm512_inserti32x4(a, part(2), 2);
  return _mm512_inserti32x4(a, part(3), 3);
}
// Interleave elements of 16, 32, 64 bits of the lower or higher half of each 128 bits.
inline Bytes low_16(Bytes a, Bytes b) { return _mm512_unpacklo_epi16(a, b); }
inline Bytes high_16(Bytes a, Bytes b) { return _mm512_unpackhi_epi16(a, b); }
inline Bytes low_32(Bytes a, Bytes b) { return _mm512_unpacklo_epi32(a, b); }
inline Bytes high_32(Bytes a, Bytes b) { return _mm512_unpackhi_epi32(a, b); }
inline Bytes low_64(Bytes a, Bytes b) { return _mm512_unpacklo_epi64(a, b); }
inline Bytes high_64(Bytes a, Bytes b) { return _mm512_unpackhi_epi64(a, b); }
// to[h] = a[h] + b[h] * step, as 16 bits; steps are pairs (1, step).
inline void join(std::uint16_t* to, Bytes a, Bytes b, Bytes steps) {
  const Bytes low = _mm512_maddubs_epi16(_mm512_unpacklo_epi8(a, b), steps);
  const Bytes high = _mm512_maddubs_epi16(_mm512_unpackhi_epi8(a, b), steps);
  // Unpacking works within 128 bits; this puts the hands in order again.
  store(to, _mm512_permutex2var_epi64(low, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), high));
  store(to + lanes / 2, _mm512_permutex2var_epi64(low, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), high));
}

#else

using Bytes = __m256i;
constexpr int lanes = 32;

inline Bytes load(const std::uint8_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
inline void store(void* to, Bytes a) { _mm256_storeu_si256(static_cast<__m256i*>(to), a); }
inline Bytes all(int value) { return _mm256_set1_epi8(static_cast<char>(value)); }
inline Bytes all_words(int value) { return _mm256_set1_epi16(static_cast<short>(value)); }
inline Bytes repeat(const std::uint8_t* table) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
}
inline Bytes add(Bytes a, Bytes b) { return _mm256_add_epi8(a, b); }
inline Bytes exclusive_or(Bytes a, Bytes b) { return _mm256_xor_si256(a, b); }
inline Bytes smaller(Bytes a, Bytes b) { return _mm256_min_epu8(a, b); }
inline Bytes larger(Bytes a, Bytes b) { return _mm256_max_epu8(a, b); }
inline Bytes look_up(Bytes table, Bytes index) { return _mm256_shuffle_epi8(table, index); }
inline Bytes quarter(Bytes a) { return _mm256_and_si256(_mm256_srli_epi16(a, 2), all(15)); }
inline bool any_zero(Bytes a) {
  return _mm256_movemask_epi8(_mm256_cmpeq_epi8(a, _mm256_setzero_si256())) != 0;
}
inline bool any_above(Bytes a, int most) {
  return _mm256_movemask_epi8(_mm256_cmpeq_epi8(larger(a, all(most)), all(most))) != -1;
}
inline std::uint64_t with_five(Bytes a) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_or_si256(a, _mm256_slli_epi16(a, 4))));
}
inline Bytes either(Bytes a, Bytes b) { return _mm256_or_si256(a, b); }
inline Bytes load_spread(const std::uint8_t* from, int step) {
  return _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(from + step),
                             reinterpret_cast<const __m128i*>(from));
}
inline Bytes low_16(Bytes a, Bytes b) { return _mm256_unpacklo_epi16(a, b); }
inline Bytes high_16(Bytes a, Bytes b) { return _mm256_unpackhi_epi16(a, b); }
inline Bytes low_32(Bytes a, Bytes b) { return _mm256_unpacklo_epi32(a, b); }
inline Bytes high_32(Bytes a, Bytes b) { return _mm256_unpackhi_epi32(a, b); }
inline Bytes low_64(Bytes a, Bytes b) { return _mm256_unpacklo_epi64(a, b); }
inline Bytes high_64(Bytes a, Bytes b) { return _mm256_unpackhi_epi64(a, b); }
inline void join(std::uint16_t* to, Bytes a, Bytes b, Bytes steps) {
  const Bytes low = _mm256_maddubs_epi16(_mm256_unpacklo_epi8(a, b), steps);
  const Bytes high = _mm256_maddubs_epi16(_mm256_unpackhi_epi8(a, b), steps);
  store(to, _mm256_permute2x128_si256(low, high, 0x20));
  store(to + lanes / 2, _mm256_permute2x128_si256(low, high, 0x31));
}

#endif

}  // namespace
}  // namespace pokerdata::evaluator::POKERDATA_ISA
