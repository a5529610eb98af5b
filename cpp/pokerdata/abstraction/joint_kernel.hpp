#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::abstraction {

// One dealt river board as the joint-count kernel reads it. Hands come in rising strength; a run is a
// stretch of hands of equal strength and equal class (local number of a bucket sequence).
struct JointBoard {
  int classes;                      // classes in use
  int stride;                       // classes rounded up to lanes; row length of the arrays below
  int groups;                       // stretches of equal strength
  const std::uint16_t* group_runs;  // [groups + 1] first run of each group
  const std::uint16_t* run_start;   // [runs + 1] first hand of each run; at most run_limit hands a run
  const std::uint16_t* class_of;    // [hands]
  const std::uint8_t* low;          // [hands] lower and higher hole card
  const std::uint8_t* high;

  // Scratch: hands so far by class, and by card and class.
  std::uint16_t* below;    // [stride]
  std::uint16_t* holding;  // [52 * stride]
  // Results, zero at the start: opposing hands of class l that a hand of class k beats, and does not
  // lose to; k * stride + l.
  std::uint32_t* wins;
  std::uint32_t* wins_or_ties;
};

inline constexpr int joint_lanes = 32;
// With at most 48 hands a run, 48 * 1081 still fits 16 bits.
inline constexpr int run_limit = 48;

POKERDATA_KERNELS(void count_joint(const JointBoard& board);
                  void add_joint_row(const JointBoard& board, int row, std::uint32_t weight,
                                     const std::int32_t* sequence_of, std::uint32_t* sums);)

}  // namespace pokerdata::abstraction
