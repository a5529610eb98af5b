#pragma once
#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace pokerdata {

// The betting of a two-player limit game. Amounts are whole chips; players are 0 and 1 here, 1 and 2 in
// texts for people. A betting round is a street.
struct LimitRules {
  std::string name;
  int ante = 0;                 // paid by both players before the deal
  std::array<int, 2> blinds{};  // paid on top by player 1 and player 2
  bool blind_counts_as_bet = false;
  std::vector<int> first_to_act;  // one a street
  std::vector<int> bets;          // size of a bet and of a raise, one a street
  std::vector<int> caps;          // bets and raises allowed, one a street; a counted blind is one of them

  int streets() const { return static_cast<int>(bets.size()); }
  bool has_blinds() const { return blinds[0] > 0 || blinds[1] > 0; }
  // Chips of which a milli-blind is a thousandth: the big blind, or the ante where there is no blind.
  int unit() const { return has_blinds() ? std::max(blinds[0], blinds[1]) : ante; }
};

// Throws ArgumentError that names the value, the rule and an example.
void check_rules(const LimitRules& rules);

}  // namespace pokerdata
