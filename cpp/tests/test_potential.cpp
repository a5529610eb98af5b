#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "instruction_set.hpp"
#include "pokerdata/evaluator/evaluate.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/strength/potential.hpp"
#include "pokerdata/strength/situation.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/progress.hpp"

using namespace pokerdata;

namespace {

using Counts = std::vector<std::uint32_t>;  // [1,326 * 9]

int code_of(const std::vector<cards::Card>& board, cards::Combination hole) {
  std::vector<cards::Card> cards = board;
  cards.insert(cards.end(), {hole.low, hole.high});
  return evaluator::evaluate(evaluator::EvaluatorTables::get(), cards.data(), static_cast<int>(cards.size()));
}

int standing(int mine, int other) { return mine > other ? 0 : mine == other ? 1 : 2; }

// The nine counts of one hand, by evaluating every pair of hands on every board.
std::array<std::uint32_t, 9> brute_force(int hand, const std::vector<cards::Card>& board, int extra) {
  std::array<std::uint32_t, 9> counts{};
  const cards::Combination mine = cards::all_combinations[hand];
  cards::CardSet dead = mine.cards();
  for (const cards::Card card : board) dead |= cards::set_of(card);
  for (const cards::Combination other : cards::all_combinations) {
    if (other.cards() & dead) continue;
    const int now = standing(code_of(board, mine), code_of(board, other));
    for (int x = 0; x < cards::deck_size; ++x)
      for (int y = extra == 2 ? x + 1 : x; y < (extra == 2 ? cards::deck_size : x + 1); ++y) {
        const cards::CardSet cards =
            cards::set_of(static_cast<cards::Card>(x)) | cards::set_of(static_cast<cards::Card>(y));
        if (cards & (dead | other.cards())) continue;
        std::vector<cards::Card> last = board;
        last.push_back(static_cast<cards::Card>(x));
        if (extra == 2) last.push_back(static_cast<cards::Card>(y));
        ++counts[now * 3 + standing(code_of(last, mine), code_of(last, other))];
      }
  }
  return counts;
}

Counts potential(const std::vector<cards::Card>& board, int extra) {
  Counts counts(cards::combinations * strength::potential_cells);
  strength::count_potential(board.data(), static_cast<int>(board.size()), extra, counts.data());
  return counts;
}

void check_published() {
  const auto hole = cards::parse_cards("Qc Ad");
  const std::array<std::uint32_t, 9> expected = {449005, 3211, 169504, 0, 8370, 540, 91981, 1036, 346543};
  const Counts counts = potential(cards::parse_cards("3h 4c Jh"), 2);
  const int c = cards::combination_of(hole[0], hole[1]);
  CHECK(std::equal(expected.begin(), expected.end(), counts.begin() + c * strength::potential_cells));
}

// Both kernels against each other on every hand, and against evaluating everything on a few.
void check_board(const std::vector<cards::Card>& board, int extra, std::mt19937& random) {
  const int size = static_cast<int>(board.size());
  const Counts counts = potential(board, extra);
  cards::CardSet dead = 0;
  for (const cards::Card card : board) dead |= cards::set_of(card);
  std::vector<int> hands;
  for (int c = 0; c < cards::combinations; ++c)
    if (cards::all_combinations[c].cards() & dead)
      CHECK(std::all_of(&counts[c * 9], &counts[c * 9] + 9, [](std::uint32_t n) { return n == 0; }));
    else
      hands.push_back(c);
  std::shuffle(hands.begin(), hands.end(), random);
  if (extra == 2 || sanitized) hands.resize(5);
  std::vector<cards::Card> holes;
  for (const int c : hands)
    holes.insert(holes.end(), {cards::all_combinations[c].high, cards::all_combinations[c].low});
  const std::vector<double> weights(cards::combinations, 1.0);
  const auto m = static_cast<std::int64_t>(hands.size());
  const std::int64_t run_out_count = isomorphism::binomial(50 - size, extra);
  std::vector<double> sums(m * 9), each(m * run_out_count * 9);
  support::Progress progress;
  strength::count_standings(holes.data(), m, board.data(), size, extra, weights.data(), false, sums.data(), 2,
                            progress);
  CHECK(progress.done == m);
  strength::count_standings(holes.data(), m, board.data(), size, extra, weights.data(), true, each.data(), 1,
                            progress);
  for (std::int64_t h = 0; h < m; ++h)
    for (int k = 0; k < 9; ++k) {
      CHECK(sums[h * 9 + k] == counts[hands[h] * 9 + k]);
      double sum = 0;
      for (std::int64_t r = 0; r < run_out_count; ++r) sum += each[(h * run_out_count + r) * 9 + k];
      CHECK(sum == sums[h * 9 + k]);
    }
  const auto expected = brute_force(hands[0], board, extra);
  for (int k = 0; k < 9; ++k) CHECK(counts[hands[0] * 9 + k] == expected[k]);
}

void check_tables() {
  const isomorphism::Boards& boards = isomorphism::Boards::get(3);
  std::vector<std::uint16_t> table(boards.count() * cards::combinations * 9),
      again(sanitized ? 0 : table.size());
  support::Progress progress;
  strength::potential_table(3, strength::Stretch::all(3), table.data(), 4, progress);
  CHECK(progress.done == boards.count());
  if (!sanitized) {
    strength::potential_table(3, strength::Stretch::all(3), again.data(), 1, progress);
    CHECK(table == again);
  }
  // One run-out an orbit in the table, every run-out here.
  for (std::int64_t board = 0; board < boards.count(); board += 97) {
    const auto& cards = boards.cards[board];
    const Counts counts = potential({cards.begin(), cards.begin() + 3}, 1);
    for (int c = 0; c < cards::combinations; ++c)
      for (int k = 0; k < 9; ++k) {
        const bool absent = cards::all_combinations[c].cards() & boards.set(board);
        CHECK(table[(board * cards::combinations + c) * 9 + k] == (absent ? 0xFFFF : counts[c * 9 + k]));
      }
  }
}

void check_run_outs() {
  const auto hole = cards::parse_cards("2c 2s"), board = cards::parse_cards("2d 3c Ah Kd");
  std::vector<cards::Card> cards(46);
  strength::run_outs(hole.data(), board.data(), 4, 1, cards.data());
  CHECK(cards.front() == cards::parse_cards("2h")[0] && cards.back() == cards::parse_cards("As")[0]);
  CHECK(std::is_sorted(cards.begin(), cards.end()));
}

}  // namespace

int main() {
  if (!instruction_set_is_here()) return not_here;
  std::mt19937 random(1);
  check_published();
  check_run_outs();
  check_board(cards::parse_cards("Ah Kh Qh"), sanitized ? 1 : 2, random);
  check_board(cards::parse_cards("2h 5h 9h Kh"), 1, random);
  if (!sanitized) check_board(cards::parse_cards("7c 7d 7h"), 1, random);
  if (!sanitized) check_board(cards::parse_cards("Js Qd Kh As"), 1, random);
  std::array<cards::Card, cards::deck_size> deck;
  for (int card = 0; card < cards::deck_size; ++card) deck[card] = static_cast<cards::Card>(card);
  for (int round = 0; round < (sanitized ? 0 : 4); ++round) {
    std::shuffle(deck.begin(), deck.end(), random);
    check_board({deck.begin(), deck.begin() + 3}, sanitized ? 1 : 2, random);
    check_board({deck.begin(), deck.begin() + 4}, 1, random);
  }
  check_tables();
}
