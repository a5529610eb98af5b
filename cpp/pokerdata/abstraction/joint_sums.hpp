#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace pokerdata::abstraction {

// Sums of joint counts on their way to the cells of add_joint_counts. Adding to them is bound by memory, so
// they are kept in 32 bits; a row goes to the cells of 64 bits before one of its sums might not hold the next
// count. Several JointSums may share cells.
class JointSums {
 public:
  static constexpr int stripes = 16;                 // of rows, each with a lock
  static constexpr std::uint64_t most = 0xFFFFFFFF;  // that a sum holds
  // Bytes of all sums up to which each thread has its own: those that threads share travel between their
  // caches.
  static constexpr std::int64_t most_apart = std::int64_t{64} << 20;

  // cells: [sequences * sequences * 2]. emptying: locked while rows go to them, except in finish. Both must
  // outlive this.
  JointSums(std::int64_t sequences, std::uint64_t* cells, std::mutex& emptying);

  // The first row of a stripe, also of the one after the last.
  std::int64_t first_row(int stripe) const { return sequences_ * stripe / stripes; }
  std::mutex& lock(int stripe) { return locks_[stripe]; }
  std::mutex& lock_of(std::int64_t sequence) {
    return locks_[((sequence + 1) * stripes - 1) / sequences_];  // the last stripe that begins no later
  }
  // Of the sums, in whole pages of 2 MiB.
  static std::int64_t bytes(std::int64_t sequences) {
    const std::int64_t sums = 2 * sequences * sequences * std::int64_t{sizeof(std::uint32_t)};
    return (sums + page - 1) / page * page;
  }
  static bool apart(std::int64_t sequences, int threads) { return threads * bytes(sequences) <= most_apart; }

  // A row of a locked stripe, [sequences * 2], to each of whose sums up to `largest` may be added.
  std::uint32_t* row(std::int64_t sequence, std::uint64_t largest) {
    if (held_[sequence] + largest > most) {
      const std::lock_guard lock(emptying_);
      empty(sequence);
    }
    held_[sequence] += largest;
    return sums_.get() + 2 * sequence * sequences_;
  }

  // Moves all that is left to the cells, into which nobody else may put anything meanwhile.
  void finish(int threads);

 private:
  static constexpr std::int64_t page = std::int64_t{2} << 20;

  struct Free {
    void operator()(void* memory) const;
  };

  void empty(std::int64_t sequence);

  std::int64_t sequences_;
  std::uint64_t* cells_;
  std::mutex& emptying_;
  std::unique_ptr<std::uint32_t[], Free> sums_;
  std::vector<std::uint64_t> held_;  // no sum of the row is above
  std::array<std::mutex, stripes> locks_;
};

}  // namespace pokerdata::abstraction
