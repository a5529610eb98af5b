#include "pokerdata/chance_sampling/response_walk.hpp"

#include <algorithm>
#include <bit>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::chance_sampling {
namespace {

int rows_below(const solvers::Shape& shape, std::int32_t at) {
  const solvers::ShapeNode& node = shape.nodes[at];
  if (node.step != solvers::Step::decision) return 1;
  int below = 0;
  for (int a = 0; a < node.actions; ++a)
    below = std::max(below, rows_below(shape, shape.child[node.first + a]));
  return below + 2 * node.actions + 3;
}

}  // namespace

ResponsePlan::ResponsePlan(const Batches& batches, cards::CardSet deck, std::int64_t flop_classes)
    : classes{preflop_classes, flop_classes},
      trunk(batches.places.size()),
      choice(batches.places.size()),
      turn_hands(SampledTurn::turn_hands(deck)),
      river_hands(SampledTurn::river_hands(deck)) {
  const std::vector<solvers::Shape>& shapes = batches.plan.shapes;
  std::vector<std::array<int, 2>> decisions(shapes.size());
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    walk_rows = std::max(walk_rows, rows_below(shapes[s], 0) + 4);
    std::vector<int>& numbers = number.emplace_back(shapes[s].nodes.size());
    for (std::size_t n = 0; n < shapes[s].nodes.size(); ++n)
      if (shapes[s].nodes[n].step == solvers::Step::decision)
        numbers[n] = decisions[s][shapes[s].nodes[n].player]++;
  }
  const int rivers = std::popcount(deck) - 4;
  for (std::size_t p = 0; p < batches.places.size(); ++p) {
    const Batches::Place& place = batches.places[p];
    if (place.street < first_response) {
      trunk[p] = trunk_cells;
      trunk_cells +=
          static_cast<std::size_t>(histories * classes[place.street]) * batches.shape(place).child.size();
      continue;
    }
    const std::size_t hands = place.street == first_response
                                  ? static_cast<std::size_t>(turn_hands)
                                  : static_cast<std::size_t>(rivers) * static_cast<std::size_t>(river_hands);
    for (const int player : {0, 1}) {
      choice[p][player] = choices[player];
      choices[player] +=
          hands * histories * static_cast<std::size_t>(decisions[batches.batch(place).shape][player]);
    }
  }
}

ResponseRows::ResponseRows(const ResponsePlan& plan, std::size_t places, int threads)
    : row_(static_cast<std::size_t>(plan.turn_hands) * histories),
      rows_(3 * places * row_),
      choices_(std::max(plan.choices[0], plan.choices[1])) {
  for (int t = 0; t < threads; ++t) walks_.emplace_back(static_cast<std::size_t>(plan.walk_rows) * row_);
}

std::uint64_t ResponseRows::memory(const ResponsePlan& plan, std::size_t places, int threads) {
  const std::uint64_t row = sizeof(float) * static_cast<std::uint64_t>(plan.turn_hands) * histories;
  return row *
             (3 * places + static_cast<std::uint64_t>(threads) * static_cast<std::uint64_t>(plan.walk_rows)) +
         std::max(plan.choices[0], plan.choices[1]);
}

ResponseWalk::ResponseWalk(const Batches& batches, const ResponsePlan& plan, std::size_t place,
                           const SampledTurn& turn, int hero, const SampledUpdate& update,
                           const Memory& memory)
    : batches_(batches),
      plan_(plan),
      number_(place),
      place_(batches.places[place]),
      batch_(batches.batch(place_)),
      shape_(batches.shape(place_)),
      turn_(turn),
      street_(place_.street),
      hero_(hero),
      update_(update),
      memory_(memory),
      level_{} {}

float* ResponseWalk::take(int rows) {
  float* const found = memory_.rows.walk(memory_.thread) + used_ * memory_.rows.row();
  used_ += static_cast<std::size_t>(rows);
  return found;
}

// Calls body(hands of the turn or null, hands) with the level of each board of the street: the turn's own
// hands before the river, else those of each river.
template <class Body>
void ResponseWalk::on_each_board(const Body& body) {
  std::uint8_t* const choices = memory_.rows.choices() + plan_.choice[number_][1 - hero_];
  if (street_ < 3) {
    level_ = {turn_.hands(), turn_.state(street_).data(), choices};
    used_ = 0;
    body(nullptr);
    return;
  }
  int nodes = 0;
  for (const solvers::ShapeNode& node : shape_.nodes)
    nodes += node.step == solvers::Step::decision && node.player != hero_;
  const std::size_t stride = std::size_t{histories} * static_cast<std::size_t>(plan_.river_hands * nodes);
  std::size_t r = 0;
  for (const River& river : turn_.rivers()) {
    level_ = {river.hands(), river.state.data(), choices + r++ * stride};
    used_ = 0;
    body(river.at.data());
  }
}

void ResponseWalk::descend_hero() {
  on_each_board([&](const std::uint16_t*) { descend(0, memory_.rows.reach(number_, hero_), hero_); });
}

void ResponseWalk::descend_opponent() {
  on_each_board([&](const std::uint16_t*) { descend(0, memory_.rows.reach(number_, 1 - hero_), 1 - hero_); });
}

void ResponseWalk::respond() {
  float* const out = memory_.rows.values(number_);
  if (street_ == 3) std::fill_n(out, memory_.rows.row(), 0.0f);
  on_each_board([&](const std::uint16_t* at) {
    const float* hero = memory_.rows.reach(number_, hero_);
    const int hands = level_.cards.count;
    if (at == nullptr) {
      std::copy_n(values_for_opponent(0, hero), memory_.rows.row(), out);
      return;
    }
    float* const here = take();
    POKERDATA_DISPATCH(gather_hands)(hands, at, hero, here);
    POKERDATA_DISPATCH(scatter_hands)(hands, at, values_for_opponent(0, here), out);
  });
}

void ResponseWalk::learn() {
  float* const out = memory_.rows.values(number_);
  if (street_ == 3) std::fill_n(out, memory_.rows.row(), 0.0f);
  on_each_board([&](const std::uint16_t* at) {
    const float* hero = memory_.rows.reach(number_, hero_);
    const float* opponent = memory_.rows.reach(number_, 1 - hero_);
    const int hands = level_.cards.count;
    if (at == nullptr) {
      std::copy_n(values_for_hero(0, hero, opponent), memory_.rows.row(), out);
      return;
    }
    float* const hero_here = take();
    float* const opponent_here = take();
    POKERDATA_DISPATCH(gather_hands)(hands, at, hero, hero_here);
    POKERDATA_DISPATCH(gather_hands)(hands, at, opponent, opponent_here);
    POKERDATA_DISPATCH(scatter_hands)(hands, at, values_for_hero(0, hero_here, opponent_here), out);
  });
}

const float* ResponseWalk::hero_strategy(const solvers::ShapeNode& node) const {
  return memory_.strategy + batches_.cell(place_, node);
}

// Regrets of the opponent at a decision before the turn, by what he takes his hands for.
float* ResponseWalk::trunk(const solvers::ShapeNode& node) const {
  const auto classes = static_cast<std::size_t>(plan_.classes[street_]);
  const auto first = static_cast<std::size_t>(street_ == 1 ? turn_.first() : 0);
  return memory_.trunk + plan_.trunk[number_] +
         std::size_t{histories} * (classes * static_cast<std::size_t>(node.first) +
                                   first * static_cast<std::size_t>(node.actions));
}

const float* ResponseWalk::opponent_strategy(const solvers::ShapeNode& node) {
  if (street_ >= first_response) return nullptr;
  float* const found = take(node.actions);
  POKERDATA_DISPATCH(match_regrets)(opponent_states(node), trunk(node), found);
  return found;
}

std::uint8_t* ResponseWalk::choice(std::int32_t node) const {
  const std::size_t hands = static_cast<std::size_t>(street_ == 3 ? plan_.river_hands : plan_.turn_hands);
  return level_.choices +
         std::size_t{histories} * hands *
             static_cast<std::size_t>(plan_.number[batch_.shape][static_cast<std::size_t>(node)]);
}

void ResponseWalk::follow_opponent(std::int32_t at, const float* strategy, int action, const float* reach,
                                   float* out) {
  if (strategy) POKERDATA_DISPATCH(follow_action)
  (opponent_states(shape_.nodes[at]), reach, strategy, action, out);
  else POKERDATA_DISPATCH(follow_choice)(level_.cards.count, reach, choice(at), action, out);
}

void ResponseWalk::descend(std::int32_t at, const float* reach, int player) {
  const solvers::ShapeNode& node = shape_.nodes[at];
  if (node.step == solvers::Step::next_street)
    for (const solvers::Run& run : batch_.targets)
      if (run.node == at) POKERDATA_DISPATCH(copy_lanes)
  (level_.cards.count, reach, {run.before, run.after, run.length},
   memory_.rows.reach(batches_.first[street_ + 1] + static_cast<std::size_t>(run.batch), player));
  if (node.step != solvers::Step::decision) return;
  const std::size_t used = used_;
  const bool acts = node.player == player;
  const float* const strategy = acts && player != hero_ ? opponent_strategy(node) : nullptr;
  float* const row = acts ? take() : nullptr;
  for (int a = 0; a < node.actions; ++a) {
    if (acts && player == hero_)
      POKERDATA_DISPATCH(follow_states)(hero_states(node), reach, hero_strategy(node), a, row);
    else if (acts)
      follow_opponent(at, strategy, a, reach, row);
    descend(shape_.child[node.first + a], acts ? row : reach, player);
  }
  used_ = used;
}

// The results stand on top of the rows that the caller had taken.
const float* ResponseWalk::values_for_opponent(std::int32_t at, const float* hero) {
  const solvers::ShapeNode& node = shape_.nodes[at];
  if (node.step != solvers::Step::decision) return leaf(at, 1 - hero_, hero);
  const int hands = level_.cards.count;
  const bool acts = node.player != hero_;
  float* const result = take();
  const std::size_t used = used_;
  const float* const strategy = acts ? opponent_strategy(node) : nullptr;
  float* const reach = acts ? nullptr : take();
  const std::size_t top = values_.size();
  values_.resize(top + static_cast<std::size_t>(node.actions));
  for (int a = 0; a < node.actions; ++a) {
    if (!acts) POKERDATA_DISPATCH(follow_states)(hero_states(node), hero, hero_strategy(node), a, reach);
    values_[top + static_cast<std::size_t>(a)] =
        values_for_opponent(shape_.child[node.first + a], acts ? hero : reach);
  }
  const float* const* const values = values_.data() + top;
  if (!acts)
    POKERDATA_DISPATCH(add_rows)(hands, node.actions, values, result);
  else if (strategy)
    POKERDATA_DISPATCH(add_regrets)
  (opponent_states(node), update_.regret_weight, strategy, values, trunk(node), result);
  else POKERDATA_DISPATCH(best_action)(hands, node.actions, values, result, choice(at));
  values_.resize(top);
  used_ = used;
  return result;
}

const float* ResponseWalk::values_for_hero(std::int32_t at, const float* hero, const float* opponent) {
  const solvers::ShapeNode& node = shape_.nodes[at];
  if (node.step != solvers::Step::decision) return leaf(at, hero_, opponent);
  const int hands = level_.cards.count;
  const bool acts = node.player == hero_;
  float* const result = take();
  const std::size_t used = used_;
  const float* const strategy = acts ? nullptr : opponent_strategy(node);
  float* const reach = take();
  if (acts) POKERDATA_DISPATCH(add_average_of_states)
  (hero_states(node), update_.average_weight, hero, hero_strategy(node),
   memory_.average + batches_.cell(place_, node));
  const std::size_t top = values_.size();
  values_.resize(top + static_cast<std::size_t>(node.actions));
  for (int a = 0; a < node.actions; ++a) {
    if (acts)
      POKERDATA_DISPATCH(follow_states)(hero_states(node), hero, hero_strategy(node), a, reach);
    else
      follow_opponent(at, strategy, a, opponent, reach);
    values_[top + static_cast<std::size_t>(a)] =
        values_for_hero(shape_.child[node.first + a], acts ? reach : hero, acts ? opponent : reach);
  }
  const float* const* const values = values_.data() + top;
  if (acts) POKERDATA_DISPATCH(add_regrets_of_states)
  (hero_states(node), update_.regret_weight, hero_strategy(node), values,
   memory_.regrets + batches_.cell(place_, node), result);
  else POKERDATA_DISPATCH(add_rows)(hands, node.actions, values, result);
  values_.resize(top);
  used_ = used;
  return result;
}

// What a player wins, from how the other comes there.
const float* ResponseWalk::leaf(std::int32_t at, int player, const float* reach) {
  float* const result = take();
  const float* const stakes =
      batches_.stakes[player].data() + place_.stake + std::size_t{histories} * static_cast<std::size_t>(at);
  switch (shape_.nodes[at].step) {
    case solvers::Step::fold:
      POKERDATA_DISPATCH(fold_values)(level_.cards, reach, stakes, result);
      break;
    case solvers::Step::showdown:
      POKERDATA_DISPATCH(showdown_values)(level_.cards, reach, stakes, result);
      break;
    default:
      std::fill_n(result, memory_.rows.row(), 0.0f);
      for (const solvers::Run& run : batch_.targets)
        if (run.node == at) POKERDATA_DISPATCH(copy_lanes)
      (level_.cards.count,
       memory_.rows.values(batches_.first[street_ + 1] + static_cast<std::size_t>(run.batch)),
       {run.after, run.before, run.length}, result);
  }
  return result;
}

}  // namespace pokerdata::chance_sampling
