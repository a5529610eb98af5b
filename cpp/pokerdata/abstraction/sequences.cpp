#include "pokerdata/abstraction/sequences.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::abstraction {

void check_buckets(const std::array<int, streets>& buckets) {
  std::int64_t sequences = 1;
  for (const int count : buckets) {
    if (count < 2 || count > most_buckets)
      throw support::ArgumentError("bad number of buckets " + std::to_string(count) + ": want 2 to " +
                                   std::to_string(most_buckets) +
                                   " for each of the four streets, e.g. [5, 5, 5, 5]");
    sequences *= count;
  }
  if (sequences > most_sequences)
    throw support::ArgumentError("too many bucket sequences " + std::to_string(sequences) +
                                 ": want at most " + std::to_string(most_sequences) +
                                 ", e.g. buckets [10, 10, 10, 10]");
}

void check_river_thresholds(const std::array<int, streets>& buckets,
                            const std::vector<std::uint64_t>& thresholds) {
  if (thresholds.size() != std::size_t(buckets[3] - 1))
    throw support::ArgumentError("bad number of river thresholds " + std::to_string(thresholds.size()) +
                                 ": want one less than the buckets, " + std::to_string(buckets[3] - 1));
}

std::vector<std::uint16_t> river_sequences(const HistoryBuckets& buckets) {
  const Thresholds& river = buckets.thresholds[3];
  std::vector<std::uint16_t> table(std::size_t(river.sequences) * river_value_count);
  for (int before = 0; before < river.sequences; ++before)
    for (int n = 0; n < river_value_count; ++n)
      table[std::size_t(before) * river_value_count + n] =
          static_cast<std::uint16_t>(before * river.buckets + river.bucket(before, n));
  return table;
}

int HistoryBuckets::sequences(int street) const {
  int count = 1;
  for (int s = 0; s <= street; ++s) count *= buckets[s];
  return count;
}

HistoryBuckets HistoryBuckets::of_buckets(const std::array<int, streets>& buckets,
                                          const std::array<const std::uint16_t*, 3>& of_street,
                                          const std::vector<std::uint64_t>& river_thresholds, int threads) {
  check_buckets(buckets);
  check_river_thresholds(buckets, river_thresholds);
  HistoryBuckets result;
  result.buckets = buckets;
  result.preflop.assign(of_street[0], of_street[0] + cards::combinations);
  result.flop = flop_sequences(result.preflop, buckets[1],
                               [&](int, std::int64_t place) { return of_street[1][place]; });
  result.turn = turn_sequences(result.flop, buckets[2], support::checked_threads(threads),
                               [&](int, std::int64_t place) { return of_street[2][place]; });
  Thresholds& river = result.thresholds[3];
  river.sequences = result.sequences(2);
  river.buckets = buckets[3];
  for (int s = 0; s < river.sequences; ++s)
    river.values.insert(river.values.end(), river_thresholds.begin(), river_thresholds.end());
  return result;
}

}  // namespace pokerdata::abstraction
