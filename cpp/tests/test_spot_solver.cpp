// A river of closed form, values that add up and agree with best responses, locks, and the same bits on any
// number of threads, on streets with and without symmetries of suits.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "check.hpp"
#include "instruction_set.hpp"
#include "pokerdata/games/rules.hpp"
#include "pokerdata/spots/spot_equities.hpp"
#include "pokerdata/spots/spot_solver.hpp"
#include "pokerdata/spots/spot_view.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/progress.hpp"

using namespace pokerdata;

namespace {

using Weights = std::vector<double>;

cards::CardSet board_of(const char* text) {
  const std::vector<cards::Card> cards = cards::parse_cards(text);
  return cards::set_of(std::span<const cards::Card>(cards));
}

void hold(Weights& weights, const char* hand, double weight = 1) {
  const std::vector<cards::Card> cards = cards::parse_cards(hand);
  weights[cards::combination_of(std::min(cards[0], cards[1]), std::max(cards[0], cards[1]))] = weight;
}

// Antes stand for the pot: 10 from each are a pot of 20.
games::BettingTree betting(int streets, int ante, int stack, std::vector<games::PotFraction> sizes) {
  games::Rules rules;
  rules.name = "spot";
  rules.ante = ante;
  for (int street = 0; street < streets; ++street) {
    rules.first_to_act.push_back(0);
    rules.caps.push_back(2);
    rules.menus.push_back({sizes, true});
  }
  rules.stacks = {stack, stack};
  return games::build_betting_tree(rules);
}

solvers::UpdatePolicy dcfr() { return solvers::make_update_policy("dcfr", 1.5, 0.25, 4, 0); }

spots::SpotGame closed_form() {
  Weights first(cards::combinations), second(cards::combinations);
  for (const char* hand : {"AsAh", "QsQh"}) hold(first, hand);
  hold(second, "KsKh");
  return {betting(1, 10, 20, {}), spots::SpotPot{0, 0, 0},
          spots::make_spot_cards(board_of("2s3h4d6c7c"), 0, {std::span<const double>(first), second})};
}

void closed_forms() {
  const spots::SpotGame game = closed_form();
  support::Progress progress;
  spots::SpotSolver<double> free(game, dcfr(), 1);
  free.iterate(3000, progress);
  const spots::SpotValues values = free.evaluate(progress);
  CHECK(std::abs(values.expected[0] - 10.0 / 3) < 1e-3);
  CHECK(values.best_response[0] >= values.expected[0]);
  CHECK(values.best_response[1] >= values.expected[1]);

  spots::SpotSolver<float> locked(game, dcfr(), 1);
  const auto& items = game.plan.streets[0].items;
  int answer = -1;
  for (int i = 0; i < static_cast<int>(items.size()); ++i)
    if (items[i].kind == spots::ItemKind::decision && items[i].player == 1 &&
        game.tree.action[game.tree.first_edge[items[i].node]] == games::Action::fold)
      answer = i;
  CHECK(answer >= 0);
  const std::array<double, 2> play{1, 3};
  locked.lock(0, 0, answer, play);
  locked.iterate(500, progress);
  CHECK(std::abs(locked.evaluate(progress).expected[0] - 3.75) < 1e-3);
  CHECK_THROWS(locked.lock(0, 0, answer, std::span<const double>(play.data(), 1)), support::ArgumentError);
  CHECK_THROWS(locked.lock(0, 1, answer, play), support::ArgumentError);
  CHECK_THROWS(locked.lock(1, 0, answer, play), support::ArgumentError);
}

// Ranges of every third class; on a flop of one suit the other three are alike.
spots::SpotGame wide(const char* board, int streets, int ante, int stack) {
  Weights first(cards::combinations), second(cards::combinations);
  for (int c = 0; c < cards::combinations; ++c) {
    const cards::Combination& hand = cards::all_combinations[c];
    const int high = cards::rank_of(hand.high), low = cards::rank_of(hand.low);
    const int kind = (high * 13 + low) * 2 + (cards::suit_of(hand.high) == cards::suit_of(hand.low));
    first[c] = kind % 5 == 0;
    second[c] = kind % 4 == 1 ? 0.5 : 0;
  }
  return {betting(streets, ante, stack, {{3, 4}}), spots::SpotPot{0, 0.05, 3},
          spots::make_spot_cards(board_of(board), 0, {std::span<const double>(first), second})};
}

template <class S>
void streets() {
  for (const auto& [board, count] : {std::pair{"Jh8h4h", 3}, {"Td9d6hQc", 2}, {"Kd9h6h4c2s", 1}}) {
    const spots::SpotGame game = wide(board, count, 20, 120);
    support::Progress progress;
    spots::SpotSolver<S> one(game, dcfr(), 1), three(game, dcfr(), 3);
    one.iterate(4, progress);
    three.iterate(2, progress);
    spots::SpotSolver<S> resumed(game, dcfr(), 2);
    resumed.restore(2, three.regrets(), three.average());
    resumed.iterate(2, progress);
    CHECK(std::memcmp(one.sums().data(), resumed.sums().data(), one.sums().size_bytes()) == 0);
    CHECK(one.regrets() == resumed.regrets());
    const spots::SpotValues values = one.evaluate(progress);
    for (const int player : {0, 1}) CHECK(values.best_response[player] >= values.expected[player]);
    CHECK(values.expected[0] + values.expected[1] < 0);  // the rake

    // The values of the first decision's hands average to the value of the game.
    const int items[] = {0};
    const spots::DecisionView view =
        spots::view_decisions(game, one.layout(), one.sums().data(), 0, 0, items, nullptr, 2, nullptr)[0];
    const spots::SpotBoard& root = game.cards.streets[0].boards[0];
    for (const int player : {0, 1}) {
      double sum = 0, weight = 0;
      for (int s = 0; s < root.hands[player].states(); ++s) {
        const double w =
            root.hands[player].size[s] * game.cards.weight[player][s] * view.sides[player].meets[s];
        weight += w;
        if (w > 0) sum += w * view.sides[player].values[s];
      }
      CHECK(std::abs(weight - game.cards.deals) < 1e-6 * game.cards.deals);
      CHECK(std::abs(sum / weight - values.expected[player]) < 1e-9);
    }
  }
}

// Both who may keep what they had and who comes with a range; of the first, no state loses much by it.
void gadgets() {
  spots::SpotGame game = wide("Td9d6hQc", 2, 20, 120);
  game.pot = {0, 0, 0};
  support::Progress progress;
  for (const int opponent : {0, 1}) {
    spots::SpotSolver<float> before(game, dcfr(), 2);
    before.iterate(3, progress);
    const std::vector<double> kept = before.root_values(opponent, true, progress);
    const std::vector<double> meets = spots::root_meets(game, opponent);
    for (const auto rule :
         {spots::GadgetRule::unsafe, spots::GadgetRule::resolve, spots::GadgetRule::max_margin}) {
      spots::SpotSolver<float> solver(game, dcfr(), 2);
      solver.set_gadget(opponent, rule, kept, game.cards.weight[opponent]);
      solver.iterate(60, progress);
      const spots::SpotValues values = solver.evaluate(progress);
      CHECK(std::abs(values.expected[0] + values.expected[1]) < 1e-9);
      for (const int player : {0, 1}) CHECK(values.best_response[player] >= values.expected[player] - 1e-9);
      const std::vector<double> now = solver.root_values(opponent, true, progress);
      double smallest = 1e9;
      for (std::size_t s = 0; s < now.size(); ++s)
        if (meets[s] > 0) smallest = std::min(smallest, (kept[s] - now[s]) / meets[s]);
      if (rule == spots::GadgetRule::max_margin)
        CHECK(std::abs(values.best_response[opponent] + smallest) < 1e-9);
      if (rule != spots::GadgetRule::unsafe) CHECK(smallest > -2);
      CHECK_THROWS(solver.restore(0, solver.regrets(), solver.average()), support::ArgumentError);
      CHECK_THROWS(solver.set_gadget(opponent, rule, kept, game.cards.weight[opponent]),
                   support::ArgumentError);
    }
    CHECK_THROWS(before.set_gadget(2, spots::GadgetRule::unsafe, kept, kept), support::ArgumentError);
  }
}

void equities() {
  Weights first(cards::combinations), second(cards::combinations);
  hold(first, "AsAh");
  hold(second, "KsKh");
  hold(second, "AsKd");
  const spots::Ranges ranges[] = {{std::span<const double>(first), second}};
  const auto found = spots::spot_equities(board_of("Ac7d2c"), 0, ranges, 1, nullptr);
  int known = 0;
  for (const auto& row : found[0])
    for (const double share : row) known += !std::isnan(share);
  CHECK(known == 2);  // AsKd shares a card with AsAh
}

}  // namespace

int main() {
  if (!instruction_set_is_here()) return not_here;
  closed_forms();
  streets<float>();
  streets<std::int16_t>();
  gadgets();
  equities();
}
