#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "check.hpp"
#include "pokerdata/abstraction/card_states.hpp"
#include "pokerdata/abstraction/equal_mass.hpp"
#include "pokerdata/abstraction/river_hands.hpp"
#include "pokerdata/abstraction/river_mass.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

using namespace pokerdata;

namespace {

constexpr std::array<int, streets> counts = {5, 3, 4, 6};

// Buckets of our own that do not change when all suits are permuted.
std::uint16_t bucket_of(const Combination& hand, CardSet board, int count) {
  int value = suit_of(hand.low) == suit_of(hand.high) ? 1 : 0;
  for (const Card card : {hand.low, hand.high}) {
    value += 5 * rank_of(card);
    for (CardSet left = board; left; left &= left - 1) {
      const auto other = static_cast<Card>(std::countr_zero(left));
      value += 3 * (suit_of(other) == suit_of(card)) + 2 * (rank_of(other) > rank_of(card));
    }
  }
  return static_cast<std::uint16_t>(value % count);
}

std::vector<std::uint16_t> bucket_table(int size, int count) {
  const Boards& boards = Boards::get(size);
  std::vector<std::uint16_t> table(boards.count() * combinations, no_bucket);
  parallel_for(boards.count(), 2, [&](std::int64_t b, int) {
    for (int c = 0; c < combinations; ++c)
      if (!(all_combinations[c].cards() & boards.set(b)))
        table[b * combinations + c] = bucket_of(all_combinations[c], boards.set(b), count);
  });
  return table;
}

struct Buckets {
  std::vector<std::uint16_t> preflop, flop = bucket_table(3, counts[1]), turn = bucket_table(4, counts[2]);
  std::vector<std::uint64_t> river = {300, 700, 990, 1400, 1700};
  // n of the river boards that were dealt; the rest has no hands.
  std::vector<std::uint16_t> river_n;
  std::array<const std::uint16_t*, 3> of_street;

  Buckets() : river_n(Boards::get(5).count() * combinations, no_bucket) {
    for (const Combination& hand : all_combinations) preflop.push_back(bucket_of(hand, 0, counts[0]));
    of_street = {preflop.data(), flop.data(), turn.data()};
  }

  void deal(std::int64_t board) {
    std::uint16_t* row = river_n.data() + board * combinations;
    std::fill_n(row, combinations, no_bucket);
    RiverHands hands;
    hands.deal(Boards::get(5).cards[board].data());
    for (int i = 0; i < hands.order.hands; ++i) row[hands.order.combination[i]] = hands.n[i];
  }
};

CardSet set_of_all(std::span<const Card> cards) {
  CardSet result = 0;
  for (const Card card : cards) result |= set_of(card);
  return result;
}

// Raw boards in any suits and order: every combination's state follows from the buckets, street by street.
void check_states() {
  Buckets buckets;
  const CardStates perfect(HistoryBuckets::of_buckets(counts, buckets.of_street, buckets.river, 2),
                           buckets.river_n.data());
  const CardStates imperfect(counts, buckets.of_street, buckets.river, buckets.river_n.data());
  for (int street = 0, sequences = 1; street < streets; ++street) {
    sequences *= counts[street];
    CHECK(perfect.states(street) == sequences);
    CHECK(imperfect.states(street) == counts[street]);
  }
  std::mt19937_64 random(4);
  std::array<Card, deck_size> deck;
  std::iota(deck.begin(), deck.end(), Card{0});
  for (int deal = 0; deal < 30; ++deal) {
    std::shuffle(deck.begin(), deck.end(), random);
    const std::span<const Card> board(deck.data(), 5);
    const std::uint32_t raw = set_index(set_of_all(board));
    buckets.deal(Boards::get(5).canonical[raw]);
    RiverHands hands;
    hands.deal(board.data());
    std::array<int, combinations> n{};
    for (int i = 0; i < hands.order.hands; ++i) n[hands.order.combination[i]] = hands.n[i];
    for (int street = 0; street < streets; ++street) {
      const auto so_far = board.first(street == 0 ? 0 : street + 2);
      std::array<std::uint16_t, combinations> sequence, bucket;
      perfect.of_board(street, so_far, sequence.data());
      imperfect.of_board(street, so_far, bucket.data());
      for (int c = 0; c < combinations; ++c) {
        const Combination hand = all_combinations[c];
        if (hand.cards() & set_of_all(so_far)) {
          CHECK(sequence[c] == CardStates::no_state && bucket[c] == CardStates::no_state);
          continue;
        }
        int expected = 0, last = 0;
        for (int s = 0; s <= street; ++s) {
          last = s == 3 ? static_cast<int>(std::ranges::count_if(
                              buckets.river, [&](std::uint64_t t) { return std::uint64_t(n[c]) >= t; }))
                        : bucket_of(hand, set_of_all(board.first(s == 0 ? 0 : s + 2)), counts[s]);
          expected = expected * counts[s] + last;
        }
        CHECK(sequence[c] == expected && bucket[c] == last);
        CHECK(perfect.of_hand(street, c, so_far) == expected);
        CHECK(imperfect.of_hand(street, c, so_far) == last);
      }
    }
  }
  CHECK_THROWS(CardStates(counts, buckets.of_street, {1, 2}, buckets.river_n.data()), ArgumentError);
  CHECK_THROWS(HistoryBuckets::of_buckets({169, 100, 100, 6}, buckets.of_street, buckets.river, 1),
               ArgumentError);
  CHECK_THROWS(HistoryBuckets::of_buckets({5, 3, 1, 6}, buckets.of_street, buckets.river, 1), ArgumentError);
}

// Masses of river sequences against every deal of some boards of four cards, which alone have turn buckets
// above 0.
void check_river_mass() {
  Buckets buckets;
  const Boards& turns = Boards::get(4);
  for (std::uint16_t& bucket : buckets.turn) bucket = bucket == no_bucket ? bucket : std::uint16_t{0};
  std::vector<std::int64_t> chosen = {0, 1'500};
  if constexpr (!sanitized) chosen.insert(chosen.end(), {4'711, 9'999, turns.count() - 1});
  std::vector<std::uint64_t> expected(5 * 3 * 4 * 6, 0);
  for (const std::int64_t board : chosen) {
    for (int c = 0; c < combinations; ++c) {
      std::uint16_t& bucket = buckets.turn[board * combinations + c];
      if (bucket != no_bucket)
        bucket =
            static_cast<std::uint16_t>(1 + bucket_of(all_combinations[c], turns.set(board), counts[2] - 1));
    }
    std::set<CardSet> images;
    for (int p = 0; p < permutation_count; ++p) images.insert(permuted_set(p, turns.set(board)));
    for (const CardSet four : images)
      for (Card river = 0; river < deck_size; ++river) {
        if (four & set_of(river)) continue;
        const CardSet five = four | set_of(river);
        buckets.deal(Boards::get(5).canonical[set_index(five)]);
        std::array<Card, 5> cards;
        CardSet left = five;
        for (Card& card : cards) card = static_cast<Card>(std::countr_zero(left)), left &= left - 1;
        RiverHands hands;
        hands.deal(cards.data());
        for (int i = 0; i < hands.order.hands; ++i) {
          const Combination& hand = all_combinations[hands.order.combination[i]];
          const auto of_river = static_cast<int>(
              std::ranges::count_if(buckets.river, [&](std::uint64_t t) { return hands.n[i] >= t; }));
          const int of_turn = 1 + bucket_of(hand, four, counts[2] - 1);
          for (CardSet turn = four; turn; turn &= turn - 1) {
            const CardSet flop = four & ~(turn & -turn);
            const int of_flop = bucket_of(hand, 0, counts[0]) * counts[1] + bucket_of(hand, flop, counts[1]);
            ++expected[(of_flop * counts[2] + of_turn) * counts[3] + of_river];
          }
        }
      }
  }
  const auto of_buckets = HistoryBuckets::of_buckets(counts, buckets.of_street, buckets.river, 2);
  Progress progress;
  const auto mass = river_mass(of_buckets, buckets.river_n.data(), 2, progress);
  CHECK(mass.size() == expected.size());
  std::uint64_t total = 0;
  for (std::size_t s = 0; s < mass.size(); ++s) {
    if (s / counts[3] % counts[2] == 0) continue;
    CHECK(mass[s] == expected[s]);
    total += mass[s];
  }
  CHECK(total > 0);
  if constexpr (!sanitized) {
    CHECK(river_mass(of_buckets, buckets.river_n.data(), 1, progress) == mass);
    // So many buckets that thresholds are searched by halving, ten of them in one of the others.
    std::vector<std::uint64_t> wide, narrow;
    for (std::uint64_t n = 33; n < 1980; n += 33) {
      narrow.push_back(n);
      if (n % 330 == 0) wide.push_back(n);
    }
    const auto few = HistoryBuckets::of_buckets({5, 3, 4, 6}, buckets.of_street, wide, 2);
    const auto many = HistoryBuckets::of_buckets({5, 3, 4, 60}, buckets.of_street, narrow, 2);
    const auto coarse = river_mass(few, buckets.river_n.data(), 2, progress);
    const auto fine = river_mass(many, buckets.river_n.data(), 2, progress);
    for (std::size_t s = 0; s < coarse.size(); ++s)
      CHECK(std::accumulate(fine.begin() + 10 * s, fine.begin() + 10 * (s + 1), std::uint64_t{0}) ==
            coarse[s]);
  }
  auto other = of_buckets;
  ++other.thresholds[3].values.back();
  CHECK_THROWS(river_mass(other, buckets.river_n.data(), 1, progress), ArgumentError);
}

// Rows of values against sorting; absent values; many buckets, whose thresholds are searched by halving.
void check_equal_mass() {
  constexpr std::int64_t rows = 40, columns = 50;
  constexpr std::uint32_t absent = 0xFFFFFFFF;
  std::mt19937_64 random(5);
  std::vector<std::uint32_t> values(rows * columns);
  std::vector<std::uint64_t> weights(rows);
  for (auto& value : values)
    value = random() % 10 == 0 ? absent : static_cast<std::uint32_t>(random() % 100'000);
  for (auto& weight : weights) weight = random() % 24 + 1;
  const WeightedRows<std::uint32_t> given = {values.data(), rows, columns, weights.data()};
  for (const int count : {2, 7, 60}) {
    const Thresholds thresholds = equal_mass(given, nullptr, 1, count, 2);
    const auto found = assign(given, nullptr, thresholds, 2);
    std::vector<std::uint64_t> mass(count, 0);
    std::uint64_t total = 0;
    for (std::int64_t i = 0; i < rows * columns; ++i)
      if (values[i] != absent) total += weights[i / columns];
    for (std::int64_t i = 0; i < rows * columns; ++i) {
      CHECK((found[i] == no_bucket) == (values[i] == absent));
      if (values[i] == absent) continue;
      std::uint64_t before = 0, after = 0;
      for (std::int64_t j = 0; j < rows * columns; ++j) {
        if (values[j] < values[i]) before += weights[j / columns];
        if (values[j] <= values[i]) after += weights[j / columns];
      }
      CHECK(found[i] == count * (before + after) / (2 * total));
      mass[found[i]] += weights[i / columns];
    }
    const WeightedRows<std::uint16_t> assigned = {found.data(), rows, columns, weights.data()};
    CHECK(masses(assigned, count, 2) == mass);
    CHECK(thresholds.mass == mass);

    // Within outer buckets, each on its own.
    const Thresholds inner = equal_mass(given, found.data(), count, 3, 2);
    const auto nested = assign(given, found.data(), inner, 1);
    for (int b = 0; b < count; ++b) {
      auto alone = values;
      for (std::int64_t i = 0; i < rows * columns; ++i)
        if (found[i] != b) alone[i] = absent;
      const WeightedRows<std::uint32_t> part = {alone.data(), rows, columns, weights.data()};
      const auto expected = assign(part, nullptr, equal_mass(part, nullptr, 1, 3, 1), 1);
      for (std::int64_t i = 0; i < rows * columns; ++i)
        if (found[i] == b) CHECK(nested[i] == 3 * b + expected[i]);
    }
  }
}

}  // namespace

int main() {
  check_equal_mass();
  check_states();
  check_river_mass();
}
