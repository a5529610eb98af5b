#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "pokerdata/evaluator/batch.hpp"
#include "pokerdata/evaluator/evaluate.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

struct Census {
  std::uint64_t hands = 0;
  std::array<std::uint64_t, category_count> categories{};
  std::bitset<0x10000> codes;
};

// Evaluates every hand of `count` cards one by one.
Census census(int count) {
  const EvaluatorTables& tables = EvaluatorTables::get();
  Census result;
  std::array<Card, 7> hand;
  const auto deal = [&](auto& self, int position, int first) -> void {
    for (int card = first; card < deck_size; ++card) {
      hand[position] = static_cast<Card>(card);
      if (position + 1 < count) {
        self(self, position + 1, card + 1);
        continue;
      }
      const StrengthCode code = evaluate(tables, hand.data(), count);
      ++result.hands;
      ++result.categories[static_cast<int>(category_of(code))];
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
  for (const int threads : {1, 2, 4}) CHECK(count_categories(count, threads) == found.categories);
}

StrengthCode strength(const char* text) {
  const auto cards = parse_cards(text);
  return evaluate(EvaluatorTables::get(), cards.data(), static_cast<int>(cards.size()));
}

}  // namespace

int main() {
  const EvaluatorTables& tables = EvaluatorTables::get();
  CHECK(tables.classes.size() == 7462);
  for (std::size_t i = 0; i < tables.classes.size(); ++i) {
    std::array<std::uint8_t, 5> ranks;
    CHECK(ranks_of_code(tables.classes[i], ranks));
    CHECK(!words_of_code(tables.classes[i]).empty());
    if (i > 0) CHECK(brecher_of_code(tables.classes[i - 1]) < brecher_of_code(tables.classes[i]));
  }
  for (int size = 5; size <= 7; ++size)
    CHECK(static_cast<int>(tables.rank_codes[size].size()) == multiset_counts[size]);

  CHECK(strength("As Ks Qs Js Ts") == 0xFFC0);
  CHECK(strength("As 2s 3s 4s 5s 6d 7d") == 0xFF30);
  CHECK(strength("Ac 2d 3h 4s 5c") == 0xB300);
  CHECK(words_of_code(strength("Qc Qd Ah 9s 4c 3d 2h")) == "pair of queens, kickers A 9 4");
  CHECK_THROWS(words_of_code(12), ArgumentError);
  CHECK_THROWS(brecher_of_code(0xFFFF), ArgumentError);
  CHECK_THROWS(count_categories(4, 1), ArgumentError);

  check_census(5, 2'598'960, 7462);
  check_census(6, 20'358'520, 6075);
  if constexpr (!sanitized) check_census(7, 133'784'560, 4824);

  std::vector<Card> rows(5 * 1000);
  for (int hand = 0; hand < 1000; ++hand)
    for (int i = 0; i < 5; ++i) rows[5 * hand + i] = static_cast<Card>((hand + 11 * i) % deck_size);
  std::vector<StrengthCode> codes(1000);
  const HandArray array{rows.data(), 1000, 5, 5, 1};
  evaluate_hands(array, codes.data(), 1);
  for (int hand = 0; hand < 1000; ++hand) CHECK(codes[hand] == evaluate(tables, rows.data() + 5 * hand, 5));
  rows[5 * 400 + 3] = 255;
  CHECK_THROWS(evaluate_hands(array, codes.data(), 1), ArgumentError);
  rows[5 * 400 + 3] = rows[5 * 400];
  CHECK_THROWS(evaluate_hands(array, codes.data(), 1), ArgumentError);
}
