#pragma once
#include <cstddef>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::solvers {

// What happens at one decision node, for all private states at once. Arrays of a node are [actions][states]
// with `states` padded(); rows[a] is the row of action a. Regret matching plays the positive regrets in
// proportion, and uniformly where none is positive. If it is optimistic, it adds to each regret its
// prediction, the regret of the last iteration, which lies `to_prediction` further on; else that is 0.
POKERDATA_KERNELS(
    // rows[a] = reach * strategy[a] of the player who acts
    template <class T> void split_reach(const T* regrets, std::size_t to_prediction, int actions, int states,
                                        const T* reach, T* const* rows);
    // the same, and average[a] += weight * rows[a]
    template <class T>
    void split_reach_and_average(const T* regrets, std::size_t to_prediction, T* average, T weight,
                                 int actions, int states, const T* reach, T* const* rows);
    // rows[a] hold the values of the actions; rows[0] becomes the value of the node, each new regret
    // (regret + value of the action - value of the node) times `positive` or `negative`, after its sign,
    // and its prediction value of the action - value of the node. `learned` may be `regrets`.
    template <class T> void update_regrets(const T* regrets, T* learned, std::size_t to_prediction,
                                           T positive, T negative, int actions, int states, T* const* rows);
    // The same of regrets that are learned later: gains[a] = value of the action - value of the node.
    template <class T> void find_gains(const T* regrets, T* gains, std::size_t to_prediction, int actions,
                                       int states, T* const* rows);
    // rows[0] becomes the largest of rows, and the regrets of the first action that has it 1, of others 0: by
    // them regret matching plays that action.
    template <class T> void choose_best(T* regrets, int actions, int states, T* const* rows);
    // Both of a player who is held to a model. What he plays altogether is model[a] + (1 - sum of model) *
    // strategy[a] if model[a] is the model's part of the probability of action a (per_decision), and the same
    // with reach for 1 if it is its part of the reach. Into the average, unless that is nullptr.
    template <class T>
    void split_reach_of_held(const T* regrets, std::size_t to_prediction, const T* model, bool per_decision,
                             T* average, T weight, int actions, int states, const T* reach, T* const* rows);
    // per_decision alone: rows[0] becomes the value of what he plays altogether
    template <class T>
    void update_regrets_of_held(const T* regrets, T* learned, const T* model, std::size_t to_prediction,
                                T positive, T negative, int actions, int states, T* const* rows);
    // rows[0] = sum of rows
    template <class T> void sum_rows(int actions, int states, T* const* rows);
    // rows[0] = largest of rows
    template <class T> void max_rows(int actions, int states, T* const* rows);
    // split_reach for the normalised average of T, in double; `stride` is the row length of average
    template <class T> void split_reach_by_average(const T* average, int stride, int actions, int states,
                                                   const double* reach, double* const* rows);
    // rows[0] = sum of rows[a] * normalised average[a]
    template <class T>
    void mean_rows_by_average(const T* average, int stride, int actions, int states, double* const* rows);)

}  // namespace pokerdata::solvers
