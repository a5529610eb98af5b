#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "check.hpp"
#include "instruction_set.hpp"
#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/real_cards/responder.hpp"
#include "pokerdata/real_cards/settled_rivers.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

// Queens, kings and aces.
constexpr cards::CardSet deck = cards::CardSet{0xFFF} << 40;
const std::vector<int> states{13, 39, 39, 39};

// The higher rank of the hand, and how often it meets the board: blind to suits.
void by_ranks(int street, std::span<const cards::Card> board, std::uint16_t* found) {
  for (int c = 0; c < cards::combinations; ++c) {
    int pairs = 0;
    for (const cards::Card card : board)
      pairs += cards::rank_of(card) == cards::rank_of(cards::all_combinations[c].low) ||
               cards::rank_of(card) == cards::rank_of(cards::all_combinations[c].high);
    found[c] = static_cast<std::uint16_t>(cards::rank_of(cards::all_combinations[c].high) +
                                          13 * (street > 0 ? std::min(pairs, 2) : 0));
  }
}

games::BettingTree tree_of(std::vector<int> first_to_act) {
  const std::size_t streets = first_to_act.size();
  return games::build_betting_tree({"small",
                                    0,
                                    {5, 10},
                                    true,
                                    std::move(first_to_act),
                                    std::vector<int>(streets, 10),
                                    std::vector<int>(streets, 2)});
}

games::BettingTree no_limit_tree(const games::BetMenu& menu, int stack) {
  return games::build_betting_tree({"no-limit",
                                    0,
                                    {50, 100},
                                    true,
                                    {0, 1, 1, 1},
                                    {},
                                    {100, 100, 100, 100},
                                    {stack, stack},
                                    {menu, menu, menu, menu}});
}

// All hands are one state.
void all_alike(int, std::span<const cards::Card>, std::uint16_t* found) {
  std::fill_n(found, cards::combinations, std::uint16_t{0});
}

// Boards of one deal up to the turn, each of which tells hands apart by the one before.
struct Dealt {
  real_cards::DealtBoard preflop, flop, turn;

  Dealt(cards::CardSet whole, std::span<const cards::Card> board, const real_cards::Look& look) {
    preflop.deal(whole, {}, 0, nullptr, look, nullptr, {});
    flop.deal(whole, board.first(3), 1, &preflop, look, nullptr, {});
    turn.deal(whole, board, 2, &flop, look, nullptr, {});
  }
};

// Every action as likely, but for one in proportion to the state.
struct Strategy {
  std::vector<std::vector<float>> rows;

  explicit Strategy(const games::BettingTree& tree) {
    for (int r = 0; r < tree.streets(); ++r) {
      std::vector<float> row;
      for (int node = tree.street_roots[r].front(); node < tree.street_end(r); ++node)
        for (int a = 0; a < tree.actions(node); ++a)
          for (int s = 0; s < states[r]; ++s) {
            const float most = 0.5f + 0.4f * static_cast<float>(s) / static_cast<float>(states[r]);
            row.push_back(a == 0 ? most : (1 - most) / static_cast<float>(tree.actions(node) - 1));
          }
      rows.push_back(std::move(row));
    }
  }
  real_cards::Player player() const {
    real_cards::StrategyView view{{}, states};
    for (const std::vector<float>& row : rows) view.streets.push_back(row.data());
    return {view, {states, by_ranks}};
  }
};

std::vector<std::int64_t> flops_of_deck() {
  const isomorphism::Boards& flops = isomorphism::Boards::get(3);
  std::vector<std::int64_t> found;
  for (std::int64_t f = 0; f < flops.count(); ++f)
    if ((flops.set(f) & ~deck) == 0) found.push_back(f);
  return found;
}

void test_seats_and_threads() {
  const games::BettingTree tree = tree_of({0, 1, 1, 1});
  const Strategy strategy(tree);
  const std::vector<std::int64_t> flops = flops_of_deck();
  support::Progress progress;
  std::array<double, 2> won{};  // behind the flop, where both check until then
  for (const int player : {0, 1}) {
    const real_cards::Responder plays(tree, deck, {player}, strategy.player(),
                                      std::make_unique<real_cards::Player>(strategy.player())),
        best(tree, deck, {player}, strategy.player(), nullptr);
    const std::size_t size = flops.size() * plays.roots(0).size() * cards::combinations;
    std::vector<double> one(size), three(size), response(size), beside(size);
    plays.values(flops, std::array{one.data()}, 1, progress);
    plays.values(flops, std::array{three.data()}, 3, progress);
    best.values(flops, std::array{response.data()}, 2, progress);
    // Both seats at once, the other first.
    const real_cards::Responder both(tree, deck, {1 - player, player}, strategy.player(), nullptr);
    std::vector<double> other(flops.size() * both.roots(0).size() * cards::combinations);
    both.values(flops, std::array{other.data(), beside.data()}, 2, progress);
    CHECK(both.roots(1) == best.roots(0));
    CHECK(beside == response);
    std::vector<double> alone(size);
    both.values(flops, std::array<double*, 2>{nullptr, alone.data()}, 2, progress);
    CHECK(alone == response);
    CHECK(one == three);
    CHECK(progress.done == progress.total && progress.done > 0);
    double gained = 0;
    for (std::size_t i = 0; i < size; ++i) {
      CHECK(response[i] >= one[i] - 1e-3);
      gained += response[i] - one[i];
    }
    CHECK(gained > 1);
    // Suits that keep the flop make hands alike, to the bit.
    const isomorphism::Boards& boards = isomorphism::Boards::get(3);
    for (std::size_t f = 0; f < flops.size(); ++f)
      for (const int p : boards.stabiliser(flops[f]))
        for (int h = 0; h < cards::combinations; ++h) {
          const std::size_t at = f * plays.roots(0).size() * cards::combinations;
          CHECK(one[at + h] == one[at + isomorphism::combination_maps()[p][h]]);
        }
    won[player] = gained;
  }
  CHECK(won[0] != won[1]);
}

// Of a no-limit game, histories with fewer raises left go beside those with more, and all-ins among
// themselves.
void test_columns() {
  const games::BettingTree tree = no_limit_tree({{{1, 1}}, true}, 5000);
  for (const int responder : {0, 1}) {
    const real_cards::ColumnLayout layout(tree, responder, states, {});
    std::size_t shared = 0, settled = 0;
    for (int r = 0; r < tree.streets(); ++r) {
      // Every history once.
      std::vector<std::int32_t> roots = layout.roots(r), expected = tree.street_roots[r];
      for (int node = 0; node < tree.nodes(); ++node)
        if (tree.is_all_in(node) && tree.street[node] < r) expected.push_back(node);
      std::sort(roots.begin(), roots.end());
      std::sort(expected.begin(), expected.end());
      CHECK(roots == expected);
      for (const real_cards::Column& column : layout.of(r)) {
        CHECK(column.count > 0 && column.count <= static_cast<int>(layout.width(column)));
        if (column.settled) settled += column.count;
        for (int h = 0; h < column.count; ++h) {
          const real_cards::Lane& lane = layout.all_lanes[column.first + h];
          const std::int32_t shape = layout.plan.streets[r].batches[lane.batch].shape;
          if (shape == column.shape) continue;
          ++shared;
          const solvers::Shape &smaller = layout.plan.shapes[shape],
                               &larger = layout.plan.shapes[column.shape];
          CHECK(r == 3 && !column.settled && smaller.nodes.size() < larger.nodes.size());
          CHECK(!real_cards::Embedding::find(larger, smaller, responder));
          // All of the smaller one is there, each node once beside the showdowns that stand for what is
          // missing.
          const real_cards::Embedding& found = layout.embeddings[lane.embedding];
          for (std::size_t k = 0; k < smaller.child.size(); ++k)
            CHECK(std::count(found.child.begin(), found.child.end(), k) == 1);
          for (std::size_t k = 0; k < larger.child.size(); ++k)
            if (found.child[k] >= 0)
              CHECK(found.node[larger.child[k]] == smaller.child[found.child[k]]);
            else
              CHECK((found.child[k] == real_cards::Embedding::always) == (found.node[larger.child[k]] >= 0));
        }
      }
    }
    CHECK(shared > 0 && settled > 0);
  }
}

// After all-ins, every pair of hands on every river of one turn, beside the rivers counted together.
void test_counted_rivers(cards::CardSet whole, std::vector<cards::Card> board, const real_cards::Look& look,
                         std::vector<std::uint8_t> keeping) {
  const Dealt dealt(whole, board, look);
  const real_cards::DealtBoard& turn = dealt.turn;
  const int numbers = 48, classes = static_cast<int>(turn.classes().size());
  std::vector<std::uint16_t> class_of(cards::combinations);
  for (const real_cards::Hand& hand : turn.hands()) class_of[hand.combination] = hand.kind;
  support::AlignedArray<float> reach(std::size_t(classes * numbers)), chips(numbers),
      values(std::size_t(cards::combinations * numbers));
  for (std::size_t i = 0; i < reach.size(); ++i) reach.data()[i] = 0.1f + 0.01f * static_cast<float>(i % 89);
  for (std::size_t i = 0; i < chips.size(); ++i) chips.data()[i] = static_cast<float>(1 + i);

  real_cards::SettledRivers counted(true);
  counted.begin(turn);
  std::vector<double> expected(values.size());
  board.push_back(0);
  const float rivers = static_cast<float>(std::popcount(whole) - 8);
  for (int c = 0; c < cards::deck_size; ++c) {
    const cards::CardSet card = cards::CardSet{1} << c;
    if ((whole & ~cards::set_of({board.data(), 4}) & card) == 0) continue;
    board[4] = static_cast<cards::Card>(c);
    std::vector<std::uint8_t> kept;
    for (const std::uint8_t p : keeping)
      if (isomorphism::permuted(p, c) == c) kept.push_back(p);
    const int orbit = isomorphism::orbit_of_least(card, keeping);
    if (orbit > 0) {
      real_cards::DealtBoard river;
      river.deal(whole, board, 3, &turn, look, nullptr, kept);
      counted.add(river, orbit);
    }
    std::vector<int> strength(cards::combinations, -1);
    evaluator::ShowdownOrder order;
    order.sort(board.data(), 5);
    for (int g = 0; g < order.groups; ++g)
      for (int i = order.group_start[g]; i < order.group_start[g + 1]; ++i)
        strength[order.combination[i]] = g;
    const cards::CardSet free = whole & ~cards::set_of(board);
    const auto is_dealt = [&](const real_cards::Hand& hand) {
      return (free >> hand.low & 1) != 0 && (free >> hand.high & 1) != 0;
    };
    for (const real_cards::Hand& own : turn.hands()) {
      if (!is_dealt(own)) continue;
      std::vector<int> count(classes);
      for (const real_cards::Hand& other : turn.hands()) {
        if (!is_dealt(other) || other.low == own.low || other.low == own.high || other.high == own.low ||
            other.high == own.high)
          continue;
        const int a = strength[own.combination], b = strength[other.combination];
        count[class_of[other.combination]] += (a > b) - (a < b);
      }
      for (int k = 0; k < classes; ++k)
        for (int i = 0; i < numbers; ++i)
          expected[std::size_t(own.combination * numbers + i)] +=
              count[k] * static_cast<double>(reach.data()[k * numbers + i] * chips.data()[i] / rivers);
    }
  }
  counted.settle(reach.data(), chips.data(), numbers, rivers, values.data());
  // Of hands that the suits make alike, one has the sum.
  double largest = 0;
  for (const real_cards::Hand& hand : turn.hands())
    for (int i = 0; i < numbers; ++i) {
      double found = 0, sum = 0;
      for (const std::uint8_t p : keeping) {
        const int alike = isomorphism::combination_maps()[p][hand.combination];
        found += static_cast<double>(values.data()[alike * numbers + i]);
        sum += expected[std::size_t(alike * numbers + i)];
      }
      CHECK(std::abs(found - sum) <= 1e-5 * (10 * numbers + std::abs(sum)));
      largest = std::max(largest, std::abs(sum));
    }
  CHECK(largest > 1);
}

void test_counted_rivers() {
  const std::vector<std::uint8_t> none{0};
  const auto kept = [](const std::vector<cards::Card>& board) {
    std::vector<std::uint8_t> found;
    for (int p = 0; p < isomorphism::permutation_count; ++p)
      if (isomorphism::permuted_set(p, cards::set_of({board.data(), 3})) ==
              cards::set_of({board.data(), 3}) &&
          isomorphism::permuted(p, board[3]) == board[3])
        found.push_back(static_cast<std::uint8_t>(p));
    return found;
  };
  const real_cards::Look one{{1, 1, 1, 1}, all_alike},
      many{{1, 1, 250, 250}, [](int street, std::span<const cards::Card>, std::uint16_t* found) {
             for (int c = 0; c < cards::combinations; ++c)
               found[c] = static_cast<std::uint16_t>(street < 2 ? 0 : c * 7 % 250);
           }};
  constexpr cards::CardSet all = (cards::CardSet{1} << cards::deck_size) - 1;
  // Cards are four times the rank, and the suit.
  const std::vector<cards::Card> rainbow{0, 21, 38, 51}, trips{48, 49, 50, 51}, hearts{2, 22, 38, 50};
  test_counted_rivers(all, rainbow, one, none);
  test_counted_rivers(all, rainbow, many, none);
  test_counted_rivers(deck, {40, 41, 44, 48}, {states, by_ranks}, kept({40, 41, 44, 48}));
  for (const std::vector<cards::Card>& board : {trips, hearts}) {
    CHECK(kept(board).size() == 6);
    test_counted_rivers(all, board, one, kept(board));
    test_counted_rivers(all, board, {states, by_ranks}, kept(board));
  }
}

// Counted together where that pays, else river by river: states that tell more hands apart, played alike, win
// the same.
void test_both_ways_after_all_ins() {
  const games::BettingTree tree = no_limit_tree({{}, true}, 1000);
  constexpr cards::CardSet all = (cards::CardSet{1} << cards::deck_size) - 1;
  const std::vector<cards::Card> board{0, 21, 38, 51};
  const real_cards::ColumnLayout layout(tree, 0, {1, 1, 1, 1}, {});
  std::size_t histories = 0;
  for (const real_cards::Column& column : layout.of(3))
    if (column.settled) histories += layout.width(column);
  const auto play = [&](int among, const real_cards::StatesOfBoard& of_board, bool counted) {
    const std::vector<int> each(4, among);
    std::vector<std::vector<float>> rows;
    for (int r = 0; r < tree.streets(); ++r) {
      std::vector<float>& row = rows.emplace_back();
      for (int node = tree.street_roots[r].front(); node < tree.street_end(r); ++node)
        row.insert(row.end(), std::size_t(tree.actions(node) * among),
                   1.0f / static_cast<float>(tree.actions(node)));
    }
    real_cards::StrategyView view{{}, each};
    for (const std::vector<float>& row : rows) view.streets.push_back(row.data());
    const real_cards::Look look{each, of_board};
    CHECK(real_cards::SettledRivers::pays(Dealt(all, board, look).turn.classes().size(), histories) ==
          counted);
    const real_cards::Responder responder(tree, all, {0}, {view, look}, nullptr);
    std::vector<double> found;
    for (std::size_t root = 0; root < responder.roots(0).size(); ++root) {
      std::vector<double> out(responder.street_roots(3).size() * cards::combinations);
      support::Progress progress;
      responder.behind(board, static_cast<int>(root), out.data(), 2, progress);
      found.insert(found.end(), out.begin(), out.end());
    }
    return found;
  };
  const std::vector<double> one = play(1, all_alike, true),
                            many = play(
                                169,
                                [](int, std::span<const cards::Card>, std::uint16_t* found) {
                                  for (int c = 0; c < cards::combinations; ++c) {
                                    const auto [low, high] = cards::all_combinations[c];
                                    found[c] = static_cast<std::uint16_t>(13 * cards::rank_of(high) +
                                                                          cards::rank_of(low));
                                  }
                                },
                                false);
  double largest = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(std::abs(one[i] - many[i]) <= 1e-5 * (1000 + std::abs(one[i])));
    largest = std::max(largest, std::abs(one[i]));
  }
  CHECK(largest > 100);
}

void test_arguments() {
  const games::BettingTree tree = tree_of({0, 1, 1, 1}), short_tree = tree_of({0, 1});
  const Strategy strategy(tree);
  using real_cards::Responder;
  CHECK_THROWS(Responder(short_tree, deck, {0}, strategy.player(), nullptr), support::ArgumentError);
  CHECK_THROWS(Responder(tree, deck ^ 1, {0}, strategy.player(), nullptr), support::ArgumentError);
  CHECK_THROWS(Responder(tree, deck & 0xFFFFFFFFFFF, {0}, strategy.player(), nullptr),
               support::ArgumentError);
  for (const std::vector<int>& players : {std::vector<int>{}, {2}, {0, 0}, {0, 1, 0}}) {
    CHECK_THROWS(Responder(tree, deck, players, strategy.player(), nullptr), support::ArgumentError);
    CHECK_THROWS(Responder::memory(tree, players, states, {}, 1), support::ArgumentError);
  }
  CHECK_THROWS(Responder::boards(deck, 0), support::ArgumentError);
  CHECK(Responder::memory(tree, {0}, states, {}, 1) < Responder::memory(tree, {0}, states, {}, 2));
  CHECK(Responder::memory(tree, {0}, states, {}, 1) < Responder::memory(tree, {0, 1}, states, {}, 1));
  const Responder responder(tree, deck, {0}, strategy.player(), nullptr);
  support::Progress progress;
  progress.cancelled = true;
  std::vector<double> out(responder.roots(0).size() * cards::combinations);
  CHECK_THROWS(responder.values({flops_of_deck().front()}, std::array{out.data()}, 1, progress),
               support::Cancelled);
}

}  // namespace

int main() {
  if (!instruction_set_is_here()) return not_here;
  test_arguments();
  test_columns();
  test_counted_rivers();
  test_both_ways_after_all_ins();
  test_seats_and_threads();
}
