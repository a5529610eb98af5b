#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pokerdata::cards {

// A card is 4 * rank + suit: rank 0..12 = 2..A, suit 0..3 = clubs, diamonds, hearts, spades.
using Card = std::uint8_t;
// Bit c is set if card c is in the set.
using CardSet = std::uint64_t;

inline constexpr int deck_size = 52;
inline constexpr int combinations = 1326;  // unordered pairs of hole cards

constexpr int rank_of(Card card) { return card >> 2; }
constexpr int suit_of(Card card) { return card & 3; }
constexpr CardSet set_of(Card card) { return CardSet{1} << card; }
constexpr CardSet set_of(std::span<const Card> cards) {
  CardSet set = 0;
  for (const Card card : cards) set |= set_of(card);
  return set;
}

// Index of the hole cards a < b, in the order (0,1), (0,2), (1,2), (0,3), ...
constexpr int combination_of(int a, int b) { return b * (b - 1) / 2 + a; }

struct Combination {
  Card low, high;
  constexpr CardSet cards() const { return set_of(low) | set_of(high); }
};

// Hole cards of each combination index.
inline constexpr std::array<Combination, combinations> all_combinations = [] {
  std::array<Combination, combinations> result{};
  for (int b = 1; b < deck_size; ++b)
    for (int a = 0; a < b; ++a) result[combination_of(a, b)] = {static_cast<Card>(a), static_cast<Card>(b)};
  return result;
}();

// "As Td 9h": with or without blanks, any case, "10h" as well as "Th". Throws ArgumentError.
std::vector<Card> parse_cards(std::string_view text);
std::string format_cards(const Card* cards, int count);

// Throws ArgumentError, naming the position, for a card above 51 or one that comes twice.
void check_cards(const Card* cards, int count);

}  // namespace pokerdata::cards
