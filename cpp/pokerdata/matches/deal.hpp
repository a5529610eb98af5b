#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "pokerdata/agents/agent.hpp"
#include "pokerdata/games/card_rules.hpp"

namespace pokerdata::matches {

// The cards of one hand, to the last street, and the key of all its other random numbers. They follow from
// the seed and the number of the deal.
struct Deal {
  Deal(const games::CardRules& rules, std::uint64_t seed, std::uint64_t number);

  agents::SeenCards seen_by(const games::CardRules& rules, int player) const {
    return {&rules, {hole[player].data(), static_cast<std::size_t>(rules.hole)}, board.data()};
  }
  std::span<const cards::Card> whole_board() const {
    return {board.data(), static_cast<std::size_t>(board_size)};
  }
  // Who wins the showdown: > 0 player 0, < 0 player 1, 0 neither.
  int standing(const games::CardRules& rules) const;
  // The random numbers of a player at the n-th move of the hand, whoever makes it.
  support::Random random(int move, int player) const {
    return {support::Use::match, key, 2 * static_cast<std::uint64_t>(move) + player};
  }

  std::array<std::array<cards::Card, 2>, 2> hole{};
  std::array<cards::Card, cards::deck_size> board{};
  int board_size = 0;
  std::uint64_t key;
};

}  // namespace pokerdata::matches
