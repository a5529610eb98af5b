#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "pokerdata/search/search.hpp"
#include "pokerdata/search/self_play.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

const games::CardRules texas{"23456789TJQKA", 4, false, 2, {0, 3, 1, 1}, games::Ranking::five_card};
const play::Definition limit{"limit",          {0, 0, 0},    {5, 10, 0},   {},
                             {10, 10, 20, 20}, {3, 4, 4, 4}, {2, 0, 0, 0}, texas};
const play::Definition no_limit{
    "no-limit", {0, 0, 0, 0, 0},      {50, 100, 0, 0, 0}, {2000, 500, 3000, 90, 4000},
    {},         {255, 255, 255, 255}, {2, 0, 0, 0},       texas};

search::Hole hole(cards::Card a, cards::Card b) { return {{a, b}, cards::set_of(a) | cards::set_of(b)}; }

// Passes add up at every node, whatever the settings, and values stay within what can be won.
void check_tree(const search::Tree& tree, std::int32_t node) {
  std::int64_t passes = 0;
  if (tree[node].kind == search::NodeKind::chance)
    for (const auto& [cards, child] : tree.chance_children(node)) passes += tree[child].passes;
  for (int i = 0; i < tree[node].actions; ++i) passes += tree[tree[node].first_child + i].passes;
  CHECK(passes <= tree[node].passes);
  if (tree[node].kind == search::NodeKind::chance) CHECK(passes == tree[node].through);
  CHECK(std::abs(tree[node].value) < 20'000);
}

void test_trees(const play::Definition& rules) {
  const search::FixedModel model({0.1, 0.65, 0.25});
  for (const bool all : {false, true})
    for (const search::Backup backup :
         {search::Backup::mean, search::Backup::max, search::Backup::most_visited, search::Backup::mix})
      for (const bool select : {false, true}) {
        search::Settings settings;
        settings.exploration = 100;
        settings.backup = backup;
        settings.select_opponents = select;
        settings.expand_all = all;
        const play::Betting betting(rules);
        search::Problem problem{betting, "", hole(50, 51), {}, {}};
        for (int p = 0; p < rules.players(); ++p)
          if (p != betting.player()) problem.ranges.push_back({p, {}});
        const std::vector<const search::Model*> models(rules.players(), &model);
        search::Search search(problem, settings, models, models, 3);
        support::Progress progress;
        search.run(3000, progress);
        CHECK(search.iterations() == 3000);
        for (std::int32_t node = 0; node < search.tree().size(); ++node) check_tree(search.tree(), node);
      }
}

void test_hidden_cards() {
  const std::vector<double> one_hand = [] {
    std::vector<double> weights(cards::combinations, 0);
    weights[cards::combination_of(0, 1)] = 1;
    return weights;
  }();
  const search::HiddenCards hidden(limit, cards::set_of(cards::Card{51}), {{0, one_hand}, {1, {}}}, 5);
  support::Random random(support::Use::match, 1, 1);
  search::HiddenCards::Drawn drawn;
  for (int i = 0; i < 1000; ++i) {
    hidden.draw(random, drawn);
    cards::CardSet seen = cards::set_of(cards::Card{51}) | drawn.holes[0].set;
    CHECK(drawn.holes[0].set == 3);
    CHECK((drawn.holes[1].set & seen) == 0);
    seen |= drawn.holes[1].set;
    for (int c = 0; c < 5; ++c) {
      CHECK((seen >> drawn.board[c] & 1) == 0);
      seen |= cards::set_of(drawn.board[c]);
    }
  }
  const search::HiddenCards none(limit, 0, {{0, one_hand}, {1, one_hand}}, 5);
  CHECK_THROWS(none.draw(random, drawn), support::ArgumentError);
  CHECK_THROWS(search::HiddenCards(limit, 3, {{0, one_hand}}, 5), support::ArgumentError);
}

void test_self_play() {
  const games::CardRules kuhn{"QKA", 1, false, 1, {0}, games::Ranking::pairs};
  const play::Definition rules{"kuhn", {0, 0}, {1, 1}, {}, {1}, {1}, {0}, kuhn};
  search::SelfPlay play(rules, 2, {}, 1);
  support::Progress progress;
  play.run(20'000, progress);
  CHECK(play.decisions().size() == 12);
}

}  // namespace

int main() {
  test_trees(limit);
  test_trees(no_limit);
  test_hidden_cards();
  test_self_play();
}
