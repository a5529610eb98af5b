#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/chance_sampling/batches.hpp"
#include "pokerdata/chance_sampling/sampled_board.hpp"
#include "pokerdata/solvers/rows.hpp"

namespace pokerdata::chance_sampling {

// What an iteration's regrets and strategies weigh in their sums.
struct SampledUpdate {
  float regret_weight, average_weight;
};

// Rows of hands between streets, for every batch: how its roots are reached, and what they are worth.
class RootRows {
 public:
  explicit RootRows(std::size_t batches) : rows_(3 * batches * row_size + histories) {}
  float* reach(std::size_t batch, int player) { return row(3 * batch + player); }
  float* values(std::size_t batch) { return row(3 * batch + 2); }
  static std::uint64_t memory(std::size_t batches) { return 3 * batches * row_size * sizeof(float); }

 private:
  // Kernels read 16 numbers before and after a row.
  static constexpr std::size_t row_size = (sampled_hands + 1) * std::size_t{histories};
  float* row(std::size_t number) { return rows_.data() + histories + number * row_size; }
  support::AlignedArray<float> rows_;
};

// Rows of classes, last in, first out.
class ClassRows {
 public:
  explicit ClassRows(std::size_t rows) : rows_((rows * sampled_hands + 2) * histories) {}
  // Room for `rows` rows of each of `classes` classes.
  float* take(int classes, int rows = 1) {
    float* const found = rows_.data() + histories + used_;
    used_ += std::size_t{histories} * classes * rows;
    return found;
  }
  std::size_t used() const { return used_; }
  void free_from(std::size_t used) { used_ = used; }
  // Most rows that a walk holds at once.
  static std::size_t needed(const solvers::Shape& shape);
  static std::uint64_t memory(std::size_t rows) { return rows * sampled_hands * histories * sizeof(float); }

 private:
  support::AlignedArray<float> rows_;
  std::size_t used_ = 0;
};

// The betting of one street after the histories of one batch, for one player and one board.
class StreetWalk {
 public:
  struct Memory {
    float *regrets, *average;
    RootRows& roots;
    ClassRows& rows;
  };
  StreetWalk(const Batches& batches, std::size_t place, const SampledBoard& board, int player, Memory memory);

  // Hands both players' reach on to the next street.
  void descend();
  // Takes the next street's values, updates the player's regrets and average, and leaves the roots' values.
  void ascend(const SampledUpdate& update);

 private:
  void descend(std::int32_t node, const float* own, const float* opponent);
  const float* ascend(std::int32_t node, const float* own, const float* opponent);
  const float* leaf(std::int32_t node, const float* own, const float* opponent);
  const float* strategy(const solvers::ShapeNode& node);
  const float* unit_row();
  template <class Visit>
  void for_each_next(std::int32_t node, const Visit& visit) const;
  TouchedStates touched(const solvers::ShapeNode& node) const {
    return {classes_.state.data(), classes_.count, node.actions};
  }

  const Batches& batches_;
  const std::size_t number_;
  const Batches::Place& place_;
  const solvers::Batch& batch_;
  const solvers::Shape& shape_;
  const HandClasses& classes_;
  const RankedHands hands_;
  const int player_;
  const Memory memory_;
  SampledUpdate update_{};
  const float* hand_sums_ = nullptr;  // own reach at the root, of each class
  std::vector<const float*>
      values_;  // a stack: rows of the actions' values of the nodes above the one visited
};

}  // namespace pokerdata::chance_sampling
