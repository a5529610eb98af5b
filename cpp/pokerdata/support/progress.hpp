#pragma once
#include <atomic>
#include <cstdint>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::support {

// Shared between a kernel's threads and whoever watches them: how much is done, and whether to stop.
struct Progress {
  std::atomic<std::int64_t> done{0};
  std::atomic<std::int64_t> total{0};
  std::atomic<bool> cancelled{false};

  void start(std::int64_t count) {
    done = 0;
    total = count;
  }
  // Called by kernels after each small piece of work (milliseconds, so that Ctrl-C acts at once).
  void advance(std::int64_t count = 1) {
    done.fetch_add(count, std::memory_order_relaxed);
    if (cancelled.load(std::memory_order_relaxed)) throw Cancelled();
  }
};

}  // namespace pokerdata::support
