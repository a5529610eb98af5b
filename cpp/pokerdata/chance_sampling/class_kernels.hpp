#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

// What happens at a decision node for all classes of hands of a sampled board. A row of a class holds 16
// numbers, one for each of 16 histories that lead to the same betting. Regrets and sums of the average are
// [state][action][history]; a strategy is [class][action][history] and other rows are [class][history].
namespace pokerdata::chance_sampling {

inline constexpr int histories = 16;

struct TouchedStates {
  const std::uint16_t* state;  // of each class
  int classes;
  int actions;
};

POKERDATA_KERNELS(
    // the positive regrets in proportion, or uniform where none is positive
    void match_regrets(const TouchedStates& touched, const float* regrets, float* strategy);
    // rows = reach * strategy of one action
    void follow_action(const TouchedStates& touched, const float* reach, const float* strategy, int action,
                       float* rows);
    // average += weight * hands * reach * strategy; `hands`: reach at the street's root, summed over the
    // hands of the class
    void add_to_average(const TouchedStates& touched, float weight, const float* hands, const float* reach,
                        const float* strategy, float* average);
    // values[a] are the rows of the actions' values, `out` becomes the node's: their mean by the strategy.
    // regrets += weight * (value of the action - value of the node)
    void add_regrets(const TouchedStates& touched, float weight, const float* strategy,
                     const float* const* values, float* regrets, float* out);
    // out = sum of values
    void add_values(const TouchedStates& touched, const float* const* values, float* out);)

}  // namespace pokerdata::chance_sampling
