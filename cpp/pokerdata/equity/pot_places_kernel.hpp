#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::equity {

// Deals that are shown down at once; what follows has a column of so many for each player, one behind the
// other.
inline constexpr int showdown_deals = 512;

// find_places: for each player and deal, 0 where he loses, n where he is one of n players who win.
// count_place: how often a place comes in a column.
POKERDATA_KERNELS(void find_places(const std::uint16_t* codes, int players, std::uint16_t* places);
                  int count_place(const std::uint16_t* column, int place);)

}  // namespace pokerdata::equity
