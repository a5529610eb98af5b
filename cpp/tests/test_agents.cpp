#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "pokerdata/agents/abstract_agent.hpp"
#include "pokerdata/agents/baselines.hpp"
#include "pokerdata/agents/betting_state.hpp"
#include "pokerdata/agents/translation.hpp"
#include "pokerdata/games/card_game.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/random.hpp"

using namespace pokerdata;

namespace {

games::Rules limit_holdem() {
  return {"limit", 0, {5, 10}, true, {0, 1, 1, 1}, {10, 10, 20, 20}, {4, 4, 4, 4}, {}, {}};
}

games::Rules no_limit(int stack) {
  const games::BetMenu menu{{{1, 1}}, true};
  return {"no-limit",
          0,
          {50, 100},
          true,
          {0, 1, 1, 1},
          {},
          {100, 100, 100, 100},
          {stack, stack},
          {menu, menu, menu, menu}};
}

games::CardRules texas() { return {"23456789TJQKA", 4, false, 2, {0, 3, 1, 1}, games::Ranking::five_card}; }

// Every path through the tree of a game is a hand by its rules, with the same chips in the pot.
void follow_tree(const games::Rules& rules, const games::BettingTree& tree, int node,
                 const agents::BettingState& state) {
  if (tree.kind[node] != games::NodeKind::decision) {
    CHECK(state.finished());
    const bool fold = tree.kind[node] == games::NodeKind::fold;
    CHECK(state.folded() == (fold ? tree.player[node] : -1));
    CHECK(state.won(1) == tree.chips[node]);
    CHECK(fold || (state.won(-1) == -tree.chips[node] && state.won(0) == 0));
    return;
  }
  CHECK(!state.finished() && state.player() == tree.player[node] && state.street() == tree.street[node]);
  bool raises = false;
  for (int e = tree.first_edge[node]; e < tree.first_edge[node + 1]; ++e) {
    const games::Action action = tree.action[e];
    const bool raise = action == games::Action::bet || action == games::Action::raise;
    agents::BettingState next = state;
    next.apply({action == games::Action::fold ? agents::MoveKind::fold
                : raise                       ? agents::MoveKind::raise
                                              : agents::MoveKind::call,
                tree.to[e]});
    CHECK(next.paid(state.player()) == tree.to[e]);
    follow_tree(rules, tree, tree.child[e], next);
    raises |= raise;
  }
  CHECK(raises == state.may_raise());
}

void test_trees_are_hands() {
  for (const games::Rules& rules : {limit_holdem(), no_limit(1000)}) {
    const games::BettingTree tree = games::build_betting_tree(rules);
    follow_tree(rules, tree, 0, agents::BettingState(rules));
  }
}

void test_refusals() {
  const games::Rules rules = no_limit(1000);
  agents::BettingState state(rules);
  CHECK(state.least_raise() == 200 && state.largest_raise() == 1000 && state.to_call() == 50);
  CHECK_THROWS(state.apply({agents::MoveKind::raise, 150}), support::ArgumentError);
  CHECK_THROWS(state.apply({agents::MoveKind::raise, 1001}), support::ArgumentError);
  state.apply({agents::MoveKind::raise, 350});
  CHECK(state.least_raise() == 600);
  CHECK_THROWS(state.apply({agents::MoveKind::raise, 599}), support::ArgumentError);
  state.apply({agents::MoveKind::raise, 900});
  CHECK(state.least_raise() == 1000);  // all-in for less
  state.apply({agents::MoveKind::raise, 1000});
  CHECK(!state.may_raise());
  state.apply({agents::MoveKind::call});
  CHECK(state.finished() && state.street() == 0);
  CHECK_THROWS(state.apply({agents::MoveKind::call}), support::ArgumentError);
  CHECK(agents::parse_history(rules, "r300c/cr400c/").size() == 5);
  CHECK_THROWS(agents::parse_history(rules, "r300cc"), support::ArgumentError);
  CHECK_THROWS(agents::parse_history(rules, "cf"), support::ArgumentError);
  CHECK_THROWS(agents::parse_history(rules, "x"), support::ArgumentError);
  CHECK_THROWS(agents::parse_history(rules, "r99999999999999"), support::ArgumentError);
  CHECK(agents::parse_history(limit_holdem(), "crrc/crc").size() == 7);
}

void test_translation() {
  const std::array<double, 4> low{.001, .01, .05, .1}, share{.601, .612, .663, .733};
  for (int i = 0; i < 4; ++i)
    CHECK(std::abs(agents::share_of_lower(agents::Translation::pseudo_harmonic, low[i], 1, .25) - share[i]) <
          5e-4);
  for (const char* name : {"pseudo-harmonic", "pseudo-harmonic-split", "soft", "hard", "nearest"}) {
    const agents::Translation translation = agents::translation_of(name);
    double last = 1;
    for (double size = 0.5; size <= 2; size += 0.01) {
      const double found = agents::share_of_lower(translation, 0.5, 2, size);
      CHECK(found <= last && found >= 0);
      last = found;
    }
    CHECK(agents::share_of_lower(translation, 0.5, 2, 0.5) == 1 &&
          agents::share_of_lower(translation, 0.5, 2, 2) == 0);
  }
  CHECK_THROWS(agents::translation_of("near"), support::ArgumentError);
}

// The agent's columns are those of the game: each hand on each board of the game is found, and every image
// of it under the suits, too.
void test_hands_on_boards(const games::CardRules& cards) {
  const std::vector<int> bets(cards.board.size(), 2), ones(cards.board.size(), 1);
  const std::vector<int> first(cards.board.size(), 0);
  const games::Game game =
      games::make_card_game({"small", 1, {0, 0}, false, first, bets, ones, {}, {}}, cards);
  const agents::HandsOnBoards states(game, cards);
  std::vector<std::vector<std::vector<cards::Card>>> dealt(
      game.streets.size());  // boards, in the order of streets
  support::Random random(support::Use::match, 1, 2);
  for (std::size_t r = 0; r < game.streets.size(); ++r) {
    const games::Street& street = game.streets[r];
    CHECK(states.states(static_cast<int>(r)) == street.states);
    for (std::size_t b = 0; b < street.boards.size(); ++b) {
      std::vector<cards::Card> board =
          r == 0 ? std::vector<cards::Card>{} : dealt[r - 1][street.boards[b].parent];
      for (int c = 0; c < cards.deck(); ++c)
        if (street.cards.board[b] >> c & 1) board.push_back(static_cast<cards::Card>(c));
      dealt[r].push_back(board);
      for (int s = street.boards[b].first; s < street.boards[b].first + street.boards[b].states; ++s) {
        std::vector<cards::Card> hole;
        for (int c = 0; c < cards.deck(); ++c)
          if (street.cards.hand[s] >> c & 1) hole.push_back(static_cast<cards::Card>(c));
        CHECK(states.of(static_cast<int>(r), hole, board) == s);
        // the same with other suits, and with the copies of ranks exchanged
        const int turn = 1 + random.below(static_cast<std::uint32_t>(cards.suits - 1));
        const auto turned = [&](std::vector<cards::Card> from) {
          for (cards::Card& c : from)
            c = static_cast<cards::Card>(c - cards.suit(c) + (cards.suit(c) + turn) % cards.suits);
          return from;
        };
        CHECK(states.of(static_cast<int>(r), turned(hole), turned(board)) == s);
      }
    }
  }
}

// Against bets of its own sizes an agent is its strategy; other bets are taken for their neighbours.
void test_abstract_agent() {
  const games::Rules rules = no_limit(10'000);
  const games::CardRules cards = texas();
  const games::BettingTree tree = games::build_betting_tree(rules);
  std::vector<std::vector<float>> rows(4);
  agents::StrategyRows views;
  for (int r = 0; r < 4; ++r) {
    rows[r].assign(tree.first_edge[tree.street_end(r)] - tree.first_edge[tree.street_roots[r].front()],
                   0.25F);
    views.streets.push_back(rows[r].data());
  }
  const agents::AbstractAgent agent(rules, cards, std::make_shared<agents::OneState>(), views,
                                    agents::Translation::nearest);
  agents::BettingState state(rules);
  CHECK(agent.at_decision(0, state));
  CHECK((agent.move_of(2, 0, state) == agents::Move{agents::MoveKind::raise, 300}));  // one pot
  CHECK((agent.move_of(3, 0, state) == agents::Move{agents::MoveKind::raise, 10'000}));
  const auto exact = agent.taken_for({agents::MoveKind::raise, 300}, 0, state);
  CHECK(exact.lower == 2 && exact.higher == 2);
  const auto small = agent.taken_for({agents::MoveKind::raise, 200}, 0, state);
  CHECK(small.lower == 2 && small.higher == 2);
  const auto between = agent.taken_for({agents::MoveKind::raise, 4'000}, 0, state);
  CHECK(between.lower == 2 && between.higher == 3 && between.lower_share == 1);
  const auto large = agent.taken_for({agents::MoveKind::raise, 9'000}, 0, state);
  CHECK(large.lower_share == 0);
  // a raise of 3/4 of the pot, taken for the pot: the answer of one pot is one of the real pot
  state.apply({agents::MoveKind::raise, 250});
  const int node = tree.child[2];
  CHECK(agent.at_decision(node, state));
  CHECK(
      (agent.move_of(tree.first_edge[node] + 2, node, state) == agents::Move{agents::MoveKind::raise, 750}));
}

void test_baselines() {
  CHECK_THROWS(agents::make_baseline("simples"), support::ArgumentError);
  CHECK_THROWS(agents::make_baseline("simple")->check_game(
                   limit_holdem(), {"JQK", 2, true, 1, {0, 1}, games::Ranking::pairs}),
               support::ArgumentError);
  const games::CardRules cards = texas();
  const std::vector<cards::Card> board = cards::parse_cards("7s6cAs2d9h"), hole = cards::parse_cards("AhAd");
  for (const char* name : {"always-call", "always-raise", "random", "simple"}) {
    const auto seat = agents::make_baseline(name)->sit();
    for (int number = 0; number < (sanitized ? 20 : 200); ++number) {
      const games::Rules rules = number % 2 ? limit_holdem() : no_limit(10'000);
      agents::BettingState state(rules);
      seat->start({&cards, hole, board.data()}, 0);
      support::Random random(support::Use::match, 7, static_cast<std::uint64_t>(number));
      while (!state.finished()) state.apply(seat->act(state, random));  // throws where illegal
      CHECK(state.folded() >= 0 || state.paid(0) == state.paid(1));
    }
  }
}

}  // namespace

int main() {
  test_trees_are_hands();
  test_refusals();
  test_translation();
  test_hands_on_boards({"JQK", 2, true, 1, {0, 1}, games::Ranking::pairs});
  test_hands_on_boards({"23456", 3, false, 1, {0, 1, 1}, games::Ranking::three_card});
  test_hands_on_boards({"TJQKA", 4, false, 2, {0, 3}, games::Ranking::five_card});
  test_abstract_agent();
  test_baselines();
}
