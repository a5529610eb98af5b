#pragma once
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/progress.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {

namespace py = pybind11;

// A number of threads, as support::checked_threads takes it. Whatever else Python gives for one is an
// ArgumentError that says so, also where it is no int of C++.
struct Threads {
  int value = 0;
  Threads() = default;
  Threads(int number) : value(number) {}  // NOLINT(google-explicit-constructor)
  operator int() const { return value; }  // NOLINT(google-explicit-constructor)
};

// Runs a kernel on another thread without the GIL while this one, ten times a second, lets Python see
// signals (Ctrl-C) and calls on_progress(done, total). on_progress may be None. An exception there or
// a signal cancels the kernel and is raised here.
void run_kernel(const py::object& on_progress, const std::function<void(support::Progress&)>& kernel);

// Arrays of Python in C order: of the type, or whatever NumPy casts to it.
template <class T>
using Array = py::array_t<T, py::array::c_style>;
template <class T>
using CastArray = py::array_t<T, py::array::c_style | py::array::forcecast>;

template <class T, int flags>
std::span<const T> span_of(const py::array_t<T, flags>& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

// A new C-contiguous array that takes over the vector's memory.
template <class T>
py::array_t<T> to_array(std::vector<T>&& values, const std::vector<py::ssize_t>& shape) {
  auto* owner = new std::vector<T>(std::move(values));
  const py::capsule guard(owner, [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return py::array_t<T>(shape, owner->data(), guard);
}

template <class T>
py::array_t<T> array_of(std::vector<T> values) {
  const auto count = static_cast<py::ssize_t>(values.size());
  return to_array(std::move(values), {count});
}

template <class T>
py::array_t<T> matrix_of(std::vector<T> values, py::ssize_t columns) {
  const auto rows = static_cast<py::ssize_t>(values.size()) / columns;
  return to_array(std::move(values), {rows, columns});
}

// A copy. Not by the constructor of py::array_t that copies: where memory ends, it gives an array that is
// none.
template <class T>
py::array_t<std::remove_const_t<T>> array_of(std::span<T> values) {
  return array_of(std::vector<std::remove_const_t<T>>(values.begin(), values.end()));
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

namespace pybind11::detail {

template <>
struct type_caster<pokerdata::bindings::Threads> {
  PYBIND11_TYPE_CASTER(pokerdata::bindings::Threads, const_name("int"));

  bool load(handle source, bool) {
    int overflow = 0;
    const object whole = reinterpret_steal<object>(PyNumber_Index(source.ptr()));
    const long long number = whole ? PyLong_AsLongLongAndOverflow(whole.ptr(), &overflow) : -1;
    PyErr_Clear();
    const bool is_bool = PyBool_Check(source.ptr());
    if (!whole || is_bool || overflow != 0 || number < 0 || number > pokerdata::support::most_threads) {
      // Python writes no number of thousands of digits.
      const std::string got =
          overflow != 0 ? "a number beyond 64 bits" : static_cast<std::string>(repr(source)).substr(0, 40);
      throw pokerdata::support::expected(
          "threads", {"1 to ", pokerdata::support::most_threads, ", or 0 for all processors"},
          {got, "; e.g. 2"});
    }
    value = static_cast<int>(number);
    return true;
  }
};

}  // namespace pybind11::detail
