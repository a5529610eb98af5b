#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/games/betting_tree.hpp"

namespace pokerdata {

// The cards of one street: both players share one set of private states.
struct StreetCounts {
  int states = 0;
  std::vector<std::int32_t> parents;     // state -> state of the street before; empty on the first street
  std::span<const std::uint64_t> deals;  // [states, states], symmetric: deals that give the players (s, s')
  std::uint64_t total = 0;               // sum of deals
};

// A game whose cards are held by joint counts, so that no chance nodes are left in its tree: a betting
// tree, for each street the number of deals of every pair of private states, and for the last street the
// deals that the row's state wins at showdown. The spans view memory of the caller, who keeps it alive.
struct JointCountGame {
  LimitRules rules;
  BettingTree tree;
  std::vector<StreetCounts> streets;
  std::span<const std::uint64_t> wins;  // [states, states] of the last street

  std::int64_t information_sets() const;  // decision nodes times the states that can be dealt
  // states that some deal gives, of a street
  std::vector<bool> dealt(int street) const;
};

// Fills in the totals and throws ArgumentError unless the counts are symmetric, each street's counts are
// the sums of the next street's up to one common factor, and wins + wins^T <= deals.
JointCountGame make_joint_count_game(const LimitRules& rules, std::vector<StreetCounts> streets,
                                     std::span<const std::uint64_t> wins);

}  // namespace pokerdata
