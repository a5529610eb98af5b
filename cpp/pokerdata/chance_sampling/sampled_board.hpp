#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pokerdata/cards/cards.hpp"

namespace pokerdata::chance_sampling {

// Hands of two cards that a board of five leaves.
inline constexpr int sampled_hands = 1081;
// Hands of the opponent that share no card with one of them.
inline constexpr float opposing_hands = 990;
inline constexpr int most_streets = 4;
// Cards of the board on each street.
inline constexpr std::array<int, most_streets> board_cards = {0, 3, 4, 5};

// The state of every combination on a board in dealt order (0, 3, 4 or 5 cards), uint16 [1326]. What stands
// where a combination shares a card with the board does not matter.
using StatesOfBoard =
    std::function<void(int street, std::span<const cards::Card> board, std::uint16_t* states)>;

// The hands of a sampled board in one state play alike; they are a class. Classes rise with their states.
struct HandClasses {
  int count = 0;
  std::array<std::uint16_t, sampled_hands> of_hand;
  std::array<std::uint16_t, sampled_hands> state;

  // states: of each hand, below `number`.
  void find(std::span<const std::uint16_t> states, int number);
};

// A board of five cards and the hands it leaves, in rising strength, with their classes on each street.
struct SampledBoard {
  std::array<cards::Card, 5> cards;
  std::array<std::uint8_t, sampled_hands> low, high;
  std::array<std::uint16_t, sampled_hands> group_end;  // one past the last hand of equal strength
  std::vector<HandClasses> streets;

  // states: how many there are on each street. Throws ArgumentError if look-ups give others.
  void deal(const std::array<cards::Card, 5>& board, std::span<const int> states,
            const StatesOfBoard& look_up);
};

// The board of an iteration: uniform, and dependent on the seed and the iteration alone.
std::array<cards::Card, 5> board_of(std::uint64_t seed, std::int64_t iteration);

}  // namespace pokerdata::chance_sampling
