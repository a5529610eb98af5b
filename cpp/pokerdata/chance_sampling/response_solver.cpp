#include "pokerdata/chance_sampling/response_solver.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>

#include "pokerdata/chance_sampling/street_sums.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::chance_sampling {
namespace {

cards::CardSet checked_deck(const games::BettingTree& tree, cards::CardSet deck) {
  if (tree.streets() != most_streets)
    throw support::expected("streets", "4, before the flop to the river", tree.streets());
  const int cards = std::popcount(deck);
  if (cards < 12) throw support::expected("deck", "12 cards or more", {cards, "; e.g. all 52"});
  return deck;
}

Batches batches_of(const games::BettingTree& tree, cards::CardSet deck, std::vector<int> states) {
  const double others = SampledTurn::opposing(deck);
  return {tree,
          checked_states(tree, std::move(states)),
          false,
          {others, others, others, SampledTurn::opposing_on_rivers(deck)}};
}

}  // namespace

ResponseSolver::ResponseSolver(const games::BettingTree& tree, cards::CardSet deck, std::vector<int> states,
                               StatesOfBoard look_up, const SampledPolicy& policy, std::uint64_t seed,
                               int threads)
    : tree_(tree),
      deck_(checked_deck(tree, deck)),
      batches_(batches_of(tree_, deck_, std::move(states))),
      look_up_(std::move(look_up)),
      policy_(policy),
      seed_(seed),
      threads_(support::checked_threads(threads)),
      order_(batches_.order_for(threads_)),
      flops_(deck_),
      turn_(deck_, batches_.states),
      plan_(batches_, deck_, flops_.classes()),
      regrets_(batches_.cells),
      average_(batches_.cells),
      strategy_(batches_.cells),
      trunk_(plan_.trunk_cells),
      rows_(plan_, batches_.places.size(), threads_) {
  // All hands are dealt to both players after one history.
  for (const int player : {0, 1})
    for (int h = 0; h < plan_.turn_hands; ++h) rows_.reach(0, player)[std::size_t{histories} * h] = 1;
  refresh(true);
}

void ResponseSolver::iterate(std::int64_t count, support::Progress& progress) {
  iterations_.run(
      count, progress, [&](std::int64_t t) { turn_.deal(turn_of(deck_, seed_, t), look_up_, flops_); },
      [&](std::int64_t t, const std::atomic<bool>* stop) {
        for (const int hero : {0, 1}) learn(hero, policy_.at(t), stop);
        refresh(false);
      });
}

// Batches of a street do not depend on each other, and each writes rows, choices and regrets of its own, so
// the number of threads changes no bit.
void ResponseSolver::each(int street, int hero, const SampledUpdate& update, const std::atomic<bool>* stop,
                          Work work) {
  const std::size_t first = batches_.first[street], count = batches_.first[street + 1] - first;
  support::parallel_for(static_cast<std::int64_t>(count), threads_, [&](std::int64_t i, int thread) {
    if (stop && stop->load(std::memory_order_relaxed)) throw support::Cancelled();
    ResponseWalk one(batches_, plan_, order_[first + static_cast<std::size_t>(i)], turn_, hero, update,
                     {regrets_.data(), average_.data(), strategy_.data(), trunk_.data(), rows_, thread});
    (one.*work)();
  });
}

void ResponseSolver::learn(int hero, const SampledUpdate& update, const std::atomic<bool>* stop) {
  for (int r = 0; r < 3; ++r) each(r, hero, update, stop, &ResponseWalk::descend_hero);
  for (int r = 3; r >= 0; --r) each(r, hero, update, stop, &ResponseWalk::respond);
  for (int r = 0; r < 3; ++r) each(r, hero, update, stop, &ResponseWalk::descend_opponent);
  for (int r = 3; r >= 0; --r) each(r, hero, update, stop, &ResponseWalk::learn);
}

// The strategies that follow from the regrets: of all states, or of those that the iteration came to.
void ResponseSolver::refresh(bool all) {
  std::array<std::vector<std::uint16_t>, most_streets> changed;
  for (int r = 0; r < most_streets; ++r) {
    if (all) {
      changed[r].resize(static_cast<std::size_t>(batches_.states[r]));
      std::iota(changed[r].begin(), changed[r].end(), std::uint16_t{0});
    } else if (r < 3) {
      changed[r] = turn_.found(r);
    } else {
      for (const River& river : turn_.rivers())
        changed[r].insert(changed[r].end(), river.found.begin(), river.found.end());
      std::sort(changed[r].begin(), changed[r].end());
      changed[r].erase(std::unique(changed[r].begin(), changed[r].end()), changed[r].end());
    }
  }
  support::parallel_for(
      static_cast<std::int64_t>(batches_.places.size()), threads_, [&](std::int64_t i, int) {
        const Batches::Place& place = batches_.places[static_cast<std::size_t>(i)];
        const std::vector<std::uint16_t>& states = changed[static_cast<std::size_t>(place.street)];
        for (const solvers::ShapeNode& node : batches_.shape(place).nodes) {
          if (node.step != solvers::Step::decision) continue;
          const std::size_t cell = batches_.cell(place, node);
          POKERDATA_DISPATCH(match_states)
          ({states.data(), static_cast<int>(states.size()), node.actions}, regrets_.data() + cell,
           strategy_.data() + cell);
        }
      });
}

void ResponseSolver::restore(std::int64_t iteration, std::span<const float> regrets,
                             std::span<const float> average, std::span<const float> trunk) {
  if (iteration < 0) throw support::expected("iteration", "0 or more", iteration);
  if (regrets.size() != regrets_.size() || average.size() != average_.size() || trunk.size() != trunk_.size())
    throw support::expected(
        "saved state",
        {regrets_.size(), " regrets, as many strategy sums and ", trunk_.size(),
         " regrets of opponents, as this game has"},
        {regrets.size(), ", ", average.size(), " and ", trunk.size(), "; was it saved from another game?"});
  std::copy(regrets.begin(), regrets.end(), regrets_.data());
  std::copy(average.begin(), average.end(), average_.data());
  std::copy(trunk.begin(), trunk.end(), trunk_.data());
  refresh(true);
  iterations_.restore(iteration);
}

int ResponseSolver::states(int street) const { return states_of(tree_, batches_, street); }

std::vector<float> ResponseSolver::average_strategy(int street) const {
  return normalised(tree_, batches_, street, average_.data());
}

std::vector<float> ResponseSolver::regrets(int street) const {
  return in_tree_order(tree_, batches_, street, regrets_.data());
}

std::int64_t ResponseSolver::unreached_sets() const { return without_sum(tree_, batches_, average_.data()); }

std::uint64_t ResponseSolver::memory(const games::BettingTree& tree, cards::CardSet deck,
                                     const std::vector<int>& states, int threads) {
  const Batches batches = batches_of(tree, checked_deck(tree, deck), states);
  const ResponsePlan plan(batches, deck, FlopHands(deck).classes());
  return sizeof(float) * (3 * batches.cells + plan.trunk_cells) +
         ResponseRows::memory(plan, batches.places.size(), support::checked_threads(threads));
}

}  // namespace pokerdata::chance_sampling
