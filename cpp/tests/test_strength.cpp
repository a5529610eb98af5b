#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "pokerdata/evaluator/evaluate.hpp"
#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/strength/strength.hpp"
#include "pokerdata/support/progress.hpp"

using namespace pokerdata;

namespace {

// Opponents weaker and equal of every hand, by comparing all pairs of hands; no hand shares the board's
// cards.
struct Counts {
  std::array<int, cards::combinations> weaker{}, equal{};
};

Counts brute_force(const cards::Card* board, int size) {
  cards::CardSet dead = 0;
  for (int i = 0; i < size; ++i) dead |= cards::set_of(board[i]);
  std::array<int, cards::combinations> code;
  for (int c = 0; c < cards::combinations; ++c) {
    std::array<cards::Card, 7> hand;
    std::copy_n(board, size, hand.begin());
    hand[size] = cards::all_combinations[c].low;
    hand[size + 1] = cards::all_combinations[c].high;
    const bool free = !(cards::all_combinations[c].cards() & dead);
    code[c] = free ? evaluator::evaluate(evaluator::EvaluatorTables::get(), hand.data(), size + 2) : -1;
  }
  Counts counts;
  for (int c = 0; c < cards::combinations; ++c)
    for (int d = 0; d < cards::combinations; ++d) {
      if (code[c] < 0 || code[d] < 0 ||
          cards::all_combinations[c].cards() & cards::all_combinations[d].cards())
        continue;
      counts.weaker[c] += code[d] < code[c];
      counts.equal[c] += code[d] == code[c];
    }
  return counts;
}

void check_board(const cards::Card* board, int size) {
  const Counts expected = brute_force(board, size);
  evaluator::ShowdownOrder order;
  order.sort(board, size);
  CHECK(order.hands == (52 - size) * (51 - size) / 2);
  std::array<std::uint16_t, cards::combinations> weaker, equal;
  evaluator::count_opponents(order, weaker.data(), equal.data());
  std::vector<int> seen;
  for (int i = 0; i < order.hands; ++i) {
    const int c = order.combination[i];
    CHECK(weaker[i] == expected.weaker[c]);
    CHECK(equal[i] == expected.equal[c]);
    seen.push_back(c);
  }
  std::sort(seen.begin(), seen.end());
  CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
}

void check_present(int size) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(size);
  std::vector<std::uint16_t> ahead(boards.count() * cards::combinations), tied(ahead.size());
  std::vector<std::uint16_t> ahead2(ahead.size()), tied2(ahead.size());
  support::Progress progress;
  strength::present_strength(size, strength::Stretch::all(size), ahead.data(), tied.data(), 1, progress);
  strength::present_strength(size, strength::Stretch::all(size), ahead2.data(), tied2.data(), 4, progress);
  CHECK(ahead == ahead2 && tied == tied2);
  CHECK(progress.done == boards.count());
  const Counts expected = brute_force(boards.cards[77].data(), size);
  for (int c = 0; c < cards::combinations; ++c) {
    const bool blocked = cards::all_combinations[c].cards() & boards.set(77);
    CHECK(ahead[77 * cards::combinations + c] == (blocked ? 0xFFFF : expected.weaker[c]));
    CHECK(tied[77 * cards::combinations + c] == (blocked ? 0xFFFF : expected.equal[c]));
  }
}

}  // namespace

int main() {
  std::mt19937 random(1);
  std::array<cards::Card, cards::deck_size> deck;
  for (int card = 0; card < cards::deck_size; ++card) deck[card] = static_cast<cards::Card>(card);
  for (int round = 0; round < (sanitized ? 3 : 20); ++round)
    for (const int size : {3, 4, 5}) {
      std::shuffle(deck.begin(), deck.end(), random);
      check_board(deck.data(), size);
    }
  // A board that plays, one with four of a suit, one with three of a rank.
  for (const char* text : {"As Ks Qs Js Ts", "2h 5h 9h Kh 3c", "7c 7d 7h 2s", "7c 7d 7h", "Ah Kh Qh"}) {
    const auto board = cards::parse_cards(text);
    check_board(board.data(), static_cast<int>(board.size()));
  }
  check_present(3);
}
