#pragma once
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <functional>
#include <string>
#include <vector>

#include "pokerdata/support/progress.hpp"

namespace pokerdata::bindings {

namespace py = pybind11;

// Runs a kernel on another thread without the GIL while this one, ten times a second, lets Python see
// signals (Ctrl-C) and calls on_progress(done, total). on_progress may be None. An exception there or
// a signal cancels the kernel and is raised here.
void run_kernel(const py::object& on_progress, const std::function<void(support::Progress&)>& kernel);

// A new C-contiguous array that takes over the vector's memory.
template <class T>
py::array_t<T> to_array(std::vector<T>&& values, const std::vector<py::ssize_t>& shape) {
  auto* owner = new std::vector<T>(std::move(values));
  const py::capsule guard(owner, [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return py::array_t<T>(shape, owner->data(), guard);
}

// One function a folder of cpp/pokerdata.
void bind_support(py::module_& core);
void bind_cards(py::module_& core);
void bind_evaluator(py::module_& core);
void bind_isomorphism(py::module_& core);
void bind_strength(py::module_& core);
void bind_equity(py::module_& core);
void bind_preflop(py::module_& core);
void bind_abstraction(py::module_& core);
void bind_clustering(py::module_& core);
void bind_games(py::module_& core);
void bind_solvers(py::module_& core);
void bind_trees(py::module_& core);
void bind_chance_sampling(py::module_& core);
void bind_real_cards(py::module_& core);
void bind_spots(py::module_& core);
void bind_agents(py::module_& core);
void bind_matches(py::module_& core);
void bind_luck(py::module_& core);
void bind_play(py::module_& core);
void bind_search(py::module_& core);
void bind_dealing(py::module_& core);
void bind_statistics(py::module_& core);

}  // namespace pokerdata::bindings
