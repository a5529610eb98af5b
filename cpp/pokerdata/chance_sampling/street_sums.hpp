#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/chance_sampling/batches.hpp"
#include "pokerdata/games/betting_tree.hpp"

namespace pokerdata::chance_sampling {

// Throws ArgumentError for more than four streets, or states that kernels do not serve.
std::vector<int> checked_states(const games::BettingTree& tree, std::vector<int> states);
// Throws ArgumentError for a street that is none.
int states_of(const games::BettingTree& tree, const Batches& batches, int street);

// Sums of an average over states, in the order of batches, as a strategy: float32 [edges of the street in the
// tree's order, states]; uniform where there is no sum.
std::vector<float> normalised(const games::BettingTree& tree, const Batches& batches, int street,
                              const float* average);
// Regrets in the same shape.
std::vector<float> in_tree_order(const games::BettingTree& tree, const Batches& batches, int street,
                                 const float* regrets);
// Information sets without any sum.
std::int64_t without_sum(const games::BettingTree& tree, const Batches& batches, const float* average);

}  // namespace pokerdata::chance_sampling
