#include "bind_solver.hpp"
#include "bind_states.hpp"
#include "bindings.hpp"
#include "pokerdata/chance_sampling/response_solver.hpp"
#include "pokerdata/chance_sampling/solver.hpp"

namespace pokerdata::bindings {
namespace {

using games::BettingTree;

// A solver that keeps its states alive. Deck: what it takes besides.
template <class Solver, class... Deck>
struct BoundSampling {
  py::object states;
  Solver solver;

  BoundSampling(const BettingTree& tree, Deck... deck, py::object given, double alpha, double gamma,
                std::uint64_t seed, Threads threads)
      : states(std::move(given)),
        solver(tree, deck..., numbers_of_states(states, tree.streets()), look_up(states), {alpha, gamma},
               seed, threads) {}
};

template <class Bound>
py::class_<Bound> bind_sampling(py::module_& m, const char* name) {
  return bind_iterated<Bound>(m, name)
      .def_property_readonly("unreached_sets", [](const Bound& b) { return b.solver.unreached_sets(); })
      .def(
          "average_strategy",
          [](const Bound& b, int street) {
            return matrix_of(b.solver.average_strategy(street), b.solver.states(street));
          },
          py::arg("street"), "float32 [edges of the street, states].")
      .def(
          "street_regrets",
          [](const Bound& b, int street) {
            return matrix_of(b.solver.regrets(street), b.solver.states(street));
          },
          py::arg("street"), "float32 [edges of the street, states].");
}

}  // namespace

void bind_chance_sampling(py::module_& core) {
  auto m = core.def_submodule("chance_sampling", "Public chance sampling on real boards.");
  using Sampling = BoundSampling<chance_sampling::PublicChanceSolver>;
  auto solver = bind_sampling<Sampling>(m, "Solver");
  bind_numbers<float>(solver, "A copy, in the order of the solver's batches.");
  solver
      .def(py::init<const BettingTree&, py::object, double, double, std::uint64_t, Threads>(),
           py::arg("tree"), py::arg("states"), py::kw_only(), py::arg("alpha"), py::arg("gamma"),
           py::arg("seed"), py::arg("threads"))
      .def_static(
          "memory",
          [](const BettingTree& tree, const std::vector<int>& states, Threads threads) {
            return chance_sampling::PublicChanceSolver::memory(tree, states, threads);
          },
          py::arg("tree"), py::arg("states"), py::arg("threads"), "Bytes a solver needs.")
      .def_static("leaf_visits", &chance_sampling::PublicChanceSolver::leaf_visits, py::arg("tree"),
                  "Leaves that a walk takes, each for 16 histories.");
  using Responses = BoundSampling<chance_sampling::ResponseSolver, cards::CardSet>;
  bind_sampling<Responses>(m, "ResponseSolver")
      .def(py::init<const BettingTree&, cards::CardSet, py::object, double, double, std::uint64_t, Threads>(),
           py::arg("tree"), py::arg("deck"), py::arg("states"), py::kw_only(), py::arg("alpha"),
           py::arg("gamma"), py::arg("seed"), py::arg("threads"))
      .def_static(
          "memory",
          [](const BettingTree& tree, cards::CardSet deck, const std::vector<int>& states, Threads threads) {
            return chance_sampling::ResponseSolver::memory(tree, deck, states, threads);
          },
          py::arg("tree"), py::arg("deck"), py::arg("states"), py::arg("threads"), "Bytes a solver needs.")
      .def(
          "regrets",
          [](const Responses& b) {
            const std::span own = b.solver.regrets(), trunk = b.solver.trunk();
            Array<float> found(static_cast<py::ssize_t>(own.size() + trunk.size()));
            std::ranges::copy(trunk, std::ranges::copy(own, found.mutable_data()).out);
            return found;
          },
          "A copy, in the order of the solver's batches, those of the opponents before the turn behind.")
      .def(
          "average", [](const Responses& b) { return array_of(b.solver.average()); },
          "A copy, in the order of the solver's batches.")
      .def(
          "restore",
          [](Responses& b, std::int64_t iteration, const Array<float>& regrets, const Array<float>& average,
             const Array<float>& trunk) {
            b.solver.restore(iteration, span_of(regrets), span_of(average), span_of(trunk));
          },
          py::arg("iteration"), py::arg("regrets"), py::arg("average"), py::arg("trunk"));
  m.def(
      "turn_of",
      [](cards::CardSet deck, std::uint64_t seed, std::int64_t iteration) {
        const auto board = chance_sampling::turn_of(deck, seed, iteration);
        return array_of(std::span<const cards::Card>(board));
      },
      py::arg("deck"), py::arg("seed"), py::arg("iteration"),
      "The flop and turn that an iteration deals: uint8 [4].");
  m.def(
      "board_of",
      [](std::uint64_t seed, std::int64_t iteration) {
        const auto board = chance_sampling::board_of(seed, iteration);
        return array_of(std::span<const cards::Card>(board));
      },
      py::arg("seed"), py::arg("iteration"), "The board that an iteration deals: uint8 [5], flop first.");
}

}  // namespace pokerdata::bindings
