#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/abstraction/joint_kernel.hpp"
#include "pokerdata/abstraction/joint_sums.hpp"
#include "pokerdata/support/aligned_array.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::abstraction {

// Rows of joint counts of one thread that wait for their row of the sums. The rows of a deal are scattered
// over sums that no cache holds; here many deals wait, and each row of the sums is fetched once for all of
// them.
class JointBatch {
 public:
  // bytes: of counts that may wait; of one deal they always may, which has at most so many classes.
  JointBatch(std::int64_t sequences, std::int64_t bytes, int most_classes);

  // Whether another deal of so many classes has room.
  bool has_room(int classes) const {
    return used_ + std::int64_t{classes} * packed_joint_row(classes) <=
           static_cast<std::int64_t>(counts_.size());
  }
  // Begins a deal: the sequences of its classes, and what each of its counts stands for.
  void begin(std::span<const std::int32_t> sequences, std::uint32_t weight);
  // A row of that deal, none of whose counts times the weight is above `largest`. It may not have spilled.
  void add(const JointBoard& board, int row, std::uint32_t largest);
  // Adds all of them to the sums, beginning at a stripe that threads do not share.
  void flush(JointSums& sums, int thread);

 private:
  struct Deal {
    std::uint32_t first, classes, weight;  // of columns_
  };
  struct Row {
    std::uint32_t sequence, deal, largest;
    std::int64_t counts;  // where they begin
  };

  std::int64_t used_ = 0;
  support::AlignedArray<std::uint16_t> counts_;
  std::vector<std::int32_t> columns_;  // sequences of the classes of all deals
  std::vector<Deal> deals_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> start_, order_;  // rows by sequence
  decltype(&portable::pack_joint_row) pack_ = POKERDATA_DISPATCH(pack_joint_row);
  decltype(&portable::add_packed_row) add_packed_ = POKERDATA_DISPATCH(add_packed_row);
};

}  // namespace pokerdata::abstraction
