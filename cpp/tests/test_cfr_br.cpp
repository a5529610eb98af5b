// Players tied to classes against one who responds best, and a spot over buckets: the same bits on any number
// of threads and after resuming, equal play in a class, bounds that meet at values known in closed form, and
// what is refused.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "check.hpp"
#include "pokerdata/games/card_game.hpp"
#include "pokerdata/games/joint_count_game.hpp"
#include "pokerdata/solvers/cfr.hpp"
#include "pokerdata/spots/bucketed_solver.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

using Classes = std::vector<std::vector<std::int32_t>>;

solvers::UpdatePolicy dcfr() { return solvers::make_update_policy("dcfr", 1.5, 0, 2, 0); }

template <class N>
std::vector<std::span<const N>> spans(const std::vector<std::vector<N>>& all) {
  return {all.begin(), all.end()};
}

// What player `seat` learns, tied, against a best response.
template <class T>
void set_up(solvers::CfrSolver<T>& solver, int seat, const Classes& classes) {
  solver.tie({seat == 0, seat == 1}, spans(classes));
  solver.respond(1 - seat);
}

// Classes that remember: those of the street before, each cut by the parity of states.
Classes remembering(const games::Game& game) {
  Classes classes;
  for (std::size_t r = 0; r < game.streets.size(); ++r) {
    const games::Street& street = game.streets[r];
    auto& of = classes.emplace_back(street.states);
    for (const games::Board& board : street.boards)
      for (int s = 0; s < board.states; ++s) {
        const int at = board.first + s;
        const int above =
            r == 0 ? 0 : classes[r - 1][game.streets[r - 1].boards[board.parent].first + street.parents[at]];
        of[at] = 2 * above + s % 2;
      }
  }
  return classes;
}

Classes forgetting(const games::Game& game) {
  Classes classes;
  for (const games::Street& street : game.streets) {
    auto& of = classes.emplace_back(street.states);
    for (int s = 0; s < street.states; ++s) of[s] = s % 3;
  }
  return classes;
}

template <class T>
void test_threads_and_resuming(const games::Game& game, const Classes& classes, bool recalls,
                               const solvers::UpdatePolicy& policy) {
  support::Progress progress;
  for (const int seat : {0, 1}) {
    solvers::CfrSolver<T> one(game, policy, 1), two(game, policy, 2), three(game, policy, 3);
    for (auto* solver : {&one, &two, &three}) set_up(*solver, seat, classes);
    one.iterate(2, progress);
    two.restore(one.iteration(), one.regrets(), one.average());
    one.iterate(3, progress);
    two.iterate(3, progress);
    three.iterate(5, progress);
    CHECK(one.recalls() == recalls);
    for (const auto* other : {&two, &three}) {
      CHECK(std::ranges::equal(one.regrets(), other->regrets()));
      CHECK(std::ranges::equal(one.average(), other->average()));
    }
    // What is worst for the player is no better than the best that he may do.
    const solvers::Evaluation value = one.evaluate(progress), again = three.evaluate(progress);
    CHECK(value.best_response == again.best_response);
    const double most = one.tied_best_response(seat, progress);
    CHECK(most == three.tied_best_response(seat, progress));
    if (recalls)
      CHECK(-value.best_response[1 - seat] <= most + 1e-6 && most <= value.best_response[seat] + 1e-6);
    // He plays alike in all states of a class, in his average, too.
    for (int r = 0; r < game.tree.streets(); ++r) {
      const std::size_t states = game.streets[r].states;
      const std::vector<T> now = one.current_strategy(r), mean = one.average_strategy(r);
      std::size_t row = 0;
      const int begin = game.tree.street_roots[r].front(), end = game.tree.street_end(r);
      for (int node = begin; node < end; ++node)
        for (int a = 0; a < game.tree.actions(node); ++a, ++row) {
          if (game.tree.player[node] != seat) continue;
          std::vector<std::size_t> first(states, states);
          for (std::size_t s = 0; s < states; ++s) {
            std::size_t& like = first[classes[r][s]];
            if (like == states) like = s;
            CHECK(now[row * states + s] == now[row * states + like]);
            CHECK(std::abs(mean[row * states + s] - mean[row * states + like]) < 1e-5);
          }
        }
      CHECK(row * states == now.size());
    }
  }
}

games::Game kuhn(std::vector<std::uint64_t>& deals, std::vector<std::uint64_t>& wins) {
  deals = {0, 1, 1, 1, 0, 1, 1, 1, 0};
  wins = {0, 0, 0, 1, 0, 0, 1, 1, 0};
  return games::make_joint_count_game({"kuhn", 1, {0, 0}, false, {0}, {1}, {1}}, {{3, {}, deals}}, wins);
}

// By the linear program over 16 plans of the tied player and 64 of the other: with jacks and queens alike
// -1/9 and 0, with queens and kings alike -1/9 and -1/15, with jacks and kings alike -2/9 twice, with all
// alike -1/3.
void test_kuhn() {
  std::vector<std::uint64_t> deals, wins;
  const games::Game game = kuhn(deals, wins);
  support::Progress progress;
  const std::vector<std::pair<Classes, std::array<double, 2>>> cases{{{{0, 0, 1}}, {-1.0 / 9, 0}},
                                                                     {{{0, 1, 1}}, {-1.0 / 9, -1.0 / 15}},
                                                                     {{{0, 1, 0}}, {-2.0 / 9, -2.0 / 9}},
                                                                     {{{0, 0, 0}}, {-1.0 / 3, -1.0 / 3}}};
  for (const auto& [classes, best] : cases)
    for (const int seat : {0, 1}) {
      solvers::CfrSolver<double> solver(game, dcfr(), 1);
      set_up(solver, seat, classes);
      solver.iterate(3000, progress);
      const double worst = -solver.evaluate(progress).best_response[1 - seat];
      const double most = solver.tied_best_response(seat, progress);
      CHECK(worst <= best[seat] + 1e-9 && best[seat] <= most + 1e-9);
      CHECK(most - worst < 0.012);
    }
}

// Two streets: four states on the first, of which nobody is dealt the last, two of each on the second.
void test_states_never_dealt() {
  std::vector<std::uint64_t> last(64), first(16), wins(64);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      last[i * 8 + j] = 2;
      first[i / 2 * 4 + j / 2] += 2;
      wins[i * 8 + j] = i > j ? 2 : i == j ? 1 : 0;
    }
  for (int i = 0; i < 6; ++i) wins[i * 8 + i] = 0;
  const games::Game game =
      games::make_joint_count_game({"gap", 1, {0, 0}, false, {0, 0}, {2, 4}, {2, 2}},
                                   {{4, {}, first}, {8, {0, 0, 1, 1, 2, 2, 3, 3}, last}}, wins);
  support::Progress progress;
  for (const int seat : {0, 1}) {
    solvers::CfrSolver<double> solver(game, dcfr(), 2);
    set_up(solver, seat, {{0, 1, 1, 2}, {0, 1, 0, 1, 0, 1, 2, 2}});  // forgets
    solver.iterate(20, progress);
    CHECK(!solver.recalls());
    for (const double sum : solver.average()) CHECK(std::isfinite(sum));
    CHECK(std::isfinite(solver.evaluate(progress).best_response[1 - seat]));
  }
}

void test_refused() {
  std::vector<std::uint64_t> deals, wins;
  const games::Game game = kuhn(deals, wins);
  support::Progress progress;
  solvers::CfrSolver<float> solver(game, dcfr(), 1);
  const auto tie = [&](std::array<bool, 2> players, const Classes& classes) {
    solver.tie(players, spans(classes));
    return 0;
  };
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max(), least = -most - 1;
  for (const Classes& classes : std::vector<Classes>{{},
                                                     {{}},
                                                     {{0, 1}},
                                                     {{0, 0, 0, 0}},
                                                     {{0, 0, 0}, {0, 0, 0}},
                                                     {{0, 3, 0}},
                                                     {{0, most, 0}},
                                                     {{least, 0, 0}}})
    CHECK_THROWS(tie({true, false}, classes), support::ArgumentError);
  for (const int player : {-1, 2, most}) {
    CHECK_THROWS((solver.respond(player), 0), support::ArgumentError);
    CHECK_THROWS(solver.tied_best_response(player, progress), support::ArgumentError);
  }
  tie({true, false}, {{0, 0, 1}});
  CHECK_THROWS((solver.respond(0), 0), support::ArgumentError);
  solver.respond(1);
  CHECK_THROWS(tie({true, true}, {{0, 0, 1}}), support::ArgumentError);
  CHECK_THROWS(solver.tied_best_response(1, progress), support::ArgumentError);
  CHECK_THROWS((solver.iterate(-1, progress), 0), support::ArgumentError);
  solver.iterate(1, progress);
  CHECK_THROWS(tie({true, false}, {{0, 0, 1}}), support::ArgumentError);
  CHECK_THROWS((solver.respond(1), 0), support::ArgumentError);
}

cards::CardSet board_of(const char* text) {
  const std::vector<cards::Card> cards = cards::parse_cards(text);
  return cards::set_of(std::span<const cards::Card>(cards));
}

spots::SpotGame spot(const char* board, int streets) {
  std::vector<double> first(cards::combinations), second(cards::combinations);
  for (int c = 0; c < cards::combinations; ++c) {
    const cards::Combination& hand = cards::all_combinations[c];
    const int high = cards::rank_of(hand.high), low = cards::rank_of(hand.low);
    const int kind = (high * 13 + low) * 2 + (cards::suit_of(hand.high) == cards::suit_of(hand.low));
    first[c] = kind % 7 == 0;
    second[c] = kind % 5 == 1 ? 0.5 : 0;
  }
  games::Rules rules;
  rules.name = "spot";
  rules.ante = 20;
  for (int street = 0; street < streets; ++street) {
    rules.first_to_act.push_back(0);
    rules.caps.push_back(2);
    rules.menus.push_back({{{3, 4}}, true});
  }
  rules.stacks = {120, 120};
  return {games::build_betting_tree(rules), spots::SpotPot{0, 0, 0},
          spots::make_spot_cards(board_of(board), 0, {std::span<const double>(first), second})};
}

using SpotNumbers = std::vector<std::array<std::vector<std::uint16_t>, 2>>;

// By the high card of a hand, cut to so many; nobody forgets anything but his low card and the suits.
SpotNumbers by_high_card(const spots::SpotGame& game, int count) {
  SpotNumbers found;
  for (const spots::SpotStreet& street : game.cards.streets) {
    auto& sides = found.emplace_back();
    for (const int player : {0, 1})
      for (const spots::SpotBoard& board : street.boards)
        for (const std::uint16_t hand : board.hands[player].combination)
          sides[player].push_back(
              static_cast<std::uint16_t>(cards::rank_of(cards::all_combinations[hand].high) % count));
  }
  return found;
}

spots::SpotBuckets buckets_of(const spots::SpotGame& game, const SpotNumbers& numbers) {
  std::vector<std::array<std::span<const std::uint16_t>, 2>> views;
  for (const auto& sides : numbers) views.push_back({sides[0], sides[1]});
  return spots::make_spot_buckets(game, views);
}

template <class T>
void test_spots() {
  support::Progress progress;
  for (const auto& [board, streets] : {std::pair{"Jh8h4h", 3}, {"Td9d6hQc", 2}, {"Kd9h6h4c2s", 1}}) {
    if (streets == 3 && std::is_same_v<T, double>) continue;  // the flop takes the longest
    const spots::SpotGame game = spot(board, streets);
    for (const int responder : {-1, 0, 1}) {
      const spots::SpotBuckets buckets = buckets_of(game, by_high_card(game, 5));
      using Solver = spots::BucketedSpotSolver<T>;
      CHECK(Solver::memory(game, buckets, responder, 2) > 0);
      Solver one(game, dcfr(), buckets, responder, 1), two(game, dcfr(), buckets, responder, 2),
          three(game, dcfr(), buckets, responder, 3);
      one.iterate(1, progress);
      two.restore(1, one.regrets(), one.average());
      one.iterate(2, progress);
      two.iterate(2, progress);
      three.iterate(3, progress);
      const auto values = one.best_responses(false, progress);
      for (Solver* other : {&two, &three}) {
        CHECK(one.regrets() == other->regrets());
        CHECK(one.average() == other->average());
        CHECK(values == other->best_responses(false, progress));
      }
      for (int street = 0; street < streets; ++street)
        for (const int player : {0, 1}) {
          if (player == responder) {
            CHECK_THROWS(one.strategy(street, player, false), support::ArgumentError);
            continue;
          }
          for (const bool current : {false, true})
            for (const double p : one.strategy(street, player, current)) CHECK(p >= 0 && p <= 1 + 1e-6);
        }
      // Best responses win at least the game together: they are centred, so nothing.
      if (responder < 0) CHECK(values[0] + values[1] >= -1e-9);
      CHECK_THROWS((one.iterate(-1, progress), 0), support::ArgumentError);
      CHECK_THROWS(one.strategy(streets, 0, false), support::ArgumentError);
      CHECK_THROWS(one.strategy(0, 2, false), support::ArgumentError);
      CHECK_THROWS((one.restore(1, std::vector<double>(3), one.average()), 0), support::ArgumentError);
      CHECK_THROWS((one.restore(-1, one.regrets(), one.average()), 0), support::ArgumentError);
    }
  }
}

void test_spots_refused() {
  const spots::SpotGame game = spot("Td9d6hQc", 2);
  SpotNumbers numbers = by_high_card(game, 3);
  const spots::SpotBuckets buckets = buckets_of(game, numbers);
  using Solver = spots::BucketedSpotSolver<float>;
  for (const int responder : {-2, 2})
    CHECK_THROWS(Solver(game, dcfr(), buckets, responder, 1), support::ArgumentError);
  CHECK_THROWS(Solver(game, solvers::make_update_policy("pcfr+", 0, 0, 2, 0, true, false), buckets, 0, 1),
               support::ArgumentError);
  spots::SpotGame raked = spot("Td9d6hQc", 2);
  raked.pot.rake = 0.05;
  CHECK_THROWS(Solver(raked, dcfr(), buckets, 0, 1), support::ArgumentError);
  // All 65,536 numbers are buckets.
  numbers[1][0][0] = 65'535;
  Solver many(game, dcfr(), buckets_of(game, numbers), 1, 2);
  support::Progress progress;
  many.iterate(1, progress);
  CHECK(std::isfinite(many.best_responses(false, progress)[1]));
  numbers[1][0].pop_back();
  CHECK_THROWS(buckets_of(game, numbers), support::ArgumentError);
  numbers.pop_back();
  CHECK_THROWS(buckets_of(game, numbers), support::ArgumentError);
}

}  // namespace

int main() {
  const games::Game island =
      games::make_card_game({"island", 5, {0, 0}, false, {0, 0, 0}, {10, 20, 20}, {3, 3, 3}},
                            {"TJQKA", 3, false, 1, {0, 1, 1}, games::Ranking::three_card});
  const games::Game two = games::make_card_game({"two", 0, {5, 10}, true, {0, 1, 1}, {10, 10, 10}, {3, 3, 2}},
                                                {"TJQKA", 2, false, 2, {0, 2, 1}, games::Ranking::pairs});
  const solvers::UpdatePolicy optimistic = solvers::make_update_policy("pcfr+", 0, 0, 2, 0, true, false);
  for (const games::Game* game : {&island, &two})
    for (const bool recalls : {false, true}) {
      const Classes classes = recalls ? remembering(*game) : forgetting(*game);
      test_threads_and_resuming<double>(*game, classes, recalls, dcfr());
      test_threads_and_resuming<float>(*game, classes, recalls, optimistic);
    }
  test_kuhn();
  test_states_never_dealt();
  test_refused();
  test_spots<float>();
  test_spots<double>();
  test_spots_refused();
}
