#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bind_spots.hpp"
#include "bindings.hpp"
#include "pokerdata/spots/bucketed_solver.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

using Buckets = py::array_t<std::uint16_t, py::array::c_style>;
using Pairs = std::vector<std::pair<Buckets, Buckets>>;
using Doubles = py::array_t<double, py::array::c_style>;

spots::SpotBuckets buckets_of(const spots::SpotGame& game, const Pairs& given) {
  const auto span_of = [](const Buckets& b) {
    return std::span<const std::uint16_t>(b.data(), static_cast<std::size_t>(b.size()));
  };
  std::vector<std::array<std::span<const std::uint16_t>, 2>> streets;
  for (const auto& [oop, ip] : given) streets.push_back({span_of(oop), span_of(ip)});
  return spots::make_spot_buckets(game, streets);
}

template <class T>
struct BoundBucketed {
  std::shared_ptr<spots::SpotGame> game;
  spots::BucketedSpotSolver<T> solver;
};

py::array_t<double> array_of(std::vector<double> values) {
  const auto count = static_cast<py::ssize_t>(values.size());
  return to_array(std::move(values), {count});
}

template <class T>
void bind_bucketed(py::module_& m, const char* name) {
  using Bound = BoundBucketed<T>;
  py::class_<Bound>(m, name)
      .def(py::init([](std::shared_ptr<spots::SpotGame> game, const Pairs& buckets, int responder,
                       const std::string& algorithm, double alpha, double beta, double gamma,
                       std::int64_t delay, Threads threads) {
             spots::BucketedSpotSolver<T> solver(
                 *game, solvers::make_update_policy(algorithm, alpha, beta, gamma, delay, false, false),
                 buckets_of(*game, buckets), responder, threads);
             return std::make_unique<Bound>(Bound{std::move(game), std::move(solver)});
           }),
           py::arg("game"), py::arg("buckets"), py::kw_only(), py::arg("responder"), py::arg("algorithm"),
           py::arg("alpha"), py::arg("beta"), py::arg("gamma"), py::arg("delay"), py::arg("threads"))
      .def_static(
          "memory",
          [](const spots::SpotGame& game, const Pairs& buckets, int responder, Threads threads) {
            return spots::BucketedSpotSolver<T>::memory(game, buckets_of(game, buckets), responder, threads);
          },
          py::arg("game"), py::arg("buckets"), py::kw_only(), py::arg("responder"), py::arg("threads"),
          "Bytes a solver and its evaluation need, besides the game.")
      .def_property_readonly("usable", [](const Bound& b) { return b.solver.usable(); })
      .def_property_readonly("iteration", [](const Bound& b) { return b.solver.iteration(); })
      .def(
          "iterate",
          [](Bound& b, std::int64_t count, const py::object& on_progress) {
            run_kernel(on_progress, [&](support::Progress& progress) { b.solver.iterate(count, progress); });
          },
          py::arg("count"), py::arg("progress") = py::none())
      .def(
          "best_responses",
          [](Bound& b, bool current) {
            std::array<double, 2> found{};
            run_kernel(py::none(), [&](support::Progress& progress) {
              found = b.solver.best_responses(current, progress);
            });
            return found;
          },
          py::arg("current"),
          "Of both players on real cards, in chips a deal, centred; 0 against a responder.")
      .def(
          "strategy",
          [](const Bound& b, int street, int player, bool current) {
            return array_of(b.solver.strategy(street, player, current));
          },
          py::arg("street"), py::arg("player"), py::arg("current"), "float64 [strategy rows * buckets].")
      .def("regrets", [](const Bound& b) { return array_of(b.solver.regrets()); })
      .def("average", [](const Bound& b) { return array_of(b.solver.average()); })
      .def(
          "restore",
          [](Bound& b, std::int64_t iteration, const Doubles& regrets, const Doubles& average) {
            b.solver.restore(iteration, {regrets.data(), static_cast<std::size_t>(regrets.size())},
                             {average.data(), static_cast<std::size_t>(average.size())});
          },
          py::arg("iteration"), py::arg("regrets"), py::arg("average"));
}

}  // namespace

void bind_bucketed_spots(py::module_& m) {
  bind_bucketed<float>(m, "BucketedSolverFloat32");
  bind_bucketed<double>(m, "BucketedSolverFloat64");
}

}  // namespace pokerdata::bindings
