#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "pokerdata/evaluator/rank_index.hpp"

namespace pokerdata::evaluator {

// Hand strength codes of 16 bits (Zopf 2010): comparing codes compares hands.
//   high card        000, 13-bit map of the five ranks
//   pair             4 + pair rank (5 bits), k1*169 + k2*13 + k3 (11 bits): kickers numbered 0..11
//                    without the pair's rank
//   two pair         1001, high pair, low pair, kicker (4 bits each)
//   three of a kind  1010, trips, kicker, kicker
//   straight         1011, high card, 8 zero bits (the wheel's high card is the five)
//   flush            110, 13-bit map
//   full house       1111 1101, trips, pair
//   four of a kind   1111 1110, quads, kicker
//   straight flush   1111 1111, high card, 4 zero bits
using StrengthCode = std::uint16_t;

enum class Category {
  high_card,
  pair,
  two_pair,
  three_of_a_kind,
  straight,
  flush,
  full_house,
  four_of_a_kind,
  straight_flush
};
inline constexpr int category_count = 9;
const char* category_name(Category category);

// Best five-card hand of a multiset of 5 to 7 ranks, flushes aside.
StrengthCode code_of_counts(const std::array<std::uint8_t, rank_count>& counts);
// Best flush or straight flush of one suit's ranks (a map of 5 to 7 bits).
StrengthCode code_of_flush(unsigned ranks);

constexpr Category category_of(StrengthCode code) {
  if (code < 0x2000) return Category::high_card;
  if (code < 0x9000) return Category::pair;
  if (code < 0xA000) return Category::two_pair;
  if (code < 0xB000) return Category::three_of_a_kind;
  if (code < 0xC000) return Category::straight;
  if (code < 0xE000) return Category::flush;
  if (code < 0xFE00) return Category::full_house;
  if (code < 0xFF00) return Category::four_of_a_kind;
  return Category::straight_flush;
}

// The five ranks that a code stands for, most important first (quads: q q q q k). Returns false if
// no hand has this code.
bool ranks_of_code(StrengthCode code, std::array<std::uint8_t, 5>& ranks);
// "pair of queens, kickers A 9 4". Throws ArgumentError if no hand has this code.
std::string words_of_code(StrengthCode code);
// Brecher's 32 bits: 0000 VVVV TTTT BBBB and a 16-bit map of the kickers, where bit r - 2 stands for
// rank r: V category, T high pair of two pair, B rank (2..14, wheel 5) of quads, trips, low pair, pair
// or straight top. A full house has its pair in the map. Throws ArgumentError if no hand has this code.
std::uint32_t brecher_of_code(StrengthCode code);

}  // namespace pokerdata::evaluator
