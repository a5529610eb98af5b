#pragma once
#include <cstddef>

#include "pokerdata/solvers/update_policy.hpp"

// What happens in one information set. Arrays hold a number for each of its actions.
namespace pokerdata::trees {

// Regret matching (Hart & Mas-Colell 2000): positive weights in proportion, uniform where none is positive.
inline void match(const double* weights, double* strategy, int actions) {
  double sum = 0;
  for (int a = 0; a < actions; ++a) sum += weights[a] > 0 ? weights[a] : 0;
  // Below the smallest normal number 1 / sum may overflow, so such a sum counts as none.
  if (sum < 2.2250738585072014e-308) {
    for (int a = 0; a < actions; ++a) strategy[a] = 1.0 / actions;
    return;
  }
  const double inverse = 1 / sum;
  for (int a = 0; a < actions; ++a) strategy[a] = weights[a] > 0 ? weights[a] * inverse : 0;
}

// Regret matching on regret + prediction.
inline void match_optimistic(const double* regret, const double* prediction, double* strategy, int actions) {
  for (int a = 0; a < actions; ++a) strategy[a] = regret[a] + prediction[a];
  match(strategy, strategy, actions);
}

// Adds the regrets of this iteration, given the values of the actions and of the set, and applies the policy.
// `prediction` keeps this iteration's regrets, if it is not null.
inline void add_regrets(double* regret, double* prediction, const double* values, double value,
                        const solvers::Update& update, int actions) {
  for (int a = 0; a < actions; ++a) {
    const double gain = values[a] - value, sum = regret[a] + gain;
    regret[a] = sum * (sum > 0 ? update.positive : update.negative);
    if (prediction) prediction[a] = gain;
  }
}

}  // namespace pokerdata::trees
