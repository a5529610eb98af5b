#include "bindings.hpp"
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/preflop/matchups.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {

void bind_preflop(py::module_& core) {
  auto m = core.def_submodule("preflop", "Match-ups before the flop.");
  m.def(
      "matchups",
      [](int threads, const py::object& progress) {
        threads = checked_threads(threads);
        const std::vector<py::ssize_t> shape{combinations, combinations};
        py::array_t<std::uint32_t> wins(shape), ties(shape);
        auto *w = wins.mutable_data(), *t = ties.mutable_data();
        run_kernel(progress, [&](Progress& p) { preflop_matchups(w, t, threads, p); });
        return py::make_tuple(wins, ties);
      },
      py::arg("threads") = 0, py::arg("progress") = py::none());
}

}  // namespace pokerdata::bindings
