#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "pokerdata/solvers/run_kernels.hpp"
#include "pokerdata/solvers/terminals.hpp"
#include "pokerdata/solvers/walk_rows.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::solvers {

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
  PublicWalk(const games::Game& game, const WalkPlan& plan, const Terminals<T>& terminals, int threads)
      : game_(game),
        plan_(plan),
        terminals_(terminals),
        rows_(plan, support::checked_threads(threads)),
        threads_(rows_.work() < worth_threads ? 1 : support::checked_threads(threads)),
        scratch_(threads_) {
    for (Scratch& scratch : scratch_) scratch.panel = support::AlignedArray<T>(Terminals<T>::panel(game));
  }

  // Returns the player's value of the game. If `stop` becomes true on the way, throws Cancelled.
  template <class Visitor>
  double run(int player, Visitor& visitor, const std::atomic<bool>* stop = nullptr);

  // bytes of the rows for this many threads
  static std::uint64_t memory(const WalkPlan& plan, int threads) {
    return WalkRows<T>::memory(plan, threads);
  }

 private:
  // Below so many numbers to touch, starting threads takes longer than the work.
  static constexpr std::size_t worth_threads = 400'000;

  using Rows = typename WalkRows<T>::Block;
  struct Scratch {
    std::vector<T*> actions;
    std::vector<LeafRows<T>> folds, showdowns;
    std::vector<RunSource<T>> runs;
    support::AlignedArray<T> panel;
  };

  template <class Visitor>
  void descend(std::size_t block, int thread, int player, Visitor& visitor);
  template <class Visitor>
  void ascend(std::size_t block, int thread, int player, Visitor& visitor);
  void enter(std::size_t block, const Rows& rows, Scratch& scratch, int player, bool own);
  void collect(std::size_t block, const Rows& rows, int player);
  void evaluate_leaves(std::size_t block, const Rows& rows, Scratch& scratch, int player);
  T* const* list_actions(const Shape& shape, const ShapeNode& node, const Rows& rows,
                         const std::vector<std::int32_t>& numbers, Scratch& scratch) const;

  const games::Game& game_;
  const WalkPlan& plan_;
  const Terminals<T>& terminals_;
  WalkRows<T> rows_;
  int threads_;
  std::vector<Scratch> scratch_;  // of each thread
};

// -- implementation --

template <class T>
template <class Visitor>
double PublicWalk<T>::run(int player, Visitor& visitor, const std::atomic<bool>* stop) {
  const int last = static_cast<int>(plan_.streets.size()) - 1;
  const auto blocks = [&](int street, const auto& work) {
    const WalkPlan::Street& s = plan_.streets[street];
    support::parallel_for(static_cast<std::int64_t>(s.blocks), threads_, [&](std::int64_t i, int thread) {
      if (stop && stop->load(std::memory_order_relaxed)) throw support::Cancelled();
      work(s.first_block + i, thread);
    });
  };
  for (int r = 0; r < last; ++r)
    blocks(r, [&](std::size_t b, int thread) { descend(b, thread, player, visitor); });
  blocks(last, [&](std::size_t b, int thread) {
    descend(b, thread, player, visitor);
    ascend(b, thread, player, visitor);
  });
  for (int r = last - 1; r >= 0; --r)
    blocks(r, [&](std::size_t b, int thread) { ascend(b, thread, player, visitor); });
  double value = 0;
  for (int b = 0; b < static_cast<int>(plan_.streets[0].blocks); ++b)
    for (int i = 0; i < plan_.blocks[b].cells; ++i) value += static_cast<double>(rows_.roots(b)[i]);
  return value;
}

template <class T>
T* const* PublicWalk<T>::list_actions(const Shape& shape, const ShapeNode& node, const Rows& rows,
                                      const std::vector<std::int32_t>& numbers, Scratch& scratch) const {
  scratch.actions.clear();
  for (int a = 0; a < node.actions; ++a)
    scratch.actions.push_back(rows[numbers[shape.child[node.first + a]]]);
  return scratch.actions.data();
}

template <class T>
template <class Visitor>
void PublicWalk<T>::descend(std::size_t b, int thread, int player, Visitor& visitor) {
  const Shape& shape = plan_.shape(plan_.blocks[b]);
  const RowNumbers& numbers = shape.rows[player];
  const Rows rows = rows_.of(b, thread);
  enter(b, rows, scratch_[thread], player, Visitor::wants_own_reach);
  for (std::size_t n = 0; n < shape.nodes.size(); ++n) {
    const ShapeNode& node = shape.nodes[n];
    if (node.step != Step::decision) continue;
    const bool acts = node.player == player;
    if (acts && !Visitor::wants_own_reach) continue;
    const DecisionRows at{b, static_cast<std::size_t>(node.first), node.actions, plan_.blocks[b].cells};
    const auto& to = acts ? numbers.own : numbers.opponent;
    T* const* const actions = list_actions(shape, node, rows, to, scratch_[thread]);
    if (acts)
      visitor.own_down(at, rows[to[n]], actions);
    else
      visitor.opponent_down(at, rows[to[n]], actions);
  }
  evaluate_leaves(b, rows, scratch_[thread], player);
}

template <class T>
template <class Visitor>
void PublicWalk<T>::ascend(std::size_t b, int thread, int player, Visitor& visitor) {
  const Shape& shape = plan_.shape(plan_.blocks[b]);
  const RowNumbers& numbers = shape.rows[player];
  const Rows rows = rows_.of(b, thread);
  if (!rows_.is_last(b)) collect(b, rows, player);
  for (std::size_t n = shape.nodes.size(); n-- > 0;) {
    const ShapeNode& node = shape.nodes[n];
    if (node.step != Step::decision) continue;
    const DecisionRows at{b, static_cast<std::size_t>(node.first), node.actions, plan_.blocks[b].cells};
    T* const* const actions = list_actions(shape, node, rows, numbers.value, scratch_[thread]);
    if (node.player == player)
      visitor.own_up(at, actions);
    else
      visitor.opponent_up(at, actions);
  }
  std::copy_n(rows[numbers.value[0]], plan_.blocks[b].cells, rows_.roots(b));
}

// Each child state starts with the reach of its parent: the leaves carry the chance probabilities.
template <class T>
void PublicWalk<T>::enter(std::size_t b, const Rows& rows, Scratch& scratch, int player, bool own) {
  const WalkPlan::Block& block = plan_.blocks[b];
  const Batch& batch = plan_.batch(block);
  const games::Board& board = game_.streets[block.street].boards[block.board];
  for (const bool mine : {false, true}) {
    if (mine && !own) continue;
    const auto numbers = mine ? &RowNumbers::own : &RowNumbers::opponent;
    T* const row = rows[(plan_.shape(block).rows[player].*numbers)[0]];
    if (block.street == 0) {
      std::fill_n(row, block.cells, T{1});
      std::fill(row + block.cells, row + rows.stride, T{0});
      continue;
    }
    const WalkPlan::Street& above = plan_.streets[block.street - 1];
    scratch.runs.clear();
    for (const Run& run : batch.sources) {
      const Batch& from = above.batches[run.batch];
      const std::int32_t number = (plan_.shapes[from.shape].rows[player].*numbers)[run.node];
      scratch.runs.push_back({rows_.of(from.first_block + board.parent, 0)[number] + run.before,
                              from.histories(), run.after, run.length});
    }
    POKERDATA_DISPATCH(copy_to_children<T>)
    (scratch.runs.data(), static_cast<int>(scratch.runs.size()),
     game_.streets[block.street].parents.data() + board.first, board.states, batch.histories(), row);
    std::fill(row + block.cells, row + rows.stride, T{0});
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
    if (shape.nodes[n].step == Step::next_street) std::fill_n(rows[numbers[n]], rows.stride, T{0});
  const int count = batch.histories();
  const pokerdata::games::Street& below = game_.streets[block.street + 1];
  const auto& first_child = plan_.streets[block.street].first_child;
  for (std::int32_t child = first_child[block.board]; child < first_child[block.board + 1]; ++child) {
    const std::int32_t* const parents = below.parents.data() + below.boards[child].first;
    const int states = below.boards[child].states;
    for (const Run& run : batch.targets) {
      const Batch& to = plan_.streets[block.street + 1].batches[run.batch];
      const int stride_after = to.histories();
      const T* const source = rows_.roots(to.first_block + child) + run.after;
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
  scratch.folds.clear();
  scratch.showdowns.clear();
  for (std::size_t n = 0; n < shape.nodes.size(); ++n) {
    const Step step = shape.nodes[n].step;
    if (step != Step::fold && step != Step::showdown) continue;
    (step == Step::fold ? scratch.folds : scratch.showdowns)
        .push_back({rows[numbers.opponent[n]], rows[numbers.value[n]], rows_.stakes(block, n, player)});
  }
  const int histories = plan_.batch(block).histories();
  if (!scratch.folds.empty())
    terminals_.evaluate_folds(block.street, block.board, histories, scratch.folds, scratch.panel.data());
  if (!scratch.showdowns.empty())
    terminals_.evaluate_showdowns(block.street, block.board, histories, scratch.showdowns,
                                  scratch.panel.data());
  for (const auto* leaves : {&scratch.folds, &scratch.showdowns})
    for (const LeafRows<T>& leaf : *leaves)
      std::fill(leaf.values + block.cells, leaf.values + rows.stride, T{0});
}

}  // namespace pokerdata::solvers
