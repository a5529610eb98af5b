#include <atomic>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/progress.hpp"
#include "pokerdata/support/threads.hpp"

using namespace pokerdata;

int main() {
  for (const int threads : {1, 2, 4}) {
    std::vector<std::atomic<int>> visits(1000);
    parallel_for(1000, threads, [&](std::int64_t i, int thread) {
      CHECK(0 <= thread && thread < threads);
      ++visits[i];
    });
    for (auto& v : visits) CHECK(v == 1);
    CHECK_THROWS(parallel_for(1000, threads,
                              [](std::int64_t i, int) {
                                if (i == 500) throw std::runtime_error("stop");
                              }),
                 std::runtime_error);
  }
  CHECK_THROWS(checked_threads(-1), ArgumentError);
  CHECK(checked_threads(3) == 3);
  Progress progress;
  progress.start(2);
  progress.advance();
  progress.cancelled = true;
  CHECK_THROWS(progress.advance(), Cancelled);
}
