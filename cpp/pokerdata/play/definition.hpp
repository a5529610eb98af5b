#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/games/card_rules.hpp"
#include "pokerdata/games/rules.hpp"

namespace pokerdata::play {

inline constexpr int least_players = 2, most_players = 10, most_streets = 8;
// Chips of a stack, and so of an ante or blind. What a player wins is a sum of at most nine of them, in parts
// of 1/2520 of a chip: below 2^48, so that 64 bits hold a hand and 128 bits the squares of 2^31 hands.
inline constexpr std::int64_t most_stack = 10'000'000'000;
inline constexpr std::int64_t no_stack = std::int64_t{1} << 40;  // more than can be put in
// Actions of a street and players together, as in the protocol of the Annual Computer Poker Competition.
inline constexpr int most_actions = 64;

// The rules of a game for two to ten players, in the order of their positions: who acts after whom.
struct Definition {
  std::string name;
  std::vector<std::int64_t> antes;   // chips of each player, posted first
  std::vector<std::int64_t> blinds;  // chips of each player on top; -2 is a late post of 2, no blind
  std::vector<std::int64_t> stacks;  // chips of each player, or none: then nobody is ever all-in
  std::vector<int> bets;             // of a limit game: size of a bet and raise on each street; else none
  std::vector<int> max_raises;       // on each street, blinds not counted
  std::vector<int> first;            // who acts first on each street, from 0
  games::CardRules cards;
  std::int64_t minimum_bet = 0;  // without limits; 0 for the largest blind, or the ante where there is none

  int players() const { return static_cast<int>(blinds.size()); }
  int streets() const { return static_cast<int>(first.size()); }
  bool limit() const { return !bets.empty(); }
  // The minimum bet, or else the largest blind, or the ante where there is none.
  std::int64_t unit() const;
  // Whether antes count as bets do, which those of all players do. Those that differ, as a big blind ante
  // does, are dead: they belong to the main pot and to nobody's bet.
  bool live_antes() const;
  std::int64_t stack(int player) const { return stacks.empty() ? no_stack : stacks[player]; }
  int board_cards(int street) const;  // until a street

  // Cards are numbers of the whole deck, 4 * rank + suit; a smaller deck has the last suits.
  bool has_card(cards::Card card) const;
  std::vector<cards::Card> deck() const;  // rising
  // Comparing the numbers compares hands of hole cards and the whole board.
  std::uint64_t strength(cards::CardSet cards) const;
};

// Throws ArgumentError that names the value, the rule and an example.
void check_definition(const Definition& rules);

}  // namespace pokerdata::play
