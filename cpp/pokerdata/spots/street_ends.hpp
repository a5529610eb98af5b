#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

#include "pokerdata/spots/spot_solver.hpp"

namespace pokerdata::spots {

// What both players have where betting ends on a street and a card comes next, as SpotWalk has it:
// [board][closing][state] of each player. Kept, it stands for all later streets.
struct StreetEnds {
  int street;
  std::array<std::span<const double>, 2> values;
};

// Numbers of a player. Throws ArgumentError for the last street, which no card follows.
std::size_t ends_size(const SpotGame& game, int street, int player);

// Of each player, when both play the average, which lies as in the solver; with the ends of a later street
// that of the streets up to it suffices.
template <class S>
std::array<std::vector<double>, 2> street_ends(const SpotGame& game, const SpotLayout<Work<S>>& layout,
                                               const S* average, int street, const StreetEnds* later,
                                               int threads, const std::atomic<bool>* stop);

}  // namespace pokerdata::spots
