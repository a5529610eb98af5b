#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bind_solver.hpp"
#include "bind_spots.hpp"
#include "bindings.hpp"
#include "pokerdata/spots/bucketed_solver.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

using Buckets = Array<std::uint16_t>;
using Pairs = std::vector<std::pair<Buckets, Buckets>>;

spots::SpotBuckets buckets_of(const spots::SpotGame& game, const Pairs& given) {
  std::vector<std::array<std::span<const std::uint16_t>, 2>> streets;
  for (const auto& [oop, ip] : given) streets.push_back({span_of(oop), span_of(ip)});
  return spots::make_spot_buckets(game, streets);
}

template <class T>
struct BoundBucketed {
  std::shared_ptr<spots::SpotGame> game;
  spots::BucketedSpotSolver<T> solver;
};

template <class T>
void bind_bucketed(py::module_& m, const char* name) {
  using Bound = BoundBucketed<T>;
  auto bound = bind_iterated<Bound>(m, name);
  bind_numbers<double>(bound, "A copy.");
  bound
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
          py::arg("street"), py::arg("player"), py::arg("current"), "float64 [strategy rows * buckets].");
}

}  // namespace

void bind_bucketed_spots(py::module_& m) {
  bind_bucketed<float>(m, "BucketedSolverFloat32");
  bind_bucketed<double>(m, "BucketedSolverFloat64");
}

}  // namespace pokerdata::bindings
