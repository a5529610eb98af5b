#include "pokerdata/abstraction/history.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "pokerdata/abstraction/sequence_building.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::abstraction {
namespace {

// Largest value of a metric on live combinations.
template <class T>
std::uint64_t largest_live(const T* first, std::int64_t count) {
  T largest = 0;
  for (std::int64_t i = 0; i < count; ++i)
    if (first[i] != static_cast<T>(~T{0})) largest = std::max(largest, first[i]);
  return largest;
}

// A threshold for each of the distinct values: a bucket of its own for each of the 169 hands up to suits.
Thresholds lossless(const std::uint64_t* metric) {
  std::vector<std::uint64_t> values(metric, metric + cards::combinations);
  std::sort(values.begin(), values.end());
  Thresholds result{.sequences = 1, .buckets = lossless_buckets, .values = {}, .mass = {}};
  for (auto first = values.begin(); first != values.end();) {
    const auto last = std::upper_bound(first, values.end(), *first);
    if (first != values.begin()) result.values.push_back(*first);
    result.mass.push_back(static_cast<std::uint64_t>(last - first));
    first = last;
  }
  if (result.mass.size() != lossless_buckets)
    throw support::expected("metric before the flop", "169 distinct values for buckets without loss",
                            result.mass.size());
  return result;
}

constexpr std::int64_t river_cost = 20;  // a river board is dealt in some 20 ways; for the progress

// Raw deals with each sequence on the turn and each n: [turn sequences * river_value_count].
std::vector<std::uint64_t> river_deals(const BucketSequences& sequences, const std::uint16_t* river_n,
                                       int threads, support::Progress& progress) {
  const auto size = std::size_t(sequences.sequences(2)) * river_value_count;
  std::vector<std::vector<std::uint64_t>> deals_of(threads);
  for (auto& deals : deals_of) deals.assign(size, 0);
  in_chunks(isomorphism::Boards::get(5).count(), river_cost, threads, progress,
            [&](std::int64_t board, int thread) {
              const cards::CardSet cards = isomorphism::Boards::get(5).set(board);
              struct Hand {
                std::uint16_t combination, n;
              };
              std::array<Hand, cards::combinations> hands;
              int count = 0;
              for (int c = 0; c < cards::combinations; ++c) {
                const std::uint16_t n = river_n[board * cards::combinations + c];
                hands[count] = {static_cast<std::uint16_t>(c), n};
                count += n < river_value_count && !(cards::all_combinations[c].cards() & cards);
              }
              std::vector<isomorphism::DealtRiver> ways;
              isomorphism::dealt_rivers(board, ways);
              std::uint64_t* const deals = deals_of[thread].data();
              for (const isomorphism::DealtRiver& way : ways) {
                const std::uint16_t* before =
                    sequences.turn.data() + std::int64_t{way.dealt_turn} * cards::combinations;
                const auto& map = isomorphism::combination_maps()[way.permutation];
                for (int i = 0; i < count; ++i)
                  deals[std::size_t{before[map[hands[i].combination]]} * river_value_count + hands[i].n] +=
                      way.weight;
              }
            });
  for (int t = 1; t < threads; ++t)
    for (std::size_t i = 0; i < size; ++i) deals_of[0][i] += deals_of[t][i];
  return std::move(deals_of[0]);
}

}  // namespace

HistoryBuckets HistoryBuckets::find(const std::array<int, streets>& buckets, const MetricTables& metric,
                                    const std::uint16_t* river_n, int threads, support::Progress& progress) {
  check_buckets(buckets);
  threads = support::checked_threads(threads);
  HistoryBuckets result;
  BucketSequences& sequences = result.sequences;
  sequences.buckets = buckets;

  const isomorphism::Boards &flops = isomorphism::Boards::get(3), &rivers = isomorphism::Boards::get(5);
  const isomorphism::DealtTurns& turns = isomorphism::DealtTurns::get();
  const std::uint64_t largest_preflop =
      *std::max_element(metric.preflop, metric.preflop + cards::combinations);
  const std::uint64_t largest_flop = largest_live(metric.flop, flops.count() * cards::combinations);
  const std::uint64_t largest_turn =
      largest_live(metric.turn, isomorphism::Boards::get(4).count() * cards::combinations);
  const std::int64_t flop_reads = radix_passes(largest_flop), turn_reads = radix_passes(largest_turn);
  progress.start(flops.count() * flop_reads + turns.count() * turn_reads + rivers.count() * river_cost);

  const auto find_street = [&](int street, std::uint64_t largest, int reading, const auto& stream) {
    const int before = street == 0 ? 1 : sequences.sequences(street - 1);
    result.thresholds[street] = find_thresholds(before, buckets[street], largest, reading, stream);
  };
  if (buckets[0] == lossless_buckets)
    result.thresholds[0] = lossless(metric.preflop);
  else
    find_street(0, largest_preflop, 1, [&](const auto& visit) {
      for (int c = 0; c < cards::combinations; ++c) visit(0, 0, metric.preflop[c], 1);
    });
  sequences.preflop = preflop_sequences(result.thresholds[0], metric.preflop);

  find_street(1, largest_flop, threads, [&](const auto& visit) {
    in_chunks(flops.count(), 1, threads, progress, [&](std::int64_t flop, int thread) {
      for (int c = 0; c < cards::combinations; ++c)
        if (!(cards::all_combinations[c].cards() & flops.set(flop)))
          visit(thread, sequences.preflop[c], metric.flop[flop * cards::combinations + c], flops.orbit[flop]);
    });
  });
  sequences.flop =
      flop_sequences(sequences.preflop, buckets[1], bucket_by_thresholds(result.thresholds[1], metric.flop));

  find_street(2, largest_turn, threads, [&](const auto& visit) {
    in_chunks(turns.count(), 1, threads, progress, [&](std::int64_t turn, int thread) {
      const TurnRow row(turn);
      const std::uint16_t* before =
          sequences.flop.data() + std::int64_t{turns.flop[turn]} * cards::combinations;
      for (int c = 0; c < cards::combinations; ++c)
        if (before[c] != BucketSequences::no_sequence &&
            !(cards::all_combinations[c].cards() & cards::set_of(turns.card[turn])))
          visit(thread, before[c], metric.turn[row.start + row.columns[c]], turns.orbit[turn]);
    });
  });
  sequences.turn = turn_sequences(sequences.flop, buckets[2], threads,
                                  bucket_by_thresholds(result.thresholds[2], metric.turn));

  const std::vector<std::uint64_t> deals = river_deals(sequences, river_n, threads, progress);
  find_street(3, evaluator::river_denominator, 1, [&](const auto& visit) {
    for (int s = 0; s < sequences.sequences(2); ++s)
      for (int n = 0; n < river_value_count; ++n)
        if (const std::uint64_t found = deals[std::size_t(s) * river_value_count + n]) visit(0, s, n, found);
  });
  sequences.river = result.thresholds[3];
  return result;
}

}  // namespace pokerdata::abstraction
