#pragma once
#include <array>
#include <atomic>
#include <span>
#include <vector>

#include "pokerdata/spots/spot_solver.hpp"
#include "pokerdata/spots/street_ends.hpp"

namespace pokerdata::spots {

// What is known at a decision, of each player's states on its board.
struct DecisionView {
  struct Side {
    std::vector<double> reach;   // weight times the chance that his play leads here, of one hand
    std::vector<double> meets;   // the other's reach, of all hands that share no card with it
    std::vector<double> values;  // chips, centred, when both play the average
  };
  std::array<Side, 2> sides;
  std::vector<double> actions;   // [actions][states] of who acts: chips, centred
  std::vector<double> strategy;  // [actions][states]
};

// Some decisions on one board, found by one walk for each player. `average` lies as in the solver; with
// `ends` that of the streets up to theirs suffices. Throws ArgumentError for an item that is no decision, and
// for a street after the ends.
template <class S>
std::vector<DecisionView> view_decisions(const SpotGame& game, const SpotLayout<Work<S>>& layout,
                                         const S* average, int street, int board, std::span<const int> items,
                                         const StreetEnds* ends, int threads, const std::atomic<bool>* stop);

}  // namespace pokerdata::spots
