#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/games/card_game.hpp"
#include "pokerdata/games/joint_count_game.hpp"
#include "pokerdata/support/errors.hpp"
#include "small_stack.hpp"

using namespace pokerdata;

namespace {

games::Rules limit_holdem() {
  return {"limit", 0, {5, 10}, true, {0, 1, 1, 1}, {10, 10, 20, 20}, {4, 4, 4, 4}};
}

void test_limit_tree() {
  const games::BettingTree tree = games::build_betting_tree(limit_holdem());
  CHECK(tree.street_roots[3].size() == 567);
  int leaves = 0;
  for (int node = 0; node < tree.nodes(); ++node) {
    CHECK(tree.parent[node] < node);
    leaves += tree.street[node] == 3 && tree.kind[node] != games::NodeKind::decision;
    for (int e = tree.first_edge[node]; e < tree.first_edge[node + 1]; ++e)
      CHECK(tree.parent[tree.child[e]] == node);
  }
  CHECK(leaves == 9639);
  CHECK(tree.history(0).empty());
}

// Fold, call, pot and all-in at 100 big blinds: the published sizes, and what every edge says.
void test_no_limit_tree() {
  const games::Rules rules{"no-limit",
                           0,
                           {50, 100},
                           true,
                           {0, 1, 1, 1},
                           {},
                           std::vector<int>(4, 255),
                           {10000, 12000},
                           std::vector<games::BetMenu>(4, {{{1, 1}}, true})};
  const games::BettingTree tree = games::build_betting_tree(rules);
  std::array<int, 4> decisions{}, all_in{};
  for (int node = 0; node < tree.nodes(); ++node) {
    decisions[tree.street[node]] += tree.kind[node] == games::NodeKind::decision;
    all_in[tree.street[node]] += tree.is_all_in(node);
    if (tree.is_all_in(node)) CHECK(tree.chips[node] == 10000 && tree.actions(node) == 0);
    for (int e = tree.first_edge[node] + 1; e < tree.first_edge[node + 1]; ++e)
      if (tree.action[e] == tree.action[e - 1]) CHECK(tree.to[e] > tree.to[e - 1]);
  }
  CHECK((decisions == std::array<int, 4>{20, 100, 340, 900}));
  CHECK((all_in == std::array<int, 4>{10, 50, 170, 0}));
  CHECK(tree.street_roots[1].size() == 9 && tree.street_roots[2].size() == 41 &&
        tree.street_roots[3].size() == 129);
  CHECK(tree.history(tree.street_roots[1][1]) == "cr300c/");
  games::Rules bad = rules;
  bad.stacks = {10000, 100};
  CHECK_THROWS(games::build_betting_tree(bad), support::ArgumentError);
  bad = rules;
  bad.menus[2].fractions[0].denominator = 0;
  CHECK_THROWS(games::build_betting_tree(bad), support::ArgumentError);
}

void test_bad_rules() {
  games::Rules rules = limit_holdem();
  rules.caps[2] = 0;
  CHECK_THROWS(games::build_betting_tree(rules), support::ArgumentError);
  rules = limit_holdem();
  rules.bets[3] = games::max_chips / 2;
  CHECK_THROWS(games::build_betting_tree(rules), support::ArgumentError);
  rules = limit_holdem();
  rules.blinds = {10, 5};
  CHECK_THROWS(games::build_betting_tree(rules), support::ArgumentError);
}

void test_joint_counts() {
  const games::Rules kuhn{"kuhn", 1, {0, 0}, false, {0}, {1}, {1}};
  std::vector<std::uint64_t> deals{0, 1, 1, 1, 0, 1, 1, 1, 0};
  const std::vector<std::uint64_t> wins{0, 0, 0, 1, 0, 0, 1, 1, 0};
  const auto make = [&] { return games::make_joint_count_game(kuhn, {{3, {}, deals}}, wins); };
  CHECK(make().streets[0].total == 6);
  CHECK(make().information_sets() == 12);
  deals[1] = 2;
  CHECK_THROWS(make(), support::ArgumentError);  // not symmetric
  deals[3] = 2;
  CHECK(make().streets[0].total == 8);
  std::fill(deals.begin(), deals.end(), 0);
  CHECK_THROWS(make(), support::ArgumentError);  // no deal
}

// Every raw deal is counted once, and the counts of a street are the sums over the next one.
void test_boards() {
  const games::Rules rules{"rhode", 5, {0, 0}, false, {0, 0, 0}, {10, 20, 20}, {3, 3, 3}};
  const games::CardRules cards{"23456789TJQKA", 4, false, 1, {0, 1, 1}, games::Ranking::three_card};
  const games::Game game = games::make_card_game(rules, cards);
  CHECK(game.streets[1].boards.size() == 13 && game.streets[2].boards.size() == 325);
  std::uint64_t raw = 52 * 51;
  for (int r = 0; r < 3; ++r) {
    raw *= r == 0 ? 1 : 51 - r;
    CHECK(game.streets[r].total == raw);
    std::uint64_t deals = 0, boards = 0;
    for (const games::Board& board : game.streets[r].boards)
      for (const std::uint64_t count : board.deals) deals += count;
    for (const std::uint64_t weight : game.streets[r].cards.weight) boards += weight;
    CHECK(deals == raw && boards == (r == 0 ? 1 : r == 1 ? 52 : 52 * 51));
  }
  const games::Street &flop = game.streets[1], &turn = game.streets[2];
  std::vector<std::uint64_t> sums(flop.states * 64, 0);
  for (const games::Board& board : turn.boards)
    for (int s = 0; s < board.states; ++s)
      for (int t = 0; t < board.states; ++t) {
        const int up = flop.boards[board.parent].first + turn.parents[board.first + s];
        sums[up * 64 + turn.parents[board.first + t]] += board.deals[s * board.states + t];
      }
  for (const games::Board& board : flop.boards)
    for (int s = 0; s < board.states; ++s)
      for (int t = 0; t < board.states; ++t)
        CHECK(sums[(board.first + s) * 64 + t] == 49 * board.deals[s * board.states + t]);
}

void test_strengths() {
  const games::CardRules three{"23456789TJQKA", 4, false, 1, {2}, games::Ranking::three_card};
  const auto strength = [&](const char* text) {
    cards::CardSet set = 0;
    for (const cards::Card card : cards::parse_cards(text)) set |= cards::set_of(card);
    return games::hand_strength(three, set);
  };
  const char* rising[] = {"5c 3d 2h", "Ac Kd Jh", "2c 2d 3h", "2c 2d Ah", "Ac Ad Kh", "2c 3c 5c", "Ac Kc Jc",
                          "Ac 2d 3h", "2c 3d 4h", "Ac Kd Qh", "2c 2d 2h", "Ac 2c 3c", "Ad Kd Qd"};
  for (std::size_t i = 1; i < std::size(rising); ++i) CHECK(strength(rising[i - 1]) < strength(rising[i]));
  CHECK(strength("Kc Ad 2h") < strength("2c 2d 3h"));  // no straight
  CHECK(strength("Ac Ad Kh") == strength("Ah As Kc"));
  CHECK(strength("Ac Qd Jh") < strength("2c 2d 3h"));  // no straight

  games::CardRules with_slip = three;
  with_slip.ranking = games::Ranking::three_card_aqj;
  const auto slipped = [&](const char* text) {
    cards::CardSet set = 0;
    for (const cards::Card card : cards::parse_cards(text)) set |= cards::set_of(card);
    return games::hand_strength(with_slip, set);
  };
  for (const char* text : rising) CHECK(slipped(text) == strength(text));
  CHECK(slipped("Ac Qd Jh") == strength("Qc Jd Th") && slipped("Ad Qd Jd") == strength("Qd Jd Td"));
}

void test_bad_cards() {
  const games::Rules rules{"mine", 1, {0, 0}, false, {0}, {1}, {1}};
  CHECK_THROWS(games::make_card_game(rules, {"", 4, false, 1, {0}, games::Ranking::pairs}),
               support::ArgumentError);
  CHECK_THROWS(games::make_card_game(rules, {"KQ", 4, false, 1, {0}, games::Ranking::pairs}),
               support::ArgumentError);
  CHECK_THROWS(games::make_card_game(rules, {"QK", 5, false, 1, {0}, games::Ranking::pairs}),
               support::ArgumentError);
  CHECK_THROWS(games::make_card_game(rules, {"QK", 1, true, 1, {1}, games::Ranking::pairs}),
               support::ArgumentError);
  CHECK_THROWS(games::make_card_game(rules, {"QK", 4, false, 3, {0}, games::Ranking::pairs}),
               support::ArgumentError);
  CHECK_THROWS(games::make_card_game(rules, {"QK", 4, false, 1, {1}, games::Ranking::three_card}),
               support::ArgumentError);
  CHECK_THROWS(games::make_card_game(rules, {"QK", 4, false, 1, {0, 1}, games::Ranking::pairs}),
               support::ArgumentError);
  CHECK_THROWS(games::make_card_game(limit_holdem(),
                                     {"23456789TJQKA", 4, false, 2, {0, 3, 1, 1}, games::Ranking::five_card}),
               support::CapacityError);
}

// As many bets as the rules allow fit a small stack; one more is refused before anything is built.
void test_the_deepest_streets() {
  for (const bool no_limit : {false, true}) {
    games::Rules rules{"deep", 1, {0, 0}, false, {0}, {1}, {games::max_bets}};
    if (no_limit) {
      rules.bets = {};
      rules.stacks = {2 * games::max_bets, 2 * games::max_bets};
      rules.menus = {{{{0, 1}}, false}};
    }
    on_small_stack([&] {
      const games::BettingTree tree = games::build_betting_tree(rules);
      std::size_t longest = 0;
      for (int node = 0; node < tree.nodes(); ++node) longest = std::max(longest, tree.history(node).size());
      if (!no_limit) CHECK(longest == games::max_bets + 2);  // a check, all bets, a call
      CHECK(tree.nodes() == 6 * games::max_bets + 3);
    });
    ++rules.caps[0];
    CHECK_THROWS(games::build_betting_tree(rules), support::ArgumentError);
  }
}

// A menu is refused by what it takes on the way down, before its first branch is whole.
void test_long_menus() {
  games::BetMenu menu{{}, true};
  for (int i = 1; i <= 100'000; ++i) menu.fractions.push_back({i, 1000});
  const games::Rules rules{
      "long", 0, {1, 2}, true, {0}, {}, {games::max_bets}, {games::max_chips, games::max_chips}, {menu}};
  CHECK_THROWS(games::build_betting_tree(rules), support::CapacityError);
}

}  // namespace

int main() {
  test_the_deepest_streets();
  test_long_menus();
  test_boards();
  test_strengths();
  test_bad_cards();
  test_limit_tree();
  test_no_limit_tree();
  test_bad_rules();
  test_joint_counts();
}
