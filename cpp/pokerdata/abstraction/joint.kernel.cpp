#include <cstdint>

#include "pokerdata/abstraction/joint_kernel.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::abstraction::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

using Words = Vector<std::uint16_t>;
constexpr int words = lanes<std::uint16_t>;

// Adds to `parts` vectors of a row from class x on, for each class l, the hands of l counted so far that
// share no card with the hands of a run; a fresh row is written for the first time.
template <int parts, bool fresh>
inline void add_block(const JointBoard& board, int first, int last, std::uint16_t* row, int x) {
  const auto size = static_cast<std::uint16_t>(last - first);
  Words sum[parts];
  for (int p = 0; p < parts; ++p) {
    sum[p] = load(board.below + x + p * words) * size;
    if (!fresh) sum[p] += load(row + x + p * words);
  }
  for (int i = first; i < last; ++i) {
    const std::uint16_t* low = board.holding + board.low[i] * board.stride + x;
    const std::uint16_t* high = board.holding + board.high[i] * board.stride + x;
    for (int p = 0; p < parts; ++p) sum[p] -= load(low + p * words) + load(high + p * words);
  }
  for (int p = 0; p < parts; ++p) store(row + x + p * words, sum[p]);
}

template <bool fresh>
inline void add_to_row(const JointBoard& board, int first, int last, std::uint16_t* row) {
  int x = 0;
  for (; board.stride - x >= 8 * words; x += 8 * words) add_block<8, fresh>(board, first, last, row, x);
  const int left = (board.stride - x) / words;
  if (left & 4) {
    add_block<4, fresh>(board, first, last, row, x);
    x += 4 * words;
  }
  if (left & 2) {
    add_block<2, fresh>(board, first, last, row, x);
    x += 2 * words;
  }
  if (left & 1) add_block<1, fresh>(board, first, last, row, x);
}

// Moves a row to the larger sums. own: the class whose hands were among those that were counted, or -1: each
// was taken off twice, once for each of its cards, but counted once.
void spill(const JointBoard& board, JointRows& rows, int k, int own) {
  std::uint16_t* row = rows.recent + k * board.stride;
  std::uint32_t* sums = rows.spilled + k * board.stride;
  if (own >= 0) row[own] = static_cast<std::uint16_t>(row[own] + rows.hands[k]);
  if (!rows.has_spilled[k])
    for (int l = 0; l < board.stride; ++l) sums[l] = row[l];
  else
    for (int l = 0; l < board.stride; ++l) sums[l] += row[l];
  rows.has_spilled[k] = true;
  rows.hands[k] = 0;
}

void add_run(const JointBoard& board, JointRows& rows, int run, bool counts_itself) {
  const int first = board.run_start[run], last = board.run_start[run + 1], k = board.class_of[first];
  if (rows.hands[k] + last - first > most_recent) spill(board, rows, k, counts_itself ? k : -1);
  std::uint16_t* row = rows.recent + k * board.stride;
  if (rows.hands[k] == 0)
    add_to_row<true>(board, first, last, row);
  else
    add_to_row<false>(board, first, last, row);
  rows.hands[k] = static_cast<std::uint16_t>(rows.hands[k] + last - first);
}

void begin(const JointBoard& board, JointRows& rows) {
  for (int k = 0; k < board.classes; ++k) {
    rows.hands[k] = 0;
    rows.has_spilled[k] = false;
  }
}

void finish(const JointBoard& board, JointRows& rows, bool counts_itself) {
  for (int k = 0; k < board.classes; ++k) {
    std::uint16_t* row = rows.recent + k * board.stride;
    if (rows.hands[k] == 0)
      for (int l = 0; l < board.stride; ++l) row[l] = 0;
    else if (counts_itself)
      row[k] = static_cast<std::uint16_t>(row[k] + rows.hands[k]);
  }
}

using Two = Vector<std::uint32_t, 2>;
using Four = Vector<std::uint32_t, 4>;

typedef std::uint16_t FourWords __attribute__((vector_size(8), may_alias));

inline Four widened(const std::uint16_t* four) {
  return __builtin_convertvector(*reinterpret_cast<const FourWords*>(four), Four);
}

// Four sums of a row.
template <bool has_spilled>
inline Four four(const JointRows& rows, int at) {
  Four sum = widened(rows.recent + at);
  if (has_spilled) sum += *reinterpret_cast<const Four*>(rows.spilled + at);
  return sum;
}

template <bool wins_spilled, bool others_spilled>
void add_row(const JointBoard& board, int row, std::uint32_t weight, const std::int32_t* sequence_of,
             std::uint32_t* sums) {
  Two* out = reinterpret_cast<Two*>(sums);
  // Entries past the last class are zero, and sequence_of goes on with sequence 0 there.
  for (int l = 0; l < board.classes; l += 4) {
    const Four w = four<wins_spilled>(board.wins, row * board.stride + l) * weight;
    const Four v = four<others_spilled>(board.wins_or_ties, row * board.stride + l) * weight;
    const Four low = __builtin_shufflevector(w, v, 0, 4, 1, 5),
               high = __builtin_shufflevector(w, v, 2, 6, 3, 7);
    out[sequence_of[l]] += Two{low[0], low[1]};
    out[sequence_of[l + 1]] += Two{low[2], low[3]};
    out[sequence_of[l + 2]] += Two{high[0], high[1]};
    out[sequence_of[l + 3]] += Two{high[2], high[3]};
  }
}

}  // namespace

void count_joint(JointBoard& board) {
  for (int x = 0; x < board.stride; ++x) board.below[x] = 0;
  for (int x = 0; x < 52 * board.stride; ++x) board.holding[x] = 0;
  begin(board, board.wins);
  begin(board, board.wins_or_ties);
  for (int g = 0; g < board.groups; ++g) {
    const int first_run = board.group_runs[g], last_run = board.group_runs[g + 1];
    const int first = board.run_start[first_run], last = board.run_start[last_run];
    if (g > 0)
      for (int r = first_run; r < last_run; ++r) add_run(board, board.wins, r, false);
    for (int i = first; i < last; ++i) {
      const int k = board.class_of[i];
      ++board.below[k];
      ++board.holding[board.low[i] * board.stride + k];
      ++board.holding[board.high[i] * board.stride + k];
    }
    for (int r = first_run; r < last_run; ++r) add_run(board, board.wins_or_ties, r, true);
  }
  finish(board, board.wins, false);
  finish(board, board.wins_or_ties, true);
}

void add_joint_row(const JointBoard& board, int row, std::uint32_t weight, const std::int32_t* sequence_of,
                   std::uint32_t* sums) {
  const bool wins = board.wins.has_spilled[row], others = board.wins_or_ties.has_spilled[row];
  const auto add = !wins ? &add_row<false, true> : others ? &add_row<true, true> : &add_row<true, false>;
  add(board, row, weight, sequence_of, sums);
}

void pack_joint_row(const JointBoard& board, int row, std::uint16_t* packed) {
  typedef std::uint16_t EightWords __attribute__((vector_size(16), may_alias));
  const std::uint16_t* wins = board.wins.recent + row * board.stride;
  const std::uint16_t* others = board.wins_or_ties.recent + row * board.stride;
  // Entries past the last class are zero.
  for (int l = 0; l < board.classes; l += 4) {
    const FourWords w = *reinterpret_cast<const FourWords*>(wins + l),
                    v = *reinterpret_cast<const FourWords*>(others + l);
    *reinterpret_cast<EightWords*>(packed + 2 * l) = __builtin_shufflevector(w, v, 0, 4, 1, 5, 2, 6, 3, 7);
  }
}

void add_packed_row(const std::uint16_t* packed, int classes, std::uint32_t weight,
                    const std::int32_t* sequence_of, std::uint32_t* sums) {
  Two* out = reinterpret_cast<Two*>(sums);
  int l = 0;
  for (; l + 2 <= classes; l += 2) {
    const Four counts = widened(packed + 2 * l) * weight;
    out[sequence_of[l]] += Two{counts[0], counts[1]};
    out[sequence_of[l + 1]] += Two{counts[2], counts[3]};
  }
  if (l < classes) out[sequence_of[l]] += Two{packed[2 * l] * weight, packed[2 * l + 1] * weight};
}

}  // namespace pokerdata::abstraction::POKERDATA_ISA
