#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "pokerdata/agents/agent.hpp"
#include "pokerdata/games/card_rules.hpp"

namespace pokerdata {

// The cards of one hand, to the last street, and the key of all its other random numbers. They follow from
// the seed and the number of the deal.
struct Deal {
  Deal(const CardRules& rules, std::uint64_t seed, std::uint64_t number);

  SeenCards seen_by(const CardRules& rules, int player) const {
    return {&rules, {hole[player].data(), static_cast<std::size_t>(rules.hole)}, board.data()};
  }
  std::span<const Card> whole_board() const { return {board.data(), static_cast<std::size_t>(board_size)}; }
  // Who wins the showdown: > 0 player 0, < 0 player 1, 0 neither.
  int standing(const CardRules& rules) const;
  // The random numbers of a player at the n-th move of the hand, whoever makes it.
  Random random(int move, int player) const {
    return {Use::match, key, 2 * static_cast<std::uint64_t>(move) + player};
  }

  std::array<std::array<Card, 2>, 2> hole{};
  std::array<Card, deck_size> board{};
  int board_size = 0;
  std::uint64_t key;
};

}  // namespace pokerdata
