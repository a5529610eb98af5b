#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "pokerdata/spots/leaves.hpp"
#include "pokerdata/spots/spot_plan.hpp"
#include "pokerdata/support/aligned_array.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::spots {

// A decision on a board, as visitors see it.
struct Place {
  int street, board, item;
  int player, actions;
  int states;  // of the player who acts
  int rows;    // of the player for whom the walk is
};

// One walk through a spot: for one player the counterfactual value of each of his hands everywhere. Reach
// goes down and values come up; the last street, which has nearly everything, streams in the memory of a
// thread. What is summed, and in which order, does not depend on the number of threads.
//
// Values are in chips, centred: what is won less what the tree counts as put in, and less half of the dead
// money, so that both players' add up to minus the rake; times the chance of the cards and the opponent's
// reach, summed over the hands of a state.
//
// The visitor says what happens at decisions:
//   opponent_down(place, reach, rows): fill rows[a], the opponent's reach after each action.
//   own_up(place, rows): turn the values of actions, rows[a], into the decision's in rows[0].
//   opponent_up(place, rows): the same where the opponent acts, the sum.
//   at_decision(place, reach), if it is there: called on the way down with the opponent's reach.
//   at_closing(street, board, closing, values), if it is there: called on the way up with what the player's
//   states have where betting ends on a street and a card comes next; closings are numbered on a street.
template <class T>
class SpotWalk {
 public:
  // All three must outlive the walk.
  SpotWalk(const games::BettingTree& tree, const SpotPot& pot, const SpotCards& cards, const SpotPlan& plan,
           int threads);

  // Returns the player's value, in chips a deal, centred. If `stop` becomes true on the way, throws
  // Cancelled.
  template <class Visitor>
  double run(int player, Visitor& visitor, const std::atomic<bool>* stop = nullptr) {
    return run(player, visitor, {}, stop);
  }
  // The same on one line of boards, one a street, and on all boards below the last of them. What visitors
  // are told there is right. What is returned is not, nor are they told of values on the boards before.
  template <class Visitor>
  double run(int player, Visitor& visitor, const std::vector<int>& line, const std::atomic<bool>* stop);

  // From now on a player's states begin the spot with this reach, and not with that of his range.
  void begin_with(int player, std::span<const double> reach) {
    entry_[player].assign(reach.begin(), reach.end());
  }
  // From now on runs go no further than a street, not the last one, after which the player has `ends`, as
  // at_closing() tells them: [board][closing][state]. They must outlive the walk.
  void end_with(int street, int player, std::span<const T> ends);
  // What a run for the player found of his states where the spot begins.
  std::span<const T> root_values(int player) {
    T* const memory = cards_.streets.size() > 1 ? kept(0, 0) : scratch_[0].rows.data();
    const Rows rows = lay_out(memory, 0, 0, 0, player);
    return {rows.value(plan_.streets[0].rows[player][0].value[0]), cards_.weight[player].size()};
  }

  // Of each board of the last street the number of the piece of work that it is part of: the boards of a
  // piece are done one after the other.
  static std::vector<std::int32_t> pieces(const SpotCards& cards) {
    std::vector<std::int32_t> found(cards.streets.back().boards.size());
    const std::vector<Task> tasks = make_tasks(cards);
    for (std::size_t t = 0; t < tasks.size(); ++t)
      std::fill(found.begin() + tasks[t].first, found.begin() + tasks[t].end, static_cast<std::int32_t>(t));
    return found;
  }

  // Frees what the next run takes anew.
  void release() {
    kept_.clear();
    scratch_.clear();
    sums_ = {};
  }

  // Bytes that a walk has all the time, and those that runs take until release().
  static std::uint64_t own_memory(const SpotCards& cards);
  static std::uint64_t run_memory(const SpotCards& cards, const SpotPlan& plan, int threads);

 private:
  // Children of one board of the street before the last, done one after the other.
  struct Task {
    std::int32_t first, end;
  };
  struct Scratch {
    support::AlignedArray<T> rows, panel;
    std::vector<T*> actions;
    std::vector<Leaf<T>> folds, showdowns;
  };
  // The rows of one chunk on one board.
  struct Rows {
    T *first_reach, *first_value;
    int reach_width, value_width;
    T* reach(std::int32_t number) const {
      return first_reach + static_cast<std::size_t>(number) * reach_width;
    }
    T* value(std::int32_t number) const {
      return first_value + static_cast<std::size_t>(number) * value_width;
    }
  };
  // What kernels of leaves need of a board, for either player.
  struct Numbers {
    std::array<std::vector<T>, 2> size, low_share, high_share;
    bool merged = false;
  };

  static int width(const SpotBoard& board, int player) {
    return solvers::padded<T>(board.hands[player].states());
  }
  static std::size_t row_numbers(const SpotBoard& board, const PlanStreet& street, std::size_t chunk,
                                 int player);
  static std::vector<Task> make_tasks(const SpotCards& cards);

  void prepare();
  Rows lay_out(T* memory, int street, int board, std::size_t chunk, int player) const;
  T* kept(int street, int board) { return kept_[street].data() + kept_at_[street][board]; }
  void enter(const Rows& rows, int street, int board, std::size_t chunk, int player);
  template <class Visitor>
  void descend(const Rows& rows, int street, int board, std::size_t chunk, int thread, int player,
               Visitor& visitor);
  template <class Visitor>
  void ascend(const Rows& rows, int street, int board, std::size_t chunk, int thread, int player,
              Visitor& visitor);
  void evaluate(const Rows& rows, int street, int board, std::size_t chunk, int thread, int player);
  void collect(int street, int player, const std::vector<int>& line);
  void fill_closings(int street, int player, const std::vector<int>& line);
  bool on_line(int street, int board, const std::vector<int>& line) const;
  // Calls work(closing, values) for each point of a street where a card comes next.
  template <class Work>
  void for_each_closing(const Rows& rows, int street, int player, const Work& work) const;
  T* const* list(const Rows& rows, bool reach, const std::vector<std::int32_t>& numbers, int first,
                 int actions, Scratch& scratch) const;

  const games::BettingTree& tree_;
  const SpotPot& pot_;
  const SpotCards& cards_;
  const SpotPlan& plan_;
  int threads_;
  std::array<std::vector<double>, 2> entry_;   // reach of both where the spot begins
  int end_street_ = -1;                        // the last one of runs, if not the spot's
  std::array<std::span<const T>, 2> ends_;     // values after it, by player
  std::vector<std::vector<Numbers>> numbers_;  // [street][board]
  std::vector<std::array<std::vector<std::array<T, 2>>, 2>>
      worth_;                                      // [street][player][item]: won and met of leaves
  std::vector<support::AlignedArray<T>> kept_;     // rows of the streets before the last
  std::vector<std::vector<std::size_t>> kept_at_;  // [street][board]
  std::vector<std::size_t> kept_size_;             // numbers of a street
  std::vector<Task> tasks_;                        // of the last street, if there is one before
  support::AlignedArray<T> sums_;                  // of each task: values of the closings above
  std::size_t sum_size_ = 0;                       // numbers of a task
  std::vector<Scratch> scratch_;                   // of each thread
  std::size_t scratch_size_ = 0;                   // numbers of its rows
  support::AlignedArray<T> nothing_, dump_;        // rows of leaves that fill vectors
};

// -- implementation --

template <class T>
std::size_t SpotWalk<T>::row_numbers(const SpotBoard& board, const PlanStreet& street, std::size_t chunk,
                                     int player) {
  const RowNumbers& rows = street.rows[player][chunk];
  return static_cast<std::size_t>(rows.reach_rows) * width(board, 1 - player) +
         static_cast<std::size_t>(rows.value_rows) * width(board, player);
}

// Enough for many threads, and no more: each has sums of its own.
template <class T>
std::vector<typename SpotWalk<T>::Task> SpotWalk<T>::make_tasks(const SpotCards& cards) {
  constexpr std::size_t wanted = 16;
  std::vector<Task> tasks;
  if (cards.streets.size() < 2) return tasks;
  const auto& boards = cards.streets.back().boards;
  const auto most = static_cast<std::int32_t>((boards.size() + wanted - 1) / wanted);
  for (std::int32_t b = 0; b < static_cast<std::int32_t>(boards.size()); ++b) {
    if (b == 0 || boards[b].parent != boards[b - 1].parent || tasks.back().end - tasks.back().first == most)
      tasks.push_back({b, b});
    ++tasks.back().end;
  }
  return tasks;
}

template <class T>
SpotWalk<T>::SpotWalk(const games::BettingTree& tree, const SpotPot& pot, const SpotCards& cards,
                      const SpotPlan& plan, int threads)
    : tree_(tree),
      pot_(pot),
      cards_(cards),
      plan_(plan),
      threads_(support::checked_threads(threads)),
      entry_(cards.weight),
      tasks_(make_tasks(cards)) {
  const int count = static_cast<int>(cards.streets.size());
  std::size_t widest = 0;
  for (int street = 0; street < count; ++street) {
    const PlanStreet& plan_street = plan.streets[street];
    const SpotStreet& cards_street = cards.streets[street];
    worth_.emplace_back();
    for (const int player : {0, 1})
      for (const Item& item : plan_street.items) {
        const double chips = tree.chips[item.node], taken = pot.raked(std::abs(chips));
        std::array<T, 2> worth{};
        if (item.kind == ItemKind::showdown) {
          const double stake = pot.dead / 2 + chips;
          worth = {static_cast<T>(stake - taken / 2), static_cast<T>(-taken / 2)};
        } else if (item.kind == ItemKind::fold) {
          const double stake = pot.dead / 2 + std::abs(chips);
          worth[1] = static_cast<T>(item.player == player ? -stake : stake - taken);
        }
        worth_.back()[player].push_back(worth);
      }
    numbers_.emplace_back();
    kept_at_.emplace_back();
    std::size_t size = 0;
    for (const SpotBoard& board : cards_street.boards) {
      for (const int player : {0, 1}) {
        widest = std::max<std::size_t>(widest, width(board, player));
        if (street + 1 == count)
          for (std::size_t chunk = 0; chunk < plan_street.chunks.size(); ++chunk)
            scratch_size_ = std::max(scratch_size_, row_numbers(board, plan_street, chunk, player));
      }
      if (street + 1 < count) {
        kept_at_.back().push_back(size);
        size += std::max(row_numbers(board, plan_street, 0, 0), row_numbers(board, plan_street, 0, 1));
      }
      Numbers& numbers = numbers_.back().emplace_back();
      numbers.merged = board.symmetries.size() > 1;
      for (const int player : {0, 1}) {
        const Hands& hands = board.hands[player];
        if (numbers.merged)
          for (int s = 0; s < hands.states(); ++s) {
            const double n = hands.size[s];
            numbers.size[player].push_back(static_cast<T>(n));
            numbers.low_share[player].push_back(static_cast<T>(n / board.orbit_size[hands.low[s]]));
            numbers.high_share[player].push_back(static_cast<T>(n / board.orbit_size[hands.high[s]]));
          }
      }
    }
    kept_size_.push_back(size);
  }
  if (count > 1) {
    std::size_t states = 0;
    for (const SpotBoard& board : cards.streets[count - 2].boards)
      for (const int player : {0, 1}) states = std::max<std::size_t>(states, width(board, player));
    sum_size_ = plan.streets[count - 1].roots.size() * states;
  }
  nothing_ = support::AlignedArray<T>(widest);
  dump_ = support::AlignedArray<T>(widest * threads_);
}

template <class T>
void SpotWalk<T>::prepare() {
  if (!scratch_.empty()) return;
  std::vector<support::AlignedArray<T>> kept;
  for (const std::size_t size : kept_size_) kept.emplace_back(size);
  std::vector<Scratch> each(threads_);
  for (Scratch& scratch : each) {
    scratch.rows = support::AlignedArray<T>(scratch_size_);
    scratch.panel = support::AlignedArray<T>(leaf_panel(nothing_.size(), nothing_.size()));
  }
  sums_ = support::AlignedArray<T>(sum_size_ * tasks_.size());
  kept_ = std::move(kept);
  scratch_ = std::move(each);
}

template <class T>
std::uint64_t SpotWalk<T>::own_memory(const SpotCards& cards) {
  std::uint64_t numbers = 0;
  for (const SpotStreet& street : cards.streets)
    for (const SpotBoard& board : street.boards)
      if (board.symmetries.size() > 1)
        for (const Hands& hands : board.hands) numbers += 3 * static_cast<std::uint64_t>(hands.states());
  return numbers * sizeof(T);
}

template <class T>
std::uint64_t SpotWalk<T>::run_memory(const SpotCards& cards, const SpotPlan& plan, int threads) {
  const int count = static_cast<int>(cards.streets.size());
  std::uint64_t numbers = 0, scratch = 0, widest = 0, states = 0;
  for (int street = 0; street < count; ++street)
    for (const SpotBoard& board : cards.streets[street].boards) {
      const PlanStreet& s = plan.streets[street];
      for (const int player : {0, 1}) {
        widest = std::max<std::uint64_t>(widest, width(board, player));
        if (street + 2 == count) states = std::max<std::uint64_t>(states, width(board, player));
        if (street + 1 == count)
          for (std::size_t chunk = 0; chunk < s.chunks.size(); ++chunk)
            scratch = std::max<std::uint64_t>(scratch, row_numbers(board, s, chunk, player));
      }
      if (street + 1 < count) numbers += std::max(row_numbers(board, s, 0, 0), row_numbers(board, s, 0, 1));
    }
  const std::uint64_t tasks = make_tasks(cards).size();
  numbers += tasks * plan.streets.back().roots.size() * states;
  numbers +=
      static_cast<std::uint64_t>(support::checked_threads(threads)) * (scratch + leaf_panel(widest, widest));
  return numbers * sizeof(T);
}

template <class T>
typename SpotWalk<T>::Rows SpotWalk<T>::lay_out(T* memory, int street, int board, std::size_t chunk,
                                                int player) const {
  const SpotBoard& b = cards_.streets[street].boards[board];
  Rows rows{memory, nullptr, width(b, 1 - player), width(b, player)};
  rows.first_value = memory + static_cast<std::size_t>(plan_.streets[street].rows[player][chunk].reach_rows) *
                                  rows.reach_width;
  return rows;
}

template <class T>
template <class Visitor>
double SpotWalk<T>::run(int player, Visitor& visitor, const std::vector<int>& line,
                        const std::atomic<bool>* stop) {
  prepare();
  const int last = static_cast<int>(cards_.streets.size()) - 1;
  const int fixed = static_cast<int>(line.size()) - 1;
  const bool ended = end_street_ >= 0;
  const int depth = ended ? end_street_ + 1 : last;  // streets that are kept in memory
  const auto check = [&] {
    if (stop && stop->load(std::memory_order_relaxed)) throw support::Cancelled();
  };
  const auto boards = [&](int street, const auto& work) {
    support::parallel_for(static_cast<std::int64_t>(cards_.streets[street].boards.size()), threads_,
                          [&](std::int64_t b, int thread) {
                            check();
                            const int board = static_cast<int>(b);
                            if (!on_line(street, board, line)) return;
                            work(lay_out(kept(street, board), street, board, 0, player), board, thread);
                          });
  };
  for (int street = 0; street < depth; ++street)
    boards(street, [&](const Rows& rows, int b, int thread) {
      enter(rows, street, b, 0, player);
      descend(rows, street, b, 0, thread, player, visitor);
    });

  const PlanStreet& plan = plan_.streets[last];
  const auto last_board = [&](int b, int thread, T* sums) {
    const SpotBoard& board = cards_.streets[last].boards[b];
    double value = 0;
    for (std::size_t chunk = 0; chunk < plan.chunks.size(); ++chunk) {
      check();
      const Rows rows = lay_out(scratch_[thread].rows.data(), last, b, chunk, player);
      enter(rows, last, b, chunk, player);
      descend(rows, last, b, chunk, thread, player, visitor);
      ascend(rows, last, b, chunk, thread, player, visitor);
      const Chunk& part = plan.chunks[chunk];
      const RowNumbers& numbers = plan.rows[player][chunk];
      for (int root = part.first_root; root < part.end_root; ++root) {
        const T* const values = rows.value(numbers.value[plan.roots[root] - part.first_item]);
        const Hands& hands = board.hands[player];
        if (sums) {
          const int above = width(cards_.streets[last - 1].boards[board.parent], player);
          POKERDATA_DISPATCH(scatter_row<T>)
          (values, hands.parent.data(), hands.states(), sums + static_cast<std::size_t>(root) * above);
        } else {
          for (int s = 0; s < hands.states(); ++s)
            value += cards_.weight[player][s] * static_cast<double>(values[s]);
        }
      }
    }
    return value;
  };
  if (last == 0) return last_board(0, 0, nullptr) / cards_.deals;

  if (ended) {
    fill_closings(end_street_, player, line);
  } else {
    support::parallel_for(static_cast<std::int64_t>(tasks_.size()), threads_,
                          [&](std::int64_t t, int thread) {
                            T* const sums = sums_.data() + static_cast<std::size_t>(t) * sum_size_;
                            bool begun = false;
                            for (int b = tasks_[t].first; b < tasks_[t].end; ++b) {
                              if (!on_line(last, b, line)) continue;
                              if (!begun) std::fill_n(sums, sum_size_, T{0});
                              begun = true;
                              last_board(b, thread, sums);
                            }
                          });
  }
  for (int street = depth - 1; street >= std::max(fixed, 0); --street) {
    if (street != end_street_) collect(street, player, line);
    boards(street, [&](const Rows& rows, int b, int thread) {
      if constexpr (requires { visitor.at_closing(0, 0, 0, rows.first_value); })
        for_each_closing(rows, street, player, [&](int closing, const T* values) {
          visitor.at_closing(street, b, closing, values);
        });
      ascend(rows, street, b, 0, thread, player, visitor);
    });
  }
  if (fixed > 0) return 0;
  const std::span<const T> values = root_values(player);
  double value = 0;
  for (std::size_t s = 0; s < values.size(); ++s)
    value += cards_.weight[player][s] * static_cast<double>(values[s]);
  return value / cards_.deals;
}

template <class T>
bool SpotWalk<T>::on_line(int street, int board, const std::vector<int>& line) const {
  for (; street >= static_cast<int>(line.size()) && !line.empty(); --street)
    board = cards_.streets[street].boards[board].parent;
  return line.empty() || line[street] == board;
}

// Closings are the roots of the next street. Each is one thread's, so sums are in the order of boards.
template <class T>
void SpotWalk<T>::collect(int street, int player, const std::vector<int>& line) {
  const PlanStreet &above = plan_.streets[street], &next = plan_.streets[street + 1];
  const auto &boards = cards_.streets[street].boards, &below = cards_.streets[street + 1].boards;
  const RowNumbers& numbers = above.rows[player][0];
  support::parallel_for(std::ssize(above.items), threads_, [&](std::int64_t i, int) {
    if (above.items[i].kind != ItemKind::closing) return;
    const auto root = static_cast<std::size_t>(above.items[i].first);
    const auto row = [&](int b) {
      return lay_out(kept(street, b), street, b, 0, player).value(numbers.value[i]);
    };
    for (int b = 0; b < static_cast<int>(boards.size()); ++b)
      if (on_line(street, b, line)) std::fill_n(row(b), width(boards[b], player), T{0});
    if (&next == &plan_.streets.back()) {
      for (std::size_t t = 0; t < tasks_.size(); ++t) {
        const int b = below[tasks_[t].first].parent, states = width(boards[b], player);
        if (!on_line(street, b, line)) continue;
        const T* const sums = sums_.data() + t * sum_size_ + root * states;
        T* const to = row(b);
        for (int s = 0; s < states; ++s) to[s] += sums[s];
      }
      return;
    }
    for (int child = 0; child < static_cast<int>(below.size()); ++child) {
      if (!on_line(street + 1, child, line)) continue;
      const Rows rows = lay_out(kept(street + 1, child), street + 1, child, 0, player);
      const Hands& hands = below[child].hands[player];
      POKERDATA_DISPATCH(scatter_row<T>)
      (rows.value(next.rows[player][0].value[next.roots[root]]), hands.parent.data(), hands.states(),
       row(below[child].parent));
    }
  });
}

template <class T>
template <class Work>
void SpotWalk<T>::for_each_closing(const Rows& rows, int street, int player, const Work& work) const {
  const PlanStreet& plan = plan_.streets[street];
  for (std::size_t i = 0; i < plan.items.size(); ++i)
    if (plan.items[i].kind == ItemKind::closing)
      work(plan.items[i].first, rows.value(plan.rows[player][0].value[i]));
}

template <class T>
void SpotWalk<T>::end_with(int street, int player, std::span<const T> ends) {
  end_street_ = street;
  ends_[player] = ends;
}

template <class T>
void SpotWalk<T>::fill_closings(int street, int player, const std::vector<int>& line) {
  const T* from = ends_[player].data();
  for (int b = 0; b < static_cast<int>(cards_.streets[street].boards.size()); ++b) {
    const Rows rows = lay_out(kept(street, b), street, b, 0, player);
    const int states = cards_.streets[street].boards[b].hands[player].states();
    const auto closings = plan_.streets[street + 1].roots.size();
    if (on_line(street, b, line))
      for_each_closing(rows, street, player, [&](int closing, T* values) {
        std::copy_n(from + static_cast<std::size_t>(closing) * states, states, values);
      });
    from += closings * states;
  }
}

template <class T>
void SpotWalk<T>::enter(const Rows& rows, int street, int board, std::size_t chunk, int player) {
  const SpotBoard& here = cards_.streets[street].boards[board];
  const PlanStreet& plan = plan_.streets[street];
  const Chunk& part = plan.chunks[chunk];
  const RowNumbers& numbers = plan.rows[player][chunk];
  if (street == 0) {
    T* const reach = rows.reach(numbers.reach[0]);
    const std::vector<double>& entry = entry_[1 - player];
    for (int s = 0; s < rows.reach_width; ++s)
      reach[s] = s < static_cast<int>(entry.size()) ? static_cast<T>(entry[s]) : T{0};
    return;
  }
  const PlanStreet& above = plan_.streets[street - 1];
  const Rows from = lay_out(kept(street - 1, here.parent), street - 1, here.parent, 0, player);
  const RowNumbers& before = above.rows[player][0];
  const Hands& theirs = here.hands[1 - player];
  for (std::size_t i = 0; i < above.items.size(); ++i) {
    const Item& item = above.items[i];
    if (item.kind != ItemKind::closing || item.first < part.first_root || item.first >= part.end_root)
      continue;
    const int to = plan.roots[item.first] - part.first_item;
    POKERDATA_DISPATCH(gather_row<T>)
    (from.reach(before.reach[i]), theirs.parent.data(), theirs.states(), rows.reach_width,
     rows.reach(numbers.reach[to]));
  }
}

template <class T>
T* const* SpotWalk<T>::list(const Rows& rows, bool reach, const std::vector<std::int32_t>& numbers, int first,
                            int actions, Scratch& scratch) const {
  scratch.actions.clear();
  for (int a = 0; a < actions; ++a)
    scratch.actions.push_back(reach ? rows.reach(numbers[first + a]) : rows.value(numbers[first + a]));
  return scratch.actions.data();
}

template <class T>
template <class Visitor>
void SpotWalk<T>::descend(const Rows& rows, int street, int board, std::size_t chunk, int thread, int player,
                          Visitor& visitor) {
  const PlanStreet& plan = plan_.streets[street];
  const Chunk& part = plan.chunks[chunk];
  const RowNumbers& numbers = plan.rows[player][chunk];
  const auto& hands = cards_.streets[street].boards[board].hands;
  for (int i = part.first_item; i < part.end_item; ++i) {
    const Item& item = plan.items[i];
    if (item.kind != ItemKind::decision) continue;
    const int at = i - part.first_item, first = item.first - part.first_item;
    const Place place{
        street, board, i, item.player, item.actions, hands[item.player].states(), hands[player].states()};
    if constexpr (requires { visitor.at_decision(place, rows.reach(0)); })
      visitor.at_decision(place, rows.reach(numbers.reach[at]));
    if (item.player == player) continue;
    visitor.opponent_down(place, rows.reach(numbers.reach[at]),
                          list(rows, true, numbers.reach, first, item.actions, scratch_[thread]));
  }
  evaluate(rows, street, board, chunk, thread, player);
}

template <class T>
template <class Visitor>
void SpotWalk<T>::ascend(const Rows& rows, int street, int board, std::size_t chunk, int thread, int player,
                         Visitor& visitor) {
  const PlanStreet& plan = plan_.streets[street];
  const Chunk& part = plan.chunks[chunk];
  const RowNumbers& numbers = plan.rows[player][chunk];
  const auto& hands = cards_.streets[street].boards[board].hands;
  for (int i = part.end_item; i-- > part.first_item;) {
    const Item& item = plan.items[i];
    if (item.kind != ItemKind::decision) continue;
    const Place place{
        street, board, i, item.player, item.actions, hands[item.player].states(), hands[player].states()};
    T* const* const actions =
        list(rows, false, numbers.value, item.first - part.first_item, item.actions, scratch_[thread]);
    if (item.player == player)
      visitor.own_up(place, actions);
    else
      visitor.opponent_up(place, actions);
  }
}

template <class T>
void SpotWalk<T>::evaluate(const Rows& rows, int street, int board, std::size_t chunk, int thread,
                           int player) {
  const PlanStreet& plan = plan_.streets[street];
  const Chunk& part = plan.chunks[chunk];
  const RowNumbers& row = plan.rows[player][chunk];
  const SpotBoard& here = cards_.streets[street].boards[board];
  const Numbers& numbers = numbers_[street][board];
  const Hands &mine = here.hands[player], &theirs = here.hands[1 - player];
  const T chance = static_cast<T>(here.weight / cards_.streets[street].deals);
  Scratch& scratch = scratch_[thread];
  scratch.folds.clear();
  scratch.showdowns.clear();
  for (int i = part.first_item; i < part.end_item; ++i) {
    const ItemKind kind = plan.items[i].kind;
    if (kind != ItemKind::fold && kind != ItemKind::showdown) continue;
    const int at = i - part.first_item;
    const auto [won, met] = worth_[street][player][i];
    (kind == ItemKind::fold ? scratch.folds : scratch.showdowns)
        .push_back({rows.reach(row.reach[at]), rows.value(row.value[at]), won * chance, met * chance});
  }
  const int other = 1 - player;
  const bool merged = numbers.merged;
  const LeafHands<T> hands{mine.states(),
                           theirs.states(),
                           mine.low.data(),
                           mine.high.data(),
                           theirs.low.data(),
                           theirs.high.data(),
                           mine.same.data(),
                           static_cast<int>(here.orbit_size.size()),
                           merged ? numbers.size[player].data() : nullptr,
                           merged ? numbers.size[other].data() : nullptr,
                           merged ? numbers.low_share[other].data() : nullptr,
                           merged ? numbers.high_share[other].data() : nullptr,
                           mine.ties.data(),
                           static_cast<int>(mine.ties.size() / 3)};
  constexpr std::size_t most_lanes = 16;
  T* const dump = dump_.data() + static_cast<std::size_t>(thread) * nothing_.size();
  for (auto* leaves : {&scratch.showdowns, &scratch.folds}) {
    const int count = static_cast<int>(leaves->size());
    if (count == 0) continue;
    while (leaves->size() % most_lanes != 0) leaves->push_back({nothing_.data(), dump, T{0}, T{0}});
    POKERDATA_DISPATCH(evaluate_leaves<T>)
    (hands, leaves->data(), count, leaves == &scratch.showdowns, scratch.panel.data());
  }
}

}  // namespace pokerdata::spots
