#pragma once
#include <cstdint>

#include "pokerdata/chance_sampling/hand_kernels.hpp"
#include "pokerdata/support/isa.hpp"

// The same for single hands, as a player needs who sees his cards. Rows are [hand][history]; regrets, sums of
// the average and strategies of a player over states are [state][action][history].
namespace pokerdata::chance_sampling {

// The state of each hand, and what can be done.
struct HandStates {
  const std::uint16_t* state;
  int hands;
  int actions;
};

// The hands of a board, in rising strength where it is complete.
struct HandCards {
  int count;
  const std::uint8_t *low, *high;
  const std::uint16_t* group_end;  // one past the last hand of equal strength; of complete boards
};

POKERDATA_KERNELS(
    // strategies of the states listed in `states`, by regret matching
    void match_states(const HandStates& states, const float* regrets, float* strategy);
    // rows = reach * strategy of one action
    void follow_states(const HandStates& hands, const float* reach, const float* strategy, int action,
                       float* rows);
    // average += weight * reach * strategy
    void add_average_of_states(const HandStates& hands, float weight, const float* reach,
                               const float* strategy, float* average);
    // out = mean of the actions' values by the strategy; regrets += weight * (value of the action - out)
    void add_regrets_of_states(const HandStates& hands, float weight, const float* strategy,
                               const float* const* values, float* regrets, float* out);
    // out = the largest value, choice = its action, the first of those that are equal
    void best_action(int hands, int actions, const float* const* values, float* out, std::uint8_t* choice);
    // rows = reach where the choice is the action, else 0
    void follow_choice(int hands, const float* reach, const std::uint8_t* choice, int action, float* rows);
    // out = sum of values
    void add_rows(int hands, int actions, const float* const* values, float* out);
    // out = stakes * reach of the hands that share no card
    void fold_values(const HandCards& hands, const float* reach, const float* stakes, float* out);
    // out = stakes * (reach of the weaker hands - reach of the stronger ones)
    void showdown_values(const HandCards& hands, const float* reach, const float* stakes, float* out);
    // lanes [run.after, ...) of `to` = lanes [run.before, ...) of `from`
    void copy_lanes(int hands, const float* from, const LaneRun& run, float* to);
    // rows of some hands: out[i] = rows[at[i]]
    void gather_hands(int hands, const std::uint16_t* at, const float* rows, float* out);
    // out[at[i]] += rows[i]
    void scatter_hands(int hands, const std::uint16_t* at, const float* rows, float* out);)

}  // namespace pokerdata::chance_sampling
