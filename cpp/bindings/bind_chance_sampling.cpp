#include "bind_states.hpp"
#include "bindings.hpp"
#include "pokerdata/chance_sampling/response_solver.hpp"
#include "pokerdata/chance_sampling/solver.hpp"

namespace pokerdata::bindings {
namespace {

using Values = py::array_t<float, py::array::c_style>;

struct Bound {
  py::object states;
  chance_sampling::PublicChanceSolver solver;

  Bound(const games::BettingTree& tree, py::object given, double alpha, double gamma, std::uint64_t seed,
        Threads threads)
      : states(std::move(given)),
        solver(tree, numbers_of_states(states, tree.streets()), look_up(states), {alpha, gamma}, seed,
               threads) {}
};

struct BoundResponses {
  py::object states;
  chance_sampling::ResponseSolver solver;

  BoundResponses(const games::BettingTree& tree, cards::CardSet deck, py::object given, double alpha,
                 double gamma, std::uint64_t seed, Threads threads)
      : states(std::move(given)),
        solver(tree, deck, numbers_of_states(states, tree.streets()), look_up(states), {alpha, gamma}, seed,
               threads) {}
};

std::span<const float> seen(const Values& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

py::array_t<float> rows(std::vector<float>&& values, int states) {
  const auto edges = static_cast<py::ssize_t>(values.size()) / states;
  return to_array(std::move(values), {edges, states});
}

}  // namespace

void bind_chance_sampling(py::module_& core) {
  auto m = core.def_submodule("chance_sampling", "Public chance sampling on real boards.");
  py::class_<Bound>(m, "Solver")
      .def(py::init<const games::BettingTree&, py::object, double, double, std::uint64_t, Threads>(),
           py::arg("tree"), py::arg("states"), py::kw_only(), py::arg("alpha"), py::arg("gamma"),
           py::arg("seed"), py::arg("threads"))
      .def_static(
          "memory",
          [](const games::BettingTree& tree, const std::vector<int>& states, Threads threads) {
            return chance_sampling::PublicChanceSolver::memory(tree, states, threads);
          },
          py::arg("tree"), py::arg("states"), py::arg("threads"), "Bytes a solver needs.")
      .def_static("leaf_visits", &chance_sampling::PublicChanceSolver::leaf_visits, py::arg("tree"),
                  "Leaves that a walk takes, each for 16 histories.")
      .def_property_readonly("usable", [](const Bound& b) { return b.solver.usable(); })
      .def_property_readonly("iteration", [](const Bound& b) { return b.solver.iteration(); })
      .def(
          "iterate",
          [](Bound& b, std::int64_t count, const py::object& on_progress) {
            run_kernel(on_progress, [&](support::Progress& progress) { b.solver.iterate(count, progress); });
          },
          py::arg("count"), py::arg("progress") = py::none())
      .def_property_readonly("unreached_sets", [](const Bound& b) { return b.solver.unreached_sets(); })
      .def(
          "regrets", [](const Bound& b) { return copied(std::span(b.solver.regrets())); },
          "A copy, in the order of the solver's batches.")
      .def(
          "average", [](const Bound& b) { return copied(std::span(b.solver.average())); },
          "A copy, in the order of the solver's batches.")
      .def(
          "restore",
          [](Bound& b, std::int64_t iteration, const Values& regrets, const Values& average) {
            b.solver.restore(iteration, {regrets.data(), static_cast<std::size_t>(regrets.size())},
                             {average.data(), static_cast<std::size_t>(average.size())});
          },
          py::arg("iteration"), py::arg("regrets"), py::arg("average"))
      .def(
          "average_strategy",
          [](const Bound& b, int street) {
            return rows(b.solver.average_strategy(street), b.solver.states(street));
          },
          py::arg("street"), "float32 [edges of the street, states].")
      .def(
          "street_regrets",
          [](const Bound& b, int street) { return rows(b.solver.regrets(street), b.solver.states(street)); },
          py::arg("street"), "float32 [edges of the street, states].");
  py::class_<BoundResponses>(m, "ResponseSolver")
      .def(py::init<const games::BettingTree&, cards::CardSet, py::object, double, double, std::uint64_t,
                    Threads>(),
           py::arg("tree"), py::arg("deck"), py::arg("states"), py::kw_only(), py::arg("alpha"),
           py::arg("gamma"), py::arg("seed"), py::arg("threads"))
      .def_static(
          "memory",
          [](const games::BettingTree& tree, cards::CardSet deck, const std::vector<int>& states,
             Threads threads) {
            return chance_sampling::ResponseSolver::memory(tree, deck, states, threads);
          },
          py::arg("tree"), py::arg("deck"), py::arg("states"), py::arg("threads"), "Bytes a solver needs.")
      .def_property_readonly("usable", [](const BoundResponses& b) { return b.solver.usable(); })
      .def_property_readonly("iteration", [](const BoundResponses& b) { return b.solver.iteration(); })
      .def(
          "iterate",
          [](BoundResponses& b, std::int64_t count, const py::object& on_progress) {
            run_kernel(on_progress, [&](support::Progress& progress) { b.solver.iterate(count, progress); });
          },
          py::arg("count"), py::arg("progress") = py::none())
      .def_property_readonly("unreached_sets",
                             [](const BoundResponses& b) { return b.solver.unreached_sets(); })
      .def(
          "regrets",
          [](const BoundResponses& b) {
            const std::span own = b.solver.regrets(), trunk = b.solver.trunk();
            Values found(static_cast<py::ssize_t>(own.size() + trunk.size()));
            std::ranges::copy(trunk, std::ranges::copy(own, found.mutable_data()).out);
            return found;
          },
          "A copy, in the order of the solver's batches, those of the opponents before the turn behind.")
      .def(
          "average", [](const BoundResponses& b) { return copied(b.solver.average()); },
          "A copy, in the order of the solver's batches.")
      .def(
          "restore",
          [](BoundResponses& b, std::int64_t iteration, const Values& regrets, const Values& average,
             const Values& trunk) { b.solver.restore(iteration, seen(regrets), seen(average), seen(trunk)); },
          py::arg("iteration"), py::arg("regrets"), py::arg("average"), py::arg("trunk"))
      .def(
          "average_strategy",
          [](const BoundResponses& b, int street) {
            return rows(b.solver.average_strategy(street), b.solver.states(street));
          },
          py::arg("street"), "float32 [edges of the street, states].")
      .def(
          "street_regrets",
          [](const BoundResponses& b, int street) {
            return rows(b.solver.regrets(street), b.solver.states(street));
          },
          py::arg("street"), "float32 [edges of the street, states].");
  m.def(
      "turn_of",
      [](cards::CardSet deck, std::uint64_t seed, std::int64_t iteration) {
        const auto board = chance_sampling::turn_of(deck, seed, iteration);
        return copied(std::span<const cards::Card>(board));
      },
      py::arg("deck"), py::arg("seed"), py::arg("iteration"),
      "The flop and turn that an iteration deals: uint8 [4].");
  m.def(
      "board_of",
      [](std::uint64_t seed, std::int64_t iteration) {
        const auto board = chance_sampling::board_of(seed, iteration);
        return copied(std::span<const cards::Card>(board));
      },
      py::arg("seed"), py::arg("iteration"), "The board that an iteration deals: uint8 [5], flop first.");
}

}  // namespace pokerdata::bindings
