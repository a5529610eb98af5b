#pragma once
#include <cstddef>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::spots {

// What an iteration does at a decision, for all states at once. Arrays of a decision are [actions][states]
// with `states` padded(); rows[a] is the row of action a. Regret matching plays the positive regrets in
// proportion, and uniformly where none is positive. Decisions lie one behind the other in memory: each
// fetches the next one's numbers.
POKERDATA_KERNELS(
    // rows[a] = reach * strategy[a], and average[a] += weight * rows[a]
    template <class T> void split_reach(const T* regrets, T* average, T weight, int actions, int states,
                                        const T* reach, T* const* rows);
    // rows[a] hold the values of the actions; rows[0] becomes that of the decision, and each new regret
    // (regret + value of the action - value of the decision) times `positive` or `negative`, after its sign
    template <class T>
    void update_regrets(T* regrets, T positive, T negative, int actions, int states, T* const* rows);
    // The same where some hands play `locked` [actions][states], whose sum over the actions is 1 for them and
    // 0 for the others; their averages and regrets stay as they are.
    template <class T> void split_reach_locked(const T* regrets, const T* locked, T* average, T weight,
                                               int actions, int states, const T* reach, T* const* rows);
    template <class T> void update_regrets_locked(T* regrets, const T* locked, T positive, T negative,
                                                  int actions, int states, T* const* rows);
    // rows[0] = largest of rows, and of locked hands what their play is worth
    template <class T>
    void max_rows_locked(const T* locked, int stride, int actions, int states, double* const* rows);)

}  // namespace pokerdata::spots
