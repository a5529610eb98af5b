#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "instruction_set.hpp"
#include "pokerdata/chance_sampling/solver.hpp"
#include "pokerdata/support/errors.hpp"
#include "small_stack.hpp"

using namespace pokerdata;

namespace {

// Ranks of the hole cards, and how often they meet the board: coarse, but blind to suits.
chance_sampling::StatesOfBoard by_ranks() {
  return [](int street, std::span<const cards::Card> board, std::uint16_t* states) {
    for (int c = 0; c < cards::combinations; ++c) {
      int pairs = 0;
      for (const cards::Card card : board)
        pairs += cards::rank_of(card) == cards::rank_of(cards::all_combinations[c].low) ||
                 cards::rank_of(card) == cards::rank_of(cards::all_combinations[c].high);
      states[c] = static_cast<std::uint16_t>(cards::rank_of(cards::all_combinations[c].high) +
                                             13 * (street > 0 ? std::min(pairs, 2) : 0));
    }
  };
}
const std::vector<int> states{13, 39, 39, 39};

games::BettingTree small() {
  return games::build_betting_tree({"small", 0, {5, 10}, true, {0, 1, 1, 1}, {10, 10, 20, 20}, {4, 3, 2, 1}});
}

games::BettingTree one_street() {
  return games::build_betting_tree({"one", 0, {5, 10}, true, {0}, {10}, {4}});
}

void test_threads_and_resuming() {
  const games::BettingTree tree = small();
  support::Progress progress;
  for (const chance_sampling::SampledPolicy policy :
       {chance_sampling::SampledPolicy{0, 1}, chance_sampling::SampledPolicy{1, 2}}) {
    chance_sampling::PublicChanceSolver one(tree, states, by_ranks(), policy, 7, 1),
        four(tree, states, by_ranks(), policy, 7, 4), resumed(tree, states, by_ranks(), policy, 7, 2),
        other(tree, states, by_ranks(), policy, 8, 2);
    one.iterate(3, progress);
    resumed.restore(one.iteration(), one.regrets(), one.average());
    one.iterate(3, progress);
    four.iterate(6, progress);
    resumed.iterate(3, progress);
    other.iterate(6, progress);
    bool differs = false;
    for (std::size_t i = 0; i < one.regrets().size(); ++i) {
      CHECK(one.regrets()[i] == four.regrets()[i] && one.average()[i] == four.average()[i]);
      CHECK(one.regrets()[i] == resumed.regrets()[i] && one.average()[i] == resumed.average()[i]);
      differs |= one.regrets()[i] != other.regrets()[i];
    }
    CHECK(differs);
    CHECK_THROWS(resumed.restore(1, one.regrets().first(3), one.average()), support::ArgumentError);
  }
}

// Boards that differ in their suits alone give the same sums, up to rounding: these states see no suits.
void test_suits() {
  const chance_sampling::Batches batches(one_street(), {13});
  const cards::Card boards[][5] = {{0, 5, 20, 33, 51}, {2, 4, 23, 32, 49}};
  support::AlignedArray<float> regrets[2], average[2];
  for (int i = 0; i < 2; ++i) {
    regrets[i] = support::AlignedArray<float>(batches.cells);
    average[i] = support::AlignedArray<float>(batches.cells);
    chance_sampling::RootRows roots(1);
    chance_sampling::ClassRows rows(chance_sampling::ClassRows::needed(batches.shape(batches.places[0])));
    for (const int player : {0, 1})
      for (int h = 0; h < chance_sampling::sampled_hands; ++h)
        roots.reach(0, player)[h * chance_sampling::histories] = 1;
    chance_sampling::SampledBoard board;
    board.deal(std::to_array(boards[i]), batches.states, by_ranks());
    for (const int player : {0, 1, 0})
      chance_sampling::StreetWalk(batches, 0, board, player,
                                  {regrets[i].data(), average[i].data(), roots, rows})
          .ascend({2, 3});
  }
  for (std::size_t c = 0; c < batches.cells; ++c) {
    CHECK(std::abs(regrets[0].data()[c] - regrets[1].data()[c]) < 1);
    CHECK(std::abs(average[0].data()[c] - average[1].data()[c]) < 0.1);
  }
  float largest = 0;
  for (std::size_t c = 0; c < batches.cells; ++c) largest = std::max(largest, regrets[0].data()[c]);
  CHECK(largest > 1000);
}

void test_cancelling() {
  const games::BettingTree tree = one_street();
  support::Progress progress;
  chance_sampling::PublicChanceSolver solver(tree, {13}, by_ranks(), {}, 7, 2);
  progress.cancelled = true;
  CHECK_THROWS(solver.iterate(10, progress), support::Cancelled);
  CHECK(solver.iteration() == 0 && !solver.usable());
  CHECK_THROWS(solver.iterate(1, progress), support::ArgumentError);
  progress.cancelled = false;
  const chance_sampling::PublicChanceSolver fresh(tree, {13}, by_ranks(), {}, 7, 2);
  solver.restore(0, fresh.regrets(), fresh.average());
  solver.iterate(2, progress);
  progress.cancelled = true;
  CHECK_THROWS(solver.iterate(10, progress), support::Cancelled);
  CHECK(solver.iteration() == 3 && solver.usable());
}

// More actions at a decision than fit any array of a fixed size, and as many bets as the rules allow.
void test_wide_and_deep_trees() {
  games::BetMenu menu{{}, true};
  for (int i = 1; i <= 300; ++i) menu.fractions.push_back({i, 10});
  const games::Rules wide{"wide", 0, {5, 10}, true, {0}, {}, {2}, {10000, 10000}, {menu}};
  const games::Rules deep{"deep", 0, {5, 10}, true, {0}, {10}, {games::max_bets}};
  for (const games::Rules& rules : {wide, deep})
    on_small_stack([&] {
      const games::BettingTree tree = games::build_betting_tree(rules);
      CHECK(rules.no_limit() ? tree.actions(0) > 200 : tree.nodes() > 5 * games::max_bets);
      support::Progress progress;
      chance_sampling::PublicChanceSolver solver(tree, {13}, by_ranks(), {}, 7, 1);
      solver.iterate(1, progress);
      for (const float regret : solver.regrets()) CHECK(std::isfinite(regret));
      CHECK_THROWS(solver.average_strategy(1), support::ArgumentError);
      CHECK_THROWS(solver.states(-1), support::ArgumentError);
    });
}

}  // namespace

int main() {
  if (!instruction_set_is_here()) return not_here;
  test_wide_and_deep_trees();
  test_threads_and_resuming();
  test_suits();
  test_cancelling();
}
