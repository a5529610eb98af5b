#include "pokerdata/abstraction/permuted_row.hpp"

#include <cstdint>

#include "pokerdata/support/vectors.hpp"

namespace pokerdata::abstraction::POKERDATA_ISA {
namespace {

[[maybe_unused]] constexpr int suit_count = 4;
constexpr int deck = 52;

// Where the combinations of a high card with all lower ones begin.
constexpr int first_of(int high) { return high * (high - 1) / 2; }

#if defined(POKERDATA_ISA_avx2) || defined(POKERDATA_ISA_avx512)

// Where each byte of four neighbours of two bytes comes from, twice.
__m128i bytes_of(const std::uint8_t* suits) {
  alignas(16) std::uint8_t from[16];
  for (int i = 0; i < 8; ++i) {
    from[2 * i] = static_cast<std::uint8_t>(2 * (suits[i % suit_count] + i / suit_count * suit_count));
    from[2 * i + 1] = static_cast<std::uint8_t>(from[2 * i] + 1);
  }
  return _mm_load_si128(reinterpret_cast<const __m128i*>(from));
}

// The combinations of a high card with the cards of `ranks` lower ranks.
void permute_ranks(const std::uint16_t* row, __m128i bytes, int ranks, std::uint16_t* out) {
  const __m256i twice = _mm256_broadcastsi128_si256(bytes);
  const auto* from = reinterpret_cast<const char*>(row);
  auto* to = reinterpret_cast<char*>(out);
  int left = ranks;
  for (; left >= 4; left -= 4, from += 32, to += 32)
    _mm256_storeu_si256(
        reinterpret_cast<__m256i*>(to),
        _mm256_shuffle_epi8(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)), twice));
  if (left & 2) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                     _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)), bytes));
    from += 16, to += 16;
  }
  if (left & 1)
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to),
                     _mm_shuffle_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)), bytes));
}

#endif

}  // namespace

void permute_row(const std::uint16_t* row, [[maybe_unused]] const std::uint8_t* suits,
                 const std::uint16_t* columns, std::uint16_t* out) {
#if defined(POKERDATA_ISA_avx2) || defined(POKERDATA_ISA_avx512)
  const __m128i bytes = bytes_of(suits);
  for (int high = 0; high < deck; ++high) {
    const int rank = high / suit_count, suit = high % suit_count, first = first_of(high);
    permute_ranks(row + first_of(rank * suit_count + suits[suit]), bytes, rank, out + first);
    for (int low = rank * suit_count; low < high; ++low) out[first + low] = row[columns[first + low]];
  }
#else
  for (int c = 0; c < first_of(deck); ++c) out[c] = row[columns[c]];
#endif
}

}  // namespace pokerdata::abstraction::POKERDATA_ISA
