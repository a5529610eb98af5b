#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "pokerdata/agents/baselines.hpp"
#include "pokerdata/games/card_game.hpp"
#include "pokerdata/matches/local_best_response.hpp"
#include "pokerdata/matches/match.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

const games::CardRules texas{"23456789TJQKA", 4, false, 2, {0, 3, 1, 1}, games::Ranking::five_card};

games::Rules limit_holdem() {
  return {"limit", 0, {5, 10}, true, {0, 1, 1, 1}, {10, 10, 20, 20}, {4, 4, 4, 4}, {}, {}};
}

games::Rules no_limit() {
  const games::BetMenu menu{{{1, 1}}, true};
  return {"no-limit",
          0,
          {50, 100},
          true,
          {0, 1, 1, 1},
          {},
          {9, 9, 9, 9},
          {10'000, 10'000},
          {menu, menu, menu, menu}};
}

void test_deals() {
  std::array<int, cards::deck_size> seen{};
  for (int number = 0; number < 2000; ++number) {
    const matches::Deal deal(texas, 5, static_cast<std::uint64_t>(number));
    std::vector<cards::Card> cards(deal.board.begin(), deal.board.begin() + deal.board_size);
    for (const auto& hole : deal.hole) cards.insert(cards.end(), hole.begin(), hole.end());
    CHECK(cards.size() == 9);
    cards::check_cards(cards.data(), 9);  // throws for a card that comes twice
    for (const cards::Card card : cards) ++seen[card];
  }
  const auto [least, most] = std::minmax_element(seen.begin(), seen.end());
  CHECK(*least > 346 - 6 * 17 && *most < 346 + 6 * 17);  // 18000 / 52, standard deviation 17
}

// Chips are conserved: nobody puts in more than his stack, both the same at showdown, and the winner's gain
// is what the loser has put in.
void test_hands() {
  for (const games::Rules& rules : {limit_holdem(), no_limit()}) {
    const auto random = agents::make_baseline("random"), simple = agents::make_baseline("simple");
    for (int number = 0; number < (sanitized ? 30 : 1000); ++number) {
      const matches::PlayedHand hand =
          matches::played_hand(rules, texas, *random, *simple, 3, number, number % 2 == 1);
      agents::BettingState state(rules);
      for (const agents::Move move : hand.moves) {
        CHECK(!state.finished());
        state.apply(move);
        if (rules.no_limit()) CHECK(state.level() <= rules.stack());
      }
      CHECK(state.finished());
      CHECK(state.folded() >= 0 || state.paid(0) == state.paid(1));
      const int won = hand.won, lost = won > 0 ? state.paid(1) : state.paid(0);
      CHECK(won == 0 ? state.folded() < 0 : std::abs(won) == lost);
      CHECK(state.folded() < 0 || (won > 0) == (state.folded() == 1));
    }
  }
}

matches::MatchSums play(const games::Rules& rules, const std::string& a, const std::string& b, int threads) {
  support::Progress progress;
  return matches::play_match(rules, texas, *agents::make_baseline(a), *agents::make_baseline(b), 11, 0,
                             sanitized ? 200 : 2000, threads, progress);
}

void test_matches() {
  for (const games::Rules& rules : {limit_holdem(), no_limit()}) {
    for (const char* name : {"always-call", "random", "simple"}) {
      const matches::MatchSums sums = play(rules, name, name, 2);
      CHECK(sums.first + sums.second == 0 && sums.first_squares == sums.second_squares);
    }
    const matches::MatchSums one = play(rules, "random", "simple", 1),
                             four = play(rules, "random", "simple", 4);
    const matches::MatchSums back = play(rules, "simple", "random", 2);
    CHECK(one.first == four.first && one.second == four.second && one.products == four.products &&
          one.moves == four.moves);
    CHECK(one.first == -back.second && one.second == -back.first);
    // Cards alone decide, so with the seats swapped the other wins as much.
    const matches::MatchSums still = play(rules, "always-call", "always-raise", 2);
    CHECK(still.first == -still.second && still.first != 0);
  }
  support::Progress progress;
  const auto call = agents::make_baseline("always-call");
  CHECK_THROWS(matches::play_match(no_limit(), texas, *call, *call, 0, 0, std::int64_t{1} << 62, 1, progress),
               support::ArgumentError);
}

// Against a caller in Kuhn poker it bets the king and checks the others: it wins 2, -1 or, on average, 0.
void test_local_best_response() {
  const games::Rules kuhn{"kuhn", 1, {0, 0}, false, {0}, {1}, {1}, {}, {}};
  const games::CardRules cards{"JQK", 1, true, 1, {0}, games::Ranking::pairs};
  const games::Game game = games::make_card_game(kuhn, cards);
  const auto states = std::make_shared<agents::HandsOnBoards>(game, cards);
  std::vector<float> rows;
  for (const games::Action action : game.tree.action)
    rows.insert(rows.end(), 3, action == games::Action::check || action == games::Action::call ? 1.0F : 0.0F);
  const agents::AbstractAgent caller(kuhn, cards, states, {{rows.data()}}, agents::Translation::nearest);
  std::vector<double> one(200), four(200);
  support::Progress progress;
  matches::local_best_response(caller, {}, 5, 0, 100, 3, one.data(), 1, progress);
  matches::local_best_response(caller, {}, 5, 0, 100, 3, four.data(), 4, progress);
  CHECK(one == four);
  std::vector<double> last(80);
  matches::local_best_response(caller, {}, 5, 60, 100, 3, last.data(), 1, progress);
  CHECK(std::ranges::equal(last, std::span(one).subspan(120)));
  for (int number = 0; number < 100; ++number) {
    const int own = number % 3;
    const double won = own == 2 ? 2 : own == 1 ? 0 : -1;
    CHECK(one[2 * number] == won && one[2 * number + 1] == won);
  }
  CHECK_THROWS(matches::local_best_response(caller, {}, 5, 9, 8, 3, one.data(), 1, progress),
               support::ArgumentError);
  for (const int strata : {0, 4})
    CHECK_THROWS(matches::local_best_response(caller, {}, 5, 0, 100, strata, one.data(), 1, progress),
                 support::ArgumentError);
}

}  // namespace

int main() {
  test_deals();
  test_hands();
  test_matches();
  test_local_best_response();
}
