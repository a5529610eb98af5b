#include "bind_games.hpp"
#include "bindings.hpp"
#include "pokerdata/solvers/cfr.hpp"
#include "pokerdata/solvers/product.hpp"
#include "pokerdata/solvers/terminals.hpp"
#include "pokerdata/solvers/update_policy.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::bindings {
namespace {

template <class T>
using Values = py::array_t<T, py::array::c_style>;

template <class T>
struct BoundSolver {
  std::shared_ptr<BoundGame> game;
  CfrSolver<T> solver;

  BoundSolver(std::shared_ptr<BoundGame> g, const std::string& algorithm, double alpha, double beta,
              double gamma, std::int64_t delay, int threads)
      : game(std::move(g)),
        solver(game->game, make_update_policy(algorithm, alpha, beta, gamma, delay), threads) {}
};

template <class T>
Values<T> copy_of(std::span<const T> values) {
  return Values<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

template <class T>
void bind_solver(py::module_& m, const char* name) {
  using Bound = BoundSolver<T>;
  py::class_<Bound>(m, name)
      .def(py::init<std::shared_ptr<BoundGame>, const std::string&, double, double, double, std::int64_t,
                    int>(),
           py::arg("game"), py::kw_only(), py::arg("algorithm"), py::arg("alpha"), py::arg("beta"),
           py::arg("gamma"), py::arg("delay"), py::arg("threads"))
      .def_static(
          "memory", [](const BoundGame& g, int threads) { return CfrSolver<T>::memory(g.game, threads); },
          py::arg("game"), py::arg("threads"), "Bytes a solver and its evaluation need.")
      .def_property_readonly("usable", [](const Bound& b) { return b.solver.usable(); })
      .def_property_readonly("iteration", [](const Bound& b) { return b.solver.iteration(); })
      .def(
          "iterate",
          [](Bound& b, std::int64_t count, const py::object& on_progress) {
            run_kernel(on_progress, [&](Progress& progress) { b.solver.iterate(count, progress); });
          },
          py::arg("count"), py::arg("on_progress") = py::none())
      .def(
          "evaluate",
          [](Bound& b) {
            Evaluation result;
            run_kernel(py::none(), [&](Progress& progress) { result = b.solver.evaluate(progress); });
            return py::make_tuple(result.best_response[0], result.best_response[1], result.expected_value);
          },
          "Best-response values of players 1 and 2 and the expected value of player 1, in chips a game.")
      .def(
          "expected_value",
          [](Bound& b, int player) {
            double result = 0;
            run_kernel(py::none(),
                       [&](Progress& progress) { result = b.solver.expected_value(player - 1, progress); });
            return result;
          },
          py::arg("player"), "Chips a game of player 1 or 2 when both play the average strategy.")
      .def_property_readonly("unreached_sets", [](const Bound& b) { return b.solver.unreached_sets(); })
      .def(
          "regrets", [](const Bound& b) { return copy_of(b.solver.regrets()); },
          "A copy, padded rows included.")
      .def(
          "average", [](const Bound& b) { return copy_of(b.solver.average()); },
          "A copy, padded rows included.")
      .def(
          "restore",
          [](Bound& b, std::int64_t iteration, const Values<T>& regrets, const Values<T>& average) {
            b.solver.restore(iteration, {regrets.data(), static_cast<std::size_t>(regrets.size())},
                             {average.data(), static_cast<std::size_t>(average.size())});
          },
          py::arg("iteration"), py::arg("regrets"), py::arg("average"))
      .def(
          "average_strategy",
          [](const Bound& b, int street) {
            auto values = b.solver.average_strategy(street);
            const py::ssize_t states = b.game->game.streets[street].states;
            const auto rows = static_cast<py::ssize_t>(values.size()) / states;
            return to_array(std::move(values), {rows, states});
          },
          py::arg("street"), "float32 [edges of the street, states].");
}

// The matrix product behind the terminals, for tests: scales[i] * rows[i] @ matrix.
template <class T>
Values<T> multiply(const Values<T>& rows, const Values<T>& matrix, const Values<T>& scales) {
  if (rows.ndim() != 2 || matrix.ndim() != 2 || rows.shape(1) != matrix.shape(0) ||
      scales.size() != rows.shape(0))
    throw ArgumentError(
        "bad shapes: want rows [m, k], matrix [k, n] and scales [m], e.g. [17, 625], [625, 625], [17]");
  const int count = static_cast<int>(rows.shape(0)), inner = static_cast<int>(rows.shape(1));
  const int n = static_cast<int>(matrix.shape(1)), columns = padded<T>(n);
  RowBlock<T> panels(static_cast<std::size_t>(inner) * columns),
      outs(static_cast<std::size_t>(count) * columns);
  T* out = panels.data();
  for (int first = 0; first < columns; first += panel_columns<T>)
    for (int k = 0; k < inner; ++k)
      for (int s = first; s < std::min(first + panel_columns<T>, columns); ++s)
        *out++ = s < n ? matrix.at(k, s) : T{0};
  std::vector<const T*> from;
  std::vector<T*> to;
  for (int i = 0; i < count; ++i) {
    from.push_back(rows.data(i));
    to.push_back(outs.data() + static_cast<std::size_t>(i) * columns);
  }
  POKERDATA_DISPATCH(multiply_rows<T>)(panels.data(), inner, columns, from.data(), to.data(), scales.data(),
                                       count);
  Values<T> result({count, n});
  for (int i = 0; i < count; ++i) std::copy_n(to[i], n, result.mutable_data(i));
  return result;
}

}  // namespace

void bind_solvers(py::module_& core) {
  auto m = core.def_submodule("solvers", "Counterfactual regret minimisation and best responses.");
  bind_solver<float>(m, "SolverFloat32");
  bind_solver<double>(m, "SolverFloat64");
  m.def("multiply_rows", &multiply<float>, py::arg("rows"), py::arg("matrix"), py::arg("scales"));
  m.def("multiply_rows", &multiply<double>, py::arg("rows"), py::arg("matrix"), py::arg("scales"));
}

}  // namespace pokerdata::bindings
