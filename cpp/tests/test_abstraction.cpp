#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "instruction_set.hpp"
#include "pokerdata/abstraction/history.hpp"
#include "pokerdata/abstraction/joint_counts.hpp"
#include "pokerdata/abstraction/joint_sums.hpp"
#include "pokerdata/abstraction/river_hands.hpp"
#include "pokerdata/abstraction/thresholds.hpp"
#include "pokerdata/evaluator/evaluate.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/threads.hpp"

using namespace pokerdata;

namespace {

// --- find_thresholds -----------------------------------------------------------------------------

struct Item {
  int sequence;
  std::uint64_t value, weight;
};

// Items with many ties; the last sequence stays empty.
std::vector<Item> random_items(int sequences, int bits, std::mt19937_64& random) {
  std::vector<Item> items;
  const std::uint64_t largest = (std::uint64_t{1} << bits) - 1;
  for (int s = 0; s + 1 < sequences; ++s) {
    const int size = s == 0 ? 1 : static_cast<int>(random() % 600 + 1);
    std::vector<std::uint64_t> values(random() % 40 + 1);
    for (auto& value : values) value = random() & largest;
    if (s % 3 == 1)  // close together, so that they share all high bits
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::min(largest, values[0] + i);
    for (int i = 0; i < size; ++i)
      items.push_back({s, values[random() % values.size()], random() % 1000 + 1});
  }
  items.push_back({0, largest, 3});
  return items;
}

// The bucket of every value by its definition: that of its tie group's mass midpoint.
std::map<std::pair<int, std::uint64_t>, int> buckets_by_sorting(const std::vector<Item>& items, int buckets) {
  std::map<std::pair<int, std::uint64_t>, std::uint64_t> groups;
  std::map<int, std::uint64_t> total, before;
  for (const Item& item : items) {
    groups[{item.sequence, item.value}] += item.weight;
    total[item.sequence] += item.weight;
  }
  std::map<std::pair<int, std::uint64_t>, int> result;
  for (const auto& [key, mass] : groups) {
    std::uint64_t& below = before[key.first];
    result[key] = static_cast<int>(buckets * (2 * below + mass) / (2 * total[key.first]));
    below += mass;
  }
  return result;
}

void check_thresholds() {
  std::mt19937_64 random(2);
  for (const int bits : {1, 12, 13, 39})
    for (const int buckets : {2, 3, 5, 10})
      for (const int sequences : {2, 7}) {
        const auto items = random_items(sequences, bits, random);
        const auto expected = buckets_by_sorting(items, buckets);
        std::vector<std::uint64_t> first;
        for (const int threads : {1, 2, 4}) {
          const abstraction::Thresholds found = abstraction::find_thresholds(
              sequences, buckets, (std::uint64_t{1} << bits) - 1, threads, [&](const auto& visit) {
                support::parallel_for(static_cast<std::int64_t>(items.size()), threads,
                                      [&](std::int64_t i, int thread) {
                                        visit(thread, items[i].sequence, items[i].value, items[i].weight);
                                      });
              });
          for (const auto& [key, bucket] : expected) CHECK(found.bucket(key.first, key.second) == bucket);
          CHECK(static_cast<int>(found.values.size()) == sequences * (buckets - 1));
          for (int s = 0; s < sequences; ++s)
            CHECK(std::is_sorted(found.values.begin() + s * (buckets - 1),
                                 found.values.begin() + (s + 1) * (buckets - 1)));
          CHECK(found.bucket(sequences - 1, (std::uint64_t{1} << bits) - 1) == 0);  // the empty sequence
          if (threads == 1) first = found.values;
          CHECK(found.values == first);
        }
      }
}

// --- joint counts --------------------------------------------------------------------------------

// A metric of our own with many ties, that does not change when all suits are permuted.
std::uint64_t metric(const cards::Combination& hand, cards::CardSet board) {
  std::uint64_t value = cards::suit_of(hand.low) == cards::suit_of(hand.high) ? 5 : 0;
  for (const cards::Card card : {hand.low, hand.high}) {
    value += cards::rank_of(card);
    for (cards::CardSet left = board; left; left &= left - 1) {
      const auto other = static_cast<cards::Card>(std::countr_zero(left));
      if (cards::suit_of(other) == cards::suit_of(card)) value += 3;
      if (cards::rank_of(other) == cards::rank_of(card)) value += 9;
    }
  }
  return value;
}

template <class T>
std::vector<T> metric_table(int size) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(size);
  std::vector<T> table(boards.count() * cards::combinations, static_cast<T>(~T{0}));
  for (std::int64_t b = 0; b < boards.count(); ++b)
    for (int c = 0; c < cards::combinations; ++c)
      if (!(cards::all_combinations[c].cards() & boards.set(b)))
        table[b * cards::combinations + c] =
            static_cast<T>(metric(cards::all_combinations[c], boards.set(b)));
  return table;
}

std::array<abstraction::Thresholds, abstraction::streets> own_thresholds() {
  std::array<abstraction::Thresholds, abstraction::streets> result;
  const std::uint64_t middle[] = {13, 16, 18, 990};
  for (int street = 0, sequences = 1; street < abstraction::streets; ++street, sequences *= 2) {
    result[street].sequences = sequences;
    result[street].buckets = 2;
    const std::uint64_t step = street == 3 ? 90 : 2;
    for (int s = 0; s < sequences; ++s)
      result[street].values.push_back(middle[street] + step * (s % 5) - step);
  }
  return result;
}

constexpr std::int64_t sequence_count = 16;
using Cells = std::vector<std::uint64_t>;

// Joint counts of one canonical board by enumerating, for each of the 20 ways to deal it, all pairs of
// hands; every other board of its orbit adds the same.
Cells enumerate(std::int64_t board,
                const std::array<abstraction::Thresholds, abstraction::streets>& thresholds) {
  const isomorphism::Boards& rivers = isomorphism::Boards::get(5);
  const cards::CardSet dead = rivers.set(board);
  std::vector<cards::Combination> hands;
  std::vector<int> code, n;
  for (const cards::Combination& hand : cards::all_combinations) {
    if (hand.cards() & dead) continue;
    std::array<cards::Card, 7> seven;
    std::copy_n(rivers.cards[board].begin(), 5, seven.begin());
    seven[5] = hand.low;
    seven[6] = hand.high;
    hands.push_back(hand);
    code.push_back(evaluator::evaluate(evaluator::EvaluatorTables::get(), seven.data(), 7));
  }
  const std::size_t count = hands.size();
  for (std::size_t i = 0; i < count; ++i) {
    int sum = 0;
    for (std::size_t j = 0; j < count; ++j)
      if (!(hands[i].cards() & hands[j].cards())) sum += 2 * (code[i] > code[j]) + (code[i] == code[j]);
    n.push_back(sum);
  }
  Cells cells(2 * sequence_count * sequence_count);
  for (const cards::Card river : rivers.cards[board])
    for (const cards::Card turn : rivers.cards[board]) {
      if (turn == river) continue;
      const cards::CardSet four = dead ^ cards::set_of(river), flop = four ^ cards::set_of(turn);
      std::vector<int> sequence;
      for (std::size_t i = 0; i < count; ++i) {
        int s = thresholds[0].bucket(0, metric(hands[i], 0));
        s = 2 * s + thresholds[1].bucket(s, metric(hands[i], flop));
        s = 2 * s + thresholds[2].bucket(s, metric(hands[i], four));
        sequence.push_back(2 * s + thresholds[3].bucket(s, n[i]));
      }
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j) {
          if (hands[i].cards() & hands[j].cards()) continue;
          std::uint64_t* cell = cells.data() + 2 * (sequence[i] * sequence_count + sequence[j]);
          cell[0] += rivers.orbit[board] * (code[i] > code[j]);
          cell[1] += rivers.orbit[board] * (code[i] >= code[j]);
        }
    }
  return cells;
}

std::int64_t canonical(const char* text) {
  cards::CardSet set = 0;
  for (const cards::Card card : cards::parse_cards(text)) set |= cards::set_of(card);
  return isomorphism::Boards::get(5).canonical[isomorphism::set_index(set)];
}

void check_joint_counts() {
  std::vector<std::uint64_t> preflop(cards::combinations);
  for (int c = 0; c < cards::combinations; ++c) preflop[c] = metric(cards::all_combinations[c], 0);
  const auto flop = metric_table<std::uint64_t>(3);
  const auto turn = metric_table<std::uint32_t>(4);
  const abstraction::MetricTables tables = {preflop.data(), flop.data(), turn.data()};
  const auto thresholds = own_thresholds();
  const auto sequences = abstraction::BucketSequences::by_thresholds(thresholds, tables, 2);
  CHECK(sequences.sequences(3) == sequence_count);

  const auto& orbit = isomorphism::Boards::get(5).orbit;
  const std::vector<std::uint32_t> times(orbit.begin(), orbit.end());
  // A board that plays, a flush board, one with four of a suit, two of a rank twice, a plain one.
  std::set<std::int64_t> boards = {canonical("As Ks Qs Js Ts"), canonical("2h 5h 9h Kh Jh"),
                                   canonical("2h 5h 9h Kh 3c"), canonical("7c 7d 4h 4s 9c"),
                                   canonical("Qd 8s 6c 3h 2d")};
  if constexpr (sanitized) boards = {canonical("As Ks Qs Js Ts"), canonical("7c 7d 4h 4s 9c")};
  for (const std::int64_t board : boards) {
    const Cells expected = enumerate(board, thresholds);
    std::uint64_t pairs = 0;
    Cells counts(sequence_count * sequence_count), wins(counts.size());
    abstraction::finish_joint_counts(expected.data(), sequence_count, counts.data(), wins.data(), 2);
    for (const std::uint64_t count : counts) pairs += count;
    CHECK(pairs == std::uint64_t{20} * 1081 * 990 * orbit[board]);
    for (const int threads : {1, 2, 4}) {
      Cells cells(expected.size());
      support::Progress progress;
      abstraction::add_joint_counts(sequences, times, board, board + 1, cells.data(), threads, progress);
      CHECK(cells == expected);
    }
  }

  // A stretch of boards, where threads meet in the same cells.
  const std::int64_t first = 5000, last = first + (sanitized ? 40 : 400);
  Cells one(2 * sequence_count * sequence_count);
  support::Progress progress;
  abstraction::add_joint_counts(sequences, times, first, last, one.data(), 1, progress);
  for (const int threads : {2, 4}) {
    Cells cells(one.size());
    abstraction::add_joint_counts(sequences, times, first, last, cells.data(), threads, progress);
    CHECK(cells == one);
    CHECK(progress.done == last - first);
  }

  // Each board so often that sums fill up on the way, against those of the boards once.
  constexpr std::uint32_t often = 150;
  Cells once(one.size());
  std::vector<std::uint32_t> each(times.size());
  std::fill(each.begin() + first, each.begin() + last, 1);
  abstraction::add_joint_counts(sequences, each, first, last, once.data(), 2, progress);
  for (std::uint64_t& count : once) count *= often;
  CHECK(*std::max_element(once.begin(), once.end()) > abstraction::JointSums::most);
  std::fill(each.begin() + first, each.begin() + last, often);
  for (const int threads : {1, 2, 4}) {
    if (sanitized && threads != 2) continue;
    Cells cells(once.size());
    abstraction::add_joint_counts(sequences, each, first, last, cells.data(), threads, progress);
    CHECK(cells == once);
  }

  // The same with sums so large that threads share them.
  auto fine = thresholds;
  fine[3].buckets = 260;
  fine[3].values.clear();
  for (int s = 0; s < fine[3].sequences; ++s)
    for (std::uint64_t value = 1; value < 260; ++value) fine[3].values.push_back(8 * value);
  const auto many = abstraction::BucketSequences::by_thresholds(fine, tables, 2);
  CHECK(!abstraction::JointSums::apart(many.sequences(3), 2));
  CHECK(abstraction::JointSums::apart(sequences.sequences(3), 4));
  const std::int64_t few = first + (sanitized ? 4 : 24);
  Cells alone(2 * many.sequences(3) * many.sequences(3));
  abstraction::add_joint_counts(many, times, first, few, alone.data(), 1, progress);
  CHECK(std::any_of(alone.begin(), alone.end(), [](std::uint64_t n) { return n > 0; }));
  for (const int threads : {2, 4}) {
    if (sanitized && threads == 4) continue;
    Cells cells(alone.size());
    abstraction::add_joint_counts(many, times, first, few, cells.data(), threads, progress);
    CHECK(cells == alone);
  }

  // Thresholds of the river follow from the hands on it, here of a few boards.
  std::vector<std::uint16_t> river_n(orbit.size() * cards::combinations, 0xFFFF);
  for (const std::int64_t board : boards) {
    abstraction::RiverHands hands;
    hands.deal(isomorphism::Boards::get(5).cards[board].data());
    for (int i = 0; i < hands.order.hands; ++i)
      river_n[board * cards::combinations + hands.order.combination[i]] = hands.n[i];
  }
  const auto found = abstraction::HistoryBuckets::find({2, 2, 2, 2}, tables, river_n.data(), 2, progress);
  Cells mass(sequence_count);
  for (const std::int64_t board : boards) {
    const Cells cells = enumerate(board, found.thresholds);
    Cells counts(sequence_count * sequence_count), wins(counts.size());
    abstraction::finish_joint_counts(cells.data(), sequence_count, counts.data(), wins.data(), 1);
    for (std::int64_t i = 0; i < sequence_count * sequence_count; ++i) mass[i / sequence_count] += counts[i];
  }
  for (std::int64_t s = 0; s < sequence_count; ++s) CHECK(found.thresholds[3].mass[s] * 990 == mass[s]);
  if constexpr (!sanitized)
    for (const int threads : {1, 4}) {
      const auto again =
          abstraction::HistoryBuckets::find({2, 2, 2, 2}, tables, river_n.data(), threads, progress);
      CHECK(again.thresholds[3].values == found.thresholds[3].values);
      CHECK(again.thresholds[3].mass == found.thresholds[3].mass);
    }

  auto wrong = thresholds;
  wrong[2].values.pop_back();
  CHECK_THROWS(abstraction::BucketSequences::by_thresholds(wrong, tables, 1), support::ArgumentError);
  CHECK_THROWS(abstraction::HistoryBuckets::find({2, 2, 2, 1}, tables, nullptr, 1, progress),
               support::ArgumentError);
}

}  // namespace

int main() {
  if (!instruction_set_is_here()) return not_here;
  check_thresholds();
  check_joint_counts();
}
