#pragma once
#include <cstdint>

#include "bindings.hpp"

namespace pokerdata::bindings {

// What all solvers have in Python. A Bound has a member `solver` and what that refers to.
template <class Bound>
py::class_<Bound> bind_iterated(py::module_& m, const char* name) {
  py::class_<Bound> bound(m, name);
  bound
      .def(
          "iterate",
          [](Bound& b, std::int64_t count, const py::object& on_progress) {
            run_kernel(on_progress, [&](support::Progress& progress) { b.solver.iterate(count, progress); });
          },
          py::arg("count"), py::arg("progress") = py::none())
      .def_property_readonly("iteration", [](const Bound& b) { return b.solver.iteration(); });
  if constexpr (requires(const Bound& b) { b.solver.usable(); })
    bound.def_property_readonly("usable", [](const Bound& b) { return b.solver.usable(); });
  return bound;
}

// The state of a solver that is saved and restored as numbers of T.
template <class T, class Bound>
void bind_numbers(py::class_<Bound>& bound, const char* order) {
  bound.def(
           "regrets", [](const Bound& b) { return array_of(b.solver.regrets()); }, order)
      .def(
          "average", [](const Bound& b) { return array_of(b.solver.average()); }, order)
      .def(
          "restore",
          [](Bound& b, std::int64_t iteration, const Array<T>& regrets, const Array<T>& average) {
            b.solver.restore(iteration, span_of(regrets), span_of(average));
          },
          py::arg("iteration"), py::arg("regrets"), py::arg("average"));
}

}  // namespace pokerdata::bindings
