#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "check.hpp"
#include "pokerdata/support/aligned_array.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/power.hpp"
#include "pokerdata/support/progress.hpp"
#include "pokerdata/support/random.hpp"
#include "pokerdata/support/threads.hpp"

using namespace pokerdata;

namespace {

// Pages of the process that are in memory, 0 where the system does not tell.
std::int64_t resident_pages() {
  std::ifstream told("/proc/self/statm");
  std::int64_t all = 0, resident = 0;
  told >> all >> resident;
  return resident;
}

// What the last of the threads ends with if each does its part of the items, then what is left of the
// others'.
std::int64_t ends_after(const std::vector<std::int64_t>& cost, const std::vector<std::size_t>& order,
                        int threads) {
  const auto items = static_cast<int>(order.size());
  std::vector<int> next, end;
  for (int t = 0; t < threads; ++t) next.push_back(items / threads * t + std::min(t, items % threads));
  for (int t = 1; t <= threads; ++t) end.push_back(t < threads ? next[t] : items);
  std::vector<std::int64_t> busy(threads, 0);
  for (int done = 0; done < items; ++done) {
    const auto thread = static_cast<int>(std::min_element(busy.begin(), busy.end()) - busy.begin());
    int part = thread;
    while (next[part] == end[part]) part = (part + 1) % threads;
    busy[thread] += cost[order[next[part]++]];
  }
  return *std::max_element(busy.begin(), busy.end());
}

void check_balanced() {
  CHECK(support::balanced({}, 2).empty());
  // Nodes of the betting after five kinds of histories.
  const std::vector<std::int64_t> nodes{57, 45, 33, 21, 9};
  CHECK(ends_after(nodes, {0, 1, 2, 3, 4}, 2) == 90);
  CHECK(ends_after(nodes, support::balanced(nodes, 2), 2) == 87);
  std::mt19937_64 random(7);
  double ended = 0, as_given = 0, least = 0;
  for (int drawn = 0; drawn < 300; ++drawn) {
    std::vector<std::int64_t> cost(random() % 20 + 1);
    for (std::int64_t& of : cost) of = static_cast<std::int64_t>(random() % 100 + 1);
    const auto most = *std::max_element(cost.begin(), cost.end());
    const auto sum = std::accumulate(cost.begin(), cost.end(), std::int64_t{0});
    for (const int threads : {1, 2, 3, 7}) {
      std::vector<std::size_t> order = support::balanced(cost, threads);
      std::vector<std::size_t> given(cost.size());
      std::iota(given.begin(), given.end(), std::size_t{0});
      ended += static_cast<double>(ends_after(cost, order, threads));
      as_given += static_cast<double>(ends_after(cost, given, threads));
      least += static_cast<double>(std::max(most, (sum + threads - 1) / threads));
      std::sort(order.begin(), order.end());
      for (std::size_t i = 0; i < cost.size(); ++i) CHECK(order[i] == i);
    }
  }
  // No order ends before the least; here many end soon after it.
  CHECK(ended < 1.02 * least);
  CHECK(as_given > 1.04 * least);
}

}  // namespace

int main() {
  check_balanced();
  {
    // Large memory is taken where it is written, so that a run of gigabytes begins, and stops, at once.
    [[maybe_unused]] const std::int64_t before = resident_pages();
    support::AlignedArray<float> large(64 << 20);
#ifndef __SANITIZE_THREAD__                     // which writes about all memory
    CHECK(resident_pages() - before < 30'000);  // of 65,536
#endif
    CHECK(large.data()[0] == 0 && large.data()[large.size() - 1] == 0);
    for (const std::size_t size : {0, 1, 15, 16, 17, 100'000}) {
      support::AlignedArray<float> array(size);
      CHECK(array.size() == size);
      CHECK(reinterpret_cast<std::uintptr_t>(array.data()) % support::vector_alignment == 0);
      for (std::size_t i = 0; i < size; ++i) CHECK(array.data()[i] == 0);
      const float* const there = array.data();
      const support::AlignedArray<float> moved = std::move(array);
      CHECK(moved.data() == there);
    }
  }
  for (const int threads : {1, 2, 4}) {
    std::vector<std::atomic<int>> visits(1000);
    support::parallel_for(1000, threads, [&](std::int64_t i, int thread) {
      CHECK(0 <= thread && thread < threads);
      ++visits[i];
    });
    for (auto& v : visits) CHECK(v == 1);
    CHECK_THROWS(support::parallel_for(1000, threads,
                                       [](std::int64_t i, int) {
                                         if (i == 500) throw std::runtime_error("stop");
                                       }),
                 std::runtime_error);
    // Inside each other: each item of the outer call is work for all threads, and what fails inside fails
    // outside.
    std::vector<std::atomic<int>> inner(20 * 30);
    support::parallel_for(20, threads, [&](std::int64_t i, int) {
      support::parallel_for(30, threads, [&](std::int64_t j, int thread) {
        CHECK(0 <= thread && thread < threads);
        ++inner[i * 30 + j];
      });
    });
    for (auto& v : inner) CHECK(v == 1);
    CHECK_THROWS(support::parallel_for(20, threads,
                                       [&](std::int64_t i, int) {
                                         support::parallel_for(30, threads, [i](std::int64_t j, int) {
                                           if (i == 10 && j == 20) throw std::runtime_error("stop");
                                         });
                                       }),
                 std::runtime_error);
  }
  // A number of a thread is never in use twice at once, however short the calls, and whoever calls besides.
  std::vector<std::thread> callers;
  std::vector<std::int64_t> sums(3);
  for (std::size_t c = 0; c < sums.size(); ++c)
    callers.emplace_back([&, c] {
      for (int call = 0; call < 1000; ++call) {
        std::vector<std::int64_t> parts(4);
        support::parallel_for(10, 4, [&](std::int64_t i, int thread) { parts[thread] += i; });
        for (const std::int64_t part : parts) sums[c] += part;
      }
    });
  for (std::thread& caller : callers) caller.join();
  for (const std::int64_t sum : sums) CHECK(sum == 45'000);
  // Calls with pauses between them, in which threads go to sleep.
  std::atomic<int> items{0};
  for (int call = 0; call < 20; ++call) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    support::parallel_for(8, 4, [&](std::int64_t, int) {
      std::this_thread::sleep_for(std::chrono::microseconds(500));
      ++items;
    });
  }
  CHECK(items == 160);
  CHECK_THROWS(support::checked_threads(-1), support::ArgumentError);
  CHECK(support::checked_threads(3) == 3);
  support::Progress progress;
  progress.start(2);
  progress.advance();
  progress.cancelled = true;
  CHECK_THROWS(progress.advance(), support::Cancelled);

  // Powers are those of the C library but for their last bits; where roots and products are exact, exactly.
  CHECK(support::power(9, 1.5) == 27 && support::power(16, 0.25) == 2 && support::power(16, 3.75) == 32768);
  CHECK(support::power(10, -2) == 0.01 && support::power(3, 0) == 1 && support::power(2, 1000) == 0x1p1000);
  CHECK(support::power(0, 0) == 1 && support::power(0, 1.5) == 0 && std::isinf(support::power(0, -0.5)));
  CHECK(std::isinf(support::power(1e9, 1000)) && support::power(1e9, -1000) == 0);
  CHECK(support::power(2, 5000) == std::pow(2, 5000) && support::power(3, -0.3) == 1 / std::pow(3, 0.3));
  for (double t = 1; t < 1e9; t *= 1.7)
    for (const double exponent :
         {-3.5, -0.5, -0.25, 0.25, 0.5, 1.0, 1.5, 2.75, 20.0, 32.0, 32.5, 0.3, 30.1}) {
      const double expected = std::pow(t, exponent);
      CHECK(std::fabs(support::power(t, exponent) / expected - 1) < 1e-12);
      if (exponent < 0) continue;
      const support::ScaledPower scaled = support::scaled_power(t, exponent);
      CHECK(scaled.factor < 0x1p64 && (scaled.factor >= 1));
      CHECK(std::ldexp(scaled.factor, 64 * scaled.times) == support::power(t, exponent));
    }

  // Published first numbers of SplitMix64 from state 0.
  support::Random random(support::Use::match, 0, 0);
  CHECK(random.next() == 0xE220A8397B1DCDAF);
  CHECK(random.next() == 0x6E789E6AA1B965F4);
  CHECK(support::Random(support::Use::match, 0, 1).next() !=
        support::Random(support::Use::match, 1, 0).next());
  // No two uses share a tag, nor the first numbers of a seed.
  std::set<std::uint64_t> tags, numbers;
  for (int use = 0; use < support::uses; ++use) {
    tags.insert(support::Random::tag(static_cast<support::Use>(use)));
    for (const std::uint64_t seed : {0, 1, 7})
      for (const std::uint64_t stream : {0, 1, 2})
        numbers.insert(support::Random(static_cast<support::Use>(use), seed, stream).next());
  }
  CHECK(static_cast<int>(tags.size()) == support::uses &&
        static_cast<int>(numbers.size()) == 9 * support::uses);
  std::vector<int> counts(7);
  for (int i = 0; i < 70'000; ++i) ++counts.at(random.below(7));
  for (const int count : counts) CHECK(std::abs(count - 10'000) < 5 * 93);  // standard deviation 93
  for (int i = 0; i < 1000; ++i) {
    const double fraction = random.fraction();
    CHECK(0 <= fraction && fraction < 1);
  }
}
