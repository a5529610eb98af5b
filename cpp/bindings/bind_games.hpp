#pragma once
#include <pybind11/numpy.h>

#include <cstdint>
#include <vector>

#include "pokerdata/games/game.hpp"

namespace pokerdata::bindings {

namespace py = pybind11;

using CountArray = py::array_t<std::uint64_t, py::array::c_style>;
using StateArray = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;

// A game and the arrays that its spans view.
struct BoundGame {
  games::Game game;
  std::vector<CountArray> arrays;
};

}  // namespace pokerdata::bindings
