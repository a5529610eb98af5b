#include "pokerdata/abstraction/history.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/abstraction/river_hands.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/dealt.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata {
namespace {

constexpr std::int64_t chunk = 16;       // boards a work item
constexpr std::int64_t river_cost = 20;  // a river board is dealt in some 20 ways; for the progress

// Largest value of a metric on live combinations.
template <class T>
std::uint64_t largest_live(const T* first, std::int64_t count) {
  T largest = 0;
  for (std::int64_t i = 0; i < count; ++i)
    if (first[i] != static_cast<T>(~T{0})) largest = std::max(largest, first[i]);
  return largest;
}

// Calls work(item, thread) for every item and tells progress that each was worth `cost`.
template <class Work>
void in_chunks(std::int64_t items, std::int64_t cost, int threads, Progress& progress, const Work& work) {
  for_each_chunk(0, items, chunk, cost, threads, progress,
                 [&](std::int64_t first, std::int64_t last, int thread) {
                   for (std::int64_t i = first; i < last; ++i) work(i, thread);
                 });
}

// The metric's row of a dealt turn, and the map from the dealt turn's combinations to the row's.
struct TurnRow {
  const std::uint32_t* values;
  const std::uint16_t* map;

  TurnRow(const std::uint32_t* turn_metric, std::int64_t dealt_turn) {
    const Boards& flops = Boards::get(3);
    const DealtTurns& turns = DealtTurns::get();
    const std::int64_t at = std::int64_t{turns.flop[dealt_turn]} * deck_size + turns.card[dealt_turn];
    values = turn_metric + std::int64_t{flops.next[at]} * combinations;
    map = combination_maps()[flops.next_permutation[at]].data();
  }
};

std::vector<std::uint16_t> preflop_sequences(const Thresholds& thresholds, const std::uint64_t* metric) {
  std::vector<std::uint16_t> result(combinations);
  for (int c = 0; c < combinations; ++c)
    result[c] = static_cast<std::uint16_t>(thresholds.bucket(0, metric[c]));
  return result;
}

std::vector<std::uint16_t> flop_sequences(const Thresholds& thresholds,
                                          const std::vector<std::uint16_t>& preflop,
                                          const std::uint64_t* metric) {
  const Boards& flops = Boards::get(3);
  std::vector<std::uint16_t> result(flops.count() * combinations, HistoryBuckets::no_sequence);
  for (std::int64_t flop = 0; flop < flops.count(); ++flop)
    for (int c = 0; c < combinations; ++c) {
      if (all_combinations[c].cards() & flops.set(flop)) continue;
      const std::int64_t at = flop * combinations + c;
      result[at] = static_cast<std::uint16_t>(preflop[c] * thresholds.buckets +
                                              thresholds.bucket(preflop[c], metric[at]));
    }
  return result;
}

std::vector<std::uint16_t> turn_sequences(const Thresholds& thresholds,
                                          const std::vector<std::uint16_t>& flop, const std::uint32_t* metric,
                                          int threads) {
  const DealtTurns& turns = DealtTurns::get();
  std::vector<std::uint16_t> result(turns.count() * combinations, HistoryBuckets::no_sequence);
  Progress unseen;
  in_chunks(turns.count(), 1, threads, unseen, [&](std::int64_t turn, int) {
    const TurnRow row(metric, turn);
    const std::uint16_t* before = flop.data() + std::int64_t{turns.flop[turn]} * combinations;
    for (int c = 0; c < combinations; ++c) {
      if (before[c] == HistoryBuckets::no_sequence || all_combinations[c].cards() & set_of(turns.card[turn]))
        continue;
      result[turn * combinations + c] = static_cast<std::uint16_t>(
          before[c] * thresholds.buckets + thresholds.bucket(before[c], row.values[row.map[c]]));
    }
  });
  return result;
}

void check_buckets(const std::array<int, streets>& buckets) {
  for (const int count : buckets)
    if (count < 2 || count > 10)
      throw ArgumentError("bad number of buckets " + std::to_string(count) +
                          ": want 2 to 10 for each of the four streets, e.g. [5, 5, 5, 5]");
}

}  // namespace

int HistoryBuckets::sequences(int street) const {
  int count = 1;
  for (int s = 0; s <= street; ++s) count *= buckets[s];
  return count;
}

HistoryBuckets HistoryBuckets::find(const std::array<int, streets>& buckets, const MetricTables& metric,
                                    int threads, Progress& progress) {
  check_buckets(buckets);
  threads = checked_threads(threads);
  HistoryBuckets result;
  result.buckets = buckets;

  const Boards &flops = Boards::get(3), &rivers = Boards::get(5);
  const DealtTurns& turns = DealtTurns::get();
  const std::uint64_t largest_preflop = *std::max_element(metric.preflop, metric.preflop + combinations);
  const std::uint64_t largest_flop = largest_live(metric.flop, flops.count() * combinations);
  const std::uint64_t largest_turn = largest_live(metric.turn, Boards::get(4).count() * combinations);
  const std::int64_t flop_reads = radix_passes(largest_flop), turn_reads = radix_passes(largest_turn);
  progress.start(flops.count() * flop_reads + turns.count() * turn_reads + rivers.count() * river_cost);

  const auto find_street = [&](int street, std::uint64_t largest, const auto& stream) {
    const int before = street == 0 ? 1 : result.sequences(street - 1);
    result.thresholds[street] = find_thresholds(before, buckets[street], largest, threads, stream);
  };
  find_street(0, largest_preflop, [&](const auto& visit) {
    for (int c = 0; c < combinations; ++c) visit(0, 0, metric.preflop[c], 1);
  });
  result.preflop = preflop_sequences(result.thresholds[0], metric.preflop);

  find_street(1, largest_flop, [&](const auto& visit) {
    in_chunks(flops.count(), 1, threads, progress, [&](std::int64_t flop, int thread) {
      for (int c = 0; c < combinations; ++c)
        if (!(all_combinations[c].cards() & flops.set(flop)))
          visit(thread, result.preflop[c], metric.flop[flop * combinations + c], flops.orbit[flop]);
    });
  });
  result.flop = flop_sequences(result.thresholds[1], result.preflop, metric.flop);

  find_street(2, largest_turn, [&](const auto& visit) {
    in_chunks(turns.count(), 1, threads, progress, [&](std::int64_t turn, int thread) {
      const TurnRow row(metric.turn, turn);
      const std::uint16_t* before = result.flop.data() + std::int64_t{turns.flop[turn]} * combinations;
      for (int c = 0; c < combinations; ++c)
        if (before[c] != no_sequence && !(all_combinations[c].cards() & set_of(turns.card[turn])))
          visit(thread, before[c], row.values[row.map[c]], turns.orbit[turn]);
    });
  });
  result.turn = turn_sequences(result.thresholds[2], result.flop, metric.turn, threads);

  find_street(3, river_denominator, [&](const auto& visit) {
    in_chunks(rivers.count(), river_cost, threads, progress, [&](std::int64_t board, int thread) {
      RiverHands hands;
      hands.deal(rivers.cards[board].data());
      std::vector<DealtRiver> deals;
      dealt_rivers(board, deals);
      for (const DealtRiver& deal : deals) {
        const std::uint16_t* before = result.turn.data() + std::int64_t{deal.dealt_turn} * combinations;
        const auto& map = combination_maps()[deal.permutation];
        for (int i = 0; i < hands.order.hands; ++i)
          visit(thread, before[map[hands.order.combination[i]]], hands.n[i], deal.weight);
      }
    });
  });
  return result;
}

HistoryBuckets HistoryBuckets::restore(const std::array<Thresholds, streets>& thresholds,
                                       const MetricTables& metric, int threads) {
  HistoryBuckets result;
  for (int street = 0; street < streets; ++street) result.buckets[street] = thresholds[street].buckets;
  check_buckets(result.buckets);
  result.thresholds = thresholds;
  for (int street = 0; street < streets; ++street) {
    const Thresholds& t = thresholds[street];
    const int before = street == 0 ? 1 : result.sequences(street - 1);
    if (t.sequences != before || t.values.size() != std::size_t(before) * (t.buckets - 1))
      throw ArgumentError("thresholds of street " + std::to_string(street) + " do not fit: want " +
                          std::to_string(before) + " rows of " + std::to_string(t.buckets - 1));
  }
  result.preflop = preflop_sequences(thresholds[0], metric.preflop);
  result.flop = flop_sequences(thresholds[1], result.preflop, metric.flop);
  result.turn = turn_sequences(thresholds[2], result.flop, metric.turn, checked_threads(threads));
  return result;
}

}  // namespace pokerdata
