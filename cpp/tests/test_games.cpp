#include <algorithm>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/games/joint_count_game.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

LimitRules limit_holdem() {
  return {"limit", 0, {5, 10}, true, {0, 1, 1, 1}, {10, 10, 20, 20}, {4, 4, 4, 4}};
}

void test_limit_tree() {
  const BettingTree tree = build_betting_tree(limit_holdem());
  CHECK(tree.street_roots[3].size() == 567);
  int leaves = 0;
  for (int node = 0; node < tree.nodes(); ++node) {
    CHECK(tree.parent[node] < node);
    leaves += tree.street[node] == 3 && tree.kind[node] != NodeKind::decision;
    for (int e = tree.first_edge[node]; e < tree.first_edge[node + 1]; ++e)
      CHECK(tree.parent[tree.child[e]] == node);
  }
  CHECK(leaves == 9639);
  CHECK(tree.history(0).empty());
}

void test_bad_rules() {
  LimitRules rules = limit_holdem();
  rules.caps[2] = 0;
  CHECK_THROWS(build_betting_tree(rules), ArgumentError);
  rules = limit_holdem();
  rules.blinds = {10, 5};
  CHECK_THROWS(build_betting_tree(rules), ArgumentError);
}

void test_joint_counts() {
  const LimitRules kuhn{"kuhn", 1, {0, 0}, false, {0}, {1}, {1}};
  std::vector<std::uint64_t> deals{0, 1, 1, 1, 0, 1, 1, 1, 0};
  const std::vector<std::uint64_t> wins{0, 0, 0, 1, 0, 0, 1, 1, 0};
  const auto make = [&] { return make_joint_count_game(kuhn, {{3, {}, deals, 0}}, wins); };
  CHECK(make().streets[0].total == 6);
  CHECK(make().information_sets() == 12);
  deals[1] = 2;
  CHECK_THROWS(make(), ArgumentError);  // not symmetric
  deals[3] = 2;
  CHECK(make().streets[0].total == 8);
  std::fill(deals.begin(), deals.end(), 0);
  CHECK_THROWS(make(), ArgumentError);  // no deal
}

}  // namespace

int main() {
  test_limit_tree();
  test_bad_rules();
  test_joint_counts();
}
