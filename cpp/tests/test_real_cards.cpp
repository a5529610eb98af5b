#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "check.hpp"
#include "instruction_set.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/real_cards/responder.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

// Queens, kings and aces.
constexpr cards::CardSet deck = cards::CardSet{0xFFF} << 40;
const std::vector<int> states{13, 39, 39, 39};

// The higher rank of the hand, and how often it meets the board: blind to suits.
void by_ranks(int street, std::span<const cards::Card> board, std::uint16_t* found) {
  for (int c = 0; c < cards::combinations; ++c) {
    int pairs = 0;
    for (const cards::Card card : board)
      pairs += cards::rank_of(card) == cards::rank_of(cards::all_combinations[c].low) ||
               cards::rank_of(card) == cards::rank_of(cards::all_combinations[c].high);
    found[c] = static_cast<std::uint16_t>(cards::rank_of(cards::all_combinations[c].high) +
                                          13 * (street > 0 ? std::min(pairs, 2) : 0));
  }
}

games::BettingTree tree_of(std::vector<int> first_to_act) {
  const std::size_t streets = first_to_act.size();
  return games::build_betting_tree({"small",
                                    0,
                                    {5, 10},
                                    true,
                                    std::move(first_to_act),
                                    std::vector<int>(streets, 10),
                                    std::vector<int>(streets, 2)});
}

// Every action as likely, but for one in proportion to the state.
struct Strategy {
  std::vector<std::vector<float>> rows;

  explicit Strategy(const games::BettingTree& tree) {
    for (int r = 0; r < tree.streets(); ++r) {
      std::vector<float> row;
      for (int node = tree.street_roots[r].front(); node < tree.street_end(r); ++node)
        for (int a = 0; a < tree.actions(node); ++a)
          for (int s = 0; s < states[r]; ++s) {
            const float most = 0.5f + 0.4f * static_cast<float>(s) / static_cast<float>(states[r]);
            row.push_back(a == 0 ? most : (1 - most) / static_cast<float>(tree.actions(node) - 1));
          }
      rows.push_back(std::move(row));
    }
  }
  real_cards::Player player() const {
    real_cards::StrategyView view{{}, states};
    for (const std::vector<float>& row : rows) view.streets.push_back(row.data());
    return {view, {states, by_ranks}};
  }
};

std::vector<std::int64_t> flops_of_deck() {
  const isomorphism::Boards& flops = isomorphism::Boards::get(3);
  std::vector<std::int64_t> found;
  for (std::int64_t f = 0; f < flops.count(); ++f)
    if ((flops.set(f) & ~deck) == 0) found.push_back(f);
  return found;
}

void test_seats_and_threads() {
  const games::BettingTree tree = tree_of({0, 1, 1, 1});
  const Strategy strategy(tree);
  const std::vector<std::int64_t> flops = flops_of_deck();
  support::Progress progress;
  std::array<double, 2> won{};  // behind the flop, where both check until then
  for (const int player : {0, 1}) {
    const real_cards::Responder plays(tree, deck, player, strategy.player(),
                                      std::make_unique<real_cards::Player>(strategy.player())),
        best(tree, deck, player, strategy.player(), nullptr);
    const std::size_t size = flops.size() * plays.roots().size() * cards::combinations;
    std::vector<double> one(size), three(size), response(size);
    plays.values(flops, one.data(), 1, progress);
    plays.values(flops, three.data(), 3, progress);
    best.values(flops, response.data(), 2, progress);
    CHECK(one == three);
    CHECK(progress.done == progress.total && progress.done > 0);
    double gained = 0;
    for (std::size_t i = 0; i < size; ++i) {
      CHECK(response[i] >= one[i] - 1e-3);
      gained += response[i] - one[i];
    }
    CHECK(gained > 1);
    // Suits that keep the flop make hands alike, to the bit.
    const isomorphism::Boards& boards = isomorphism::Boards::get(3);
    for (std::size_t f = 0; f < flops.size(); ++f)
      for (const int p : boards.stabiliser(flops[f]))
        for (int h = 0; h < cards::combinations; ++h) {
          const std::size_t at = f * plays.roots().size() * cards::combinations;
          CHECK(one[at + h] == one[at + isomorphism::combination_maps()[p][h]]);
        }
    won[player] = gained;
  }
  CHECK(won[0] != won[1]);
}

// Of a no-limit game, histories with fewer raises left go beside those with more, and all-ins among
// themselves.
void test_columns() {
  const games::BetMenu menu{{{1, 1}}, true};
  const games::BettingTree tree = games::build_betting_tree({"no-limit",
                                                             0,
                                                             {50, 100},
                                                             true,
                                                             {0, 1, 1, 1},
                                                             {},
                                                             {100, 100, 100, 100},
                                                             {5000, 5000},
                                                             {menu, menu, menu, menu}});
  for (const int responder : {0, 1}) {
    const real_cards::ColumnLayout layout(tree, responder, states, {});
    std::size_t shared = 0, settled = 0;
    for (int r = 0; r < tree.streets(); ++r) {
      // Every history once.
      std::vector<std::int32_t> roots = layout.roots(r), expected = tree.street_roots[r];
      for (int node = 0; node < tree.nodes(); ++node)
        if (tree.is_all_in(node) && tree.street[node] < r) expected.push_back(node);
      std::sort(roots.begin(), roots.end());
      std::sort(expected.begin(), expected.end());
      CHECK(roots == expected);
      for (const real_cards::Column& column : layout.of(r)) {
        CHECK(column.count > 0 && column.count <= static_cast<int>(layout.width(column)));
        if (column.settled) settled += column.count;
        for (int h = 0; h < column.count; ++h) {
          const real_cards::Lane& lane = layout.all_lanes[column.first + h];
          const std::int32_t shape = layout.plan.streets[r].batches[lane.batch].shape;
          if (shape == column.shape) continue;
          ++shared;
          const solvers::Shape &smaller = layout.plan.shapes[shape],
                               &larger = layout.plan.shapes[column.shape];
          CHECK(r == 3 && !column.settled && smaller.nodes.size() < larger.nodes.size());
          CHECK(!real_cards::Embedding::find(larger, smaller, responder));
          // All of the smaller one is there, each node once beside the showdowns that stand for what is
          // missing.
          const real_cards::Embedding& found = layout.embeddings[lane.embedding];
          for (std::size_t k = 0; k < smaller.child.size(); ++k)
            CHECK(std::count(found.child.begin(), found.child.end(), k) == 1);
          for (std::size_t k = 0; k < larger.child.size(); ++k)
            if (found.child[k] >= 0)
              CHECK(found.node[larger.child[k]] == smaller.child[found.child[k]]);
            else
              CHECK((found.child[k] == real_cards::Embedding::always) == (found.node[larger.child[k]] >= 0));
        }
      }
    }
    CHECK(shared > 0 && settled > 0);
  }
}

void test_arguments() {
  const games::BettingTree tree = tree_of({0, 1, 1, 1}), short_tree = tree_of({0, 1});
  const Strategy strategy(tree);
  using real_cards::Responder;
  CHECK_THROWS(Responder(short_tree, deck, 0, strategy.player(), nullptr), support::ArgumentError);
  CHECK_THROWS(Responder(tree, deck ^ 1, 0, strategy.player(), nullptr), support::ArgumentError);
  CHECK_THROWS(Responder(tree, deck & 0xFFFFFFFFFFF, 0, strategy.player(), nullptr), support::ArgumentError);
  CHECK_THROWS(Responder::boards(deck, 0), support::ArgumentError);
  CHECK(Responder::memory(tree, 0, states, {}, 1) < Responder::memory(tree, 0, states, {}, 2));
  const Responder responder(tree, deck, 0, strategy.player(), nullptr);
  support::Progress progress;
  progress.cancelled = true;
  std::vector<double> out(responder.roots().size() * cards::combinations);
  CHECK_THROWS(responder.values({flops_of_deck().front()}, out.data(), 1, progress), support::Cancelled);
}

}  // namespace

int main() {
  if (!instruction_set_is_here()) return not_here;
  test_arguments();
  test_columns();
  test_seats_and_threads();
}
