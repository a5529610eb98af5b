#include "pokerdata/clustering/histograms.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::clustering {
namespace {

constexpr std::uint16_t absent = 0xFFFF;
using Bins = std::array<std::uint8_t, evaluator::river_denominator + 1>;

// The histograms of all hands on one board, [1,326 * bins], from the river boards that it may become.
class Histograms {
 public:
  Histograms(const std::uint16_t* river, const Bins& bin_of, int bins)
      : river_(river), bin_of_(bin_of), bins_(bins), counts_(std::size_t(cards::combinations) * bins, 0) {}

  // Counts a river board. permutation: from the suits of the board to those of the river board.
  void add(std::int64_t river_board, int permutation) {
    const std::uint16_t* row = river_ + river_board * cards::combinations;
    const auto& map = isomorphism::combination_maps()[permutation];
    for (int c = 0; c < cards::combinations; ++c)
      if (const std::uint16_t n = row[map[c]]; n != absent) {
        if (n > evaluator::river_denominator)
          throw support::expected("n on the river", {"0 to ", evaluator::river_denominator},
                                  {n, "; build river_strength again"});
        ++counts_[c * bins_ + bin_of_[n]];
      }
  }

  // [1,326 * (bins - 1)]
  void cumulate(std::int32_t* cumulative) const {
    for (int c = 0; c < cards::combinations; ++c) {
      std::int32_t sum = 0;
      for (int b = 0; b < bins_ - 1; ++b) *cumulative++ = sum += counts_[c * bins_ + b];
    }
  }

 private:
  const std::uint16_t* river_;
  const Bins& bin_of_;
  int bins_;
  std::vector<std::uint16_t> counts_;
};

void count_turn(std::int64_t turn, Histograms& histograms) {
  const isomorphism::Boards& turns = isomorphism::Boards::get(4);
  for (int card = 0; card < cards::deck_size; ++card) {
    const std::int64_t at = turn * cards::deck_size + card;
    if (turns.next[at] != isomorphism::no_board) histograms.add(turns.next[at], turns.next_permutation[at]);
  }
}

void count_flop(std::int64_t flop, Histograms& histograms) {
  const isomorphism::Boards &flops = isomorphism::Boards::get(3), &turns = isomorphism::Boards::get(4);
  for (int low = 0; low < cards::deck_size; ++low) {
    const std::int64_t at = flop * cards::deck_size + low;
    if (flops.next[at] == isomorphism::no_board) continue;
    const int to_turn = flops.next_permutation[at];
    for (int high = low + 1; high < cards::deck_size; ++high) {
      if (flops.set(flop) & cards::set_of(static_cast<cards::Card>(high))) continue;
      const std::int64_t then =
          std::int64_t{flops.next[at]} * cards::deck_size + isomorphism::permuted(to_turn, high);
      histograms.add(turns.next[then], isomorphism::composed[to_turn][turns.next_permutation[then]]);
    }
  }
}

}  // namespace

void cumulative_histograms(const std::uint16_t* river, int size, int bins, std::int64_t first,
                           std::int64_t last, std::int32_t* cumulative, int threads,
                           support::Progress& progress) {
  if (size != 3 && size != 4)
    throw support::expected("board size", "3 or 4 cards", {size, "; e.g. 3 for a flop"});
  if (bins < 2 || bins > 200) throw support::expected("bins", "2 to 200", {bins, "; e.g. 50"});
  if (first < 0 || last < first || last > isomorphism::Boards::get(size).count())
    throw support::expected("boards", {"0 <= first <= last <= ", isomorphism::Boards::get(size).count()},
                            {first, " to ", last});
  Bins bin_of;
  for (int n = 0; n <= evaluator::river_denominator; ++n)
    bin_of[n] = static_cast<std::uint8_t>(std::min(bins - 1, bins * n / evaluator::river_denominator));
  threads = support::checked_threads(threads);
  progress.start(last - first);
  support::for_each_chunk(first, last, 1, 1, threads, progress, [&](std::int64_t board, std::int64_t, int) {
    Histograms histograms(river, bin_of, bins);
    (size == 3 ? count_flop : count_turn)(board, histograms);
    histograms.cumulate(cumulative + (board - first) * cards::combinations * (bins - 1));
  });
}

}  // namespace pokerdata::clustering
