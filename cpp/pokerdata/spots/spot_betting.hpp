#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/spots/bet_sizes.hpp"

namespace pokerdata::spots {

// The betting of two players from the start of a street on. Player 0 is out of position and acts first on
// every street, player 1 is in position.
struct SpotBetting {
  std::int32_t pot = 0;
  std::array<std::int32_t, 2> stacks{};            // no-limit; only the smaller counts. 0 in a limit spot
  std::vector<std::array<StreetMenu, 2>> menus{};  // no-limit: [street][player], from the first street on
  Thresholds thresholds{};                         // no-limit
  std::int32_t minimum_bet = 1;                    // no-limit
  std::vector<std::int32_t> limit_bets{}, limit_caps{};  // limit: one of each a street instead of menus
  int first_to_act = 0;  // on the first street: 1 where player 0 has checked before the spot begins

  bool no_limit() const { return limit_bets.empty(); }
  int streets() const { return static_cast<int>(no_limit() ? menus.size() : limit_bets.size()); }
};

// Throws ArgumentError that names the value, the rule and an example.
void check_spot_betting(const SpotBetting& betting);

// The tree of a spot in the form of that of a whole game: street 0 is the first street of the spot, and chips
// are those put in since the spot began. Throws ArgumentError for invalid betting and CapacityError for a
// tree of more than 20 million nodes or more than games::max_bets bets on a street.
games::BettingTree build_spot_tree(const SpotBetting& betting);

}  // namespace pokerdata::spots
