#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "check.hpp"
#include "pokerdata/games/card_game.hpp"
#include "pokerdata/games/joint_count_game.hpp"
#include "pokerdata/solvers/cfr.hpp"
#include "pokerdata/solvers/update_policy.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

constexpr double milli = 1e-3;

struct Cards {
  std::vector<std::vector<std::uint64_t>> deals;
  std::vector<std::uint64_t> wins;
};

games::Game kuhn(Cards& cards) {
  cards.deals = {{0, 1, 1, 1, 0, 1, 1, 1, 0}};
  cards.wins = {0, 0, 0, 1, 0, 0, 1, 1, 0};
  return games::make_joint_count_game({"kuhn", 1, {0, 0}, false, {0}, {1}, {1}}, {{3, {}, cards.deals[0]}},
                                      cards.wins);
}

// Limit hold'em over random bucket sequences, two buckets a street.
games::Game limit(Cards& cards) {
  std::uint64_t state = 1;
  const auto random = [&state] {
    return (state = state * 6364136223846793005u + 1442695040888963407u) >> 40;
  };
  cards.deals.assign(4, {});
  cards.deals[3].resize(256);
  cards.wins.resize(256);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j <= i; ++j) {
      cards.deals[3][i * 16 + j] = cards.deals[3][j * 16 + i] = random() % 1000;
      cards.wins[i * 16 + j] = cards.deals[3][i * 16 + j] / 2;
      cards.wins[j * 16 + i] = cards.deals[3][i * 16 + j] / 3;
    }
  std::vector<games::StreetCounts> streets(4);
  for (int r = 3; r >= 0; --r) {
    const int n = 2 << r;
    if (r < 3) {
      cards.deals[r].assign(n * n, 0);
      for (int i = 0; i < 4 * n * n; ++i)
        cards.deals[r][i / (2 * n) / 2 * n + i % (2 * n) / 2] += cards.deals[r + 1][i];
    }
    streets[r].states = n;
    streets[r].deals = cards.deals[r];
    for (int s = 0; r > 0 && s < n; ++s) streets[r].parents.push_back(s / 2);
  }
  return games::make_joint_count_game(
      {"limit", 0, {5, 10}, true, {0, 1, 1, 1}, {10, 10, 20, 20}, {4, 4, 4, 4}}, streets, cards.wins);
}

void test_kuhn_digits() {
  Cards cards;
  const games::Game game = kuhn(cards);
  support::Progress progress;
  solvers::CfrSolver<double> solver(game, solvers::make_update_policy("dcfr", 1.5, 0, 2, 0), 1);
  solver.iterate(11, progress);
  CHECK(std::abs(solver.evaluate(progress).exploitability() - 25.641078 * milli) < 1e-9);
  solvers::CfrSolver<double> plus(game, solvers::make_update_policy("cfr+", 0, 0, 1, 0), 1);
  plus.iterate(91, progress);
  CHECK(std::abs(plus.evaluate(progress).exploitability() - 0.639758 * milli) < 1e-9);
}

games::Game island() {
  return games::make_card_game({"island", 5, {0, 0}, false, {0, 0, 0}, {10, 20, 20}, {3, 3, 3}},
                               {"89TJQKA", 4, false, 1, {0, 1, 1}, games::Ranking::three_card});
}

games::Game two_cards() {
  return games::make_card_game({"two", 0, {5, 10}, true, {0, 1, 1}, {10, 10, 10}, {3, 3, 2}},
                               {"TJQKA", 2, false, 2, {0, 2, 1}, games::Ranking::pairs});
}

template <class T>
void test_threads_and_resuming(const games::Game& game, const solvers::UpdatePolicy& policy) {
  support::Progress progress;
  solvers::CfrSolver<T> one(game, policy, 1), four(game, policy, 4), resumed(game, policy, 2);
  one.iterate(2, progress);
  resumed.restore(one.iteration(), one.regrets(), one.average());
  one.iterate(2, progress);
  four.iterate(4, progress);
  resumed.iterate(2, progress);
  CHECK(one.regrets().size() == (policy.optimistic ? 2 : 1) * one.average().size());
  for (const solvers::CfrSolver<T>* other : {&four, &resumed}) {
    CHECK(std::ranges::equal(one.regrets(), other->regrets()));
    CHECK(std::ranges::equal(one.average(), other->average()));
  }
  const solvers::Evaluation value = one.evaluate(progress), again = four.evaluate(progress);
  CHECK(value.best_response == again.best_response && value.expected_value == again.expected_value);
  CHECK(-value.best_response[1] <= value.expected_value && value.expected_value <= value.best_response[0]);
  CHECK(one.unreached_sets() == 0);
  CHECK_THROWS(resumed.restore(1, one.regrets().first(3), one.average()), support::ArgumentError);
}

// Holds player 2 to uniform play.
template <class T>
void hold_second(solvers::CfrSolver<T>& solver, const games::Game& game, double p, bool per_decision) {
  std::vector<std::vector<T>> model;
  std::vector<std::span<const T>> streets;
  for (int r = 0; r < game.tree.streets(); ++r) {
    model.push_back(solver.average_strategy(r));
    if (per_decision)
      for (T& probability : model.back()) probability *= static_cast<T>(p);
  }
  for (const std::vector<T>& street : model) streets.emplace_back(street);
  using Once = typename solvers::HeldPlayer<T>::Once;
  solver.hold(1, per_decision ? Once::per_decision : Once::per_game, p, streets);
}

// With probability 0 the model changes no bit; else neither threads nor stopping do.
template <class T>
void test_held(const games::Game& game, const solvers::UpdatePolicy& policy) {
  support::Progress progress;
  for (const bool per_decision : {false, true}) {
    solvers::CfrSolver<T> plain(game, policy, 1), free(game, policy, 2);
    hold_second(free, game, 0, per_decision);
    plain.iterate(4, progress);
    free.iterate(4, progress);
    CHECK(std::ranges::equal(plain.regrets(), free.regrets()));
    CHECK(std::ranges::equal(plain.average(), free.average()));
    CHECK(plain.evaluate(progress).best_response == free.evaluate(progress).best_response);
    CHECK_THROWS(hold_second(plain, game, 0.5, per_decision), support::ArgumentError);

    solvers::CfrSolver<T> one(game, policy, 1), four(game, policy, 4), resumed(game, policy, 2);
    for (solvers::CfrSolver<T>* solver : {&one, &four, &resumed})
      hold_second(*solver, game, 0.75, per_decision);
    one.iterate(2, progress);
    resumed.restore(one.iteration(), one.regrets(), one.average());
    one.iterate(2, progress);
    four.iterate(4, progress);
    resumed.iterate(2, progress);
    CHECK(!std::ranges::equal(one.regrets(), plain.regrets()));
    for (const solvers::CfrSolver<T>* other : {&four, &resumed}) {
      CHECK(std::ranges::equal(one.regrets(), other->regrets()));
      CHECK(std::ranges::equal(one.average(), other->average()));
    }
    const solvers::Evaluation value = one.evaluate(progress), again = four.evaluate(progress);
    CHECK(value.best_response == again.best_response);
    const double slack = sizeof(T) == 4 ? 1e-4 : 1e-9;
    CHECK(-value.best_response[1] <= value.expected_value + slack);
    CHECK(value.expected_value <= value.best_response[0]);
    CHECK(one.unreached_sets(0) + one.unreached_sets(1) == one.unreached_sets());
  }
}

void test_what_cannot_hold() {
  Cards cards;
  const games::Game game = kuhn(cards);
  solvers::CfrSolver<double> solver(game, solvers::UpdatePolicy{}, 1);
  const std::vector<double> street(8 * 3, 0.5);
  const auto once = solvers::HeldPlayer<double>::Once::per_game;
  CHECK_THROWS(solver.hold(2, once, 0.5, {street}), support::ArgumentError);
  CHECK_THROWS(solver.hold(1, once, 1.5, {street}), support::ArgumentError);
  CHECK_THROWS(solver.hold(1, once, std::nan(""), {street}), support::ArgumentError);
  CHECK_THROWS(solver.hold(1, once, 0.5, {}), support::ArgumentError);
  CHECK_THROWS(solver.hold(1, once, 0.5, {std::span(street).first(5)}), support::ArgumentError);
}

void test_cancelling() {
  Cards cards;
  const games::Game game = kuhn(cards);
  support::Progress progress;
  solvers::CfrSolver<double> solver(game, solvers::UpdatePolicy{}, 1);
  progress.cancelled = true;
  CHECK_THROWS(solver.iterate(1000, progress), support::Cancelled);
  CHECK(solver.iteration() == 0 && !solver.usable());
  CHECK_THROWS(solver.evaluate(progress), support::ArgumentError);
  progress.cancelled = false;
  const solvers::CfrSolver<double> fresh(game, solvers::UpdatePolicy{}, 1);
  solver.restore(0, fresh.regrets(), fresh.average());
  solver.iterate(1, progress);
  progress.cancelled = true;
  CHECK_THROWS(solver.iterate(1000, progress), support::Cancelled);
  CHECK(solver.iteration() == 2 && solver.usable());
  progress.cancelled = false;
  solver.iterate(8, progress);
  CHECK(solver.iteration() == 10);
}

void test_policies() {
  const solvers::Update first = solvers::make_update_policy("dcfr", 1.5, 0, 2, 0).at(1);
  CHECK(first.positive == 0.5 && first.negative == 0.5 && first.average_weight == 1);
  const solvers::Update plus = solvers::make_update_policy("cfr+", 0, 0, 2, 3).at(5);
  CHECK(plus.positive == 1 && plus.negative == 0 && plus.average_weight == 4);
  CHECK(solvers::make_update_policy("cfr+", 0, 0, 0, 3).at(3).average_weight == 0);
  CHECK(solvers::make_update_policy("dcfr", 1000, -1000, 2, 0).at(100).positive == 1);
  const solvers::Update linear = solvers::make_update_policy("lcfr", 9, 9, 9, 9).at(3);
  CHECK(linear.positive == 0.75 && linear.negative == 0.75 && linear.average_weight == 3);
  CHECK(solvers::make_update_policy("pcfr+", 0, 0, 2, 0).optimistic);
  CHECK_THROWS(solvers::make_update_policy("cfr++", 0, 0, 0, 0), support::ArgumentError);
  CHECK_THROWS(solvers::make_update_policy("dcfr", 0, 0, 1001, 0), support::ArgumentError);
  // Weights times the scales of all iterations so far are t^gamma, and never leave [0, 2^64].
  for (const double gamma : {0.0, 2.0, 20.0, 1000.0}) {
    const solvers::UpdatePolicy policy = solvers::make_update_policy("cfr+", 0, 0, gamma, 2);
    double bits = 0;
    for (std::int64_t t = 3; t < 5000; ++t) {
      const solvers::Update now = policy.at(t);
      bits -= std::log2(now.average_scale);
      CHECK(now.average_scale <= 1 && now.average_weight >= 1 && now.average_weight <= 0x1p64);
      CHECK(std::abs(std::log2(now.average_weight) + bits - gamma * std::log2(t - 2)) < 1e-8);
      if (gamma == 2) CHECK(now.average_scale == 1 && now.average_weight == double((t - 2) * (t - 2)));
    }
  }
}

// A street below two histories: after one a decision of `wide` actions whose first leads to one of `few`,
// after the other the two change places. So both have as many nodes.
games::Game crossed(int wide, int few) {
  games::Game game;
  games::BettingTree& tree = game.tree;
  const auto decision = [&](int street, int parent, int actions) {
    const int node = tree.nodes();
    tree.kind.push_back(games::NodeKind::decision);
    tree.street.push_back(static_cast<std::uint8_t>(street));
    tree.parent.push_back(parent);
    tree.first_edge.push_back(static_cast<int>(tree.child.size()));
    tree.child.resize(tree.child.size() + actions);
    return node;
  };
  const auto showdowns = [&](int parent, int first, int last) {
    for (int edge = first; edge < last; ++edge) {
      tree.child[edge] = tree.nodes();
      tree.kind.push_back(games::NodeKind::showdown);
      tree.street.push_back(1);
      tree.parent.push_back(parent);
      tree.first_edge.push_back(static_cast<int>(tree.child.size()));
    }
  };
  decision(0, -1, 2);
  tree.street_roots = {{0}, {}};
  for (const int actions : {wide, few}) {
    const int root = decision(1, 0, actions), edge = tree.first_edge[root];
    tree.child[tree.street_roots[1].size()] = root;
    tree.street_roots[1].push_back(root);
    const int below = decision(1, root, wide + few - actions), first = tree.first_edge[below];
    tree.child[edge] = below;
    showdowns(below, first, first + wide + few - actions);
    showdowns(root, edge + 1, edge + actions);
  }
  tree.first_edge.push_back(static_cast<int>(tree.child.size()));
  tree.player.assign(tree.nodes(), 0);
  tree.chips.assign(tree.nodes(), 1);
  game.streets.resize(2);
  for (games::Street& street : game.streets) street.boards = {{0, 0, 2, {}, {}}};
  return game;
}

// Numbers of actions that agree in their last eight bits are not the same.
void test_shapes() {
  CHECK(solvers::WalkPlan(crossed(3, 3)).shapes.size() == 2);
  CHECK(solvers::WalkPlan(crossed(4, 3)).shapes.size() == 3);
  CHECK(solvers::WalkPlan(crossed(259, 3)).shapes.size() == 3);
}

// What would not fit the numbers of the kernels is refused before it is made.
void test_capacity() {
  games::BetMenu menu{{}, true};
  for (int i = 1; i <= 3000; ++i) menu.fractions.push_back({i, 10});
  const games::Rules rules{"wide", 0, {5, 10}, true, {0}, {}, {2}, {games::max_chips, games::max_chips},
                           {menu}};
  for (const int states : {1000, 400'000, 2'000'000'000}) {
    games::Game game{rules, games::build_betting_tree(rules), {}, {}};
    game.streets.resize(1);
    game.streets[0].boards = {{0, 0, states, {}, {}}};
    game.streets[0].states = states;
    if (states == 1000)
      CHECK(solvers::CfrSolver<float>::memory(game, {}, 1) > 0);
    else
      CHECK_THROWS(solvers::CfrSolver<float>::memory(game, {}, 1), support::CapacityError);
  }
}

}  // namespace

int main() {
  test_shapes();
  test_capacity();
  test_kuhn_digits();
  Cards cards;
  const games::Game games[] = {limit(cards), island(), two_cards()};
  for (const games::Game& game : games) {
    const solvers::UpdatePolicy plain = solvers::make_update_policy("dcfr", 1.5, 0, 2, 0);
    test_threads_and_resuming<float>(game, plain);
    test_threads_and_resuming<double>(game, plain);
    test_threads_and_resuming<float>(game, solvers::make_update_policy("dcfr", 1.5, 0, 2, 0, true, true));
    test_held<float>(game, plain);
    test_held<double>(game, plain);
    test_held<double>(game, solvers::make_update_policy("pcfr+", 0, 0, 2, 0, true, true));
  }
  test_what_cannot_hold();
  test_cancelling();
  test_policies();
}
