#include "pokerdata/support/threads.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::support {

int hardware_threads() {
#ifdef __linux__
  // A container or taskset may allow fewer processors than the machine has.
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return std::max(1, CPU_COUNT(&allowed));
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int checked_threads(int threads) {
  if (threads == 0) return hardware_threads();
  if (threads < 1 || threads > 1024)
    throw ArgumentError("threads: expected 1 to 1024, or 0 for all processors, got " +
                        std::to_string(threads) + "; e.g. 2");
  return threads;
}

void parallel_for(std::int64_t items, int threads, const std::function<void(std::int64_t, int)>& work) {
  threads = static_cast<int>(std::min<std::int64_t>(threads, items));
  if (threads <= 1) {
    for (std::int64_t i = 0; i < items; ++i) work(i, 0);
    return;
  }
  std::atomic<std::int64_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  auto run = [&](int thread) {
    try {
      for (std::int64_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < items;) work(i, thread);
    } catch (...) {
      next.store(items);
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> pool;
  pool.reserve(threads - 1);
  for (int t = 1; t < threads; ++t) pool.emplace_back(run, t);
  run(0);
  for (auto& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace pokerdata::support
