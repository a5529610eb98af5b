#include <cstdint>

#include "pokerdata/abstraction/joint_kernel.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::abstraction::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

using Narrow = Vector<std::uint16_t, joint_lanes>;
using Wide = Vector<std::uint32_t, joint_lanes>;

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

// Adds row `row` of the results, times weight, to the sums {wins, wins or ties} of the row's sequence.
void add_joint_row(const JointBoard& board, int row, std::uint32_t weight, const std::int32_t* sequence_of,
                   std::uint32_t* sums) {
  using Two = Vector<std::uint32_t, 2>;
  using Four = Vector<std::uint32_t, 4>;
  const std::uint32_t* wins = board.wins + row * board.stride;
  const std::uint32_t* wins_or_ties = board.wins_or_ties + row * board.stride;
  Two* out = reinterpret_cast<Two*>(sums);
  // Entries past the last class are zero, and sequence_of goes on with sequence 0 there.
  for (int l = 0; l < board.classes; l += 4) {
    const Four w = *reinterpret_cast<const Four*>(wins + l) * weight;
    const Four v = *reinterpret_cast<const Four*>(wins_or_ties + l) * weight;
    const Four low = __builtin_shuffle(w, v, Four{0, 4, 1, 5}),
               high = __builtin_shuffle(w, v, Four{2, 6, 3, 7});
    out[sequence_of[l]] += Two{low[0], low[1]};
    out[sequence_of[l + 1]] += Two{low[2], low[3]};
    out[sequence_of[l + 2]] += Two{high[0], high[1]};
    out[sequence_of[l + 3]] += Two{high[2], high[3]};
  }
}

}  // namespace pokerdata::abstraction::POKERDATA_ISA
