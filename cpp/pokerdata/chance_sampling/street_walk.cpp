#include "pokerdata/chance_sampling/street_walk.hpp"

#include <algorithm>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::chance_sampling {
namespace {

std::size_t rows_below(const solvers::Shape& shape, std::int32_t at) {
  const solvers::ShapeNode& node = shape.nodes[at];
  if (node.step != solvers::Step::decision) return 2;
  std::size_t below = 0;
  for (int a = 0; a < node.actions; ++a)
    below = std::max(below, rows_below(shape, shape.child[node.first + a]));
  return below + 3 * static_cast<std::size_t>(node.actions);
}

}  // namespace

std::size_t ClassRows::needed(const solvers::Shape& shape) { return rows_below(shape, 0) + 2; }

StreetWalk::StreetWalk(const Batches& batches, std::size_t place, const SampledBoard& board, int player,
                       Memory memory)
    : batches_(batches),
      number_(place),
      place_(batches.places[place]),
      batch_(batches.batch(place_)),
      shape_(batches.shape(place_)),
      classes_(board.streets[place_.street]),
      hands_{sampled_hands, board.low.data(), board.high.data(), board.group_end.data(),
             classes_.of_hand.data()},
      player_(player),
      memory_(memory) {
  memory_.rows.free_from(0);
}

const float* StreetWalk::unit_row() {
  float* const row = memory_.rows.take(classes_.count);
  std::fill_n(row, std::size_t{histories} * classes_.count, 1.0f);
  return row;
}

void StreetWalk::descend() {
  const float* const unit = unit_row();
  descend(0, unit, unit);
}

void StreetWalk::ascend(const SampledUpdate& update) {
  update_ = update;
  const float* const unit = unit_row();
  float* const sums = memory_.rows.take(classes_.count);
  POKERDATA_DISPATCH(sum_over_hands)
  (hands_, classes_.count, memory_.roots.reach(number_, player_), sums);
  hand_sums_ = sums;
  std::fill_n(memory_.roots.values(number_), std::size_t{histories} * sampled_hands, 0.0f);
  ascend(0, unit, unit);
}

const float* StreetWalk::strategy(const solvers::ShapeNode& node) {
  float* const found = memory_.rows.take(classes_.count, node.actions);
  POKERDATA_DISPATCH(match_regrets)(touched(node), memory_.regrets + batches_.cell(place_, node), found);
  return found;
}

template <class Visit>
void StreetWalk::for_each_next(std::int32_t node, const Visit& visit) const {
  for (const solvers::Run& run : batch_.targets)
    if (run.node == node) visit(batches_.first[place_.street + 1] + run.batch, run);
}

void StreetWalk::descend(std::int32_t at, const float* own, const float* opponent) {
  const solvers::ShapeNode& node = shape_.nodes[at];
  if (node.step == solvers::Step::next_street)
    for_each_next(at, [&](std::size_t next, const solvers::Run& run) {
      for (const int p : {0, 1}) POKERDATA_DISPATCH(enter_street)
      (hands_, memory_.roots.reach(number_, p), p == player_ ? own : opponent,
       {run.before, run.after, run.length}, memory_.roots.reach(next, p));
    });
  if (node.step != solvers::Step::decision) return;
  const std::size_t used = memory_.rows.used();
  const float* const probability = strategy(node);
  float* const reach = memory_.rows.take(classes_.count);
  const bool acts = node.player == player_;
  for (int a = 0; a < node.actions; ++a) {
    POKERDATA_DISPATCH(follow_action)(touched(node), acts ? own : opponent, probability, a, reach);
    descend(shape_.child[node.first + a], acts ? reach : own, acts ? opponent : reach);
  }
  memory_.rows.free_from(used);
}

// The result stands on top of the rows that the caller had taken.
const float* StreetWalk::ascend(std::int32_t at, const float* own, const float* opponent) {
  const solvers::ShapeNode& node = shape_.nodes[at];
  if (node.step != solvers::Step::decision) return leaf(at, own, opponent);
  const bool acts = node.player == player_;
  float* const result = memory_.rows.take(classes_.count);
  const std::size_t used = memory_.rows.used();
  const float* const probability = strategy(node);
  float* const reach = memory_.rows.take(classes_.count);
  if (acts) POKERDATA_DISPATCH(add_to_average)
  (touched(node), update_.average_weight, hand_sums_, own, probability,
   memory_.average + batches_.cell(place_, node));
  const std::size_t top = values_.size();
  values_.resize(top + node.actions);
  for (int a = 0; a < node.actions; ++a) {
    POKERDATA_DISPATCH(follow_action)(touched(node), acts ? own : opponent, probability, a, reach);
    values_[top + a] = ascend(shape_.child[node.first + a], acts ? reach : own, acts ? opponent : reach);
  }
  const float* const* const values = values_.data() + top;
  if (acts) POKERDATA_DISPATCH(add_regrets)
  (touched(node), update_.regret_weight, probability, values, memory_.regrets + batches_.cell(place_, node),
   result);
  else POKERDATA_DISPATCH(add_values)(touched(node), values, result);
  values_.resize(top);
  memory_.rows.free_from(used);
  return result;
}

const float* StreetWalk::leaf(std::int32_t at, const float* own, const float* opponent) {
  float* const result = memory_.rows.take(classes_.count);
  const Leaf leaf{memory_.roots.reach(number_, 1 - player_),
                  opponent,
                  own,
                  batches_.stakes[player_].data() + place_.stake + std::size_t{histories} * at,
                  result,
                  memory_.roots.values(number_)};
  switch (shape_.nodes[at].step) {
    case solvers::Step::fold:
      POKERDATA_DISPATCH(fold_leaf)(hands_, classes_.count, leaf);
      break;
    case solvers::Step::showdown:
      POKERDATA_DISPATCH(showdown_leaf)(hands_, classes_.count, leaf);
      break;
    default:
      std::fill_n(result, std::size_t{histories} * classes_.count, 0.0f);
      for_each_next(at, [&](std::size_t next, const solvers::Run& run) {
        POKERDATA_DISPATCH(street_leaf)
        (hands_, memory_.roots.values(next), {run.after, run.before, run.length}, leaf);
      });
  }
  return result;
}

}  // namespace pokerdata::chance_sampling
