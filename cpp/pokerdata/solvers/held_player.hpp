#pragma once
#include "pokerdata/support/aligned_array.hpp"

namespace pokerdata::solvers {

// A player who is held to a model of himself: he plays it with some probability and is free otherwise.
//
// Whether he does may be settled once, before the first card, or anew at every information set. The first is
// a restricted Nash response's opponent (Johanson, Zinkevich & Bowling 2007), the second a data-biased
// response's (Johanson & Bowling 2009). Either way what he plays altogether is, of a state after one history,
//
//   reach of an action = part of it that the model plays + (1 - the model's part of the reach) * free
//
// and so one vector of reach goes down the tree, as for any player.
template <class T>
struct HeldPlayer {
  enum class Once { per_game, per_decision };

  int player = 0;
  Once once = Once::per_game;
  double probability = 0;  // of the model, where it is settled once per game
  // In the order of the regrets: the probability that the model leads to an action and is played (per game),
  // or that it takes the action and is played (per decision).
  support::AlignedArray<T> model;

  bool per_game() const { return once == Once::per_game; }
};

}  // namespace pokerdata::solvers
