#include "bindings.hpp"
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/strength/strength.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {
namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style>;

template <class T>
Array<T> rows(int size) {
  const auto boards = static_cast<py::ssize_t>(Boards::get(size).count());
  return Array<T>(std::vector<py::ssize_t>{boards, combinations});
}

template <class T>
const T* checked(const Array<T>& array, int size, const char* name) {
  if (array.ndim() != 2 || array.shape(0) != Boards::get(size).count() || array.shape(1) != combinations)
    throw ArgumentError(std::string("bad shape of ") + name + ": want (" +
                        std::to_string(Boards::get(size).count()) + ", 1326)");
  return array.data();
}

}  // namespace

void bind_strength(py::module_& core) {
  auto m = core.def_submodule("strength", "Exact hand strength.");
  m.def(
      "river",
      [](int threads, const py::object& progress) {
        threads = checked_threads(threads);
        auto n = rows<std::uint16_t>(5);
        auto* out = n.mutable_data();
        run_kernel(progress, [&](Progress& p) { river_strength(out, threads, p); });
        return n;
      },
      py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "present",
      [](int size, int threads, const py::object& progress) {
        threads = checked_threads(threads);
        auto ahead = rows<std::uint16_t>(size), tied = rows<std::uint16_t>(size);
        auto *a = ahead.mutable_data(), *t = tied.mutable_data();
        run_kernel(progress, [&](Progress& p) { present_strength(size, a, t, threads, p); });
        return py::make_tuple(ahead, tied);
      },
      py::arg("size"), py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "turn",
      [](const Array<std::uint16_t>& river, int threads, const py::object& progress) {
        threads = checked_threads(threads);
        const auto* in = checked(river, 5, "river");
        auto ehs = rows<std::uint32_t>(4), ehs2 = rows<std::uint32_t>(4);
        auto *e = ehs.mutable_data(), *e2 = ehs2.mutable_data();
        run_kernel(progress, [&](Progress& p) { turn_strength(in, e, e2, threads, p); });
        return py::make_tuple(ehs, ehs2);
      },
      py::arg("river").noconvert(), py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "flop",
      [](const Array<std::uint32_t>& turn_ehs, const Array<std::uint32_t>& turn_ehs2, int threads,
         const py::object& progress) {
        threads = checked_threads(threads);
        const auto *in = checked(turn_ehs, 4, "turn_ehs"), *in2 = checked(turn_ehs2, 4, "turn_ehs2_river");
        auto ehs = rows<std::uint32_t>(3), ehs2 = rows<std::uint32_t>(3);
        auto next = rows<std::uint64_t>(3);
        auto *e = ehs.mutable_data(), *e2 = ehs2.mutable_data();
        auto* x = next.mutable_data();
        run_kernel(progress, [&](Progress& p) { flop_strength(in, in2, e, e2, x, threads, p); });
        return py::make_tuple(ehs, ehs2, next);
      },
      py::arg("turn_ehs").noconvert(), py::arg("turn_ehs2_river").noconvert(), py::arg("threads") = 0,
      py::arg("progress") = py::none());
  m.def(
      "preflop",
      [](const Array<std::uint32_t>& flop_ehs, const Array<std::uint32_t>& flop_ehs2) {
        const auto *in = checked(flop_ehs, 3, "flop_ehs"), *in2 = checked(flop_ehs2, 3, "flop_ehs2_river");
        Array<std::uint64_t> ehs(combinations), ehs2(combinations), next(combinations);
        preflop_strength(in, in2, ehs.mutable_data(), ehs2.mutable_data(), next.mutable_data());
        return py::make_tuple(ehs, ehs2, next);
      },
      py::arg("flop_ehs").noconvert(), py::arg("flop_ehs2_river").noconvert());
}

}  // namespace pokerdata::bindings
