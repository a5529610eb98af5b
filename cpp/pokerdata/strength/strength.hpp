#pragma once
#include <cstdint>

#include "pokerdata/strength/stretch.hpp"
#include "pokerdata/support/progress.hpp"

// Exact strength of every combination on every canonical board against one opponent with uniformly
// random cards. Rows are the canonical boards of a stretch, columns the 1,326 combinations; the largest value
// of the type marks a combination that shares a card with the board. Sizes are those of all boards.
namespace pokerdata::strength {

// n = 2 * wins + ties over the 990 opposing hands: n / 1980 is the hand strength.
// n: [134,459 * 1,326].
void river_strength(Stretch stretch, std::uint16_t* n, int threads, support::Progress& progress);

// Opposing hands behind and tied on the present board: [boards * 1,326] each, size 3 (of 1,081) or 4 (of
// 1,035).
void present_strength(int size, Stretch stretch, std::uint16_t* ahead, std::uint16_t* tied, int threads,
                      support::Progress& progress);

// Sums over the 46 river cards of n and n^2: [16,432 * 1,326] each. river: of all boards.
void turn_strength(const std::uint16_t* river, Stretch stretch, std::uint32_t* ehs, std::uint32_t* ehs2_river,
                   int threads, support::Progress& progress);

// Sums over the 1,081 completions of n and n^2, and over the 47 turn cards of (turn ehs)^2:
// [1,755 * 1,326] each. What is read of turns is of all boards.
void flop_strength(const std::uint32_t* turn_ehs, const std::uint32_t* turn_ehs2_river, Stretch stretch,
                   std::uint32_t* ehs, std::uint32_t* ehs2_river, std::uint64_t* ehs2_next, int threads,
                   support::Progress& progress);

// Sums over the 19,600 flops, from rows of all boards, of the flop's ehs, ehs2_river and (ehs)^2: [1,326]
// each.
void preflop_strength(const std::uint32_t* flop_ehs, const std::uint32_t* flop_ehs2_river, std::uint64_t* ehs,
                      std::uint64_t* ehs2_river, std::uint64_t* ehs2_next);

}  // namespace pokerdata::strength
