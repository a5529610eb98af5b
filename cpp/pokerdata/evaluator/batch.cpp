#include "pokerdata/evaluator/batch.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <string>

#include "pokerdata/evaluator/batch_kernel.hpp"
#include "pokerdata/evaluator/batch_tables.hpp"
#include "pokerdata/evaluator/evaluate.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::evaluator {
namespace {

constexpr std::int64_t blocks_per_item = 64;  // 32,768 hands: some 30 microseconds
constexpr std::int64_t few_hands = 32;
constexpr std::int64_t items_per_thread = 8;  // less is done before a thread has started

std::array<cards::Card, 7> hand_of(const HandArray& array, std::int64_t hand) {
  std::array<cards::Card, 7> cards{};
  for (int i = 0; i < array.count; ++i)
    cards[i] = array.cards[hand * array.hand_stride + i * array.card_stride];
  return cards;
}

// The hands from `first` on, as many as there are up to a block; the rest become hands that are valid.
void copy_columns(const HandArray& array, std::int64_t first, int hands, BatchColumn* columns) {
  for (int i = 0; i < array.count; ++i) {
    const cards::Card* from = array.cards + first * array.hand_stride + i * array.card_stride;
    for (int h = 0; h < hands; ++h) columns[i][h] = from[h * array.hand_stride];
    std::fill(columns[i] + hands, columns[i] + batch_block, static_cast<cards::Card>(i));
  }
}

// Throws ArgumentError, which names the hand, if its cards are invalid.
void check_hand(const cards::Card* cards, int count, std::int64_t hand) {
  try {
    cards::check_cards(cards, count);
  } catch (const support::ArgumentError& error) {
    throw support::ArgumentError("hand " + std::to_string(hand) + ": " + error.what());
  }
}

// The first hand from `first` on that has an invalid card.
std::int64_t find_bad(const HandArray& array, std::int64_t first) {
  for (;; ++first) {
    try {
      cards::check_cards(hand_of(array, first).data(), array.count);
    } catch (const support::ArgumentError&) {
      return first;
    }
  }
}

BatchLookup lookup_of(const BatchTables& tables) {
  return {tables.lower.data(), tables.upper.data(), tables.codes.data(), tables.flush_codes};
}

// Hand by hand, as a block costs as much as all of its hands.
void evaluate_few(const HandArray& array, StrengthCode* codes) {
  const EvaluatorTables& tables = EvaluatorTables::get();
  for (std::int64_t h = 0; h < array.hands; ++h) {
    const auto cards = hand_of(array, h);
    check_hand(cards.data(), array.count, h);
    codes[h] = evaluate(tables, cards.data(), array.count);
  }
}

class Evaluation {
 public:
  Evaluation(const HandArray& array, StrengthCode* codes)
      : array_(array), codes_(codes), tables_(BatchTables::get(array.count)) {}

  // Evaluates the hands of a block; returns the first invalid one, or -1.
  std::int64_t block(std::int64_t first) const {
    static const auto evaluate_block = POKERDATA_DISPATCH(evaluate_block);
    static const auto rows_to_columns = POKERDATA_DISPATCH(rows_to_columns);
    const int hands = static_cast<int>(std::min<std::int64_t>(batch_block, array_.hands - first));
    const bool whole = hands == batch_block;
    BatchColumn buffer[7];
    const cards::Card* columns[7];
    const bool by_column = array_.hand_stride == 1;
    const bool by_row = array_.card_stride == 1 && array_.hand_stride == array_.count;
    if (whole && by_column) {
      for (int i = 0; i < array_.count; ++i) columns[i] = array_.cards + first + i * array_.card_stride;
    } else {
      for (int i = 0; i < array_.count; ++i) columns[i] = buffer[i];
      if (by_row && (array_.hands - first - batch_block) * array_.count >= batch_slack)
        rows_to_columns(array_.cards + first * array_.count, array_.count, buffer);
      else
        copy_columns(array_, first, hands, buffer);
    }
    StrengthCode last[batch_block];
    if (!evaluate_block(lookup_, array_.count, columns, whole ? codes_ + first : last))
      return find_bad(array_, first);
    if (!whole) std::copy_n(last, hands, codes_ + first);
    return -1;
  }

 private:
  const HandArray& array_;
  StrengthCode* codes_;
  const BatchTables& tables_;
  BatchLookup lookup_ = lookup_of(tables_);
};

}  // namespace

void evaluate_hands(const HandArray& array, StrengthCode* codes, int threads) {
  // With few hands there is one thread, whatever the machine has: to ask takes as long as 50 hands.
  if (threads != 0 || array.hands > few_hands) threads = support::checked_threads(threads);
  if (array.hands <= few_hands) return evaluate_few(array, codes);
  const Evaluation evaluation(array, codes);
  std::mutex mutex;
  std::int64_t bad = array.hands;
  constexpr std::int64_t item_hands = blocks_per_item * batch_block;
  const std::int64_t items = (array.hands + item_hands - 1) / item_hands;
  threads = static_cast<int>(std::min<std::int64_t>(threads, 1 + items / items_per_thread));
  support::parallel_for(items, threads, [&](std::int64_t item, int) {
    const std::int64_t end = std::min(array.hands, (item + 1) * item_hands);
    for (std::int64_t first = item * item_hands; first < end; first += batch_block) {
      const std::int64_t hand = evaluation.block(first);
      if (hand < 0) continue;
      const std::lock_guard lock(mutex);
      bad = std::min(bad, hand);
      return;
    }
  });
  if (bad < array.hands) check_hand(hand_of(array, bad).data(), array.count, bad);
}

void evaluate_columns(const cards::Card* const* columns, int count, StrengthCode* codes) {
  static const auto evaluate_block = POKERDATA_DISPATCH(evaluate_block);
  evaluate_block(lookup_of(BatchTables::get(count)), count, columns, codes);
}

}  // namespace pokerdata::evaluator
