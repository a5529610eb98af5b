#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/games/game.hpp"

namespace pokerdata::games {

// The cards of one street as joint counts of the private states of both players, without boards.
struct StreetCounts {
  int states = 0;
  std::vector<std::int32_t> parents;     // state -> state of the street before; empty on the first street
  std::span<const std::uint64_t> deals;  // [states, states], symmetric: deals that give the players (s, s')
};

// A game with one public card state a street, as games of buckets are. wins: [states, states] of the last
// street. The spans view memory of the caller, who keeps it alive. Throws ArgumentError unless the counts
// are symmetric and sum to less than 2^63, each street's counts are the sums of the next street's up to one
// common factor, and wins + wins^T <= deals.
Game make_joint_count_game(const Rules& rules, const std::vector<StreetCounts>& streets,
                           std::span<const std::uint64_t> wins);

}  // namespace pokerdata::games
