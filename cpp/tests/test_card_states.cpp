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
#include "pokerdata/abstraction/permuted_row.hpp"
#include "pokerdata/abstraction/reached.hpp"
#include "pokerdata/abstraction/river_hands.hpp"
#include "pokerdata/abstraction/river_mass.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

using namespace pokerdata;

namespace {

constexpr std::array<int, abstraction::streets> counts = {5, 3, 4, 6};

// Buckets of our own that do not change when all suits are permuted.
std::uint16_t bucket_of(const cards::Combination& hand, cards::CardSet board, int count) {
  int value = cards::suit_of(hand.low) == cards::suit_of(hand.high) ? 1 : 0;
  for (const cards::Card card : {hand.low, hand.high}) {
    value += 5 * cards::rank_of(card);
    for (cards::CardSet left = board; left; left &= left - 1) {
      const auto other = static_cast<cards::Card>(std::countr_zero(left));
      value += 3 * (cards::suit_of(other) == cards::suit_of(card)) +
               2 * (cards::rank_of(other) > cards::rank_of(card));
    }
  }
  return static_cast<std::uint16_t>(value % count);
}

std::vector<std::uint16_t> bucket_table(int size, int count) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(size);
  std::vector<std::uint16_t> table(boards.count() * cards::combinations, abstraction::no_bucket);
  support::parallel_for(boards.count(), 2, [&](std::int64_t b, int) {
    for (int c = 0; c < cards::combinations; ++c)
      if (!(cards::all_combinations[c].cards() & boards.set(b)))
        table[b * cards::combinations + c] = bucket_of(cards::all_combinations[c], boards.set(b), count);
  });
  return table;
}

struct Buckets {
  std::vector<std::uint16_t> preflop, flop = bucket_table(3, counts[1]), turn = bucket_table(4, counts[2]);
  std::vector<std::uint64_t> river = {300, 700, 990, 1400, 1700};
  // n of the river boards that were dealt; the rest has no hands.
  std::vector<std::uint16_t> river_n;
  std::array<const std::uint16_t*, 3> of_street;

  Buckets() : river_n(isomorphism::Boards::get(5).count() * cards::combinations, abstraction::no_bucket) {
    for (const cards::Combination& hand : cards::all_combinations)
      preflop.push_back(bucket_of(hand, 0, counts[0]));
    of_street = {preflop.data(), flop.data(), turn.data()};
  }

  void deal(std::int64_t board) {
    std::uint16_t* row = river_n.data() + board * cards::combinations;
    std::fill_n(row, cards::combinations, abstraction::no_bucket);
    abstraction::RiverHands hands;
    hands.deal(isomorphism::Boards::get(5).cards[board].data());
    for (int i = 0; i < hands.order.hands; ++i) row[hands.order.combination[i]] = hands.n[i];
  }
};

// Rows after every permutation of the suits, in every instruction set that the machine has.
void check_permuted_rows() {
  std::mt19937_64 random(5);
  std::vector<std::uint16_t> row(cards::combinations), found(cards::combinations);
  for (std::uint16_t& value : row) value = static_cast<std::uint16_t>(random());
  for (int p = 0; p < isomorphism::permutation_count; ++p) {
    const auto& columns = isomorphism::combination_maps()[p];
    const auto check = [&](auto* permute) {
      permute(row.data(), isomorphism::suit_permutations[p].data(), columns.data(), found.data());
      for (int c = 0; c < cards::combinations; ++c) CHECK(found[c] == row[columns[c]]);
    };
    check(&abstraction::portable::permute_row);
#if defined(POKERDATA_HAS_avx512)
    if (support::active_isa() >= support::Isa::avx2) check(&abstraction::avx2::permute_row);
    if (support::active_isa() >= support::Isa::avx512) check(&abstraction::avx512::permute_row);
#endif
  }
}

// Steps that values of 16 bits reach, in every instruction set that the machine has.
void check_reached() {
  std::mt19937_64 random(6);
  for (const int count : {1, 31, 64, 150})
    for (const int steps : {0, 1, 4, 16}) {
      std::vector<std::uint16_t> least(static_cast<std::size_t>(steps) * count), first(count), values(count);
      for (auto* numbers : {&least, &first, &values})
        for (std::uint16_t& number : *numbers) number = static_cast<std::uint16_t>(random());
      for (int c = 0; c < count; c += 3) values[c] = c % 2 ? 0xFFFF : least.empty() ? 0 : least[c];
      for (std::uint16_t& state : first) state %= 60'000;
      const auto check = [&](auto* count_reached) {
        std::vector<std::uint16_t> found = values;
        count_reached(least.data(), first.data(), steps, count, found.data());
        for (int c = 0; c < count; ++c) {
          int expected = first[c];
          for (int k = 0; k < steps; ++k) expected += values[c] >= least[k * count + c];
          CHECK(found[c] == (values[c] == 0xFFFF ? 0xFFFF : expected));
        }
      };
      check(&abstraction::portable::count_reached);
#if defined(POKERDATA_HAS_avx512)
      if (support::active_isa() >= support::Isa::avx2) check(&abstraction::avx2::count_reached);
      if (support::active_isa() >= support::Isa::avx512) check(&abstraction::avx512::count_reached);
#endif
    }
}

// Raw boards in any suits and order: every combination's state follows from the buckets, street by street.
void check_states() {
  Buckets buckets;
  const abstraction::CardStates perfect(
      abstraction::BucketSequences::by_buckets(counts, buckets.of_street, buckets.river, 2),
      buckets.river_n.data());
  const abstraction::CardStates imperfect(counts, buckets.of_street, buckets.river, buckets.river_n.data());
  for (int street = 0, sequences = 1; street < abstraction::streets; ++street) {
    sequences *= counts[street];
    CHECK(perfect.states(street) == sequences);
    CHECK(imperfect.states(street) == counts[street]);
  }
  std::mt19937_64 random(4);
  std::array<cards::Card, cards::deck_size> deck;
  std::iota(deck.begin(), deck.end(), cards::Card{0});
  for (int deal = 0; deal < 30; ++deal) {
    std::shuffle(deck.begin(), deck.end(), random);
    const std::span<const cards::Card> board(deck.data(), 5);
    const std::uint32_t raw = isomorphism::set_index(cards::set_of(board));
    buckets.deal(isomorphism::Boards::get(5).canonical[raw]);
    abstraction::RiverHands hands;
    hands.deal(board.data());
    std::array<int, cards::combinations> n{};
    for (int i = 0; i < hands.order.hands; ++i) n[hands.order.combination[i]] = hands.n[i];
    for (int street = 0; street < abstraction::streets; ++street) {
      const auto so_far = board.first(street == 0 ? 0 : street + 2);
      std::array<std::uint16_t, cards::combinations> sequence, bucket;
      perfect.of_board(street, so_far, sequence.data());
      imperfect.of_board(street, so_far, bucket.data());
      for (int c = 0; c < cards::combinations; ++c) {
        const cards::Combination hand = cards::all_combinations[c];
        if (hand.cards() & cards::set_of(so_far)) {
          CHECK(sequence[c] == abstraction::CardStates::no_state &&
                bucket[c] == abstraction::CardStates::no_state);
          continue;
        }
        int expected = 0, last = 0;
        for (int s = 0; s <= street; ++s) {
          last = s == 3 ? static_cast<int>(std::ranges::count_if(
                              buckets.river, [&](std::uint64_t t) { return std::uint64_t(n[c]) >= t; }))
                        : bucket_of(hand, cards::set_of(board.first(s == 0 ? 0 : s + 2)), counts[s]);
          expected = expected * counts[s] + last;
        }
        CHECK(sequence[c] == expected && bucket[c] == last);
        CHECK(perfect.of_hand(street, c, so_far) == expected);
        CHECK(imperfect.of_hand(street, c, so_far) == last);
      }
      if (street < 2) continue;
      const std::array<int, 2> two{
          cards::combination_of(std::min(deck[10], deck[20]), std::max(deck[10], deck[20])),
          cards::combination_of(std::min(deck[11], deck[21]), std::max(deck[11], deck[21]))};
      std::vector<cards::Card> next;
      for (int card = 0; card < cards::deck_size; ++card)
        if (std::ranges::count(so_far.first(street + 1), card) == 0 && card != deck[10] && card != deck[20] &&
            card != deck[11] && card != deck[21])
          next.push_back(static_cast<cards::Card>(card));
      if (street == 3) next.assign(1, so_far[4]);  // of no other river is there an n
      std::vector<std::array<int, 2>> found(next.size());
      for (const abstraction::CardStates* states : {&perfect, &imperfect}) {
        states->of_next_cards(street, two, so_far.first(street + 1), next, found.data());
        for (std::size_t i = 0; i < next.size(); ++i) {
          std::vector<cards::Card> whole(so_far.begin(), so_far.begin() + street + 1);
          whole.push_back(next[i]);
          for (int hand = 0; hand < 2; ++hand)
            CHECK(found[i][hand] == states->of_hand(street, two[hand], whole));
        }
        std::size_t seen = 0;
        states->of_next_boards(street, so_far.first(street + 1), next, [&](std::size_t i, const auto* row) {
          CHECK(i == seen++);
          std::vector<cards::Card> whole(so_far.begin(), so_far.begin() + street + 1);
          whole.push_back(next[i]);
          std::array<std::uint16_t, cards::combinations> alone;
          states->of_board(street, whole, alone.data());
          CHECK(std::ranges::equal(alone, std::span(row, cards::combinations)));
        });
        CHECK(seen == next.size());
      }
    }
  }
  CHECK_THROWS(abstraction::CardStates(counts, buckets.of_street, {1, 2}, buckets.river_n.data()),
               support::ArgumentError);
  // Buckets and values that are no indexes, as a file that was made to harm has them.
  const std::array<cards::Card, 5> board = {0, 5, 10, 15, 20};
  const std::int64_t canonical =
      isomorphism::Boards::get(5).canonical[isomorphism::set_index(cards::set_of(board))];
  for (const int value : {1981, 0xFFFF}) {
    buckets.deal(canonical);
    const abstraction::CardStates fresh(counts, buckets.of_street, buckets.river, buckets.river_n.data());
    std::uint16_t* row = buckets.river_n.data() + canonical * cards::combinations;
    *std::find_if(row, row + cards::combinations, [](std::uint16_t n) { return n != 0xFFFF; }) =
        static_cast<std::uint16_t>(value);
    std::array<std::uint16_t, cards::combinations> states;
    CHECK_THROWS(fresh.of_board(3, board, states.data()), support::ArgumentError);
    CHECK_THROWS(fresh.of_hand(3, cards::combinations - 1, board), support::ArgumentError);
  }
  buckets.turn[cards::combinations - 1] = static_cast<std::uint16_t>(counts[2]);
  CHECK_THROWS(abstraction::CardStates(counts, buckets.of_street, buckets.river, buckets.river_n.data()),
               support::ArgumentError);
  CHECK_THROWS(abstraction::BucketSequences::by_buckets(counts, buckets.of_street, buckets.river, 1),
               support::ArgumentError);
  CHECK_THROWS(
      abstraction::BucketSequences::by_buckets({169, 100, 100, 6}, buckets.of_street, buckets.river, 1),
      support::ArgumentError);
  CHECK_THROWS(abstraction::BucketSequences::by_buckets({5, 3, 1, 6}, buckets.of_street, buckets.river, 1),
               support::ArgumentError);
}

// Masses of river sequences against every deal of some boards of four cards, which alone have turn buckets
// above 0.
void check_river_mass() {
  Buckets buckets;
  const isomorphism::Boards& turns = isomorphism::Boards::get(4);
  for (std::uint16_t& bucket : buckets.turn)
    bucket = bucket == abstraction::no_bucket ? bucket : std::uint16_t{0};
  std::vector<std::int64_t> chosen = {0, 1'500};
  if constexpr (!sanitized) chosen.insert(chosen.end(), {4'711, 9'999, turns.count() - 1});
  std::vector<std::uint64_t> expected(5 * 3 * 4 * 6, 0);
  for (const std::int64_t board : chosen) {
    for (int c = 0; c < cards::combinations; ++c) {
      std::uint16_t& bucket = buckets.turn[board * cards::combinations + c];
      if (bucket != abstraction::no_bucket)
        bucket = static_cast<std::uint16_t>(
            1 + bucket_of(cards::all_combinations[c], turns.set(board), counts[2] - 1));
    }
    std::set<cards::CardSet> images;
    for (int p = 0; p < isomorphism::permutation_count; ++p)
      images.insert(isomorphism::permuted_set(p, turns.set(board)));
    for (const cards::CardSet four : images)
      for (cards::Card river = 0; river < cards::deck_size; ++river) {
        if (four & cards::set_of(river)) continue;
        const cards::CardSet five = four | cards::set_of(river);
        buckets.deal(isomorphism::Boards::get(5).canonical[isomorphism::set_index(five)]);
        std::array<cards::Card, 5> cards;
        cards::CardSet left = five;
        for (cards::Card& card : cards)
          card = static_cast<cards::Card>(std::countr_zero(left)), left &= left - 1;
        abstraction::RiverHands hands;
        hands.deal(cards.data());
        for (int i = 0; i < hands.order.hands; ++i) {
          const cards::Combination& hand = cards::all_combinations[hands.order.combination[i]];
          const auto of_river = static_cast<int>(
              std::ranges::count_if(buckets.river, [&](std::uint64_t t) { return hands.n[i] >= t; }));
          const int of_turn = 1 + bucket_of(hand, four, counts[2] - 1);
          for (cards::CardSet turn = four; turn; turn &= turn - 1) {
            const cards::CardSet flop = four & ~(turn & -turn);
            const int of_flop = bucket_of(hand, 0, counts[0]) * counts[1] + bucket_of(hand, flop, counts[1]);
            ++expected[(of_flop * counts[2] + of_turn) * counts[3] + of_river];
          }
        }
      }
  }
  const auto by_buckets =
      abstraction::BucketSequences::by_buckets(counts, buckets.of_street, buckets.river, 2);
  support::Progress progress;
  const auto mass = abstraction::river_mass(by_buckets, buckets.river_n.data(), 2, progress);
  CHECK(mass.size() == expected.size());
  std::uint64_t total = 0;
  for (std::size_t s = 0; s < mass.size(); ++s) {
    if (s / counts[3] % counts[2] == 0) continue;
    CHECK(mass[s] == expected[s]);
    total += mass[s];
  }
  CHECK(total > 0);
  if constexpr (!sanitized) {
    CHECK(abstraction::river_mass(by_buckets, buckets.river_n.data(), 1, progress) == mass);
    // So many buckets that thresholds are searched by halving, ten of them in one of the others.
    std::vector<std::uint64_t> wide, narrow;
    for (std::uint64_t n = 33; n < 1980; n += 33) {
      narrow.push_back(n);
      if (n % 330 == 0) wide.push_back(n);
    }
    const auto few = abstraction::BucketSequences::by_buckets({5, 3, 4, 6}, buckets.of_street, wide, 2);
    const auto many = abstraction::BucketSequences::by_buckets({5, 3, 4, 60}, buckets.of_street, narrow, 2);
    const auto coarse = abstraction::river_mass(few, buckets.river_n.data(), 2, progress);
    const auto fine = abstraction::river_mass(many, buckets.river_n.data(), 2, progress);
    for (std::size_t s = 0; s < coarse.size(); ++s)
      CHECK(std::accumulate(fine.begin() + 10 * s, fine.begin() + 10 * (s + 1), std::uint64_t{0}) ==
            coarse[s]);
  }
  auto other = by_buckets;
  ++other.river.values.back();
  CHECK_THROWS(abstraction::river_mass(other, buckets.river_n.data(), 1, progress), support::ArgumentError);
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
  const abstraction::WeightedRows<std::uint32_t> given = {values.data(), rows, columns, weights.data()};
  for (const int count : {2, 7, 60}) {
    const abstraction::Thresholds thresholds = abstraction::equal_mass(given, nullptr, 1, count, 2);
    const auto found = abstraction::assign(given, nullptr, thresholds, 2);
    std::vector<std::uint64_t> mass(count, 0);
    std::uint64_t total = 0;
    for (std::int64_t i = 0; i < rows * columns; ++i)
      if (values[i] != absent) total += weights[i / columns];
    for (std::int64_t i = 0; i < rows * columns; ++i) {
      CHECK((found[i] == abstraction::no_bucket) == (values[i] == absent));
      if (values[i] == absent) continue;
      std::uint64_t before = 0, after = 0;
      for (std::int64_t j = 0; j < rows * columns; ++j) {
        if (values[j] < values[i]) before += weights[j / columns];
        if (values[j] <= values[i]) after += weights[j / columns];
      }
      CHECK(found[i] == count * (before + after) / (2 * total));
      mass[found[i]] += weights[i / columns];
    }
    const abstraction::WeightedRows<std::uint16_t> assigned = {found.data(), rows, columns, weights.data()};
    CHECK(abstraction::masses(assigned, count, 2) == mass);
    CHECK(thresholds.mass == mass);

    // Within outer buckets, each on its own.
    const abstraction::Thresholds inner = abstraction::equal_mass(given, found.data(), count, 3, 2);
    const auto nested = abstraction::assign(given, found.data(), inner, 1);
    for (int b = 0; b < count; ++b) {
      auto alone = values;
      for (std::int64_t i = 0; i < rows * columns; ++i)
        if (found[i] != b) alone[i] = absent;
      const abstraction::WeightedRows<std::uint32_t> part = {alone.data(), rows, columns, weights.data()};
      const auto expected =
          abstraction::assign(part, nullptr, abstraction::equal_mass(part, nullptr, 1, 3, 1), 1);
      for (std::int64_t i = 0; i < rows * columns; ++i)
        if (found[i] == b) CHECK(nested[i] == 3 * b + expected[i]);
    }
  }
}

}  // namespace

int main() {
  check_equal_mass();
  check_permuted_rows();
  check_reached();
  check_states();
  check_river_mass();
}
