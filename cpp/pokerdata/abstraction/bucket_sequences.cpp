#include "pokerdata/abstraction/bucket_sequences.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/abstraction/sequence_building.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::abstraction {

void check_buckets(const std::array<int, streets>& buckets) {
  std::int64_t sequences = 1;
  for (const int count : buckets) {
    if (count < 2 || count > most_buckets)
      throw support::expected("buckets", {"2 to ", most_buckets, " for each of the four streets"},
                              {count, "; e.g. [5, 5, 5, 5]"});
    sequences *= count;
  }
  if (sequences > most_sequences)
    throw support::expected("bucket sequences", {"at most ", most_sequences},
                            {sequences, "; e.g. buckets [10, 10, 10, 10]"});
}

void check_river_thresholds(const std::array<int, streets>& buckets,
                            const std::vector<std::uint64_t>& thresholds) {
  if (thresholds.size() != std::size_t(buckets[3] - 1))
    throw support::expected("river thresholds", {"one less than the buckets, ", buckets[3] - 1},
                            thresholds.size());
}

std::vector<std::uint16_t> river_sequences(const BucketSequences& sequences) {
  const Thresholds& river = sequences.river;
  std::vector<std::uint16_t> table(std::size_t(river.sequences) * river_value_count);
  for (int before = 0; before < river.sequences; ++before)
    for (int n = 0; n < river_value_count; ++n)
      table[std::size_t(before) * river_value_count + n] =
          static_cast<std::uint16_t>(before * river.buckets + river.bucket(before, n));
  return table;
}

int BucketSequences::sequences(int street) const {
  int count = 1;
  for (int s = 0; s <= street; ++s) count *= buckets[s];
  return count;
}

BucketSequences BucketSequences::by_thresholds(const std::array<Thresholds, streets>& thresholds,
                                               const MetricTables& metric, int threads) {
  BucketSequences result;
  for (int street = 0; street < streets; ++street) result.buckets[street] = thresholds[street].buckets;
  check_buckets(result.buckets);
  result.river = thresholds[3];
  for (int street = 0; street < streets; ++street) {
    const Thresholds& t = thresholds[street];
    const int before = street == 0 ? 1 : result.sequences(street - 1);
    if (t.sequences != before || t.values.size() != std::size_t(before) * (t.buckets - 1))
      throw support::expected({"thresholds of street ", street, " do not fit"},
                              {before, " rows of ", t.buckets - 1});
  }
  result.preflop = preflop_sequences(thresholds[0], metric.preflop);
  result.flop =
      flop_sequences(result.preflop, result.buckets[1], bucket_by_thresholds(thresholds[1], metric.flop));
  result.turn = turn_sequences(result.flop, result.buckets[2], support::checked_threads(threads),
                               bucket_by_thresholds(thresholds[2], metric.turn));
  return result;
}

BucketSequences BucketSequences::by_buckets(const std::array<int, streets>& buckets,
                                            const std::array<const std::uint16_t*, 3>& of_street,
                                            const std::vector<std::uint64_t>& river_thresholds, int threads) {
  check_buckets(buckets);
  check_river_thresholds(buckets, river_thresholds);
  BucketSequences result;
  result.buckets = buckets;
  const auto bucket_on = [&](int street) {
    return [&, street](int, std::int64_t place) {
      return checked_bucket(of_street[street][place], buckets[street], street);
    };
  };
  for (int c = 0; c < cards::combinations; ++c)
    result.preflop.push_back(static_cast<std::uint16_t>(bucket_on(0)(0, c)));
  result.flop = flop_sequences(result.preflop, buckets[1], bucket_on(1));
  result.turn = turn_sequences(result.flop, buckets[2], support::checked_threads(threads), bucket_on(2));
  Thresholds& river = result.river;
  river.sequences = result.sequences(2);
  river.buckets = buckets[3];
  for (int s = 0; s < river.sequences; ++s)
    river.values.insert(river.values.end(), river_thresholds.begin(), river_thresholds.end());
  return result;
}

}  // namespace pokerdata::abstraction
