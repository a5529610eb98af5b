#include "pokerdata/abstraction/equal_mass.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "pokerdata/support/aligned_array.hpp"
#include "pokerdata/support/apart.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::abstraction {
namespace {

template <class T>
constexpr T no_hand = std::numeric_limits<T>::max();

// Calls visit(thread, place, value, weight) for every hand.
template <class T, class Visit>
void for_each_hand(const WeightedRows<T>& rows, int threads, const Visit& visit) {
  support::parallel_for(rows.rows, threads, [&](std::int64_t row, int thread) {
    const std::int64_t last = (row + 1) * rows.columns;
    for (std::int64_t i = row * rows.columns; i < last; ++i)
      if (rows.values[i] != no_hand<T>) visit(thread, i, rows.values[i], rows.weights[row]);
  });
}

// Throws ArgumentError for a bucket that is an index beyond the last.
int checked_index(const char* name, int bucket, std::int64_t count) {
  if (bucket >= count) throw support::expected(name, {"0 to ", count - 1}, bucket);
  return bucket;
}

}  // namespace

template <class T>
Thresholds equal_mass(const WeightedRows<T>& rows, const std::uint16_t* outer, int outer_buckets, int buckets,
                      int threads) {
  threads = support::checked_threads(threads);
  std::vector<support::Own<T>> largest(threads);
  for_each_hand(rows, threads, [&](int thread, std::int64_t, T value, std::uint64_t) {
    T& own = largest[thread].value;
    own = std::max(own, value);
  });
  const T most = std::ranges::max(largest, {}, &support::Own<T>::value).value;
  return find_thresholds(
      outer == nullptr ? 1 : outer_buckets, buckets, most, threads, [&](const auto& visit) {
        for_each_hand(rows, threads, [&](int thread, std::int64_t i, T value, std::uint64_t weight) {
          visit(thread, outer == nullptr ? 0 : checked_index("outer bucket", outer[i], outer_buckets), value,
                weight);
        });
      });
}

template <class T>
std::vector<std::uint16_t> assign(const WeightedRows<T>& rows, const std::uint16_t* outer,
                                  const Thresholds& thresholds, int threads) {
  std::vector<std::uint16_t> result(rows.rows * rows.columns, no_bucket);
  for_each_hand(rows, support::checked_threads(threads), [&](int, std::int64_t i, T value, std::uint64_t) {
    const int before = outer == nullptr ? 0 : checked_index("outer bucket", outer[i], thresholds.sequences);
    result[i] = static_cast<std::uint16_t>(before * thresholds.buckets + thresholds.bucket(before, value));
  });
  return result;
}

std::vector<std::uint64_t> masses(const WeightedRows<std::uint16_t>& rows, int buckets, int threads) {
  threads = support::checked_threads(threads);
  std::vector<support::AlignedArray<std::uint64_t>> sums;
  for (int t = 0; t < threads; ++t) sums.emplace_back(buckets);
  for_each_hand(rows, threads, [&](int thread, std::int64_t, std::uint16_t bucket, std::uint64_t weight) {
    sums[thread].data()[checked_index("bucket", bucket, buckets)] += weight;
  });
  std::vector<std::uint64_t> total(buckets, 0);
  for (const auto& own : sums)
    for (int b = 0; b < buckets; ++b) total[b] += own.data()[b];
  return total;
}

template Thresholds equal_mass(const WeightedRows<std::uint32_t>&, const std::uint16_t*, int, int, int);
template Thresholds equal_mass(const WeightedRows<std::uint64_t>&, const std::uint16_t*, int, int, int);
template std::vector<std::uint16_t> assign(const WeightedRows<std::uint32_t>&, const std::uint16_t*,
                                           const Thresholds&, int);
template std::vector<std::uint16_t> assign(const WeightedRows<std::uint64_t>&, const std::uint16_t*,
                                           const Thresholds&, int);

}  // namespace pokerdata::abstraction
