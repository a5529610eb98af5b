#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pokerdata/solvers/node_calls.hpp"
#include "pokerdata/spots/bucketed_solver.hpp"

namespace pokerdata::spots {

// The walk of one player: those who learn play by their buckets, and a responder takes what is best.
template <class T>
struct BucketedVisitor {
  BucketedSpotSolver<T>& solver;
  solvers::NodeKernels<T> kernels{};

  const std::uint16_t* buckets(const Place& at, std::size_t& first) const {
    const SpotBuckets::Side& side = solver.buckets_.streets[at.street][at.player];
    first = side.first[at.board];
    return side.of.data() + first;
  }
  std::size_t row(const Place& at) const { return solver.game_.plan.streets[at.street].items[at.item].row; }
  int count(const Place& at) const { return solver.buckets_.streets[at.street][at.player].count; }
  double* sums(const Place& at) const {
    const bool last = at.street + 1 == static_cast<int>(solver.sides_.size());
    const std::size_t piece = last ? solver.piece_[at.board] : at.board;
    return solver.sums_[at.street][at.player].data() +
           piece * solver.sides_[at.street][at.player].strategy.size() + row(at) * count(at);
  }
  const T* strategy(const Place& at) const {
    return solver.sides_[at.street][at.player].strategy.data() + row(at) * count(at);
  }
  std::uint8_t* choices(const Place& at) const {
    // The responder's states of earlier boards, times his decisions.
    const std::size_t before = solver.buckets_.streets[at.street][at.player].first[at.board];
    return solver.choice_[at.street].data() + before * solver.decisions_[at.street] +
           static_cast<std::size_t>(solver.number_[at.street][at.item]) * at.states;
  }

  void opponent_down(const Place& at, const T* reach, T* const* rows) const {
    const int width = solvers::padded<T>(at.states);
    if (!solver.learns(at.player)) {
      const std::uint8_t* const chosen = choices(at);
      for (int a = 0; a < at.actions; ++a)
        for (int s = 0; s < at.states; ++s) rows[a][s] = chosen[s] == a ? reach[s] : T{0};
    } else {
      std::size_t first = 0;
      const std::uint16_t* const bucket = buckets(at, first);
      const T* const deals = solver.deals_[at.street][at.player].data() + first;
      double* const reached = sums(at);
      for (int s = 0; s < at.states; ++s) reached[bucket[s]] += static_cast<double>(reach[s] * deals[s]);
      const T* play = strategy(at);
      for (int a = 0; a < at.actions; ++a, play += count(at))
        for (int s = 0; s < at.states; ++s) rows[a][s] = reach[s] * play[bucket[s]];
    }
    for (int a = 0; a < at.actions; ++a) std::fill(rows[a] + at.states, rows[a] + width, T{0});
  }
  void own_up(const Place& at, T* const* rows) const {
    if (!solver.learns(at.player)) {
      std::uint8_t* const chosen = choices(at);
      std::fill_n(chosen, at.states, std::uint8_t{0});
      for (int a = 1; a < at.actions; ++a)
        for (int s = 0; s < at.states; ++s) {
          const bool better = rows[a][s] > rows[0][s];
          chosen[s] = better ? static_cast<std::uint8_t>(a) : chosen[s];
          rows[0][s] = better ? rows[a][s] : rows[0][s];
        }
      return;
    }
    std::size_t first = 0;
    const std::uint16_t* const bucket = buckets(at, first);
    const T* const weight = solver.weight_[at.street][at.player].data() + first;
    const T* play = strategy(at);
    double* worth = sums(at);
    for (int a = 0; a < at.actions; ++a, play += count(at), worth += count(at)) {
      const T* const values = rows[a];
      for (int s = 0; s < at.states; ++s) worth[bucket[s]] += static_cast<double>(weight[s] * values[s]);
      if (a == 0)
        for (int s = 0; s < at.states; ++s) rows[0][s] *= play[bucket[s]];
      else
        for (int s = 0; s < at.states; ++s) rows[0][s] += values[s] * play[bucket[s]];
    }
  }
  void opponent_up(const Place& at, T* const* rows) const {
    kernels.sum_rows(at.actions, solvers::padded<T>(at.rows), rows);
  }
};

// The best a player can do against given play over buckets.
template <class T>
struct BucketedValues {
  const BucketedSpotSolver<T>& solver;
  const std::vector<std::vector<double>>& played;  // of each street, by the opponent
  solvers::EvaluationKernels<T> kernels{};

  void opponent_down(const Place& at, const double* reach, double* const* rows) const {
    const SpotBuckets::Side& side = solver.buckets_.streets[at.street][at.player];
    const std::uint16_t* const bucket = side.of.data() + side.first[at.board];
    const double* play =
        played[at.street].data() +
        static_cast<std::size_t>(solver.game_.plan.streets[at.street].items[at.item].row) * side.count;
    for (int a = 0; a < at.actions; ++a, play += side.count) {
      for (int s = 0; s < at.states; ++s) rows[a][s] = reach[s] * play[bucket[s]];
      std::fill(rows[a] + at.states, rows[a] + solvers::padded<double>(at.states), 0.0);
    }
  }
  void own_up(const Place& at, double* const* rows) const {
    kernels.max_rows(at.actions, solvers::padded<double>(at.states), rows);
  }
  void opponent_up(const Place& at, double* const* rows) const {
    kernels.sum_rows(at.actions, solvers::padded<double>(at.rows), rows);
  }
};

}  // namespace pokerdata::spots
