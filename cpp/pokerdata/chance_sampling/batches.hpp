#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/chance_sampling/hand_kernels.hpp"
#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/solvers/rows.hpp"
#include "pokerdata/solvers/walk_plan.hpp"

namespace pokerdata::chance_sampling {

// A betting tree for kernels that take 16 histories at a time: the plan of the vector engine, with batches of
// at most 16 histories, and where their regrets and rows are.
struct Batches {
  struct Place {
    int street;
    std::int32_t batch;
    std::size_t cell;   // first regret: [decision][state][action][history]
    std::size_t stake;  // first of [node][history]
  };

  // states: of each street. board_known: of the plan. opposing: what chips are divided by on each street, if
  // not by opposing_hands.
  Batches(const games::BettingTree& tree, std::vector<int> states, bool board_known = true,
          std::vector<double> opposing = {});

  const solvers::Batch& batch(const Place& place) const {
    return plan.streets[place.street].batches[place.batch];
  }
  const solvers::Shape& shape(const Place& place) const { return plan.shapes[batch(place).shape]; }
  // The first regret of a decision node.
  std::size_t cell(const Place& place, const solvers::ShapeNode& node) const {
    return place.cell + std::size_t{histories} * states[place.street] * node.first;
  }

  // The places, street by street, in an order in which `threads` threads have about equal work.
  std::vector<std::size_t> order_for(int threads) const;

  std::vector<int> states;
  solvers::WalkPlan plan;
  std::vector<Place> places;                           // of all batches, street by street
  std::vector<std::size_t> first;                      // of each street among places; one entry more
  std::size_t cells = 0;                               // regrets in all
  std::array<support::AlignedArray<float>, 2> stakes;  // by player, for each opposing hand
};

}  // namespace pokerdata::chance_sampling
