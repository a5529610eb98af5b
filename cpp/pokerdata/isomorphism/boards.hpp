#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/cards/cards.hpp"

namespace pokerdata::isomorphism {

inline constexpr std::uint32_t no_board = 0xFFFFFFFF;

// C(n, k) for n <= 52, k <= 7, as far as it is needed.
constexpr std::uint32_t binomial(int n, int k) {
  std::uint64_t result = 1;
  for (int i = 1; i <= k; ++i)
    result = result * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  return n < k ? 0 : static_cast<std::uint32_t>(result);
}

// Number of a set of cards among all sets of its size: for cards a < b < c it is C(a,1)+C(b,2)+C(c,3).
std::uint32_t set_index(cards::CardSet cards);

// Boards of 3, 4 or 5 cards (as sets) up to suit permutations. A board is canonical when the maps of
// ranks of its four suits fall from clubs to spades; canonical boards are numbered by set_index.
struct Boards {
  int size;                                       // 3, 4 or 5
  std::vector<std::array<cards::Card, 5>> cards;  // rising; 1,755, 16,432 or 134,459
  std::vector<std::uint8_t> orbit;                // raw boards that each stands for: 1 to 24
  std::vector<std::uint32_t> canonical;           // by set_index
  std::vector<std::uint8_t> permutation;          // by set_index: raw suits to canonical suits
  std::vector<std::uint32_t> next;                // [board * 52 + card]: canonical board of the next
  std::vector<std::uint8_t> next_permutation;     //   street, and the permutation to it (sizes 3, 4)

  std::int64_t count() const { return static_cast<std::int64_t>(cards.size()); }
  cards::CardSet set(std::int64_t board) const;
  // The permutations that leave a canonical board as it is; the identity first.
  std::vector<std::uint8_t> stabiliser(std::int64_t board) const;

  // Built at the first call (0.2 s for five cards) and kept. Throws ArgumentError for another size.
  static const Boards& get(int size);
};

}  // namespace pokerdata::isomorphism
