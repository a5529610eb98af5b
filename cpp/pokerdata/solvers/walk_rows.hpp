#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/solvers/walk_plan.hpp"

namespace pokerdata::solvers {

// The memory of a walk: the rows of every block, the values of its roots, and the stakes of its leaves.
// Blocks before the last street keep their rows between the way down and the way up; those of the last street
// share the rows of their thread.
template <class T>
class WalkRows {
 public:
  // The rows of one block, by number.
  struct Block {
    T* first;
    std::size_t stride;
    T* operator[](std::int32_t number) const { return first + number * stride; }
  };

  // The plan must outlive it.
  WalkRows(const WalkPlan& plan, int threads);

  Block of(std::size_t block, int thread) const {
    T* const first = is_last(block) ? shared_[thread].data() : kept_.data() + kept_at_[block];
    return {first, stride(block)};
  }
  // Values of the roots of a block, [state][history].
  T* roots(std::size_t block) const { return roots_.data() + root_at_[block]; }
  // Chips at a leaf after each history, with the sign of the player.
  const T* stakes(const WalkPlan::Block& block, std::size_t node, int player) const {
    return stakes_[player].data() + stakes_at_[block.street][block.batch][node];
  }
  // From one row to the next: zeros follow the cells, over which kernels run.
  std::size_t stride(std::size_t block) const { return padded<T>(plan_.blocks[block].cells) + gap; }
  bool is_last(std::size_t block) const { return block >= plan_.streets.back().first_block; }
  // Numbers in the rows of all blocks.
  std::size_t work() const { return work_; }

  // bytes of the rows for this many threads
  static std::uint64_t memory(const WalkPlan& plan, int threads);

 private:
  static constexpr int gap = support::vector_alignment / static_cast<int>(sizeof(T));

  static std::size_t size_of(const WalkPlan& plan, const WalkPlan::Block& block) {
    return (padded<T>(block.cells) + std::size_t{gap}) * plan.shape(block).row_count;
  }
  static std::size_t largest(const WalkPlan& plan);
  void lay_out_stakes();

  const WalkPlan& plan_;
  std::size_t work_ = 0;
  std::vector<std::size_t> kept_at_;  // of each block before the last street
  std::vector<std::size_t> root_at_;  // of each block
  mutable support::AlignedArray<T> kept_, roots_;
  mutable std::vector<support::AlignedArray<T>> shared_;          // of each thread
  std::array<support::AlignedArray<T>, 2> stakes_;                // by player
  std::vector<std::vector<std::vector<std::size_t>>> stakes_at_;  // [street][batch][node]
};

// -- implementation --

template <class T>
std::size_t WalkRows<T>::largest(const WalkPlan& plan) {
  std::size_t result = 0;
  for (std::size_t b = plan.streets.back().first_block; b < plan.blocks.size(); ++b)
    result = std::max(result, size_of(plan, plan.blocks[b]));
  return result;
}

template <class T>
std::uint64_t WalkRows<T>::memory(const WalkPlan& plan, int threads) {
  std::uint64_t cells = largest(plan) * threads;
  for (std::size_t b = 0; b < plan.blocks.size(); ++b) {
    if (b < plan.streets.back().first_block) cells += size_of(plan, plan.blocks[b]);
    cells += padded<T>(plan.blocks[b].cells) + gap;
  }
  return cells * sizeof(T) + plan.blocks.size() * 2 * sizeof(std::size_t);
}

template <class T>
WalkRows<T>::WalkRows(const WalkPlan& plan, int threads) : plan_(plan) {
  std::size_t kept = 0, roots = 0;
  for (std::size_t b = 0; b < plan.blocks.size(); ++b) {
    root_at_.push_back(roots);
    roots += stride(b);
    work_ += size_of(plan, plan.blocks[b]);
    if (is_last(b)) continue;
    kept_at_.push_back(kept);
    kept += size_of(plan, plan.blocks[b]);
  }
  kept_ = support::AlignedArray<T>(kept);
  roots_ = support::AlignedArray<T>(roots);
  const std::size_t shared = largest(plan);
  for (int thread = 0; thread < threads; ++thread) shared_.emplace_back(shared);
  lay_out_stakes();
}

template <class T>
void WalkRows<T>::lay_out_stakes() {
  std::size_t size = 0;
  for (const WalkPlan::Street& street : plan_.streets) {
    stakes_at_.emplace_back();
    for (const Batch& batch : street.batches) {
      stakes_at_.back().emplace_back();
      for (std::size_t n = 0; n < batch.chips.size(); ++n) {
        stakes_at_.back().back().push_back(size);
        size += padded<T>(batch.histories()) + gap;
      }
    }
  }
  for (support::AlignedArray<T>& stakes : stakes_) stakes = support::AlignedArray<T>(size);
  for (std::size_t r = 0; r < plan_.streets.size(); ++r)
    for (std::size_t i = 0; i < plan_.streets[r].batches.size(); ++i) {
      const Batch& batch = plan_.streets[r].batches[i];
      for (std::size_t n = 0; n < batch.chips.size(); ++n) {
        const bool fold = plan_.shapes[batch.shape].nodes[n].step == Step::fold;
        const std::size_t at = stakes_at_[r][i][n];
        for (int h = 0; h < batch.histories(); ++h) {
          const int chips = batch.chips[n][h];
          stakes_[0].data()[at + h] = static_cast<T>(chips);
          stakes_[1].data()[at + h] = static_cast<T>(fold ? -chips : chips);
        }
      }
    }
}

}  // namespace pokerdata::solvers
