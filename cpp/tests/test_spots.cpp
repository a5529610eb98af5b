#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "check.hpp"
#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/spots/spot_betting.hpp"
#include "pokerdata/spots/subtree.hpp"
#include "pokerdata/support/errors.hpp"
#include "small_stack.hpp"

using namespace pokerdata;
using games::BettingTree;
using games::NodeKind;
using spots::BetSize;
using spots::SizeKind;

namespace {

using Sizes = std::vector<BetSize>;

BetSize percent(int part) { return {SizeKind::pot, {part, 100}}; }
BetSize tenths(int part) { return {SizeKind::multiple, {part, 10}}; }
const BetSize all_in{SizeKind::all_in};
const BetSize geometric{SizeKind::geometric};

std::vector<int> root_bets(const BettingTree& tree, int node = 0) {
  std::vector<int> found;
  for (int e = tree.first_edge[node]; e < tree.first_edge[node + 1]; ++e)
    if (tree.action[e] >= games::Action::bet) found.push_back(tree.to[e]);
  return found;
}

int child(const BettingTree& tree, int node, games::Action action, int to) {
  for (int e = tree.first_edge[node]; e < tree.first_edge[node + 1]; ++e)
    if (tree.action[e] == action && tree.to[e] == to) return tree.child[e];
  CHECK(false);
  return -1;
}

int decisions(const BettingTree& tree, int street) {
  int found = 0;
  for (int node = 0; node < tree.nodes(); ++node)
    found += tree.street[node] == street && tree.kind[node] == NodeKind::decision;
  return found;
}

void check_shape(const BettingTree& tree) {
  for (int node = 0; node < tree.nodes(); ++node) {
    CHECK(tree.parent[node] < node);
    for (int e = tree.first_edge[node]; e < tree.first_edge[node + 1]; ++e) {
      CHECK(tree.parent[tree.child[e]] == node);
      if (e > tree.first_edge[node] && tree.action[e] == tree.action[e - 1])
        CHECK(tree.to[e] > tree.to[e - 1]);
    }
  }
  for (int street = 0; street < tree.streets(); ++street)
    for (const int root : tree.street_roots[street])
      CHECK(tree.street[root] == street && tree.starts_street(root));
}

spots::SpotBetting river() {
  spots::SpotBetting spot;
  spot.pot = 100;
  spot.stacks = {300, 500};
  const spots::StreetMenu menu{{percent(33), percent(75), percent(150)}, {percent(60), all_in}};
  spot.menus = {{menu, menu}};
  return spot;
}

spots::SpotBetting raked_river() {
  spots::SpotBetting spot;
  spot.pot = 80;
  spot.stacks = {240, 240};
  spot.menus = {{spots::StreetMenu{{percent(50), percent(100)}, {tenths(25), all_in}},
                 spots::StreetMenu{{percent(50), percent(100), geometric}, {tenths(30)}}}};
  spot.thresholds = {{12, 10}, {2, 10}, {1, 10}};
  return spot;
}

spots::SpotBetting turn() {
  spots::SpotBetting spot;
  spot.pot = 200;
  spot.stacks = {900, 900};
  const spots::StreetMenu menu{{percent(60), geometric, all_in}, {tenths(25)}};
  spot.menus = {{menu, menu}, {menu, menu}};
  spot.menus[1][0].donks = Sizes{percent(50)};
  spot.thresholds = {{3, 2}, {15, 100}, {1, 10}};
  return spot;
}

// Root menus and numbers of decisions that an engine of its own gives for these spots.
void test_known_spots() {
  const BettingTree first = spots::build_spot_tree(river());
  check_shape(first);
  CHECK((root_bets(first) == std::vector<int>{33, 75, 150}));
  CHECK(decisions(first, 0) == 22);
  CHECK(first.no_limit && !first.all_bets);

  const BettingTree second = spots::build_spot_tree(raked_river());
  check_shape(second);
  CHECK((root_bets(second) == std::vector<int>{40, 80}));
  CHECK((root_bets(second, child(second, 0, games::Action::check, 0)) == std::vector<int>{40, 80, 240}));
  CHECK(decisions(second, 0) == 14);

  const BettingTree third = spots::build_spot_tree(turn());
  check_shape(third);
  CHECK((root_bets(third) == std::vector<int>{120, 216, 900}));
  CHECK(decisions(third, 0) == 18);
  CHECK(decisions(third, 1) * 48 == 2736);

  spots::SpotBetting flop;
  flop.pot = 60;
  flop.stacks = {150, 150};
  for (const auto& [bet, raise] :
       {std::pair{percent(50), percent(60)}, {percent(66), all_in}, {percent(75), all_in}}) {
    const spots::StreetMenu menu{{bet}, {raise}};
    flop.menus.push_back({menu, menu});
  }
  flop.thresholds = {{1, 1}, {2, 10}, {1, 10}};
  const BettingTree fourth = spots::build_spot_tree(flop);
  check_shape(fourth);
  CHECK((root_bets(fourth) == std::vector<int>{30}));
  CHECK(decisions(fourth, 0) == 6);
  // Up to suits there are 23 turn cards (ten hearts, thirteen ranks) and 675 pairs of turn and river.
  CHECK(decisions(fourth, 1) * 23 == 322);
  CHECK(decisions(fourth, 2) * 675 == 14'850);
}

// Player 0 has its donk bets after a call alone, and an empty list of them leaves the check.
void test_donk_bets() {
  const BettingTree tree = spots::build_spot_tree(turn());
  using games::Action;
  const int checked = child(tree, 0, Action::check, 0);
  const int after_check = child(tree, checked, Action::check, 0);
  CHECK(root_bets(tree, after_check).front() == 120);
  const int called = child(tree, child(tree, checked, Action::bet, 120), Action::call, 120);
  CHECK(tree.starts_street(called) && tree.player[called] == 0);
  CHECK(root_bets(tree, called).front() == 120 + 220);
  const int caller_acts = child(tree, child(tree, 0, Action::bet, 120), Action::call, 120);
  CHECK(root_bets(tree, caller_acts).front() == 120 + 264);
  auto none = turn();
  none.menus[1][0].donks = Sizes{};
  none.thresholds = {};
  const BettingTree quiet = spots::build_spot_tree(none);
  const int here =
      child(quiet, child(quiet, child(quiet, 0, Action::check, 0), Action::bet, 120), Action::call, 120);
  CHECK(root_bets(quiet, here).empty());
}

void test_leaves() {
  const BettingTree tree = spots::build_spot_tree(turn());
  using games::Action;
  const int shoved = child(tree, 0, Action::bet, 900);
  CHECK(tree.actions(shoved) == 2);
  const int called = child(tree, shoved, Action::call, 900);
  CHECK(tree.is_all_in(called) && tree.chips[called] == 900 && tree.history(called) == "r900c");
  const int bet = child(tree, child(tree, 0, Action::check, 0), Action::bet, 120);
  const int raised = child(tree, bet, Action::raise, 300);
  CHECK(tree.chips[child(tree, raised, Action::fold, 120)] == 120);
  const int again = child(tree, child(tree, 0, Action::bet, 120), Action::raise, 300);
  CHECK(tree.chips[child(tree, again, Action::fold, 120)] == -120);
}

void test_limit() {
  spots::SpotBetting limit;
  limit.pot = 40;
  limit.limit_bets = {10, 20};
  limit.limit_caps = {4, 3};
  const BettingTree tree = spots::build_spot_tree(limit);
  check_shape(tree);
  CHECK(!tree.no_limit && tree.all_bets);
  CHECK(decisions(tree, 0) == 10 && tree.street_roots[1].size() == 9 && decisions(tree, 1) == 72);
  limit.first_to_act = 1;
  const BettingTree late = spots::build_spot_tree(limit);
  CHECK(late.player[0] == 1 && decisions(late, 0) == 5);
  CHECK(late.starts_street(late.child[0]));
}

void test_refusals() {
  const auto refuses = [](auto change) {
    auto spot = turn();
    change(spot);
    CHECK_THROWS(spots::build_spot_tree(spot), support::ArgumentError);
  };
  refuses([](auto& spot) { spot.pot = 0; });
  refuses([](auto& spot) { spot.pot = games::max_chips + 1; });
  refuses([](auto& spot) { spot.stacks[1] = 0; });
  refuses([](auto& spot) { spot.menus.clear(); });
  refuses([](auto& spot) { spot.minimum_bet = 0; });
  refuses([](auto& spot) { spot.first_to_act = 2; });
  refuses([](auto& spot) { spot.menus[0][0].donks = Sizes{percent(50)}; });
  refuses([](auto& spot) { spot.menus[1][1].donks = Sizes{percent(50)}; });
  refuses([](auto& spot) { spot.menus[0][0].bets = {tenths(25)}; });
  refuses([](auto& spot) { spot.menus[0][0].raises = {tenths(10)}; });
  refuses([](auto& spot) { spot.menus[0][0].bets = {percent(0)}; });
  refuses([](auto& spot) { spot.menus[0][0].bets = {{SizeKind::chips}}; });
  refuses([](auto& spot) { spot.menus[0][0].bets = {{SizeKind::chips, {}, 10, 0, 2}}; });
  refuses([](auto& spot) { spot.thresholds.merge = {1, 0}; });
  refuses([](auto& spot) { spot.thresholds.merge = {-1, 10}; });
  refuses([](auto& spot) { spot.limit_bets = {10, 20}; });
  refuses([](auto& spot) { spot.limit_caps = {4, 4}; });
  spots::SpotBetting limit;
  limit.pot = 40;
  limit.limit_bets = {10, games::max_chips};
  limit.limit_caps = {4, 3};
  CHECK_THROWS(spots::build_spot_tree(limit), support::ArgumentError);
}

// Raises of a chip would go on for ever: refused, not recursed, also where a thread's stack is small.
void test_too_many() {
  auto spot = river();
  spot.stacks = {games::max_chips, games::max_chips};
  for (auto& menu : spot.menus[0]) menu = {{{SizeKind::chips, {}, 1}}, {{SizeKind::chips, {}, 1}}};
  CHECK_THROWS(spots::build_spot_tree(spot), support::CapacityError);
  for (auto& menu : spot.menus[0])
    menu = {{percent(10), percent(20), percent(30)}, {percent(10), percent(20), percent(30)}};
  CHECK_THROWS(spots::build_spot_tree(spot), support::CapacityError);
  // The largest of everything stays within 32 bits.
  spot.pot = games::max_chips;
  for (auto& menu : spot.menus[0])
    menu = {{{SizeKind::pot, {10'000, 1}}}, {{SizeKind::multiple, {10'000, 1}}}};
  spot.thresholds.merge = {spots::most_ratio, 1};
  CHECK((root_bets(spots::build_spot_tree(spot)) == std::vector<int>{games::max_chips}));
}

// Every node of a subtree is the node of the whole tree with the same history behind that of its root.
void check_subtree(const BettingTree& whole, int root) {
  const BettingTree part = spots::subtree(whole, root);
  check_shape(part);
  std::vector<std::string> histories(whole.nodes());
  for (int node = 0; node < whole.nodes(); ++node) histories[node] = whole.history(node);
  CHECK(part.parent[0] == -1);
  // Nodes of the subtree, found in the whole tree by the same steps from their parents.
  std::vector<int> from(part.nodes(), -1);
  from[0] = root;
  for (int node = 0; node < part.nodes(); ++node) {
    CHECK(from[node] >= 0);
    const int was = from[node];
    CHECK(part.kind[node] == whole.kind[was] && part.player[node] == whole.player[was]);
    CHECK(part.chips[node] == whole.chips[was] && part.actions(node) == whole.actions(was));
    CHECK(part.street[node] + whole.street[root] == whole.street[was]);
    CHECK(histories[root] + part.history(node) == histories[was]);
    for (int i = 0; i < part.actions(node); ++i) {
      const int e = part.first_edge[node] + i, f = whole.first_edge[was] + i;
      CHECK(part.action[e] == whole.action[f] && part.to[e] == whole.to[f]);
      from[part.child[e]] = whole.child[f];
    }
  }
  const BettingTree other = spots::subtree(whole, root, true);
  for (int node = 0; node < part.nodes(); ++node) {
    const NodeKind kind = part.kind[node];
    CHECK(other.kind[node] == kind && other.street[node] == part.street[node]);
    CHECK(other.player[node] == (kind == NodeKind::showdown ? 0 : 1 - part.player[node]));
    CHECK(other.chips[node] == (kind == NodeKind::fold ? -part.chips[node] : part.chips[node]));
  }
  CHECK(other.to == part.to && other.child == part.child && other.action == part.action);
  int below = 0;
  for (int node = 0; node < whole.nodes(); ++node) {
    int up = node;
    while (up > root) up = whole.parent[up];
    below += up == root;
  }
  CHECK(below == part.nodes());
  int counted = 0;
  for (int street = 0; street < part.streets(); ++street) {
    const auto [first, end] = spots::street_nodes(part, street);
    CHECK(first == counted);
    for (int node = first; node < end; ++node) CHECK(part.street[node] == street);
    counted = end;
  }
  CHECK(counted == part.nodes());
}

void test_subtrees() {
  const games::Rules limit{"limit", 0, {5, 10}, true, {0, 1, 1}, {10, 10, 20}, {3, 2, 2}};
  const games::Rules no_limit{"no-limit",
                              0,
                              {50, 100},
                              true,
                              {0, 1, 1},
                              {},
                              std::vector<int>(3, 255),
                              {1500, 2000},
                              std::vector<games::BetMenu>(3, {{{1, 1}}, true})};
  for (const BettingTree& whole : {games::build_betting_tree(limit), games::build_betting_tree(no_limit),
                                   spots::build_spot_tree(turn())}) {
    for (int node = 0; node < whole.nodes(); ++node)
      if (whole.kind[node] == NodeKind::decision)
        check_subtree(whole, node);
      else
        CHECK_THROWS(spots::subtree(whole, node), support::ArgumentError);
    CHECK_THROWS(spots::subtree(whole, -1), support::ArgumentError);
    CHECK_THROWS(spots::subtree(whole, whole.nodes()), support::ArgumentError);
  }
}

}  // namespace

int main() {
  test_known_spots();
  test_donk_bets();
  test_leaves();
  test_limit();
  test_refusals();
  on_small_stack(test_too_many);
  test_subtrees();
}
