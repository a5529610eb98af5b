#include <cmath>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "pokerdata/chance_sampling/solver.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

// Ranks of the hole cards, and how often they meet the board: coarse, but blind to suits.
StatesOfBoard by_ranks() {
  return [](int street, std::span<const Card> board, std::uint16_t* states) {
    for (int c = 0; c < combinations; ++c) {
      int pairs = 0;
      for (const Card card : board)
        pairs += rank_of(card) == rank_of(all_combinations[c].low) ||
                 rank_of(card) == rank_of(all_combinations[c].high);
      states[c] = static_cast<std::uint16_t>(rank_of(all_combinations[c].high) +
                                             13 * (street > 0 ? std::min(pairs, 2) : 0));
    }
  };
}
const std::vector<int> states{13, 39, 39, 39};

BettingTree small() {
  return build_betting_tree({"small", 0, {5, 10}, true, {0, 1, 1, 1}, {10, 10, 20, 20}, {2, 2, 1, 2}});
}

void test_threads_and_resuming() {
  const BettingTree tree = small();
  Progress progress;
  for (const SampledPolicy policy : {SampledPolicy{0, 1}, SampledPolicy{1, 2}}) {
    PublicChanceSolver one(tree, states, by_ranks(), policy, 7, 1),
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
    CHECK_THROWS(resumed.restore(1, one.regrets().first(3), one.average()), ArgumentError);
  }
}

}  // namespace

int main() { test_threads_and_resuming(); }
