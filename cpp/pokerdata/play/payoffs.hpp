#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/play/betting.hpp"

namespace pokerdata::play {

// A part of the pot that the same players can win.
struct Pot {
  std::int64_t chips;
  Players players;
  friend bool operator==(const Pot&, const Pot&) = default;
};

// The pots of a hand as it stands, the main one first. Where one player alone has put in more than all
// others, the last one is what he gets back. Chips of players who folded stay in the pots that they went
// into.
std::vector<Pot> pots_of(const Betting& betting);

// Shares of chips: every payoff is a whole number of these parts of a chip.
inline constexpr std::int64_t parts_of_chip = 2520;  // divided by every number up to most_players

using Chips = std::array<std::int64_t, most_players>;

// Who wins a pot: the strongest of its players.
Players winners_of(const Pot& pot, const std::array<std::uint64_t, most_players>& strengths);

// What each player wins or loses, in parts of a chip, once the hand is over; strengths are of all who did not
// fold, and not looked at where one is left.
Chips payoffs(const Betting& betting, const std::array<std::uint64_t, most_players>& strengths);

// [from][to]: what each player's chips went to whom, in parts of a chip. Of each pot the chips of those who
// do not win it go to its winners in equal shares.
std::array<Chips, most_players> flows(const Betting& betting,
                                      const std::array<std::uint64_t, most_players>& strengths);

}  // namespace pokerdata::play
