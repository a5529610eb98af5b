#pragma once
#include <cstddef>
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::luck {

POKERDATA_KERNELS(
    // The least and the largest state of each hand after several cards, whose rows[card] hold one a hand, -1
    // for those that have the card; unchanged where none is less or more.
    void find_range(const std::int32_t* const* rows, int cards, std::size_t hands, std::int32_t* least,
                    std::int32_t* largest);
    // Sets counts[k * hands + h], or adds to it, to how many of several cards lead hand h to state first[h] +
    // k.
    void count_cards(const std::int32_t* const* rows, int cards, const std::int32_t* first, std::size_t hands,
                     int following, bool adds, std::int32_t* counts);)

}  // namespace pokerdata::luck
