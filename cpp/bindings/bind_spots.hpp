#pragma once
#include <pybind11/pybind11.h>

namespace pokerdata::bindings {

// The part of the module that solves.
void bind_spot_solver(pybind11::module_& spots);
// The part whose players see buckets.
void bind_bucketed_spots(pybind11::module_& spots);

}  // namespace pokerdata::bindings
