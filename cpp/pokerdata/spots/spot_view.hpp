#pragma once
#include <array>
#include <atomic>
#include <cstdint>
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

// `average` lies as in the solver; with `ends` that of the streets up to theirs suffices. Throws
// ArgumentError for a place that is no decision, and for one on a street after the ends.
template <class S>
DecisionView view_decision(const SpotGame& game, const SpotLayout<Work<S>>& layout, const S* average,
                           int street, int board, int item, const StreetEnds* ends, int threads,
                           const std::atomic<bool>* stop);

// Shares of the pot, ties half, that each hand of either player wins if all cards are dealt without betting:
// for each player 1,326 numbers, NaN where a hand is out of his range or meets no hand. Arguments as for
// make_spot_cards().
std::array<std::vector<double>, 2> spot_equities(cards::CardSet board, cards::CardSet dead,
                                                 const std::array<std::span<const double>, 2>& weights,
                                                 int threads, const std::atomic<bool>* stop);

}  // namespace pokerdata::spots
