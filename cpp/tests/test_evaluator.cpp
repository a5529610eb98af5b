#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "check.hpp"
#include "instruction_set.hpp"
#include "pokerdata/evaluator/batch.hpp"
#include "pokerdata/evaluator/board_codes.hpp"
#include "pokerdata/evaluator/enumerate.hpp"
#include "pokerdata/evaluator/evaluate.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"

using namespace pokerdata;

namespace {

struct Census {
  std::uint64_t hands = 0;
  std::uint64_t sum = 0;
  std::array<std::uint64_t, evaluator::category_count> categories{};
  std::bitset<0x10000> codes;
};

// Evaluates every hand of `count` cards one by one.
Census census(int count) {
  const evaluator::EvaluatorTables& tables = evaluator::EvaluatorTables::get();
  Census result;
  std::array<cards::Card, 7> hand;
  const auto deal = [&](auto& self, int position, int first) -> void {
    for (int card = first; card < cards::deck_size; ++card) {
      hand[position] = static_cast<cards::Card>(card);
      if (position + 1 < count) {
        self(self, position + 1, card + 1);
        continue;
      }
      const evaluator::StrengthCode code = evaluator::evaluate(tables, hand.data(), count);
      ++result.hands;
      result.sum += code;
      ++result.categories[static_cast<int>(evaluator::category_of(code))];
      result.codes.set(code);
    }
  };
  deal(deal, 0, 0);
  return result;
}

void check_census(int count, std::uint64_t hands, std::size_t distinct) {
  const Census found = census(count);
  CHECK(found.hands == hands);
  CHECK(found.codes.count() == distinct);
  for (const int threads : {1, 2, 4}) {
    CHECK(evaluator::count_categories(count, threads) == found.categories);
    CHECK(evaluator::sum_codes(count, threads) == found.sum);
  }
}

// Distinct cards by a linear congruential generator.
struct Dealer {
  std::uint64_t state;
  std::uint64_t next() { return (state = state * 6364136223846793005u + 1442695040888963407u) >> 33; }
  // Every other hand comes from few ranks or few suits, which random cards seldom do.
  void deal(int hand, int count, cards::Card* cards) {
    cards::CardSet dealt = 0;
    for (int i = 0; i < count;) {
      auto card = static_cast<cards::Card>(next() % cards::deck_size);
      if (hand % 4 == 1) card = static_cast<cards::Card>(card % 16);
      if (hand % 4 == 3) card = static_cast<cards::Card>(card / 4 * 4 + card % 4 / 3);
      if (dealt & cards::set_of(card)) continue;
      dealt |= cards::set_of(card);
      cards[i++] = card;
    }
  }
};

// Every memory order against hand by hand, whole blocks and the rest; and bad hands anywhere.
void check_batches(int count) {
  const evaluator::EvaluatorTables& tables = evaluator::EvaluatorTables::get();
  constexpr int hands = 40'000;
  Dealer dealer{static_cast<std::uint64_t>(count)};
  std::vector<cards::Card> rows(hands * count), columns(hands * count), wide(2 * hands * count);
  std::vector<evaluator::StrengthCode> expected(hands), codes(hands);
  for (int hand = 0; hand < hands; ++hand) {
    dealer.deal(hand, count, &rows[hand * count]);
    expected[hand] = evaluator::evaluate(tables, &rows[hand * count], count);
    for (int i = 0; i < count; ++i)
      columns[i * hands + hand] = wide[2 * (hand * count + i)] = rows[hand * count + i];
  }
  for (const int some : {0, 1, 63, 64, 511, 512, 513, 1100, hands})
    for (const evaluator::HandArray& array : {evaluator::HandArray{rows.data(), some, count, count, 1},
                                              evaluator::HandArray{columns.data(), some, count, 1, hands},
                                              evaluator::HandArray{wide.data(), some, count, 2 * count, 2}})
      for (const int threads : {1, 3}) {
        codes.assign(hands, 12);
        evaluator::evaluate_hands(array, codes.data(), threads);
        for (int hand = 0; hand < hands; ++hand) CHECK(codes[hand] == (hand < some ? expected[hand] : 12));
      }
  for (const int hand : {0, 500, 513, 20'000, hands - 1})
    for (int i = 0; i < count; ++i)
      for (const cards::Card bad : {cards::Card{52}, cards::Card{63}, cards::Card{128}, cards::Card{255},
                                    rows[hand * count + (i + 1) % count]}) {
        const cards::Card right = rows[hand * count + i];
        rows[hand * count + i] = bad;
        std::string message;
        try {
          evaluator::evaluate_hands({rows.data(), hands, count, count, 1}, codes.data(), 2);
        } catch (const support::ArgumentError& error) {
          message = error.what();
        }
        CHECK(message.starts_with("hand " + std::to_string(hand) + ": "));
        rows[hand * count + i] = right;
      }
}

// Hole cards on random boards against the evaluation of hand and board together.
void check_boards(int count) {
  const evaluator::EvaluatorTables& tables = evaluator::EvaluatorTables::get();
  constexpr int boards = 300;
  Dealer dealer{static_cast<std::uint64_t>(count)};
  std::vector<cards::Card> cards(boards * count);
  for (int board = 0; board < boards; ++board) dealer.deal(board, count, &cards[board * count]);
  std::vector<evaluator::StrengthCode> codes(boards * cards::combinations);
  for (const int threads : {1, 3}) {
    codes.assign(codes.size(), 12);
    evaluator::evaluate_boards(cards.data(), boards, count, codes.data(), threads);
    for (int board = 0; board < boards; ++board)
      for (int c = 0; c < cards::combinations; ++c) {
        std::vector<cards::Card> hand(&cards[board * count], &cards[board * count] + count);
        hand.push_back(cards::all_combinations[c].low);
        hand.push_back(cards::all_combinations[c].high);
        cards::CardSet on_board = 0;
        for (int i = 0; i < count; ++i) on_board |= cards::set_of(hand[i]);
        const bool free = !(on_board & cards::all_combinations[c].cards());
        CHECK(codes[board * cards::combinations + c] ==
              (free ? evaluator::evaluate(tables, hand.data(), count + 2) : 0));
      }
  }
  cards[7 * count + 2] = cards[7 * count];
  CHECK_THROWS(evaluator::evaluate_boards(cards.data(), boards, count, codes.data(), 1),
               support::ArgumentError);
}

evaluator::StrengthCode strength(const char* text) {
  const auto cards = cards::parse_cards(text);
  return evaluator::evaluate(evaluator::EvaluatorTables::get(), cards.data(), static_cast<int>(cards.size()));
}

}  // namespace

int main() {
  if (!instruction_set_is_here()) return not_here;
  const evaluator::EvaluatorTables& tables = evaluator::EvaluatorTables::get();
  CHECK(tables.classes.size() == 7462);
  for (std::size_t i = 0; i < tables.classes.size(); ++i) {
    std::array<std::uint8_t, 5> ranks;
    CHECK(evaluator::ranks_of_code(tables.classes[i], ranks));
    CHECK(!evaluator::words_of_code(tables.classes[i]).empty());
    if (i > 0)
      CHECK(evaluator::brecher_of_code(tables.classes[i - 1]) <
            evaluator::brecher_of_code(tables.classes[i]));
  }
  for (int size = 5; size <= 7; ++size)
    CHECK(static_cast<int>(tables.rank_codes[size].size()) == evaluator::multiset_counts[size]);

  CHECK(strength("As Ks Qs Js Ts") == 0xFFC0);
  CHECK(strength("As 2s 3s 4s 5s 6d 7d") == 0xFF30);
  CHECK(strength("Ac 2d 3h 4s 5c") == 0xB300);
  CHECK(evaluator::words_of_code(strength("Qc Qd Ah 9s 4c 3d 2h")) == "pair of queens, kickers A 9 4");
  CHECK_THROWS(evaluator::words_of_code(12), support::ArgumentError);
  CHECK_THROWS(evaluator::brecher_of_code(0xFFFF), support::ArgumentError);
  CHECK_THROWS(evaluator::count_categories(4, 1), support::ArgumentError);

  check_census(5, 2'598'960, 7462);
  check_census(6, 20'358'520, 6075);
  if constexpr (!sanitized) check_census(7, 133'784'560, 4824);

  for (int count = 5; count <= 7; ++count) check_batches(count);
  for (int count = 3; count <= 5; ++count) check_boards(count);
}
