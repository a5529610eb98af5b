#include "pokerdata/chance_sampling/batches.hpp"

#include "pokerdata/chance_sampling/sampled_board.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::chance_sampling {
namespace {

// So many states that no more than 16 histories fit into one batch of the plan.
constexpr std::int32_t plenty = 1 << 20;

solvers::WalkPlan plan_of(const games::BettingTree& tree, bool board_known) {
  games::Game game;
  game.tree = tree;
  game.streets.resize(tree.streets());
  for (games::Street& street : game.streets) {
    street.boards = {games::Board{0, 0, plenty, {}, {}}};
    if (!board_known) street.cards.hand.resize(1);  // states are cards: all-ins go on to the last street
  }
  return solvers::WalkPlan(game, board_known);
}

}  // namespace

Batches::Batches(const games::BettingTree& tree, std::vector<int> street_states, bool board_known,
                 std::vector<double> opposing)
    : states(std::move(street_states)), plan(plan_of(tree, board_known)) {
  if (opposing.empty()) opposing.assign(tree.streets(), opposing_hands);
  std::size_t stake = 0;
  for (int r = 0; r < tree.streets(); ++r) {
    first.push_back(places.size());
    for (std::size_t b = 0; b < plan.streets[r].batches.size(); ++b) {
      const Place place{r, static_cast<std::int32_t>(b), cells, stake};
      places.push_back(place);
      cells += std::size_t{histories} * states[r] * shape(place).child.size();
      stake += std::size_t{histories} * shape(place).nodes.size();
    }
  }
  first.push_back(places.size());
  stakes = {support::AlignedArray<float>(stake), support::AlignedArray<float>(stake)};
  for (const Place& place : places) {
    const solvers::Shape& of = shape(place);
    for (std::size_t n = 0; n < of.nodes.size(); ++n)
      for (int h = 0; h < batch(place).histories(); ++h) {
        const float chips =
            static_cast<float>(batch(place).chips[n][h]) / static_cast<float>(opposing[place.street]);
        const bool fold = of.nodes[n].step == solvers::Step::fold;
        const std::size_t at = place.stake + n * histories + h;
        stakes[0].data()[at] = chips;
        stakes[1].data()[at] = fold ? -chips : chips;
      }
  }
}

std::vector<std::size_t> Batches::order_for(int threads) const {
  std::vector<std::size_t> order;
  for (std::size_t r = 0; r + 1 < first.size(); ++r) {
    std::vector<std::int64_t> nodes;
    for (std::size_t p = first[r]; p < first[r + 1]; ++p) nodes.push_back(std::ssize(shape(places[p]).nodes));
    for (const std::size_t i : support::balanced(nodes, threads)) order.push_back(first[r] + i);
  }
  return order;
}

}  // namespace pokerdata::chance_sampling
