#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pokerdata::support {

// Threads the machine offers to this process (at least 1).
int hardware_threads();

inline constexpr int most_threads = 1024;

// Throws ArgumentError unless 1 <= threads <= most_threads; 0 means hardware_threads().
int checked_threads(int threads);

// Calls work(item, thread) once for every item in [0, items), with thread in [0, threads). Items are
// handed out in rising order to whichever thread is free, so work must not depend on the thread for
// anything but scratch memory. The first exception stops the hand-out and is rethrown here.
void parallel_for(std::int64_t items, int threads, const std::function<void(std::int64_t, int)>& work);

// An order of few items of unequal cost in which parallel_for keeps `threads` threads busy: each begins with
// what costs most of its part, and all parts cost about the same. cost: of each item.
std::vector<std::size_t> balanced(std::span<const std::int64_t> cost, int threads);

}  // namespace pokerdata::support
