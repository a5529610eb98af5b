#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"
#include "pokerdata/play/payoffs.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/random.hpp"

using namespace pokerdata;
using play::Action;
using play::ActionKind;
using play::Betting;

namespace {

const games::CardRules texas{"23456789TJQKA", 4, false, 2, {0, 3, 1, 1}, games::Ranking::five_card};

play::Definition no_limit(const std::vector<std::int64_t>& stacks) {
  std::vector<std::int64_t> blinds(stacks.size(), 0);
  blinds[0] = 1;
  blinds[1] = 2;
  const int first = stacks.size() > 2 ? 2 : 0;
  return {"no-limit",
          std::vector<std::int64_t>(stacks.size(), 0),
          blinds,
          stacks,
          {},
          {255, 255, 255, 255},
          {first, 0, 0, 0},
          texas};
}

void test_refused() {
  play::Definition rules = no_limit({100, 100, 100});
  play::check_definition(rules);
  rules.stacks[1] = 1;  // less than the blind
  play::check_definition(rules);
  rules.stacks[1] = play::most_stack + 1;
  CHECK_THROWS(play::check_definition(rules), support::ArgumentError);
  const play::Definition good = no_limit({100, 100, 100});
  Betting betting(good);
  CHECK_THROWS(betting.apply({ActionKind::raise, 3}), support::ArgumentError);
  CHECK_THROWS(betting.apply({ActionKind::raise, 101}), support::ArgumentError);
  betting.apply({ActionKind::raise, 100});
  CHECK(!betting.may_raise() || betting.level() < 100);
  betting.apply({ActionKind::fold});
  betting.apply({ActionKind::call});
  CHECK(betting.finished());
  CHECK_THROWS(betting.apply({ActionKind::call}), support::ArgumentError);
}

// Chips stay what they are, whoever wins; nobody loses more than he put in.
void test_random_hands() {
  support::Random random(support::Use::match, 7, 0);
  for (int hand = 0; hand < 20'000; ++hand) {
    std::vector<std::int64_t> stacks(2 + random.below(9));
    for (std::int64_t& stack : stacks) stack = 1 + random.below(40);
    play::Definition rules = no_limit(stacks);
    rules.antes[1] = random.below(3);  // the big blind's
    if (random.below(2)) rules.blinds.back() = -rules.blinds[1];
    Betting betting(rules);
    while (!betting.finished()) {
      const int kind = random.below(4);
      if (kind == 0 && betting.may_fold()) {
        betting.apply({ActionKind::fold});
      } else if (kind > 1 && betting.may_raise()) {
        const std::int64_t low = betting.least_raise(), high = betting.largest_raise();
        CHECK(low <= high && low > betting.level());
        betting.apply({ActionKind::raise, low + random.below(static_cast<std::uint32_t>(high - low + 1))});
      } else {
        betting.apply({ActionKind::call});
      }
    }
    std::array<std::uint64_t, play::most_players> strengths{};
    for (std::uint64_t& strength : strengths) strength = random.below(4);
    const play::Chips won = play::payoffs(betting, strengths);
    CHECK(std::accumulate(won.begin(), won.end(), std::int64_t{0}) == 0);
    std::int64_t in_pots = 0;
    for (const play::Pot& pot : play::pots_of(betting)) {
      in_pots += pot.chips;
      CHECK(pot.players != 0 && play::winners_of(pot, strengths) != 0);
    }
    CHECK(in_pots == betting.pot());
    for (int p = 0; p < rules.players(); ++p) CHECK(won[p] >= -betting.spent(p) * play::parts_of_chip);
  }
}

void test_cards() {
  const games::CardRules leduc{"QKA", 2, false, 1, {0, 1}, games::Ranking::pairs};
  const play::Definition rules{"leduc", {0, 0}, {1, 1}, {}, {2, 4}, {2, 2}, {0, 0}, leduc};
  play::check_definition(rules);
  CHECK((rules.deck() == std::vector<cards::Card>{42, 43, 46, 47, 50, 51}));
  CHECK(!rules.has_card(41));
  const auto strength = [&](cards::Card hole, cards::Card board) {
    return rules.strength(cards::set_of(hole) | cards::set_of(board));
  };
  CHECK(strength(42, 43) > strength(50, 43));
  CHECK(strength(46, 43) == strength(47, 43));
}

}  // namespace

int main() {
  test_refused();
  test_random_hands();
  test_cards();
}
