#include "pokerdata/evaluator/rank_index.hpp"

#include <algorithm>

namespace pokerdata::evaluator {
namespace {

using Counts = std::array<std::uint8_t, rank_count>;

void list_multisets(Counts& counts, int rank, int left, std::vector<Counts>& out) {
  if (rank == rank_count) {
    if (left == 0) out.push_back(counts);
    return;
  }
  for (int k = 0; k <= std::min(4, left); ++k) {
    counts[rank] = static_cast<std::uint8_t>(k);
    list_multisets(counts, rank + 1, left - k, out);
  }
  counts[rank] = 0;
}

RankIndex build() {
  RankIndex index;
  for (int size = 0; size <= 7; ++size) {
    Counts counts{};
    list_multisets(counts, 0, size, index.counts[size]);
  }
  index.next.assign(std::size_t{state_count} * rank_count, no_state);
  for (int size = 0; size < 7; ++size) {
    const auto& larger = index.counts[size + 1];
    for (int i = 0; i < multiset_counts[size]; ++i) {
      for (int rank = 0; rank < rank_count; ++rank) {
        Counts counts = index.counts[size][i];
        if (counts[rank] == 4) continue;
        ++counts[rank];
        // The lists come out in lexicographic order.
        const auto position = std::lower_bound(larger.begin(), larger.end(), counts) - larger.begin();
        index.next[std::size_t(state_offsets[size] + i) * rank_count + rank] =
            static_cast<std::uint16_t>(state_offsets[size + 1] + position);
      }
    }
  }
  return index;
}

}  // namespace

const RankIndex& RankIndex::get() {
  static const RankIndex index = build();
  return index;
}

}  // namespace pokerdata::evaluator
