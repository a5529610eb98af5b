#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pokerdata/abstraction/bucket_sequences.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/dealt.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::abstraction {

// Calls work(item, thread) for every item and tells progress that each was worth `cost`.
template <class Work>
void in_chunks(std::int64_t items, std::int64_t cost, int threads, support::Progress& progress,
               const Work& work) {
  constexpr std::int64_t chunk = 16;
  support::for_each_chunk(0, items, chunk, cost, threads, progress,
                          [&](std::int64_t first, std::int64_t last, int thread) {
                            for (std::int64_t i = first; i < last; ++i) work(i, thread);
                          });
}

// Where the canonical boards keep a dealt turn: the row's start, and the column of each of its combinations.
struct TurnRow {
  std::int64_t start;
  const std::uint16_t* columns;

  explicit TurnRow(std::int64_t dealt_turn) {
    const isomorphism::Boards& flops = isomorphism::Boards::get(3);
    const isomorphism::DealtTurns& turns = isomorphism::DealtTurns::get();
    const std::int64_t at = std::int64_t{turns.flop[dealt_turn]} * cards::deck_size + turns.card[dealt_turn];
    start = std::int64_t{flops.next[at]} * cards::combinations;
    columns = isomorphism::combination_maps()[flops.next_permutation[at]].data();
  }
};

// Throws ArgumentError for a bucket of a hand that is none of the street's: sequences are indexes.
inline int checked_bucket(int bucket, int buckets, int street) {
  if (bucket >= buckets)
    throw support::expected({"buckets of street ", street + 1}, {"0 to ", buckets - 1, " for each hand"},
                            bucket);
  return bucket;
}

// The bucket of a hand by the thresholds of its sequence before.
template <class T>
auto bucket_by_thresholds(const Thresholds& thresholds, const T* metric) {
  return [&thresholds, metric](int before, std::int64_t place) {
    return thresholds.bucket(before, metric[place]);
  };
}

// Sequences by street. bucket(before, place) is the bucket of a hand with the sequence `before` on the street
// before; place is where the canonical boards of the street keep it.
inline Sequences preflop_sequences(const Thresholds& thresholds, const std::uint64_t* metric) {
  Sequences result(cards::combinations);
  for (int c = 0; c < cards::combinations; ++c)
    result[c] = static_cast<std::uint16_t>(thresholds.bucket(0, metric[c]));
  return result;
}

template <class Bucket>
Sequences flop_sequences(const Sequences& preflop, int buckets, const Bucket& bucket) {
  const isomorphism::Boards& flops = isomorphism::Boards::get(3);
  Sequences result(flops.count() * cards::combinations, BucketSequences::no_sequence);
  for (std::int64_t flop = 0; flop < flops.count(); ++flop)
    for (int c = 0; c < cards::combinations; ++c) {
      if (cards::all_combinations[c].cards() & flops.set(flop)) continue;
      const std::int64_t place = flop * cards::combinations + c;
      result[place] = static_cast<std::uint16_t>(preflop[c] * buckets + bucket(preflop[c], place));
    }
  return result;
}

template <class Bucket>
Sequences turn_sequences(const Sequences& flop, int buckets, int threads, const Bucket& bucket) {
  const isomorphism::DealtTurns& turns = isomorphism::DealtTurns::get();
  Sequences result(turns.count() * cards::combinations);
  support::Progress unseen;
  in_chunks(turns.count(), 1, threads, unseen, [&](std::int64_t turn, int) {
    const TurnRow row(turn);
    const std::uint16_t* before = flop.data() + std::int64_t{turns.flop[turn]} * cards::combinations;
    std::uint16_t* const sequences = result.data() + turn * cards::combinations;
    for (int c = 0; c < cards::combinations; ++c)
      sequences[c] = before[c] == BucketSequences::no_sequence ||
                             cards::all_combinations[c].cards() & cards::set_of(turns.card[turn])
                         ? BucketSequences::no_sequence
                         : static_cast<std::uint16_t>(before[c] * buckets +
                                                      bucket(before[c], row.start + row.columns[c]));
  });
  return result;
}

}  // namespace pokerdata::abstraction
