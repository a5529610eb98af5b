#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::solvers {

// How far a solver is, and whether it stands between two iterations.
class Iterations {
 public:
  std::int64_t done() const { return done_; }
  bool usable() const { return !broken_; }
  void restore(std::int64_t done) {
    done_ = done;
    broken_ = false;
  }

  // Throws ArgumentError unless the solver stands between two iterations.
  void check_usable() const {
    if (broken_)
      throw support::ArgumentError("this solver was stopped in the middle of iteration " +
                                   std::to_string(done_ + 1) +
                                   "; restore a saved state first, or make a new one");
  }

  // Calls prepare(t) and work(t, stop) for the next `count` iterations t, from 1 on. Cancelled, it stops
  // between two; the work stops by `stop`, which is there in the first iteration and after one of more than
  // half a second, and leaves the solver not usable then. An error in prepare leaves it usable.
  template <class Prepare, class Work>
  void run(std::int64_t count, support::Progress& progress, const Prepare& prepare, const Work& work) {
    if (count < 0) throw support::expected("iterations", "0 or more", {count, "; e.g. 100"});
    check_usable();
    progress.start(count);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto start = std::chrono::steady_clock::now();
      const std::atomic<bool>* stop = slow_ || done_ == 0 ? &progress.cancelled : nullptr;
      prepare(done_ + 1);
      broken_ = true;
      work(done_ + 1, stop);
      broken_ = false;
      ++done_;
      slow_ = std::chrono::steady_clock::now() - start > std::chrono::milliseconds(500);
      progress.advance();
    }
  }

  template <class Work>
  void run(std::int64_t count, support::Progress& progress, const Work& work) {
    run(count, progress, [](std::int64_t) {}, work);
  }

 private:
  std::int64_t done_ = 0;
  bool broken_ = false, slow_ = false;
};

}  // namespace pokerdata::solvers
