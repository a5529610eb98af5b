#include "pokerdata/real_cards/settled_rivers.hpp"

#include <algorithm>

#include "pokerdata/evaluator/showdown.hpp"

namespace pokerdata::real_cards {
namespace {

// Sums over more classes, one after another, would round more than is told (pokerdata/real_cards/values.py).
constexpr int most_row = 288;
// The largest sum of counts, which are of 16 bits.
constexpr int most_waiting = 32767 / evaluator::river_opponents;

constexpr std::size_t row_of(std::size_t classes) {
  return (classes + settled_unit - 1) / settled_unit * settled_unit;
}

}  // namespace

bool SettledRivers::pays(std::size_t classes, std::size_t histories) {
  // As measured: counting takes as long for a class as 192 histories, and a history instead as 467 classes.
  return classes <= most_row && classes * (192 + histories) < 467 * histories;
}

SettledRivers::SettledRivers(bool any_settled) {
  if (!any_settled) return;
  const std::size_t most = std::size_t{most_row} * cards::combinations;
  counts_ = support::AlignedArray<std::int16_t>(most);
  sums_ = support::AlignedArray<float>(most);
  scratch_ = support::AlignedArray<std::int16_t>(std::size_t{settled_scratch} * most_row);
  reach_ = support::AlignedArray<float>(std::size_t{most_row} * most_numbers);
  chips_ = support::AlignedArray<float>(most_numbers);
}

std::uint64_t SettledRivers::bytes(bool any_settled) {
  if (!any_settled) return 0;
  return std::uint64_t{most_row} * (cards::combinations * (sizeof(std::int16_t) + sizeof(float)) +
                                    settled_scratch * sizeof(std::int16_t) + most_numbers * sizeof(float));
}

void SettledRivers::begin(const DealtBoard& turn) {
  turn_ = &turn;
  row_ = static_cast<int>(row_of(turn.classes().size()));
  waiting_ = 0;
  const std::size_t numbers = std::size_t(row_) * cards::combinations;
  std::fill_n(counts_.data(), numbers, std::int16_t{0});
  std::fill_n(sums_.data(), numbers, 0.0f);
}

void SettledRivers::add(const DealtBoard& river, int orbit) {
  const int weight = orbit * river.most_alike();
  if (waiting_ + weight > most_waiting) flush();
  waiting_ += weight;
  const CountsView view{row_, static_cast<std::int16_t>(orbit), counts_.data(), scratch_.data()};
  POKERDATA_DISPATCH(count_showdowns)(river.view(), view);
}

void SettledRivers::flush() {
  const std::size_t numbers = std::size_t(row_) * cards::combinations;
  for (std::size_t i = 0; i < numbers; ++i) sums_.data()[i] += static_cast<float>(counts_.data()[i]);
  std::fill_n(counts_.data(), numbers, std::int16_t{0});
  waiting_ = 0;
}

void SettledRivers::settle(const float* reach, const float* chips, int numbers, float rivers, float* values) {
  if (waiting_ > 0) flush();
  for (int i = 0; i < numbers; ++i) chips_.data()[i] = chips[i] / rivers;
  const std::vector<Hand>& hands = turn_->hands();
  const SettledView view{sums_.data(),
                         hands.data(),
                         static_cast<std::int32_t>(hands.size()),
                         row_,
                         static_cast<std::int32_t>(turn_->classes().size()),
                         reach,
                         chips_.data(),
                         numbers / POKERDATA_DISPATCH(width)(),
                         values,
                         reach_.data()};
  POKERDATA_DISPATCH(settle_counts)(view);
}

}  // namespace pokerdata::real_cards
