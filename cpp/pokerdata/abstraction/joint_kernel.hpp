#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::abstraction {

// Sums by class k of a hand and class l of another, in rows of `stride`: those of the hands of k that came
// last, at most `most_recent`, in 16 bits, and of the others in 32. Most classes have no others.
struct JointRows {
  std::uint16_t* recent;   // [classes * stride]
  std::uint32_t* spilled;  // [classes * stride], of classes for which has_spilled is set
  std::uint16_t* hands;    // [classes] whose sums are in `recent`
  bool* has_spilled;       // [classes]
};

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
  // Results: opposing hands of class l that a hand of class k beats, and does not lose to.
  JointRows wins;
  JointRows wins_or_ties;
};

// 16-bit numbers in the widest vector.
inline constexpr int joint_lanes = 32;
// With so many hands a run, 48 * 1081 still fits 16 bits.
inline constexpr int run_limit = 48;

// Their sums, of at most 1081 for each hand and class, fit 16 bits.
inline constexpr int most_recent = 60;

// Numbers of a packed row: {wins, wins or ties} of each class, in fours of classes.
constexpr int packed_joint_row(int classes) { return 2 * ((classes + 3) / 4 * 4); }

// add_joint_row adds row `row` of the results, one that has spilled, times weight, to the sums {wins, wins or
// ties} of the row's sequence; sequence_of has some sequence for each class up to the stride. pack_joint_row
// keeps a row that has not spilled, and add_packed_row adds it later.
POKERDATA_KERNELS(void count_joint(JointBoard& board);
                  void add_joint_row(const JointBoard& board, int row, std::uint32_t weight,
                                     const std::int32_t* sequence_of, std::uint32_t* sums);
                  void pack_joint_row(const JointBoard& board, int row, std::uint16_t* packed);
                  void add_packed_row(const std::uint16_t* packed, int classes, std::uint32_t weight,
                                      const std::int32_t* sequence_of, std::uint32_t* sums);)

}  // namespace pokerdata::abstraction
