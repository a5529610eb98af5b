#include "pokerdata/abstraction/joint_batch.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>

namespace pokerdata::abstraction {

JointBatch::JointBatch(std::int64_t sequences, std::int64_t bytes, int most_classes)
    : counts_(std::max(bytes / 2, std::int64_t{most_classes} * packed_joint_row(most_classes))),
      start_(sequences + 1) {}

void JointBatch::begin(std::span<const std::int32_t> sequences, std::uint32_t weight) {
  deals_.push_back({.first = static_cast<std::uint32_t>(columns_.size()),
                    .classes = static_cast<std::uint32_t>(sequences.size()),
                    .weight = weight});
  columns_.insert(columns_.end(), sequences.begin(), sequences.end());
}

void JointBatch::add(const JointBoard& board, int row, std::uint32_t largest) {
  const Deal& deal = deals_.back();
  pack_(board, row, counts_.data() + used_);
  rows_.push_back({.sequence = static_cast<std::uint32_t>(columns_[deal.first + row]),
                   .deal = static_cast<std::uint32_t>(deals_.size() - 1),
                   .largest = largest,
                   .counts = used_});
  used_ += packed_joint_row(board.classes);
}

void JointBatch::flush(JointSums& sums, int thread) {
  std::ranges::fill(start_, 0);
  for (const Row& row : rows_) ++start_[row.sequence];
  std::exclusive_scan(start_.begin(), start_.end(), start_.begin(), 0u);
  order_.resize(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i)
    order_[start_[rows_[i].sequence]++] =
        static_cast<std::uint32_t>(i);  // now where the next sequence begins
  for (int turn = 0; turn < JointSums::stripes; ++turn) {
    const int stripe = (turn + thread * 5) % JointSums::stripes;
    const std::int64_t first = sums.first_row(stripe), last = sums.first_row(stripe + 1);
    if (first == last) continue;
    const std::uint32_t begin = first == 0 ? 0 : start_[first - 1], end = start_[last - 1];
    if (begin == end) continue;
    const std::lock_guard lock(sums.lock(stripe));
    for (std::uint32_t at = begin; at < end; ++at) {
      const Row& row = rows_[order_[at]];
      const Deal& deal = deals_[row.deal];
      add_packed_(counts_.data() + row.counts, static_cast<int>(deal.classes), deal.weight,
                  columns_.data() + deal.first, sums.row(row.sequence, row.largest));
    }
  }
  used_ = 0;
  columns_.clear();
  deals_.clear();
  rows_.clear();
}

}  // namespace pokerdata::abstraction
