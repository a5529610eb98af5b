#include <array>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "instruction_set.hpp"
#include "pokerdata/equity/equity.hpp"
#include "pokerdata/equity/random_cards_kernel.hpp"
#include "pokerdata/equity/runouts.hpp"
#include "pokerdata/evaluator/evaluate.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/random.hpp"

using namespace pokerdata;

namespace {

using Kernel = void (*)(const equity::Contest&, double*, int, support::Progress&);

int combination(const char* text) {
  const auto cards = cards::parse_cards(text);
  return cards::combination_of(std::min(cards[0], cards[1]), std::max(cards[0], cards[1]));
}

// Players with some hands of weight 1 each, and the contest that points to them.
struct Table {
  std::vector<double> weights;
  equity::Contest contest;

  Table(const std::vector<std::vector<const char*>>& players, const char* board)
      : weights(players.size() * cards::combinations),
        contest{static_cast<int>(players.size()), weights.data(), {}, 0, {0}} {
    for (std::size_t p = 0; p < players.size(); ++p)
      for (const char* hand : players[p]) weights[p * cards::combinations + combination(hand)] = 1;
    contest.board = cards::parse_cards(board);
    for (const cards::Card card : contest.board) contest.gone |= cards::set_of(card);
  }
};

std::vector<double> tally_of(const equity::Contest& contest, Kernel kernel, int threads) {
  std::vector<double> tally(contest.players * cards::combinations * (contest.players + 1));
  support::Progress progress;
  kernel(contest, tally.data(), threads, progress);
  CHECK(progress.done == progress.total);
  return tally;
}

double at(const std::vector<double>& tally, int players, int player, const char* hand, int winners) {
  return tally[(player * cards::combinations + combination(hand)) * (players + 1) + winners];
}

void test_two_hands_before_the_flop() {
  const Table table({{"AcKd"}, {"TdTh"}}, "");
  const auto tally = tally_of(table.contest, &equity::equity_by_matchups, 2);
  CHECK(at(tally, 2, 0, "AcKd", 1) == 735071);
  CHECK(at(tally, 2, 0, "AcKd", 2) == 6691);
  CHECK(at(tally, 2, 0, "AcKd", 0) == 970542);
  CHECK(at(tally, 2, 1, "TdTh", 1) == 970542);
}

void test_three_hands_on_a_flop() {
  const Table table({{"AcKh"}, {"Qc9s"}, {"2d2h"}}, "Ad4hJd");
  const auto tally = tally_of(table.contest, &equity::equity_by_matchups, 1);
  CHECK(at(tally, 3, 0, "AcKh", 1) == 720);
  CHECK(at(tally, 3, 1, "Qc9s", 1) == 40);
  CHECK(at(tally, 3, 2, "2d2h", 1) == 143);
}

// Runouts against the plain loop over the board's last two cards, with flushes near.
void test_runouts() {
  const evaluator::EvaluatorTables& tables = evaluator::EvaluatorTables::get();
  const std::vector<cards::Card> board = cards::parse_cards("2h9hKs");
  const std::array<cards::Combination, 2> hands = {cards::all_combinations[combination("AhKh")],
                                                   cards::all_combinations[combination("9c9d")]};
  cards::CardSet gone = hands[0].cards() | hands[1].cards();
  for (const cards::Card card : board) gone |= cards::set_of(card);
  equity::WinnerCounts want{}, found{};
  for (cards::Card x = 0; x < cards::deck_size; ++x)
    for (cards::Card y = 0; y < x; ++y) {
      if (gone >> x & 1 || gone >> y & 1) continue;
      std::array<evaluator::StrengthCode, 2> codes;
      for (int p = 0; p < 2; ++p) {
        const cards::Card cards[] = {board[0], board[1], board[2], x, y, hands[p].low, hands[p].high};
        codes[p] = evaluator::evaluate(tables, cards, 7);
      }
      ++want[(codes[0] >= codes[1] ? 1 : 0) | (codes[1] >= codes[0] ? 2 : 0)];
    }
  const equity::Runouts runouts(hands.data(), 2, board, gone);
  for (int part = 0; part < runouts.parts(); ++part) runouts.count(part, found);
  CHECK(found == want);
}

// Both ways count the same, with and without the suits that may take turns.
void test_by_boards() {
  const std::vector<std::vector<const char*>> players = {{"AsKs", "AcKc", "QhQd"},
                                                         {"QsQc", "8h8d", "AsQs", "2c3c"}};
  const Table plain(players, "7h7d2h");
  const auto want = tally_of(plain.contest, &equity::equity_by_matchups, 1);
  for (int threads = 1; threads <= 3; ++threads) {
    CHECK(tally_of(plain.contest, &equity::equity_by_boards, threads) == want);
    CHECK(tally_of(plain.contest, &equity::equity_by_matchups, threads) == want);
  }
  // Clubs and spades may be swapped: on this board, and in these hands.
  Table alike({{"AsKs", "AcKc", "QhQd"}, {"QsQc", "8h8d", "AsQs", "AcQc"}}, "7h7d2h");
  const auto once = tally_of(alike.contest, &equity::equity_by_boards, 1);
  alike.contest.symmetries = {0, static_cast<std::uint8_t>(isomorphism::permutation_index({3, 1, 2, 0}))};
  CHECK(tally_of(alike.contest, &equity::equity_by_boards, 2) == once);
  CHECK(tally_of(alike.contest, &equity::equity_by_matchups, 2) == once);
}

void test_by_boards_of_three() {
  const Table table(
      {{"AsKs", "AcKc", "QhQd", "2c2s"}, {"QsQc", "8h8d", "AsQs", "AcKd"}, {"KsKc", "AdQc", "8h8c"}},
      "7h7d2h");
  const auto want = tally_of(table.contest, &equity::equity_by_matchups, 1);
  for (int threads = 1; threads <= 3; ++threads)
    CHECK(tally_of(table.contest, &equity::equity_by_boards, threads) == want);
}

void test_samples() {
  const Table table({{"AsKs", "AcKc"}, {"QsQc", "AsQs"}, {"8h8d"}}, "7h7d2h");
  std::vector<std::vector<double>> found;
  for (const int threads : {1, 3}) {
    std::vector<double> tally(3 * cards::combinations * 4);
    support::Progress progress;
    equity::equity_by_samples(table.contest, 40000, 5, tally.data(), threads, progress);
    CHECK(progress.done == 40000);
    found.push_back(tally);
  }
  CHECK(found[0] == found[1]);
  // Three deals of hands are possible, each as often: AsKs leaves one hand to the second player, AcKc both.
  double ace_of_spades = 0;
  for (int winners = 0; winners <= 3; ++winners) ace_of_spades += at(found[0], 3, 0, "AsKs", winners);
  CHECK(ace_of_spades > 40000 / 3.0 - 500 && ace_of_spades < 40000 / 3.0 + 500);
}

// The state whose number is x: each step of SplitMix64 undone.
std::uint64_t state_of(std::uint64_t x) {
  const auto undone = [](std::uint64_t y, int shift) {
    std::uint64_t found = y;
    for (int known = shift; known < 64; known += shift) found = y ^ (found >> shift);
    return found;
  };
  const auto inverse = [](std::uint64_t factor) {
    std::uint64_t found = 1;
    for (int i = 0; i < 6; ++i) found *= 2 - factor * found;
    return found;
  };
  x = undone(x, 31) * inverse(support::random_multipliers[1]);
  x = undone(x, 27) * inverse(support::random_multipliers[0]);
  return undone(x, 30);
}

// Cards made many at once are those of below(52), in particular where it draws anew, and so are deals.
void test_random_cards() {
  using namespace equity;  // for the names of instruction sets
  const auto make_random_cards = POKERDATA_DISPATCH(make_random_cards);
  const auto draw_cards = POKERDATA_DISPATCH(draw_cards);
  const cards::CardSet gone = cards::set_of(cards::parse_cards("AcKdTdTh2c"));
  support::Random random(support::Use::equity, 3, 4);
  for (int round = 0; round < 60; ++round) {
    const int place = random.below(equity::numbers_at_once);
    // The least upper half of each card: all are rejected but four, which are the first that are not.
    const std::uint64_t upper = ((std::uint64_t(round) << 32) + 51) / 52;
    std::uint64_t state = random.next();
    if (round < 52)
      state = state_of(upper << 32 | random.next() >> 32) - support::random_step * std::uint64_t(place + 1);
    equity::RandomCards made;
    make_random_cards(state, gone, made);
    const std::uint8_t* const found = made.cards + equity::card_window;
    for (int i = 0; i < equity::numbers_at_once; ++i) {
      const std::uint64_t number =
          support::random_number(state + support::random_step * std::uint64_t(i + 1));
      const std::uint64_t product = (number >> 32) * 52;
      CHECK(found[i] == ((product & 0xFFFFFFFF) < 48 ? equity::no_card : product >> 32));
    }
    CHECK(round >= 52 || (found[place] == equity::no_card) == ((upper * 52 & 0xFFFFFFFF) < 48));

    for (int count = 1; count <= 5; ++count) {
      equity::DealColumn columns[5];
      const int skip = round % 7;
      int at = std::max(0, place - 20), number = at;  // the number at `place` is one of a deal, or skipped
      const int deals = draw_cards(made, at, skip, count, 3, 300, columns);
      for (int d = 3; d < deals; ++d) {
        cards::CardSet taken = gone;
        number += skip;
        for (int i = 0; i < count; ++number) {
          const cards::Card card = found[number];
          if (card == equity::no_card || taken & cards::set_of(card)) continue;
          taken |= cards::set_of(card);
          CHECK(columns[i++][d] == card);
        }
      }
      CHECK(at == number);
      CHECK(deals == 300 || at + skip + equity::card_window * 4 > equity::numbers_at_once);
    }
  }
}

void test_cancelled() {
  const Table table({{"AcKd"}, {"TdTh"}}, "");
  for (const Kernel kernel : {&equity::equity_by_matchups, &equity::equity_by_boards}) {
    std::vector<double> tally(2 * cards::combinations * 3);
    support::Progress progress;
    progress.cancelled = true;
    CHECK_THROWS(kernel(table.contest, tally.data(), 2, progress), support::Cancelled);
  }
}

}  // namespace

int main() {
  if (!instruction_set_is_here()) return not_here;
  test_two_hands_before_the_flop();
  test_three_hands_on_a_flop();
  test_runouts();
  test_by_boards();
  test_by_boards_of_three();
  test_samples();
  test_random_cards();
  test_cancelled();
}
