#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "pokerdata/solvers/terminals.hpp"
#include "pokerdata/solvers/walk_plan.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata {

// A decision node of a block: what kernels work on.
struct DecisionRows {
  std::size_t block;
  std::size_t row;  // of its first action, among the strategy rows of the block
  int actions;
  int cells;  // numbers in a row
};

// One walk over the public tree computes, for one player, the counterfactual value of every private state
// at every public state. Reach goes down and values come up.
//
// The streets before the last keep their rows between the way down and the way up; the last street, which has
// nearly all nodes, streams: each thread takes a block down, through the terminals and up again in memory
// of its own. What a block computes depends on nothing but its input, and blocks do not depend on the number
// of threads, so neither do the bits.
//
// The visitor says what happens at decision nodes:
//   static constexpr bool wants_own_reach   whether the player's own reach is carried down, too
//   void opponent_down(at, reach, rows)     fill rows[a], the opponent's reach after each action
//   void own_down(at, reach, rows)          the same for the player's own reach
//   void own_up(at, rows)                   turn the action values rows[a] into the node's value in rows[0]
//   void opponent_up(at, rows)              the same where the opponent acts: the sum
template <class T>
class PublicWalk {
 public:
  // All three must outlive the walk.
  PublicWalk(const Game& game, const WalkPlan& plan, const Terminals<T>& terminals, int threads);

  // Returns the player's value of the game. If `stop` becomes true on the way, throws Cancelled.
  template <class Visitor>
  double run(int player, Visitor& visitor, const std::atomic<bool>* stop = nullptr);

  // bytes of the rows for this many threads
  static std::uint64_t memory(const WalkPlan& plan, int threads);

 private:
  // Zeros between rows, over which kernels run.
  static constexpr int gap = row_alignment / static_cast<int>(sizeof(T));
  // Below so many numbers to touch, starting threads takes longer than the work.
  static constexpr std::size_t worth_threads = 400'000;

  struct Rows {
    T* first = nullptr;
    std::size_t stride = 0;
    T* operator[](std::int32_t number) const { return first + number * stride; }
  };
  struct Scratch {
    RowBlock<T> rows;  // of a block on the last street
    std::vector<T*> actions;
    std::vector<LeafRows<T>> folds, showdowns;
  };

  static std::size_t stride(const WalkPlan::Block& block) { return padded<T>(block.cells) + gap; }
  static std::size_t block_size(const WalkPlan& plan, const WalkPlan::Block& block) {
    return stride(block) * plan.shape(block).row_count;
  }
  static std::size_t largest_block(const WalkPlan& plan);
  bool streams(std::size_t block) const { return block >= plan_.streets.back().first_block; }
  Rows rows_of(std::size_t block, Scratch* scratch);

  template <class Visitor>
  void descend(std::size_t block, Scratch& scratch, int player, Visitor& visitor);
  template <class Visitor>
  void ascend(std::size_t block, Scratch& scratch, int player, Visitor& visitor);
  void enter(std::size_t block, const Rows& rows, int player, bool own);
  void collect(std::size_t block, const Rows& rows, int player);
  void evaluate_leaves(std::size_t block, const Rows& rows, Scratch& scratch, int player);
  void list_actions(const Shape& shape, const ShapeNode& node, const Rows& rows,
                    const std::vector<std::int32_t>& numbers, Scratch& scratch) const;

  const Game& game_;
  const WalkPlan& plan_;
  const Terminals<T>& terminals_;
  int threads_;
  std::vector<std::size_t> kept_at_;  // of each block before the last street, in kept_
  RowBlock<T> kept_;
  std::vector<std::size_t> root_at_;  // of each block, in roots_
  RowBlock<T> roots_;                 // values of the roots of each block
  std::vector<Scratch> scratch_;      // of each thread
  // [player]: stakes of a node of a batch, in the order of the batches' shapes; where each starts
  std::array<RowBlock<T>, 2> stakes_;
  std::vector<std::vector<std::vector<std::size_t>>> stakes_at_;  // [street][batch][node]
};

// -- implementation --

template <class T>
std::size_t PublicWalk<T>::largest_block(const WalkPlan& plan) {
  std::size_t largest = 0;
  for (std::size_t b = plan.streets.back().first_block; b < plan.blocks.size(); ++b)
    largest = std::max(largest, block_size(plan, plan.blocks[b]));
  return largest;
}

template <class T>
std::uint64_t PublicWalk<T>::memory(const WalkPlan& plan, int threads) {
  std::uint64_t cells = largest_block(plan) * threads;
  for (std::size_t b = 0; b < plan.blocks.size(); ++b) {
    if (b < plan.streets.back().first_block) cells += block_size(plan, plan.blocks[b]);
    cells += stride(plan.blocks[b]);
  }
  return cells * sizeof(T) + plan.blocks.size() * 2 * sizeof(std::size_t);
}

template <class T>
PublicWalk<T>::PublicWalk(const Game& game, const WalkPlan& plan, const Terminals<T>& terminals, int threads)
    : game_(game), plan_(plan), terminals_(terminals), threads_(checked_threads(threads)) {
  std::size_t kept = 0, roots = 0, work = 0;
  for (std::size_t b = 0; b < plan.blocks.size(); ++b) {
    const WalkPlan::Block& block = plan.blocks[b];
    root_at_.push_back(roots);
    roots += stride(block);
    work += block_size(plan, block);
    if (streams(b)) continue;
    kept_at_.push_back(kept);
    kept += block_size(plan, block);
  }
  if (work < worth_threads) threads_ = 1;
  kept_ = RowBlock<T>(kept);
  roots_ = RowBlock<T>(roots);
  scratch_.resize(threads_);
  const std::size_t largest = largest_block(plan);
  for (Scratch& scratch : scratch_) scratch.rows = RowBlock<T>(largest);

  std::size_t size = 0;
  for (const WalkPlan::Street& street : plan.streets) {
    stakes_at_.emplace_back();
    for (const Batch& batch : street.batches) {
      stakes_at_.back().emplace_back();
      for (std::size_t n = 0; n < batch.chips.size(); ++n) {
        stakes_at_.back().back().push_back(size);
        size += padded<T>(batch.histories()) + gap;
      }
    }
  }
  for (const int player : {0, 1}) {
    stakes_[player] = RowBlock<T>(size);
    for (std::size_t r = 0; r < plan.streets.size(); ++r)
      for (std::size_t i = 0; i < plan.streets[r].batches.size(); ++i) {
        const Batch& batch = plan.streets[r].batches[i];
        for (std::size_t n = 0; n < batch.chips.size(); ++n) {
          const bool fold = plan.shapes[batch.shape].nodes[n].step == Step::fold;
          T* const out = stakes_[player].data() + stakes_at_[r][i][n];
          for (int h = 0; h < batch.histories(); ++h)
            out[h] = static_cast<T>(fold && player == 1 ? -batch.chips[n][h] : batch.chips[n][h]);
        }
      }
  }
}

template <class T>
template <class Visitor>
double PublicWalk<T>::run(int player, Visitor& visitor, const std::atomic<bool>* stop) {
  const int last = static_cast<int>(plan_.streets.size()) - 1;
  const auto blocks = [&](int street, const auto& work) {
    const WalkPlan::Street& s = plan_.streets[street];
    parallel_for(static_cast<std::int64_t>(s.blocks), threads_, [&](std::int64_t i, int thread) {
      if (stop && stop->load(std::memory_order_relaxed)) throw Cancelled();
      work(s.first_block + i, scratch_[thread]);
    });
  };
  for (int r = 0; r < last; ++r)
    blocks(r, [&](std::size_t b, Scratch& scratch) { descend(b, scratch, player, visitor); });
  blocks(last, [&](std::size_t b, Scratch& scratch) {
    descend(b, scratch, player, visitor);
    ascend(b, scratch, player, visitor);
  });
  for (int r = last - 1; r >= 0; --r)
    blocks(r, [&](std::size_t b, Scratch& scratch) { ascend(b, scratch, player, visitor); });
  double value = 0;
  for (int b = 0; b < static_cast<int>(plan_.streets[0].blocks); ++b)
    for (int i = 0; i < plan_.blocks[b].cells; ++i)
      value += static_cast<double>(roots_.data()[root_at_[b] + i]);
  return value;
}

template <class T>
typename PublicWalk<T>::Rows PublicWalk<T>::rows_of(std::size_t block, Scratch* scratch) {
  return {streams(block) ? scratch->rows.data() : kept_.data() + kept_at_[block],
          stride(plan_.blocks[block])};
}

template <class T>
void PublicWalk<T>::list_actions(const Shape& shape, const ShapeNode& node, const Rows& rows,
                                 const std::vector<std::int32_t>& numbers, Scratch& scratch) const {
  scratch.actions.clear();
  for (int a = 0; a < node.actions; ++a)
    scratch.actions.push_back(rows[numbers[shape.child[node.first + a]]]);
}

template <class T>
template <class Visitor>
void PublicWalk<T>::descend(std::size_t b, Scratch& scratch, int player, Visitor& visitor) {
  const Shape& shape = plan_.shape(plan_.blocks[b]);
  const RowNumbers& numbers = shape.rows[player];
  const Rows rows = rows_of(b, &scratch);
  enter(b, rows, player, Visitor::wants_own_reach);
  for (std::size_t n = 0; n < shape.nodes.size(); ++n) {
    const ShapeNode& node = shape.nodes[n];
    if (node.step != Step::decision) continue;
    const bool acts = node.player == player;
    if (acts && !Visitor::wants_own_reach) continue;
    const DecisionRows at{b, static_cast<std::size_t>(node.first), node.actions, plan_.blocks[b].cells};
    list_actions(shape, node, rows, acts ? numbers.own : numbers.opponent, scratch);
    if (acts)
      visitor.own_down(at, rows[numbers.own[n]], scratch.actions.data());
    else
      visitor.opponent_down(at, rows[numbers.opponent[n]], scratch.actions.data());
  }
  evaluate_leaves(b, rows, scratch, player);
}

template <class T>
template <class Visitor>
void PublicWalk<T>::ascend(std::size_t b, Scratch& scratch, int player, Visitor& visitor) {
  const Shape& shape = plan_.shape(plan_.blocks[b]);
  const RowNumbers& numbers = shape.rows[player];
  const Rows rows = rows_of(b, &scratch);
  if (!streams(b)) collect(b, rows, player);
  for (std::size_t n = shape.nodes.size(); n-- > 0;) {
    const ShapeNode& node = shape.nodes[n];
    if (node.step != Step::decision) continue;
    const DecisionRows at{b, static_cast<std::size_t>(node.first), node.actions, plan_.blocks[b].cells};
    list_actions(shape, node, rows, numbers.value, scratch);
    if (node.player == player)
      visitor.own_up(at, scratch.actions.data());
    else
      visitor.opponent_up(at, scratch.actions.data());
  }
  std::copy_n(rows[numbers.value[0]], plan_.blocks[b].cells, roots_.data() + root_at_[b]);
}

// Each child state starts with the reach of its parent: the leaves carry the chance probabilities.
template <class T>
void PublicWalk<T>::enter(std::size_t b, const Rows& rows, int player, bool own) {
  const WalkPlan::Block& block = plan_.blocks[b];
  const Batch& batch = plan_.batch(block);
  const Board& board = game_.streets[block.street].boards[block.board];
  const int count = batch.histories();
  for (const bool mine : {false, true}) {
    if (mine && !own) continue;
    const auto numbers = mine ? &RowNumbers::own : &RowNumbers::opponent;
    T* const row = rows[(plan_.shape(block).rows[player].*numbers)[0]];
    if (block.street == 0) {
      std::fill_n(row, block.cells, T{1});
      continue;
    }
    const std::int32_t* const parents = game_.streets[block.street].parents.data() + board.first;
    const WalkPlan::Street& above = plan_.streets[block.street - 1];
    for (const Run& run : batch.sources) {
      const Batch& from = above.batches[run.batch];
      const int stride_before = from.histories();
      const RowNumbers& before = plan_.shapes[from.shape].rows[player];
      const T* const source =
          rows_of(from.first_block + board.parent, nullptr)[(before.*numbers)[run.node]] + run.before;
      for (int s = 0; s < board.states; ++s)
        std::copy_n(source + static_cast<std::size_t>(parents[s]) * stride_before, run.length,
                    row + static_cast<std::size_t>(s) * count + run.after);
    }
    std::fill(row + block.cells, row + stride(block), T{0});
  }
}

// The value of a state where the next street starts: the sum over its children on all boards.
template <class T>
void PublicWalk<T>::collect(std::size_t b, const Rows& rows, int player) {
  const WalkPlan::Block& block = plan_.blocks[b];
  const Shape& shape = plan_.shape(block);
  const Batch& batch = plan_.batch(block);
  const std::vector<std::int32_t>& numbers = shape.rows[player].value;
  for (std::size_t n = 0; n < shape.nodes.size(); ++n)
    if (shape.nodes[n].step == Step::next_street) std::fill_n(rows[numbers[n]], stride(block), T{0});
  const int count = batch.histories();
  const pokerdata::Street& below = game_.streets[block.street + 1];
  const auto& first_child = plan_.streets[block.street].first_child;
  for (std::int32_t child = first_child[block.board]; child < first_child[block.board + 1]; ++child) {
    const std::int32_t* const parents = below.parents.data() + below.boards[child].first;
    const int states = below.boards[child].states;
    for (const Run& run : batch.targets) {
      const Batch& to = plan_.streets[block.street + 1].batches[run.batch];
      const int stride_after = to.histories();
      const T* const source = roots_.data() + root_at_[to.first_block + child] + run.after;
      T* const sum = rows[numbers[run.node]] + run.before;
      for (int s = 0; s < states; ++s) {
        const T* const from = source + static_cast<std::size_t>(s) * stride_after;
        T* const into = sum + static_cast<std::size_t>(parents[s]) * count;
        for (int h = 0; h < run.length; ++h) into[h] += from[h];
      }
    }
  }
}

template <class T>
void PublicWalk<T>::evaluate_leaves(std::size_t b, const Rows& rows, Scratch& scratch, int player) {
  const WalkPlan::Block& block = plan_.blocks[b];
  const Shape& shape = plan_.shape(block);
  const RowNumbers& numbers = shape.rows[player];
  const auto& stakes_at = stakes_at_[block.street][block.batch];
  scratch.folds.clear();
  scratch.showdowns.clear();
  for (std::size_t n = 0; n < shape.nodes.size(); ++n) {
    const Step step = shape.nodes[n].step;
    if (step != Step::fold && step != Step::showdown) continue;
    (step == Step::fold ? scratch.folds : scratch.showdowns)
        .push_back(
            {rows[numbers.opponent[n]], rows[numbers.value[n]], stakes_[player].data() + stakes_at[n]});
  }
  const int histories = plan_.batch(block).histories();
  if (!scratch.folds.empty()) terminals_.evaluate_folds(block.street, block.board, histories, scratch.folds);
  if (!scratch.showdowns.empty()) terminals_.evaluate_showdowns(block.board, histories, scratch.showdowns);
  for (const auto* leaves : {&scratch.folds, &scratch.showdowns})
    for (const LeafRows<T>& leaf : *leaves)
      std::fill(leaf.values + block.cells, leaf.values + stride(block), T{0});
}

}  // namespace pokerdata
