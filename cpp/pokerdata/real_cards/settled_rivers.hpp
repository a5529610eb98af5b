#pragma once
#include <cstddef>
#include <cstdint>

#include "pokerdata/real_cards/dealt_board.hpp"
#include "pokerdata/real_cards/settled_kernel.hpp"
#include "pokerdata/support/aligned_array.hpp"

namespace pokerdata::real_cards {

// The rivers of a turn after all-ins, counted: for each hand of the responder and each class of the turn, how
// many hands are weaker, less how many are stronger, over all rivers. What all-ins are worth follows from it
// for all histories, while classes are few.
class SettledRivers {
 public:
  // Histories side by side.
  static constexpr int most_numbers = 64;

  // Whether that is less work than going through the rivers with each of `histories` histories.
  static bool pays(std::size_t classes, std::size_t histories);
  static std::uint64_t bytes(bool any_settled);

  // any_settled: whether there is something to count at all.
  explicit SettledRivers(bool any_settled);

  void begin(const DealtBoard& turn);
  // river: dealt after it. orbit: how many rivers it stands for.
  void add(const DealtBoard& river, int orbit);
  // Once all are there. Adds to the values of hands, [combination][numbers], what they win in so many
  // histories that the opponent reaches so, [class][numbers], for such chips, at the mean of `rivers` rivers.
  // numbers: a multiple of lanes, at most most_numbers.
  void settle(const float* reach, const float* chips, int numbers, float rivers, float* values);

 private:
  void flush();

  const DealtBoard* turn_ = nullptr;
  int row_ = 0, waiting_ = 0;
  support::AlignedArray<std::int16_t> counts_, scratch_;
  support::AlignedArray<float> sums_, reach_, chips_;
};

}  // namespace pokerdata::real_cards
