#pragma once
#include <cstdint>

#include "pokerdata/support/progress.hpp"

namespace pokerdata::clustering {

// Cumulative histograms of the strength on the river, n = 2 * wins + ties of 1,980: how many completions of
// the board put a hand into the bins 0 .. b, for b = 0 .. bins - 2 (all completions are in bins 0 .. bins -
// 1). The bin of n is min(bins - 1, floor(bins * n / 1980)). size: 3 (1,081 completions) or 4 (46). river: n
// of the river strength table, [134,459 * 1,326]. cumulative: for the canonical boards [first, last), [(last
// - first) * 1,326 * (bins - 1)]; 0 where a combination shares a card with the board. Throws ArgumentError
// for another size, bins outside 2 .. 200, or boards that do not exist.
void cumulative_histograms(const std::uint16_t* river, int size, int bins, std::int64_t first,
                           std::int64_t last, std::int32_t* cumulative, int threads,
                           support::Progress& progress);

}  // namespace pokerdata::clustering
