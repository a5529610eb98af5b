#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace pokerdata::games {

// Of a stack, and of all that the bets of a limit game come to: sums of chips stay within 32 bits.
inline constexpr int max_chips = 100'000'000;
// Bets and raises on a street: the 255 raises that the files of the ACPC can allow, and a blind. Walks down a
// betting tree are recursions, so this bounds their stack: no street is deeper than max_bets + 3 nodes.
inline constexpr int max_bets = 256;

// A bet or raise of a menu: this fraction of the pot, counted after a call.
struct PotFraction {
  int numerator;
  int denominator;
};

// The bets and raises of a street without limits: fractions of the pot, and perhaps all chips. What is less
// than the smallest legal raise is that raise, and what reaches the stack is all-in.
struct BetMenu {
  std::vector<PotFraction> fractions;
  bool all_in = true;
};

// The betting of a two-player game, limit or no-limit. Amounts are whole chips; players are 0 and 1 here, 1
// and 2 in texts for people. A betting round is a street.
struct Rules {
  std::string name;
  int ante = 0;                 // paid by both players before the deal
  std::array<int, 2> blinds{};  // paid on top by player 1 and player 2
  bool blind_counts_as_bet = false;
  std::vector<int> first_to_act;  // one a street
  std::vector<int> bets;          // limit: size of a bet and of a raise, one a street
  std::vector<int> caps;  // bets and raises allowed, one a street, at most max_bets; a counted blind is one
  std::array<int, 2> stacks{};   // no-limit: chips before antes and blinds; 0 in a limit game
  std::vector<BetMenu> menus{};  // no-limit: one a street

  int streets() const { return static_cast<int>(first_to_act.size()); }
  bool no_limit() const { return !menus.empty(); }
  bool has_blinds() const { return blinds[0] > 0 || blinds[1] > 0; }
  // No player can win more of the other: the smaller stack.
  int stack() const { return std::min(stacks[0], stacks[1]); }
  // Chips of which a milli-blind is a thousandth: the big blind, or the ante where there is no blind.
  int unit() const { return has_blinds() ? std::max(blinds[0], blinds[1]) : ante; }
  // The usual depth, 100 units, as messages show it.
  int usual_stack() const {
    return static_cast<int>(std::min<std::int64_t>(std::int64_t{100} * unit(), max_chips));
  }
};

// Throws ArgumentError that names the value, the rule and an example.
void check_rules(const Rules& rules);

}  // namespace pokerdata::games
