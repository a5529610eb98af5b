#pragma once
#include <algorithm>
#include <cstdint>

#include "pokerdata/support/progress.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::support {

// Calls work(first, last, thread) for stretches of at most `chunk` of the items [begin, end), as parallel_for
// does for single ones, and tells progress after each stretch that every item was worth `cost`.
template <class Work>
void for_each_chunk(std::int64_t begin, std::int64_t end, std::int64_t chunk, std::int64_t cost, int threads,
                    Progress& progress, const Work& work) {
  parallel_for((end - begin + chunk - 1) / chunk, threads, [&](std::int64_t item, int thread) {
    const std::int64_t first = begin + item * chunk, last = std::min(end, first + chunk);
    work(first, last, thread);
    progress.advance((last - first) * cost);
  });
}

}  // namespace pokerdata::support
