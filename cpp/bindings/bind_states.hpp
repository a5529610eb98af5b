#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pokerdata/cards/cards.hpp"

namespace pokerdata::bindings {

// Look-ups by an object with CardStates' states(street) and of_board(board), which must outlive them;
// CardStates itself without Python in between.
std::function<void(int, std::span<const cards::Card>, std::uint16_t*)> look_up(
    const pybind11::object& states);
std::vector<int> numbers_of_states(const pybind11::object& states, int streets);

}  // namespace pokerdata::bindings
