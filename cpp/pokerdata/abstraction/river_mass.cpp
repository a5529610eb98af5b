#include "pokerdata/abstraction/river_mass.hpp"

#include <utility>

#include "pokerdata/abstraction/sequence_building.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::abstraction {
namespace {

// The bucket of each n; the number of buckets for all that is no hand.
std::vector<std::uint16_t> river_buckets(const Thresholds& river) {
  for (std::size_t i = 0; i + river.buckets - 1 < river.values.size(); ++i)
    if (river.values[i] != river.values[i + river.buckets - 1])
      throw support::ArgumentError(
          "buckets: expected river thresholds that are the same for all sequences, e.g. of "
          "BucketSequences::by_buckets");
  std::vector<std::uint16_t> found(0x10000, static_cast<std::uint16_t>(river.buckets));
  for (int n = 0; n < river_value_count; ++n) found[n] = static_cast<std::uint16_t>(river.bucket(0, n));
  return found;
}

}  // namespace

// A hand on a board of four cards has as many rivers of each bucket whichever of the four is the turn: they
// are counted once, and added to the sequences of the four.
std::vector<std::uint64_t> river_mass(const BucketSequences& sequences, const std::uint16_t* river_n,
                                      int threads, support::Progress& progress) {
  threads = support::checked_threads(threads);
  const auto bucket_of = river_buckets(sequences.river);
  const int count = sequences.buckets[3];
  const isomorphism::Boards& boards = isomorphism::Boards::get(4);
  std::vector<std::vector<std::uint64_t>> mass(threads,
                                               std::vector<std::uint64_t>(sequences.sequences(3), 0));
  progress.start(boards.count());
  in_chunks(boards.count(), 1, threads, progress, [&](std::int64_t board, int thread) {
    const cards::CardSet cards = boards.set(board);
    const std::uint64_t orbit = boards.orbit[board];
    // [combination][bucket], and a last column for no hand; at most 48 rivers.
    const int columns = count + 1;
    std::vector<std::uint8_t> rivers(std::size_t(cards::combinations) * columns, 0);
    for (int card = 0; card < cards::deck_size; ++card) {
      if (cards >> card & 1) continue;
      const std::int64_t next = board * cards::deck_size + card;
      const std::uint16_t* n = river_n + std::int64_t{boards.next[next]} * cards::combinations;
      const auto& map = isomorphism::combination_maps()[boards.next_permutation[next]];
      for (int c = 0; c < cards::combinations; ++c) ++rivers[c * columns + bucket_of[n[map[c]]]];
    }
    for (int i = 0; i < 4; ++i) {
      const cards::Card turn = boards.cards[board][i];
      const auto [dealt_turn, permutation] = isomorphism::place_turn(cards ^ cards::set_of(turn), turn);
      const std::uint16_t* sequence = sequences.turn.data() + std::int64_t{dealt_turn} * cards::combinations;
      const auto& map = isomorphism::combination_maps()[permutation];
      for (int c = 0; c < cards::combinations; ++c) {
        if (cards::all_combinations[c].cards() & cards) continue;
        std::uint64_t* of_sequence = mass[thread].data() + std::int64_t{sequence[map[c]]} * count;
        for (int b = 0; b < count; ++b) of_sequence[b] += orbit * rivers[c * columns + b];
      }
    }
  });
  for (int t = 1; t < threads; ++t)
    for (std::size_t s = 0; s < mass[0].size(); ++s) mass[0][s] += mass[t][s];
  return std::move(mass[0]);
}

}  // namespace pokerdata::abstraction
