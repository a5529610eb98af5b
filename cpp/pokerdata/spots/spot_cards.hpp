#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/cards/cards.hpp"

namespace pokerdata::spots {

// The hands of one player on one board, those that its symmetries map on each other as one state. Only hands
// of his range that share no card with the board. On the last street states come in rising strength.
struct Hands {
  std::vector<std::uint16_t> combination;  // one hand of each state
  std::vector<std::uint16_t> parent;       // state on the parent board; empty on the first street
  std::vector<std::uint8_t> low, high;     // orbits of both cards
  std::vector<std::uint16_t> same;  // the other player's state of the same hands, or his number of states
  std::vector<std::uint8_t> size;   // hands that a state stands for
  // On the last street, of each group of equally strong states, triples of ends: of the other player's states
  // that are weaker, of those as strong, and of the group.
  std::vector<std::uint16_t> ties;

  int states() const { return static_cast<int>(combination.size()); }
};

// A board up to the suit permutations that keep both ranges and, street by street, what has been dealt.
struct SpotBoard {
  std::int32_t parent = 0;
  cards::CardSet cards = 0;                 // the whole board
  std::uint32_t weight = 1;                 // dealt turns and rivers that it stands for
  std::vector<std::uint8_t> symmetries;     // suit permutations that keep it, the identity first
  std::array<std::uint8_t, 52> orbit_of{};  // of each card that is left
  std::vector<std::uint8_t> orbit_size;     // cards of each orbit
  std::array<Hands, 2> hands;               // by player
};

struct SpotStreet {
  std::vector<SpotBoard> boards;  // those of one parent are neighbours; parents rise
  double deals = 1;               // ways to deal the cards of this and earlier streets to two given hands
};

// The cards of a spot: the board it begins with and all that can follow.
struct SpotCards {
  std::vector<SpotStreet> streets;
  std::array<std::vector<double>, 2> weight;  // of each state on the first street
  // Sums over pairs of hands that share no card of the product of their weights.
  double deals = 0;
};

// board: 3 to 5 cards; dead: cards that nobody can have; weights: 1,326 numbers of 0 or more of each player.
// Hands that share a card with the board or the dead cards are left out. Throws ArgumentError if no deal is
// left.
SpotCards make_spot_cards(cards::CardSet board, cards::CardSet dead,
                          const std::array<std::span<const double>, 2>& weights);
// The same where suits are one up to some of the permutations that keep board, dead cards and weights.
SpotCards make_spot_cards(cards::CardSet board, cards::CardSet dead,
                          const std::array<std::span<const double>, 2>& weights,
                          std::vector<std::uint8_t> symmetries);
// Throws ArgumentError unless both have 1,326 finite numbers of 0 or more.
void check_weights(const std::array<std::span<const double>, 2>& weights);
// The suit permutations that keep board, dead cards and weights, the identity first.
std::vector<std::uint8_t> symmetries_of(cards::CardSet board, cards::CardSet dead,
                                        const std::array<std::span<const double>, 2>& weights);

// The reach of all hands of the other player that share no card with each of the player's states.
std::vector<double> meeting(const SpotBoard& board, int player, const std::vector<double>& reach);

// Sum of the products of weights over pairs of hands that share no card with each other or the blocked ones.
double deal_weight(cards::CardSet blocked, const std::array<std::span<const double>, 2>& weights);

}  // namespace pokerdata::spots
