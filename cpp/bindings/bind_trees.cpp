#include "bind_solver.hpp"
#include "bindings.hpp"
#include "pokerdata/trees/evaluation.hpp"
#include "pokerdata/trees/fictitious_play.hpp"
#include "pokerdata/trees/game_tree.hpp"
#include "pokerdata/trees/sampling.hpp"
#include "pokerdata/trees/tree_solver.hpp"
#include "pokerdata/trees/uct.hpp"

namespace pokerdata::bindings {
namespace {

using Doubles = CastArray<double>;
using SharedTree = std::shared_ptr<trees::GameTree>;

template <class T>
std::vector<T> to_vector(const CastArray<T>& array) {
  return {array.data(), array.data() + array.size()};
}

std::vector<double> over_edges(const trees::GameTree& tree, const Doubles& values) {
  if (values.ndim() != 1 || values.size() != tree.edges())
    throw support::expected("strategy", {tree.edges(), " numbers, one for each edge"}, values.size());
  return to_vector(values);
}

trees::Pruning pruning_of(const std::string& name) {
  if (name == "none") return trees::Pruning::none;
  if (name == "partial") return trees::Pruning::partial;
  if (name == "regret") return trees::Pruning::regret;
  throw support::expected("pruning", "none, partial or regret", {"'", name, "'; e.g. 'partial'"});
}

// A search that keeps its tree alive.
struct BoundUct {
  SharedTree tree;
  trees::Uct uct;
};

// Where searches begin, from all their nodes and weights, one search after the other.
std::vector<trees::Uct::Start> starts_of(const trees::GameTree& tree, const CastArray<std::int64_t>& counts,
                                         const CastArray<std::int32_t>& nodes, const Doubles& weights) {
  std::vector<trees::Uct::Start> starts;
  py::ssize_t at = 0;
  for (py::ssize_t search = 0; search < counts.size(); ++search) {
    trees::Uct::Start& start = starts.emplace_back();
    const std::int64_t count = counts.data()[search];
    if (count < 1 || at + count > nodes.size() || nodes.size() != weights.size())
      throw support::ArgumentError("starts: expected a node or more of each search, with a weight each");
    for (const py::ssize_t end = at + count; at < end; ++at) {
      const std::int32_t node = nodes.data()[at];
      if (node < 0 || node >= tree.nodes())
        throw support::expected("starts", {"nodes from 0 to ", tree.nodes() - 1}, node);
      start.nodes.push_back(node);
      start.weights.push_back(weights.data()[at]);
    }
  }
  return starts;
}

void bind_uct(py::module_& m) {
  py::class_<BoundUct>(m, "Uct")
      .def(py::init([](const SharedTree& tree, bool sees_all, double exploration,
                       const CastArray<std::int64_t>& counts, const CastArray<std::int32_t>& nodes,
                       const Doubles& weights, std::uint64_t seed) {
             auto starts = starts_of(*tree, counts, nodes, weights);
             if (starts.empty()) throw support::expected("searches", "one or more", "none");
             return std::make_unique<BoundUct>(
                 BoundUct{tree, trees::Uct(*tree, sees_all, exploration, std::move(starts), seed)});
           }),
           py::arg("tree"), py::kw_only(), py::arg("sees_all"), py::arg("exploration"), py::arg("counts"),
           py::arg("nodes"), py::arg("weights"), py::arg("seed"))
      .def(
          "run",
          [](BoundUct& b, std::int64_t iterations, const py::object& on_progress) {
            run_kernel(on_progress, [&](support::Progress& progress) { b.uct.run(iterations, progress); });
          },
          py::arg("iterations"), py::arg("progress") = py::none())
      .def_property_readonly("iterations", [](const BoundUct& b) { return b.uct.iterations(); })
      .def(
          "passes",
          [](const BoundUct& b) { return to_array(b.uct.passes(), {b.uct.searches(), b.tree->edges()}); },
          "int64 [searches, edges].")
      .def(
          "won",
          [](const BoundUct& b) {
            return to_array(std::vector(b.uct.won()), {b.uct.searches(), b.tree->players});
          },
          "float64 [searches, players]: sums.");
}

// A solver that keeps its tree alive.
template <class Solver>
struct Bound {
  SharedTree tree;
  Solver solver;
  template <class... Arguments>
  explicit Bound(SharedTree t, const Arguments&... arguments)
      : tree(std::move(t)), solver(*tree, arguments...) {}
};

template <class Solver>
py::class_<Bound<Solver>> bind_tree_solver(py::module_& m, const char* name) {
  using B = Bound<Solver>;
  return bind_iterated<B>(m, name)
      .def(
          "strategy", [](const B& b) { return array_of(b.solver.strategy()); }, "A copy, over edges.")
      .def(
          "regrets", [](const B& b) { return array_of(b.solver.state().regrets); }, "A copy, over edges.")
      .def(
          "average", [](const B& b) { return array_of(b.solver.state().average); },
          "A copy: sums over edges.")
      .def(
          "prediction", [](const B& b) { return array_of(b.solver.state().prediction); }, "A copy, or empty.")
      .def(
          "restore",
          [](B& b, std::int64_t iteration, const Doubles& regrets, const Doubles& average,
             const Doubles& prediction) {
            trees::TreeState state;
            state.iteration = iteration;
            state.regrets = to_vector(regrets);
            state.average = to_vector(average);
            state.prediction = to_vector(prediction);
            b.solver.restore(std::move(state));
          },
          py::arg("iteration"), py::arg("regrets"), py::arg("average"), py::arg("prediction"));
}

}  // namespace

void bind_trees(py::module_& core) {
  auto m = core.def_submodule("trees", "Any finite game as an explicit tree.");
  py::class_<trees::GameTree, SharedTree>(m, "GameTree")
      .def(py::init([](int players, const CastArray<std::int8_t>& player,
                       const CastArray<std::int32_t>& first_child, const CastArray<std::int32_t>& set,
                       const Doubles& chance, const Doubles& utilities) {
             return std::make_shared<trees::GameTree>(
                 trees::make_game_tree(players, to_vector(player), to_vector(first_child), to_vector(set),
                                       to_vector(chance), to_vector(utilities)));
           }),
           py::kw_only(), py::arg("players"), py::arg("player"), py::arg("first_child"), py::arg("set"),
           py::arg("chance"), py::arg("utilities"))
      .def_readonly("perfect_recall", &trees::GameTree::perfect_recall)
      .def(
          "recalls",
          [](const trees::GameTree& t, int player) {
            return player >= 0 && player < t.players && t.recalls[player];
          },
          py::arg("player"), "Whether a player never forgets what he did.")
      .def_property_readonly(
          "unlike", [](const trees::GameTree& t) { return py::make_tuple(t.unlike[0], t.unlike[1]); })
      .def(
          "first_edge", [](const trees::GameTree& t) { return array_of(t.first_edge); }, "int32 [sets + 1].")
      .def(
          "edge_before", [](const trees::GameTree& t) { return array_of(t.edge_before); },
          "int32 [sets], or -1.")
      .def(
          "normalised",
          [](const trees::GameTree& t, const Doubles& sums) {
            return array_of(trees::normalised(t, over_edges(t, sums)));
          },
          py::arg("sums"), "float64 [edges].")
      .def(
          "evaluate",
          [](const trees::GameTree& t, const Doubles& strategy) {
            const trees::TreeEvaluation result = trees::evaluate(t, over_edges(t, strategy));
            return py::make_tuple(result.expected_value, result.best_response);
          },
          py::arg("strategy"), "Expected values and best-response values, one for each player.")
      .def(
          "expected_values",
          [](const trees::GameTree& t, const Doubles& strategy) {
            return trees::expected_values(t, over_edges(t, strategy));
          },
          py::arg("strategy"))
      .def(
          "best_response",
          [](const trees::GameTree& t, const Doubles& strategy, int player) {
            if (player < 0 || player >= t.players)
              throw support::expected("player", {"0 to ", t.players - 1}, player);
            std::vector<double> response = over_edges(t, strategy);
            const double value = trees::best_response(t, response, player, response.data());
            return py::make_tuple(value, array_of(response));
          },
          py::arg("strategy"), py::arg("player"), "Its value, and the profile in which the player plays it.")
      .def(
          "unreached",
          [](const trees::GameTree& t, const Doubles& sums) {
            const trees::Unreached result = trees::unreached_sets(t, over_edges(t, sums));
            return py::make_tuple(result.sets, result.probability);
          },
          py::arg("sums"), "Sets without mass, and the probability that the average comes to one.");

  bind_uct(m);
  bind_tree_solver<trees::TreeSolver>(m, "TreeSolver")
      .def(py::init([](const SharedTree& tree, const std::string& algorithm, double alpha, double beta,
                       double gamma, std::int64_t delay, bool optimistic, bool simultaneous,
                       const std::string& pruning, int responder) {
             return std::make_unique<Bound<trees::TreeSolver>>(
                 tree,
                 solvers::make_update_policy(algorithm, alpha, beta, gamma, delay, optimistic, simultaneous),
                 pruning_of(pruning), responder);
           }),
           py::arg("tree"), py::kw_only(), py::arg("algorithm"), py::arg("alpha"), py::arg("beta"),
           py::arg("gamma"), py::arg("delay"), py::arg("optimistic"), py::arg("simultaneous"),
           py::arg("pruning"), py::arg("responder") = -1)
      .def_property_readonly("visited", [](const Bound<trees::TreeSolver>& b) { return b.solver.visited(); });
  bind_tree_solver<trees::FictitiousPlay>(m, "FictitiousPlay")
      .def(py::init<SharedTree, bool>(), py::arg("tree"), py::kw_only(), py::arg("simultaneous"));
  bind_tree_solver<trees::SampledSolver>(m, "SampledSolver")
      .def(py::init([](const SharedTree& tree, const std::string& sampling, double exploration,
                       std::uint64_t seed) {
             return std::make_unique<Bound<trees::SampledSolver>>(tree, trees::sampling_of(sampling),
                                                                  exploration, seed);
           }),
           py::arg("tree"), py::kw_only(), py::arg("sampling"), py::arg("exploration"), py::arg("seed"))
      .def_property_readonly("visited",
                             [](const Bound<trees::SampledSolver>& b) { return b.solver.visited(); });
}

}  // namespace pokerdata::bindings
