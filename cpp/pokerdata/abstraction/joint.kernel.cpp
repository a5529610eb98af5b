#include <cstdint>

#include "pokerdata/abstraction/joint_kernel.hpp"

namespace pokerdata::POKERDATA_ISA {
namespace {

typedef std::uint16_t Narrow __attribute__((vector_size(2 * joint_lanes), aligned(2 * joint_lanes)));
typedef std::uint32_t Wide __attribute__((vector_size(4 * joint_lanes), aligned(4 * joint_lanes)));

// Adds to one row of results, for each class l, the hands of l counted so far that share no card with the
// run's hands. own is the run's class if its hands are among those counted, else -1: each was taken off
// twice, once for each of its cards, but counted once.
void add_run(const JointBoard& board, int first, int last, std::uint32_t* row, int own) {
  const auto size = static_cast<std::uint16_t>(last - first);
  for (int x = 0; x < board.stride; x += joint_lanes) {
    Narrow sum = *reinterpret_cast<const Narrow*>(board.below + x) * size;
    for (int i = first; i < last; ++i) {
      sum -= *reinterpret_cast<const Narrow*>(board.holding + board.low[i] * board.stride + x);
      sum -= *reinterpret_cast<const Narrow*>(board.holding + board.high[i] * board.stride + x);
    }
    if (own >= x && own < x + joint_lanes) sum[own - x] = static_cast<std::uint16_t>(sum[own - x] + size);
    *reinterpret_cast<Wide*>(row + x) += __builtin_convertvector(sum, Wide);
  }
}

}  // namespace

void count_joint(const JointBoard& board) {
  for (int x = 0; x < board.stride; ++x) board.below[x] = 0;
  for (int x = 0; x < 52 * board.stride; ++x) board.holding[x] = 0;
  for (int g = 0; g < board.groups; ++g) {
    const int first_run = board.group_runs[g], last_run = board.group_runs[g + 1];
    const int first = board.run_start[first_run], last = board.run_start[last_run];
    if (g > 0)
      for (int r = first_run; r < last_run; ++r)
        add_run(board, board.run_start[r], board.run_start[r + 1],
                board.wins + board.class_of[board.run_start[r]] * board.stride, -1);
    for (int i = first; i < last; ++i) {
      const int k = board.class_of[i];
      ++board.below[k];
      ++board.holding[board.low[i] * board.stride + k];
      ++board.holding[board.high[i] * board.stride + k];
    }
    for (int r = first_run; r < last_run; ++r) {
      const int k = board.class_of[board.run_start[r]];
      add_run(board, board.run_start[r], board.run_start[r + 1], board.wins_or_ties + k * board.stride, k);
    }
  }
}

}  // namespace pokerdata::POKERDATA_ISA
