#include <cmath>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/trees/evaluation.hpp"
#include "pokerdata/trees/fictitious_play.hpp"
#include "pokerdata/trees/sampling.hpp"
#include "pokerdata/trees/tree_solver.hpp"
#include "pokerdata/trees/uct.hpp"
#include "small_stack.hpp"

using namespace pokerdata;

namespace {

// Matching pennies in which heads pays the first player 2 and a fair coin may stop the game before it begins.
// Equilibrium: both play heads with probability 2/5; value 1/2 * 1/5.
trees::GameTree pennies() {
  return trees::make_game_tree(2, {-1, 0, -2, 1, 1, -2, -2, -2, -2}, {1, 3, 5, 5, 7, 9, 9, 9, 9, 9},
                               {-1, 0, -1, 1, 1, -1, -1, -1, -1}, {1, 0.5, 0.5, 1, 1, 1, 1, 1, 1},
                               {0, 0, 2, -2, -1, 1, -1, 1, 1, -1});
}

const solvers::UpdatePolicy dcfr = solvers::make_update_policy("dcfr", 1.5, 0, 2, 0);

void test_tree() {
  const trees::GameTree tree = pennies();
  CHECK(tree.sets() == 2 && tree.edges() == 4 && tree.perfect_recall);
  CHECK(tree.utility[0][0] == 2 && tree.utility[1][0] == 1 && tree.utility[1][3] == 1);
  CHECK(tree.edge_before[0] == -1 && tree.edge_before[1] == -1);
  const trees::TreeEvaluation uniform = trees::evaluate(tree, {0.5, 0.5, 0.5, 0.5});
  CHECK(uniform.expected_value[0] == 0.125 && uniform.best_response[0] == 0.25);
  CHECK(uniform.best_response[1] == 0);
}

void test_bad_trees() {
  const std::vector<double> none;
  CHECK_THROWS(trees::make_game_tree(1, {-2}, {1, 1}, {-1}, {1}, {0}), support::ArgumentError);
  CHECK_THROWS(trees::make_game_tree(2, {}, {}, {}, {}, none), support::ArgumentError);
  CHECK_THROWS(trees::make_game_tree(2, {-2}, {1, 1}, {-1}, {1}, none), support::ArgumentError);
  // A child that is its own parent, a node without children, a set without a player, unequal actions in a
  // set.
  CHECK_THROWS(trees::make_game_tree(2, {0, -2}, {0, 2, 2}, {0, -1}, {1, 1}, {0, 0}), support::ArgumentError);
  CHECK_THROWS(trees::make_game_tree(2, {0}, {1, 1}, {0}, {1}, none), support::ArgumentError);
  CHECK_THROWS(trees::make_game_tree(2, {-2}, {1, 1}, {0}, {1}, {0, 0}), support::ArgumentError);
  CHECK_THROWS(
      trees::make_game_tree(2, {0, 0, -2, -2}, {1, 2, 4, 4, 4}, {0, 0, -1, -1}, {1, 1, 1, 1}, {0, 0, 0, 0}),
      support::ArgumentError);
  CHECK_THROWS(trees::make_game_tree(2, {0, -2}, {1, 2, 2}, {1, -1}, {1, 1}, {0, 0}), support::ArgumentError);
}

template <class Solver>
void check_solves(Solver& solver, const trees::GameTree& tree, double close) {
  support::Progress progress;
  solver.iterate(4000, progress);
  const trees::TreeEvaluation value = trees::evaluate(tree, trees::normalised(tree, solver.state().average));
  CHECK(value.best_response[0] + value.best_response[1] < close);
  CHECK(std::abs(value.expected_value[0] - 0.1) < close);
  CHECK(trees::unreached_sets(tree, solver.state().average).sets == 0);
}

void test_solvers() {
  const trees::GameTree tree = pennies();
  for (const trees::Pruning pruning :
       {trees::Pruning::none, trees::Pruning::partial, trees::Pruning::regret}) {
    trees::TreeSolver solver(tree, dcfr, pruning);
    check_solves(solver, tree, 1e-4);
  }
  trees::FictitiousPlay play(tree, false);
  check_solves(play, tree, 0.03);
  for (const trees::Sampling sampling :
       {trees::Sampling::chance, trees::Sampling::external, trees::Sampling::outcome}) {
    trees::SampledSolver solver(tree, sampling, 0.6, 7);
    check_solves(solver, tree, 0.15);
  }
}

void test_resuming() {
  const trees::GameTree tree = pennies();
  support::Progress progress;
  trees::SampledSolver one(tree, trees::Sampling::external, 0.6, 7),
      two(tree, trees::Sampling::external, 0.6, 7);
  one.iterate(30, progress);
  two.restore(one.state());
  one.iterate(30, progress);
  two.iterate(30, progress);
  CHECK(one.state().regrets == two.state().regrets && one.state().average == two.state().average);
  trees::TreeState foreign = one.state();
  foreign.regrets.pop_back();
  CHECK_THROWS(two.restore(foreign), support::ArgumentError);
  CHECK_THROWS(two.iterate(-1, progress), support::ArgumentError);
  progress.cancelled = true;
  CHECK_THROWS(two.iterate(1000, progress), support::Cancelled);
  CHECK(two.state().iteration == 61);  // it stopped after one more, and can go on
  progress.cancelled = false;
  two.iterate(1, progress);
}

void test_imperfect_recall() {
  // The first player moves twice and forgets his first move.
  const trees::GameTree tree =
      trees::make_game_tree(2, {0, 0, 0, -2, -2, -2, -2}, {1, 3, 5, 7, 7, 7, 7, 7}, {0, 1, 1, -1, -1, -1, -1},
                            {1, 1, 1, 1, 1, 1, 1}, {0, 0, 1, -1, 1, -1, 0, 0});
  CHECK(!tree.perfect_recall && tree.unlike[0] == 1 && tree.unlike[1] == 2);
  CHECK_THROWS(trees::evaluate(tree, {0.5, 0.5, 0.5, 0.5}), support::ArgumentError);
  CHECK(trees::expected_values(tree, {0.5, 0.5, 0.5, 0.5})[0] == 0.5);
}

// The first player stops the game or goes on, `moves` times at most.
trees::GameTree chain(int moves) {
  std::vector<std::int8_t> player;
  std::vector<std::int32_t> first_child, set;
  std::vector<double> utilities;
  const auto end = [&] {
    player.push_back(trees::terminal_player);
    set.push_back(-1);
    utilities.insert(utilities.end(), {1, -1});
  };
  for (int move = 0; move < moves; ++move) {
    if (move > 0) end();
    player.push_back(0);
    set.push_back(move);
  }
  end();
  end();
  std::int32_t next = 1;
  for (const int who : player) {
    first_child.push_back(next);
    next += who == trees::terminal_player ? 0 : 2;
  }
  first_child.push_back(next);
  const std::vector<double> chance(player.size(), 1.0);
  return trees::make_game_tree(2, player, first_child, set, chance, utilities);
}

// Sampling is a recursion, so deeper games than fit a small stack are refused.
void test_deep_sampling() {
  const trees::GameTree deepest = chain(1000), deeper = chain(1001);
  for (const trees::Sampling sampling :
       {trees::Sampling::chance, trees::Sampling::external, trees::Sampling::outcome}) {
    on_small_stack([&] {
      support::Progress progress;
      trees::SampledSolver solver(deepest, sampling, 0.6, 1);
      solver.iterate(20, progress);
      CHECK(sampling == trees::Sampling::outcome || solver.visited() > 1000);
    });
    CHECK_THROWS(trees::SampledSolver(deeper, sampling, 0.6, 1), support::CapacityError);
  }
}

// Passes of a search and what was won add up, and a search does not depend on those beside it.
void test_uct() {
  const trees::GameTree tree = pennies();
  const trees::Uct::Start root{{0}, {1}}, second{{3, 4}, {0.25, 0.75}};
  support::Progress progress;
  for (const bool sees_all : {false, true}) {
    trees::Uct both(tree, sees_all, 2, {root, second}, 7), alone(tree, sees_all, 2, {root}, 7);
    both.run(1000, progress);
    alone.run(400, progress);
    alone.run(600, progress);
    CHECK(both.iterations() == 1000 && alone.iterations() == 1000);
    const auto passes = both.passes();
    CHECK(passes.size() == 8);
    const std::vector<std::int64_t> first(passes.begin(), passes.begin() + 4);
    CHECK(first == alone.passes());
    CHECK(both.won()[0] == -both.won()[1] && both.won()[0] == alone.won()[0]);
    // From its nodes on the second search has no decision of the first player; each node is met once first.
    CHECK(passes[4] + passes[5] == 0);
    CHECK(passes[6] + passes[7] == 1000 - (sees_all ? 2 : 1));
  }
}

}  // namespace

int main() {
  test_deep_sampling();
  test_tree();
  test_bad_trees();
  test_solvers();
  test_resuming();
  test_imperfect_recall();
  test_uct();
}
