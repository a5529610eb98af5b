#include "pokerdata/chance_sampling/solver.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/chance_sampling/street_sums.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/power.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::chance_sampling {
namespace {

std::size_t most_class_rows(const Batches& batches) {
  std::size_t rows = 0;
  for (const solvers::Shape& shape : batches.plan.shapes) rows = std::max(rows, ClassRows::needed(shape));
  return rows;
}

}  // namespace

SampledUpdate SampledPolicy::at(std::int64_t iteration) const {
  const auto t = static_cast<double>(iteration);
  return {static_cast<float>(support::power(t, alpha)), static_cast<float>(support::power(t, gamma))};
}

PublicChanceSolver::PublicChanceSolver(const games::BettingTree& tree, std::vector<int> states,
                                       StatesOfBoard look_up, const SampledPolicy& policy, std::uint64_t seed,
                                       int threads)
    : tree_(tree),
      batches_(tree_, checked_states(tree, std::move(states))),
      look_up_(std::move(look_up)),
      policy_(policy),
      seed_(seed),
      threads_(support::checked_threads(threads)),
      order_(batches_.order_for(threads_)),
      regrets_(batches_.cells),
      average_(batches_.cells),
      roots_(batches_.places.size()) {
  for (int t = 0; t < threads_; ++t) rows_.emplace_back(most_class_rows(batches_));
  // All hands are dealt to both players after one history.
  for (const int player : {0, 1})
    for (int h = 0; h < sampled_hands; ++h) roots_.reach(0, player)[std::size_t{histories} * h] = 1;
}

void PublicChanceSolver::iterate(std::int64_t count, support::Progress& progress) {
  iterations_.run(
      count, progress, [&](std::int64_t t) { board_.deal(board_of(seed_, t), batches_.states, look_up_); },
      [&](std::int64_t t, const std::atomic<bool>* stop) {
        for (const int player : {0, 1}) walk(player, policy_.at(t), stop);
      });
}

// Batches of a street do not depend on each other, and each writes rows and regrets of its own, so the number
// of threads changes no bit.
void PublicChanceSolver::walk(int player, const SampledUpdate& update, const std::atomic<bool>* stop) {
  const auto each = [&](int street, const auto& work) {
    const std::size_t first = batches_.first[street], count = batches_.first[street + 1] - first;
    support::parallel_for(static_cast<std::int64_t>(count), threads_, [&](std::int64_t i, int thread) {
      if (stop && stop->load(std::memory_order_relaxed)) throw support::Cancelled();
      StreetWalk one(batches_, order_[first + static_cast<std::size_t>(i)], board_, player,
                     {regrets_.data(), average_.data(), roots_, rows_[thread]});
      work(one);
    });
  };
  const int streets = tree_.streets();
  for (int r = 0; r + 1 < streets; ++r) each(r, [](StreetWalk& one) { one.descend(); });
  for (int r = streets - 1; r >= 0; --r) each(r, [&](StreetWalk& one) { one.ascend(update); });
}

void PublicChanceSolver::restore(std::int64_t iteration, std::span<const float> regrets,
                                 std::span<const float> average) {
  if (iteration < 0) throw support::expected("iteration", "0 or more", iteration);
  if (regrets.size() != regrets_.size() || average.size() != average_.size())
    throw support::expected("saved state",
                            {regrets_.size(), " regrets and as many strategy sums, as this game has"},
                            {regrets.size(), " and ", average.size(), "; was it saved from another game?"});
  std::copy(regrets.begin(), regrets.end(), regrets_.data());
  std::copy(average.begin(), average.end(), average_.data());
  iterations_.restore(iteration);
}

int PublicChanceSolver::states(int street) const { return states_of(tree_, batches_, street); }

std::vector<float> PublicChanceSolver::average_strategy(int street) const {
  return normalised(tree_, batches_, street, average_.data());
}

std::vector<float> PublicChanceSolver::regrets(int street) const {
  return in_tree_order(tree_, batches_, street, regrets_.data());
}

std::int64_t PublicChanceSolver::unreached_sets() const {
  return without_sum(tree_, batches_, average_.data());
}

std::uint64_t PublicChanceSolver::memory(const games::BettingTree& tree, const std::vector<int>& states,
                                         int threads) {
  const Batches batches(tree, checked_states(tree, states));
  return 2 * sizeof(float) * batches.cells + RootRows::memory(batches.places.size()) +
         support::checked_threads(threads) * ClassRows::memory(most_class_rows(batches));
}

std::int64_t PublicChanceSolver::leaf_visits(const games::BettingTree& tree) {
  const Batches batches(tree, std::vector<int>(tree.streets(), 1));
  std::int64_t leaves = 0;
  for (const Batches::Place& place : batches.places)
    for (const solvers::ShapeNode& node : batches.shape(place).nodes)
      leaves += node.step != solvers::Step::decision;
  return leaves;
}

}  // namespace pokerdata::chance_sampling
