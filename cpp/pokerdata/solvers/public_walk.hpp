#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "pokerdata/games/joint_count_game.hpp"
#include "pokerdata/solvers/terminals.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata {

// One walk over the public tree computes, for one player, the counterfactual value of every private state
// at every public state. Reach goes down and values come up; both are rows over private states.
//
// The unit of work, and of threading, is a batch: a run of street roots with everything below them on
// that street. The streets before the last keep their rows between the way down and the way up; the
// last street, which has nearly all nodes, streams: each thread takes a batch down, through the terminals
// and up again in memory of its own. What a batch computes depends on nothing but its input, and batches
// do not depend on the number of threads, so neither do the bits.
//
// The visitor says what happens at decision nodes:
//   static constexpr bool wants_own_reach   whether the player's own reach is carried down, too
//   void opponent_down(node, reach, rows)   fill rows[a], the opponent's reach after each action
//   void own_down(node, reach, rows)        the same for the player's own reach
//   void own_up(node, rows)                 turn the action values rows[a] into the node's value in rows[0]
//   void opponent_up(node, rows)            the same where the opponent acts: the sum
template <class T>
class PublicWalk {
 public:
  PublicWalk(const JointCountGame& game, int threads);

  // Returns the player's value of the game. If `stop` becomes true on the way, throws Cancelled.
  template <class Visitor>
  double run(int player, const Terminals<T>& terminals, Visitor& visitor,
             const std::atomic<bool>* stop = nullptr);

  // bytes of the rows for this many threads
  static std::uint64_t memory(const JointCountGame& game, int threads);

 private:
  struct Batch {
    int street;
    int first;  // node
    int end;
    int rows;  // needed, at most
  };
  // Rows of one street, handed out one after another.
  struct Arena {
    RowBlock<T> block;
    std::size_t used = 0;
    int width = 0;
    T* take() { return block.data() + width * used++; }
  };
  struct Scratch {
    LeafBatch<T> folds, showdowns;
    std::vector<T*> rows;
  };

  static std::vector<std::vector<Batch>> plan(const JointCountGame& game);
  static Arena make_arena(const JointCountGame& game, int street, int rows);

  template <class Visitor>
  void descend(const Batch& batch, Arena& arena, Scratch& scratch, int player, const Terminals<T>& terminals,
               Visitor& visitor);
  template <class Visitor>
  void ascend(const Batch& batch, Scratch& scratch, int player, Visitor& visitor);
  void enter_street(int node, int street, Arena& arena, bool own);
  void leave_street(int node, int street, const T* values);

  const JointCountGame& game_;
  int threads_;
  std::vector<std::vector<Batch>> batches_;  // of each street
  std::vector<std::vector<Arena>> arenas_;   // of each batch before the last street
  std::vector<Arena> streams_;               // of each thread, for the last street
  std::vector<Scratch> scratch_;             // of each thread
  std::vector<T*> opponent_, own_,
      value_;  // row of each node; at a street root value_ is a row of the street before
  double root_value_ = 0;
};

// -- implementation --

template <class T>
std::vector<std::vector<typename PublicWalk<T>::Batch>> PublicWalk<T>::plan(const JointCountGame& game) {
  // Enough leaves that a matrix panel is used often once it is in the cache, few enough that the
  // rows of a batch stay in the cache beside it.
  constexpr int wanted_leaves = 102;
  const BettingTree& tree = game.tree;
  std::vector<std::vector<Batch>> batches(tree.streets());
  for (int r = 0; r < tree.streets(); ++r) {
    const auto& roots = tree.street_roots[r];
    int leaves = wanted_leaves;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const int end = i + 1 < roots.size() ? roots[i + 1] : tree.street_end(r);
      int own_leaves = 0, rows = 2;
      for (int node = roots[i]; node < end; ++node) {
        own_leaves += tree.kind[node] != NodeKind::decision;
        for (int e = tree.first_edge[node]; e < tree.first_edge[node + 1]; ++e)
          rows += tree.kind[tree.child[e]] != NodeKind::decision || tree.starts_street(tree.child[e]) ? 2 : 1;
      }
      if (leaves + own_leaves > wanted_leaves) {
        batches[r].push_back({r, roots[i], roots[i], 1});
        leaves = 0;
      }
      leaves += own_leaves;
      batches[r].back().end = end;
      batches[r].back().rows += rows;
    }
  }
  return batches;
}

template <class T>
typename PublicWalk<T>::Arena PublicWalk<T>::make_arena(const JointCountGame& game, int street, int rows) {
  const int width = padded<T>(game.streets[street].states);
  return {RowBlock<T>(static_cast<std::size_t>(width) * rows), 0, width};
}

template <class T>
std::uint64_t PublicWalk<T>::memory(const JointCountGame& game, int threads) {
  std::uint64_t cells = 0;
  const auto batches = plan(game);
  for (const auto& street : batches) {
    std::uint64_t kept = 0, largest = 0;
    for (const Batch& batch : street) {
      const std::uint64_t size = std::uint64_t(batch.rows) * padded<T>(game.streets[batch.street].states);
      kept += size;
      largest = std::max(largest, size);
    }
    cells += &street == &batches.back() ? largest * threads : kept;
  }
  return cells * sizeof(T) + std::uint64_t(game.tree.nodes()) * 3 * sizeof(T*);
}

template <class T>
PublicWalk<T>::PublicWalk(const JointCountGame& game, int threads)
    : game_(game),
      threads_(checked_threads(threads)),
      batches_(plan(game)),
      arenas_(batches_.size() - 1),
      scratch_(threads_),
      opponent_(game.tree.nodes()),
      own_(game.tree.nodes()),
      value_(game.tree.nodes()) {
  const int last = static_cast<int>(batches_.size()) - 1;
  for (int r = 0; r < last; ++r)
    for (const Batch& batch : batches_[r]) arenas_[r].push_back(make_arena(game, r, batch.rows));
  int rows = 0;
  for (const Batch& batch : batches_[last]) rows = std::max(rows, batch.rows);
  for (int t = 0; t < threads_; ++t) streams_.push_back(make_arena(game, last, rows));
}

template <class T>
template <class Visitor>
double PublicWalk<T>::run(int player, const Terminals<T>& terminals, Visitor& visitor,
                          const std::atomic<bool>* stop) {
  const int last = static_cast<int>(batches_.size()) - 1;
  for (int r = 0; r < last; ++r)
    parallel_for(std::int64_t(batches_[r].size()), threads_, [&](std::int64_t i, int thread) {
      descend(batches_[r][i], arenas_[r][i], scratch_[thread], player, terminals, visitor);
    });
  parallel_for(std::int64_t(batches_[last].size()), threads_, [&](std::int64_t i, int thread) {
    if (stop && stop->load(std::memory_order_relaxed)) throw Cancelled();
    descend(batches_[last][i], streams_[thread], scratch_[thread], player, terminals, visitor);
    ascend(batches_[last][i], scratch_[thread], player, visitor);
  });
  for (int r = last - 1; r >= 0; --r)
    parallel_for(std::int64_t(batches_[r].size()), threads_, [&](std::int64_t i, int thread) {
      ascend(batches_[r][i], scratch_[thread], player, visitor);
    });
  return root_value_;
}

template <class T>
template <class Visitor>
void PublicWalk<T>::descend(const Batch& batch, Arena& arena, Scratch& scratch, int player,
                            const Terminals<T>& terminals, Visitor& visitor) {
  const BettingTree& tree = game_.tree;
  constexpr bool own = Visitor::wants_own_reach;
  arena.used = 0;
  T* const unused = arena.take();  // own reach is not needed below the last decision
  scratch.folds.clear();
  scratch.showdowns.clear();
  for (int node = batch.first; node < batch.end; ++node) {
    if (tree.starts_street(node)) enter_street(node, batch.street, arena, own);
    if (tree.kind[node] == NodeKind::decision) {
      const bool acts = tree.player[node] == player;
      scratch.rows.clear();
      for (int e = tree.first_edge[node]; e < tree.first_edge[node + 1]; ++e) {
        const int child = tree.child[e];
        const bool leaf = tree.kind[child] != NodeKind::decision;
        opponent_[child] = acts ? opponent_[node] : arena.take();
        if (own) own_[child] = !acts ? own_[node] : leaf ? unused : arena.take();
        if (leaf || tree.starts_street(child)) value_[child] = arena.take();
        scratch.rows.push_back(acts ? own_[child] : opponent_[child]);
      }
      if (!acts)
        visitor.opponent_down(node, opponent_[node], scratch.rows.data());
      else if (own)
        visitor.own_down(node, own_[node], scratch.rows.data());
    } else {
      const bool fold = tree.kind[node] == NodeKind::fold;
      const int stake = fold && player == 1 ? -tree.chips[node] : tree.chips[node];
      (fold ? scratch.folds : scratch.showdowns).add(opponent_[node], value_[node], static_cast<T>(stake));
    }
  }
  terminals.evaluate_folds(batch.street, scratch.folds);
  terminals.evaluate_showdowns(scratch.showdowns);
}

template <class T>
template <class Visitor>
void PublicWalk<T>::ascend(const Batch& batch, Scratch& scratch, int player, Visitor& visitor) {
  const BettingTree& tree = game_.tree;
  for (int node = batch.end - 1; node >= batch.first; --node) {
    if (tree.kind[node] != NodeKind::decision) continue;
    scratch.rows.clear();
    for (int e = tree.first_edge[node]; e < tree.first_edge[node + 1]; ++e)
      scratch.rows.push_back(value_[tree.child[e]]);
    if (tree.player[node] == player)
      visitor.own_up(node, scratch.rows.data());
    else
      visitor.opponent_up(node, scratch.rows.data());
    if (tree.starts_street(node))
      leave_street(node, batch.street, scratch.rows[0]);
    else
      value_[node] = scratch.rows[0];
  }
}

// Each child state starts with the reach of its parent: the matrices carry the chance probabilities.
template <class T>
void PublicWalk<T>::enter_street(int node, int street, Arena& arena, bool own) {
  const StreetCounts& counts = game_.streets[street];
  for (std::vector<T*>* rows : {&opponent_, &own_}) {
    if (rows == &own_ && !own) continue;
    T* const row = arena.take();
    const T* const before = (*rows)[node];
    for (int s = 0; s < counts.states; ++s) row[s] = street == 0 ? T{1} : before[counts.parents[s]];
    (*rows)[node] = row;
  }
}

template <class T>
void PublicWalk<T>::leave_street(int node, int street, const T* values) {
  const StreetCounts& counts = game_.streets[street];
  if (street == 0) {
    root_value_ = 0;
    for (int s = 0; s < counts.states; ++s) root_value_ += static_cast<double>(values[s]);
    return;
  }
  T* const sums = value_[node];
  std::fill_n(sums, game_.streets[street - 1].states, T{0});
  for (int s = 0; s < counts.states; ++s) sums[counts.parents[s]] += values[s];
}

}  // namespace pokerdata
