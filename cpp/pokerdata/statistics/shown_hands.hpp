#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pokerdata/statistics/hand.hpp"

namespace pokerdata::statistics {

inline constexpr int shown_cards = 7;  // two hole cards, then the board as it was dealt

// Hands of hold'em that were shown down, one after the other, with where their players acted.
class ShownHands {
 public:
  // Whether a game has such hands: two hole cards, and a flop, a turn and a river of the whole deck.
  static bool fits(const play::Definition& rules);

  // What was shown in a hand that is over and counted. board: by street.
  void add(const Counter& counter, const Hand& hand,
           const std::array<std::string_view, play::most_players>& names,
           const std::array<cards::CardSet, play::most_players>& holes,
           const std::array<cards::CardSet, play::most_streets>& board);
  void clear();

  const std::vector<std::int32_t>& names() const { return names_; }  // their numbers in the counter
  const std::vector<std::uint8_t>& cards() const { return cards_; }  // [shown_cards] of each
  const std::vector<Streets>& played() const { return played_; }     // acted, able, raised of each

 private:
  std::vector<std::int32_t> names_;
  std::vector<std::uint8_t> cards_;
  std::vector<Streets> played_;
};

}  // namespace pokerdata::statistics
