#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "check.hpp"
#include "instruction_set.hpp"
#include "pokerdata/evaluator/evaluate.hpp"
#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/preflop/income.hpp"
#include "pokerdata/preflop/matchup_kernel.hpp"
#include "pokerdata/preflop/matchups.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"

using namespace pokerdata;

namespace {

struct Matchups {
  std::vector<std::uint32_t> wins, ties;
};

Matchups all_matchups(int threads) {
  Matchups result{std::vector<std::uint32_t>(cards::combinations * cards::combinations),
                  std::vector<std::uint32_t>(cards::combinations * cards::combinations)};
  support::Progress progress;
  preflop::preflop_matchups(result.wins.data(), result.ties.data(), threads, progress);
  CHECK(progress.done == progress.total);
  return result;
}

// Wins and ties of one pair by dealing every board and evaluating both hands.
void check_pair(const Matchups& matchups, int i, int j) {
  const evaluator::EvaluatorTables& tables = evaluator::EvaluatorTables::get();
  const cards::Combination one = cards::all_combinations[i], two = cards::all_combinations[j];
  std::vector<cards::Card> deck;
  for (int card = 0; card < cards::deck_size; ++card)
    if (!((one.cards() | two.cards()) >> card & 1)) deck.push_back(static_cast<cards::Card>(card));
  std::uint32_t wins = 0, ties = 0;
  for (int a = 0; a < 48; ++a)
    for (int b = a + 1; b < 48; ++b)
      for (int c = b + 1; c < 48; ++c)
        for (int d = c + 1; d < 48; ++d)
          for (int e = d + 1; e < 48; ++e) {
            cards::Card hand[7] = {deck[a], deck[b], deck[c], deck[d], deck[e], one.low, one.high};
            const evaluator::StrengthCode ours = evaluator::evaluate(tables, hand, 7);
            hand[5] = two.low;
            hand[6] = two.high;
            const evaluator::StrengthCode theirs = evaluator::evaluate(tables, hand, 7);
            wins += ours > theirs;
            ties += ours == theirs;
          }
  CHECK(matchups.wins[i * cards::combinations + j] == wins);
  CHECK(matchups.ties[i * cards::combinations + j] == ties);
}

void test_pairs_against_enumeration(const Matchups& matchups) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 3;) {
    const int i = static_cast<int>(random() % cards::combinations),
              j = static_cast<int>(random() % cards::combinations);
    if (cards::all_combinations[i].cards() & cards::all_combinations[j].cards()) continue;
    check_pair(matchups, i, j);
    ++trial;
  }
}

void test_known_pair(const Matchups& matchups) {
  const auto combination = [](const char* text) {
    const std::vector<cards::Card> cards = cards::parse_cards(text);
    return cards::combination_of(std::min(cards[0], cards[1]), std::max(cards[0], cards[1]));
  };
  const int i = combination("AcKd"), j = combination("TdTh");
  CHECK(matchups.wins[i * cards::combinations + j] == 735071);
  CHECK(matchups.ties[i * cards::combinations + j] == 6691);
  CHECK(matchups.wins[j * cards::combinations + i] == 970542);
}

void test_sums_and_suits(const Matchups& matchups) {
  for (int i = 0; i < cards::combinations; ++i)
    for (int j = 0; j < cards::combinations; ++j) {
      const int at = i * cards::combinations + j, back = j * cards::combinations + i;
      const bool shared = (cards::all_combinations[i].cards() & cards::all_combinations[j].cards()) != 0;
      CHECK(matchups.ties[at] == matchups.ties[back]);
      CHECK(matchups.wins[at] + matchups.wins[back] + matchups.ties[at] ==
            (shared ? 0 : preflop::preflop_boards));
      if (shared) CHECK(matchups.wins[at] == 0 && matchups.ties[at] == 0);
      for (int p = 1; p < isomorphism::permutation_count; p += 5) {
        const auto& map = isomorphism::combination_maps()[p];
        CHECK(matchups.wins[at] == matchups.wins[map[i] * cards::combinations + map[j]]);
      }
    }
}

// The kernel against one comparison after the other.
void test_kernel() {
  using namespace preflop;
  std::mt19937 random(5);
  std::vector<MatchupPlaces> rows(matchup_batch), columns(matchup_batch);
  for (int board = 0; board < matchup_batch; ++board)
    for (int i = 0; i < matchup_side; ++i) {
      rows[board].of[i] = static_cast<std::int8_t>(random() % 256 - 128);
      columns[board].of[i] = static_cast<std::int8_t>(board % 2 ? 127 : random() % 256 - 128);
    }
  constexpr int first = 64, last = 80;
  rows[3].of[first] = 127;
  // One that wins on all boards.
  for (int board = 0; board < matchup_batch; ++board) {
    rows[board].of[first + 1] = 100;
    columns[board].of[7] = -100;
  }
  std::vector<std::uint32_t> wins(matchup_side * matchup_side, 1);
  POKERDATA_DISPATCH(add_matchups)({rows.data(), columns.data(), matchup_batch, 24}, first, last,
                                   wins.data());
  for (int i = first - 8; i < last + 8; ++i)
    for (int j = 0; j < matchup_side; ++j) {
      std::uint32_t expected = 1;
      if (first <= i && i < last)
        for (int board = 0; board < matchup_batch; ++board)
          expected += rows[board].of[i] > columns[board].of[j] ? 24 : 0;
      CHECK(wins[i * matchup_side + j] == expected);
    }
  CHECK(wins[(first + 1) * matchup_side + 7] == 1 + 24 * matchup_batch);
}

// A run that is told to stop once its second block of boards has begun.
void test_stopping() {
  std::vector<std::uint32_t> wins(cards::combinations * cards::combinations),
      ties(cards::combinations * cards::combinations);
  support::Progress progress;
  std::thread watcher([&] {
    while (progress.done < 100'000) std::this_thread::yield();
    progress.cancelled = true;
  });
  CHECK_THROWS((preflop::preflop_matchups(wins.data(), ties.data(), 3, progress), 0), support::Cancelled);
  watcher.join();
  CHECK(progress.done < progress.total / 2);
}

std::vector<std::uint64_t> sums_of_deals(const std::vector<std::uint8_t>& classes, int players,
                                         std::int64_t deals, int threads) {
  std::vector<std::uint64_t> sums((players - 1) * preflop::income::sum_count * preflop::hand_classes);
  support::Progress progress;
  preflop::income_sums_of_deals(players, deals, 7, classes.data(), sums.data(), threads, progress);
  CHECK(progress.done == deals);
  return sums;
}

void test_income() {
  std::vector<std::uint8_t> classes(cards::combinations);
  for (int c = 0; c < cards::combinations; ++c)
    classes[c] = static_cast<std::uint8_t>(c % preflop::hand_classes);
  for (const int players : {2, 10, preflop::most_players}) {
    const std::int64_t deals = 40'000;
    const auto sums = sums_of_deals(classes, players, deals, 2);
    CHECK(sums == sums_of_deals(classes, players, deals, 3));
    std::uint64_t hands = 0;
    for (int row = 0; row < players - 1; ++row)
      for (int k = 0; k < preflop::hand_classes; ++k)
        hands += sums[(row * preflop::income::sum_count + preflop::income::m) * preflop::hand_classes + k];
    const int left = 47 - 2 * (players - 1);
    CHECK(hands == static_cast<std::uint64_t>(deals) * left * (left - 1) / 2);
  }
}

// Two hands that are classes of their own, AcKd and TdTh, against the mean of their match-ups.
void test_income_against(const Matchups& matchups) {
  const int picked[] = {cards::combination_of(45, 48), cards::combination_of(33, 34)};
  std::vector<std::uint8_t> classes(cards::combinations);
  for (int c = 0; c < cards::combinations; ++c)
    classes[c] = static_cast<std::uint8_t>(2 + c % (preflop::hand_classes - 2));
  for (std::uint8_t k = 0; k < 2; ++k) classes[picked[k]] = k;
  const auto sums = sums_of_deals(classes, 2, 200'000, 2);
  const auto sum = [&](int which, int k) {
    return static_cast<double>(sums[which * preflop::hand_classes + k]);
  };
  for (int k = 0; k < 2; ++k) {
    double points = 0;
    for (int j = 0; j < cards::combinations; ++j)
      points += matchups.wins[picked[k] * cards::combinations + j] +
                matchups.ties[picked[k] * cards::combinations + j] / 2.0;
    const double exact = points / (1225.0 * preflop::preflop_boards);
    const double found =
        (sum(preflop::income::w, k) + sum(preflop::income::t, k) / 2) / sum(preflop::income::m, k);
    CHECK(sum(preflop::income::m, k) == sum(preflop::income::served, k));  // one combination
    CHECK(std::abs(found - exact) < 5 * 0.5 / std::sqrt(sum(preflop::income::m, k)));
  }
}

// The places of a board must fit a byte with two values left over.
void test_groups_of_equal_strength() {
  const isomorphism::Boards& boards = isomorphism::Boards::get(5);
  evaluator::ShowdownOrder order;
  for (std::int64_t board = 0; board < boards.count(); board += sanitized ? 97 : 1) {
    order.sort(boards.cards[board].data(), 5);
    CHECK(order.groups <= 136);
  }
}

}  // namespace

int main() {
  if (!instruction_set_is_here()) return not_here;
  test_groups_of_equal_strength();
  test_kernel();
  test_stopping();
  test_income();
  if (sanitized) return 0;  // all match-ups would take minutes
  const Matchups matchups = all_matchups(2);
  test_known_pair(matchups);
  test_sums_and_suits(matchups);
  test_pairs_against_enumeration(matchups);
  test_income_against(matchups);
  const Matchups alone = all_matchups(1);
  CHECK(alone.wins == matchups.wins && alone.ties == matchups.ties);
  return 0;
}
