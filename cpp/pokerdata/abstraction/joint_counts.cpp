#include "pokerdata/abstraction/joint_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "pokerdata/abstraction/joint_batch.hpp"
#include "pokerdata/abstraction/joint_kernel.hpp"
#include "pokerdata/abstraction/joint_sums.hpp"
#include "pokerdata/abstraction/river_hands.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/dealt.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/aligned_array.hpp"
#include "pokerdata/support/apart.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/random.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::abstraction {
namespace {

constexpr int most_hands = 1081;
constexpr std::int64_t most_waiting = std::int64_t{256} << 20;  // bytes of counts, of all threads
// Of a board: a deal stands for at most 24 of each raw board, and all hands may be of one class.
constexpr std::uint32_t most_times =
    JointSums::most / (isomorphism::permutation_count * most_hands * most_hands);

int stride_of(int classes) { return (classes + joint_lanes - 1) / joint_lanes * joint_lanes; }

// Memory of JointRows for so many classes.
class Rows {
 public:
  explicit Rows(std::int64_t classes)
      : recent_(classes * classes),
        spilled_(classes * classes),
        hands_(classes),
        has_spilled_(std::make_unique<bool[]>(classes)) {}
  JointRows rows() { return {recent_.data(), spilled_.data(), hands_.data(), has_spilled_.get()}; }

 private:
  support::AlignedArray<std::uint16_t> recent_;
  support::AlignedArray<std::uint32_t> spilled_;
  std::vector<std::uint16_t> hands_;
  std::unique_ptr<bool[]> has_spilled_;
};

// One thread's memory, and the steps from a dealt river to the shared cells.
class alignas(support::apart) JointCounter {
 public:
  // river: the table river_sequences(sequences), which all threads share. waiting: bytes of counts that may
  // wait.
  JointCounter(const BucketSequences& sequences, const std::vector<std::uint16_t>& river,
               std::int64_t waiting)
      : turn_(sequences.turn),
        river_(river),
        sequences_(sequences.sequences(3)),
        words_((sequences_ + 63) / 64),
        stride_limit_(stride_of(std::min(sequences_, most_hands))),
        wins_(stride_limit_),
        wins_or_ties_(stride_limit_),
        batch_(sequences_, waiting, stride_limit_) {
    number_.resize(sequences_);
    below_ = support::AlignedArray<std::uint16_t>(stride_limit_);
    holding_ = support::AlignedArray<std::uint16_t>(cards::deck_size * stride_limit_);
    board_ = {.classes = 0,
              .stride = 0,
              .groups = 0,
              .group_runs = group_runs_.data(),
              .run_start = run_start_.data(),
              .class_of = class_.data(),
              .low = low_.data(),
              .high = high_.data(),
              .below = below_.data(),
              .holding = holding_.data(),
              .wins = wins_.rows(),
              .wins_or_ties = wins_or_ties_.rows()};
  }

  void deal(std::int64_t board) {
    hands_.deal(isomorphism::Boards::get(5).cards[board].data());
    for (int g = 0; g < hands_.order.groups; ++g)
      for (int i = hands_.order.group_start[g]; i < hands_.order.group_start[g + 1]; ++i)
        group_of_[i] = static_cast<std::uint16_t>(g);
    isomorphism::dealt_rivers(board, deals);
  }

  void count(const isomorphism::DealtRiver& deal) {
    number_classes(deal);
    find_runs();
    JointBoard& board = board_;
    board.classes = static_cast<int>(active_.size());
    board.stride = stride_of(board.classes);
    active_.resize(board.stride, 0);
    board.groups = hands_.order.groups;
    count_(board);
  }

  // Adds the last count to the shared sums, sooner or later. Rows that have spilled go there at once.
  void merge(std::uint32_t weight, JointSums& sums, int thread) {
    const std::uint32_t opponents = weight * std::uint32_t{*std::ranges::max_element(size_)};
    if (!batch_.has_room(board_.classes)) flush(sums, thread);
    batch_.begin({active_.data(), static_cast<std::size_t>(board_.classes)}, weight);
    for (int k = 0; k < board_.classes; ++k) {
      const std::uint32_t largest = size_[k] * opponents;
      if (!board_.wins.has_spilled[k] && !board_.wins_or_ties.has_spilled[k]) {
        batch_.add(board_, k, largest);
        continue;
      }
      const std::lock_guard lock(sums.lock_of(active_[k]));
      add_row_(board_, k, weight, active_.data(), sums.row(active_[k], largest));
    }
  }

  void flush(JointSums& sums, int thread) { batch_.flush(sums, thread); }

  std::vector<isomorphism::DealtRiver> deals;

 private:
  // Bucket sequences of all hands, numbered 0, 1, ... in rising order of those in use.
  void number_classes(const isomorphism::DealtRiver& deal) {
    const std::uint16_t* turn = turn_.data() + std::int64_t{deal.dealt_turn} * cards::combinations;
    const auto& map = isomorphism::combination_maps()[deal.permutation];
    std::array<std::uint64_t, (most_counted + 63) / 64> used{};
    for (int i = 0; i < hands_.order.hands; ++i) {
      const int before = turn[map[hands_.order.combination[i]]];
      const int sequence = river_[before * river_value_count + hands_.n[i]];
      sequence_[i] = static_cast<std::uint16_t>(sequence);
      used[sequence >> 6] |= std::uint64_t{1} << (sequence & 63);
    }
    active_.clear();
    for (int w = 0; w < words_; ++w)
      for (std::uint64_t left = used[w]; left; left &= left - 1) {
        const int sequence = w * 64 + std::countr_zero(left);
        number_[sequence] = static_cast<std::uint16_t>(active_.size());
        active_.push_back(sequence);
      }
    for (int i = 0; i < hands_.order.hands; ++i) sequence_[i] = number_[sequence_[i]];
  }

  // Sorts each group of equal strength by class and cuts it into runs: one counting pass over the classes,
  // then a stable one over the groups, whose places are known.
  void find_runs() {
    const evaluator::ShowdownOrder& order = hands_.order;
    std::array<std::uint16_t, most_hands + 1> place{};
    std::array<std::uint16_t, most_hands> by_class;
    for (int i = 0; i < order.hands; ++i) ++place[sequence_[i] + 1];
    size_.assign(place.begin() + 1, place.begin() + 1 + active_.size());
    for (std::size_t k = 1; k < active_.size(); ++k)
      place[k] = static_cast<std::uint16_t>(place[k] + place[k - 1]);
    for (int i = 0; i < order.hands; ++i) by_class[place[sequence_[i]]++] = static_cast<std::uint16_t>(i);
    std::array<std::uint16_t, most_hands> next;
    std::copy_n(order.group_start.begin(), order.groups, next.begin());
    for (int at = 0; at < order.hands; ++at) {
      const int i = by_class[at], to = next[group_of_[i]]++;
      const auto [low, high] = cards::all_combinations[order.combination[i]];
      low_[to] = low;
      high_[to] = high;
      class_[to] = sequence_[i];
    }
    int runs = 0;
    for (int g = 0; g < order.groups; ++g) {
      group_runs_[g] = static_cast<std::uint16_t>(runs);
      const int first = order.group_start[g], last = order.group_start[g + 1];
      for (int i = first; i < last; ++i)
        if (i == first || class_[i] != class_[i - 1] || i - run_start_[runs - 1] == run_limit)
          run_start_[runs++] = static_cast<std::uint16_t>(i);
    }
    group_runs_[order.groups] = static_cast<std::uint16_t>(runs);
    run_start_[runs] = static_cast<std::uint16_t>(order.hands);
  }

  const Sequences& turn_;
  const std::vector<std::uint16_t>& river_;
  int sequences_, words_;
  int stride_limit_;
  RiverHands hands_;
  std::vector<std::int32_t> active_;  // sequence of each class, then zeros
  std::vector<std::uint16_t> size_;   // hands of each class
  // By place in the showdown order: group of equal strength, and sequence (once numbered: class).
  std::array<std::uint16_t, most_hands> group_of_, sequence_;
  std::vector<std::uint16_t> number_;  // class of each sequence in use
  // By place within sorted groups.
  std::array<std::uint16_t, most_hands> class_;
  std::array<std::uint8_t, most_hands> low_, high_;
  std::array<std::uint16_t, most_hands + 1> group_runs_, run_start_;
  support::AlignedArray<std::uint16_t> below_, holding_;
  Rows wins_, wins_or_ties_;
  JointBoard board_;
  JointBatch batch_;
  decltype(&portable::count_joint) count_ = POKERDATA_DISPATCH(count_joint);
  decltype(&portable::add_joint_row) add_row_ = POKERDATA_DISPATCH(add_joint_row);
};

}  // namespace

std::vector<std::uint32_t> drawn_boards(std::int64_t count, std::uint64_t seed) {
  const isomorphism::Boards& rivers = isomorphism::Boards::get(5);
  std::vector<std::uint32_t> times(rivers.cards.size(), 0);
  support::Random random(support::Use::drawn_boards, seed, 0);
  for (std::int64_t i = 0; i < count; ++i)
    ++times[rivers.canonical[random.below(static_cast<std::uint32_t>(rivers.canonical.size()))]];
  return times;
}

void add_joint_counts(const BucketSequences& sequences, std::span<const std::uint32_t> times,
                      std::int64_t first, std::int64_t last, std::uint64_t* cells, int threads,
                      support::Progress& progress) {
  constexpr std::int64_t chunk = 8;
  if (sequences.sequences(3) > most_counted)
    throw support::CapacityError("river sequences: expected at most " + std::to_string(most_counted) +
                                 " for joint counts, or public chance sampling, which needs none, got " +
                                 std::to_string(sequences.sequences(3)));
  for (std::int64_t board = first; board < last; ++board)
    if (times[board] > most_times)
      throw support::expected({"times of board ", board}, {"at most ", most_times}, times[board]);
  threads = support::checked_threads(threads);
  const auto river = river_sequences(sequences);
  const auto& orbit = isomorphism::Boards::get(5).orbit;
  std::vector<std::unique_ptr<JointCounter>> counters;
  const int count = sequences.sequences(3), apart = JointSums::apart(count, threads) ? threads : 1;
  std::mutex emptying;
  std::vector<std::unique_ptr<JointSums>> sums;
  for (int t = 0; t < apart; ++t) sums.push_back(std::make_unique<JointSums>(count, cells, emptying));
  const auto sums_of = [&](int thread) -> JointSums& { return *sums[thread % apart]; };
  const std::int64_t waiting = std::min(JointSums::bytes(count), most_waiting) / threads;
  for (int t = 0; t < threads; ++t)
    counters.push_back(std::make_unique<JointCounter>(sequences, river, waiting));
  progress.start(last - first);
  support::for_each_chunk(
      first, last, chunk, 1, threads, progress, [&](std::int64_t begin, std::int64_t end, int thread) {
        JointCounter& counter = *counters[thread];
        for (std::int64_t board = begin; board < end; ++board) {
          if (times[board] == 0) continue;
          counter.deal(board);
          for (const isomorphism::DealtRiver& deal : counter.deals) {
            counter.count(deal);
            // The weight of a deal is that of all raw boards alike.
            counter.merge(deal.weight / orbit[board] * times[board], sums_of(thread), thread);
          }
        }
      });
  support::parallel_for(threads, threads, [&](std::int64_t t, int) {
    counters[t]->flush(sums_of(static_cast<int>(t)), static_cast<int>(t));
  });
  for (const auto& of : sums) of->finish(threads);
}

void finish_joint_counts(const std::uint64_t* cells, std::int64_t sequences, std::uint64_t* counts,
                         std::uint64_t* wins, int threads) {
  // Deals of s and t: those s does not lose, and those t wins.
  support::parallel_for(sequences, support::checked_threads(threads), [&](std::int64_t s, int) {
    for (std::int64_t t = 0; t < sequences; ++t) {
      wins[s * sequences + t] = cells[2 * (s * sequences + t)];
      counts[s * sequences + t] = cells[2 * (s * sequences + t) + 1] + cells[2 * (t * sequences + s)];
    }
  });
}

}  // namespace pokerdata::abstraction
