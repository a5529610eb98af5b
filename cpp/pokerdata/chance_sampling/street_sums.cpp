#include "pokerdata/chance_sampling/street_sums.hpp"

#include <string>

#include "pokerdata/chance_sampling/sampled_board.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::chance_sampling {
namespace {

// Calls body(cell, row, actions) for every decision node of the street: the cell of state 0 and action 0, and
// the number of its first edge among those of the street.
template <class Body>
void for_each_set(const games::BettingTree& tree, const Batches& batches, int street, const Body& body) {
  const std::int32_t first_edge = tree.first_edge[tree.street_roots[street].front()];
  for (std::size_t p = batches.first[street]; p < batches.first[street + 1]; ++p) {
    const Batches::Place& place = batches.places[p];
    const solvers::Batch& batch = batches.batch(place);
    for (const solvers::ShapeNode& node : batches.shape(place).nodes) {
      if (node.step != solvers::Step::decision) continue;
      for (int h = 0; h < batch.histories(); ++h)
        body(batches.cell(place, node) + h, tree.first_edge[batch.roots[h]] - first_edge + node.first,
             node.actions);
    }
  }
}

std::size_t rows(const games::BettingTree& tree, int street) {
  return tree.first_edge[tree.street_end(street)] - tree.first_edge[tree.street_roots[street].front()];
}

}  // namespace

std::vector<int> checked_states(const games::BettingTree& tree, std::vector<int> states) {
  if (tree.streets() > most_streets || static_cast<int>(states.size()) != tree.streets())
    throw support::expected("streets", "1 to 4, and states for each",
                            {tree.streets(), " with states of ", states.size(), "; e.g. 169, 500, 500, 500"});
  for (const int s : states)
    if (s < 1 || s > 0xFFFF) throw support::expected("states", "1 to 65535 a street", {s, "; e.g. 500"});
  return states;
}

int states_of(const games::BettingTree& tree, const Batches& batches, int street) {
  if (street < 0 || street >= tree.streets())
    throw support::expected("street", {"0 to ", tree.streets() - 1}, street);
  return batches.states[street];
}

std::vector<float> normalised(const games::BettingTree& tree, const Batches& batches, int street,
                              const float* average) {
  const std::size_t states = states_of(tree, batches, street);
  std::vector<float> result(rows(tree, street) * states);
  for_each_set(tree, batches, street, [&](std::size_t cell, std::size_t row, int actions) {
    for (std::size_t s = 0; s < states; ++s) {
      const float* const sums = average + cell + s * actions * histories;
      double total = 0;
      for (int a = 0; a < actions; ++a) total += static_cast<double>(sums[a * histories]);
      for (int a = 0; a < actions; ++a)
        result[(row + a) * states + s] =
            static_cast<float>(total > 0 ? static_cast<double>(sums[a * histories]) / total : 1.0 / actions);
    }
  });
  return result;
}

std::vector<float> in_tree_order(const games::BettingTree& tree, const Batches& batches, int street,
                                 const float* regrets) {
  const std::size_t states = states_of(tree, batches, street);
  std::vector<float> result(rows(tree, street) * states);
  for_each_set(tree, batches, street, [&](std::size_t cell, std::size_t row, int actions) {
    for (std::size_t s = 0; s < states; ++s)
      for (int a = 0; a < actions; ++a)
        result[(row + a) * states + s] = regrets[cell + (s * actions + a) * histories];
  });
  return result;
}

std::int64_t without_sum(const games::BettingTree& tree, const Batches& batches, const float* average) {
  std::int64_t sets = 0;
  for (int r = 0; r < tree.streets(); ++r)
    for_each_set(tree, batches, r, [&](std::size_t cell, std::size_t, int actions) {
      for (int s = 0; s < batches.states[r]; ++s) {
        bool reached = false;
        for (int a = 0; a < actions; ++a)
          reached |= average[cell + (std::size_t{histories} * s) * actions + a * histories] > 0;
        sets += !reached;
      }
    });
  return sets;
}

}  // namespace pokerdata::chance_sampling
