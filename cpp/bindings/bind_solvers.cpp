#include <algorithm>

#include "bind_games.hpp"
#include "bind_solver.hpp"
#include "bindings.hpp"
#include "pokerdata/solvers/cfr.hpp"
#include "pokerdata/solvers/product.hpp"
#include "pokerdata/solvers/terminals.hpp"
#include "pokerdata/solvers/update_policy.hpp"
#include "pokerdata/support/aligned_array.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {
namespace {

template <class T>
struct BoundSolver {
  std::shared_ptr<BoundGame> game;
  solvers::CfrSolver<T> solver;

  BoundSolver(std::shared_ptr<BoundGame> g, const std::string& algorithm, double alpha, double beta,
              double gamma, std::int64_t delay, bool optimistic, bool simultaneous, Threads threads)
      : game(std::move(g)),
        solver(game->game,
               solvers::make_update_policy(algorithm, alpha, beta, gamma, delay, optimistic, simultaneous),
               threads) {}

  py::array_t<T> rows(std::vector<T> strategy, int street) const {
    return matrix_of(std::move(strategy), game->game.streets[street].states);
  }
};

// As much of a policy as memory depends on.
solvers::UpdatePolicy memory_policy(bool optimistic, bool simultaneous) {
  solvers::UpdatePolicy policy;
  policy.optimistic = optimistic;
  policy.simultaneous = simultaneous;
  return policy;
}

// What solving a game of joint counts takes, from its numbers of states alone.
template <class T>
std::uint64_t memory_of_states(const games::Rules& rules, const std::vector<int>& states, Threads threads,
                               bool optimistic, bool simultaneous) {
  games::Game game{rules, games::build_betting_tree(rules), {}, {}};
  if (static_cast<int>(states.size()) != game.tree.streets())
    throw support::expected("states", {game.tree.streets(), " streets"}, states.size());
  for (const int n : states) {
    game.streets.emplace_back();
    game.streets.back().boards.push_back({0, 0, n, {}, {}});
    game.streets.back().states = n;
  }
  return solvers::CfrSolver<T>::memory(game, memory_policy(optimistic, simultaneous), threads);
}

template <class T>
void bind_cfr(py::module_& m, const char* name) {
  using Bound = BoundSolver<T>;
  auto bound = bind_iterated<Bound>(m, name);
  bind_numbers<T>(bound, "A copy, padded rows included.");
  bound
      .def(py::init<std::shared_ptr<BoundGame>, const std::string&, double, double, double, std::int64_t,
                    bool, bool, Threads>(),
           py::arg("game"), py::kw_only(), py::arg("algorithm"), py::arg("alpha"), py::arg("beta"),
           py::arg("gamma"), py::arg("delay"), py::arg("optimistic"), py::arg("simultaneous"),
           py::arg("threads"))
      .def_static(
          "memory",
          [](const BoundGame& g, Threads threads, bool optimistic, bool simultaneous, bool held,
             const std::vector<std::int32_t>& classes) {
            return solvers::CfrSolver<T>::memory(g.game, memory_policy(optimistic, simultaneous), threads,
                                                 held, classes);
          },
          py::arg("game"), py::arg("threads"), py::kw_only(), py::arg("optimistic"), py::arg("simultaneous"),
          py::arg("held") = false, py::arg("classes") = std::vector<std::int32_t>{},
          "Bytes a solver and its evaluation need.")
      .def_static("memory_of_states", &memory_of_states<T>, py::arg("rules"), py::arg("states"),
                  py::arg("threads"), py::kw_only(), py::arg("optimistic"), py::arg("simultaneous"),
                  "The same for a game of joint counts, before it is built.")
      .def(
          "hold",
          [](Bound& b, int player, const std::vector<Array<T>>& model, double probability,
             bool per_decision) {
            using Once = typename solvers::HeldPlayer<T>::Once;
            std::vector<std::span<const T>> streets;
            for (const Array<T>& street : model) streets.push_back(span_of(street));
            run_kernel(py::none(), [&](support::Progress&) {
              b.solver.hold(player - 1, per_decision ? Once::per_decision : Once::per_game, probability,
                            streets);
            });
          },
          py::arg("player"), py::arg("model"), py::kw_only(), py::arg("probability"), py::arg("per_decision"),
          "Holds player 1 or 2 to a model of himself.")
      .def(
          "tie",
          [](Bound& b, const std::vector<int>& players, const std::vector<Array<std::int32_t>>& classes) {
            std::array<bool, 2> tied{};
            for (const int player : players) {
              if (player != 1 && player != 2) throw support::expected("tied player", "1 or 2", player);
              tied[player - 1] = true;
            }
            std::vector<std::span<const std::int32_t>> streets;
            for (const auto& street : classes) streets.push_back(span_of(street));
            b.solver.tie(tied, streets);
          },
          py::arg("players"), py::arg("classes"),
          "Ties players 1 and 2 to play alike in all states of a class, int32 [states] of each street.")
      .def(
          "respond", [](Bound& b, int player) { b.solver.respond(player - 1); }, py::arg("player"),
          "Player 1 or 2 best responds in every iteration.")
      .def_property_readonly("recalls", [](const Bound& b) { return b.solver.recalls(); })
      .def(
          "tied_best_response",
          [](Bound& b, int player) {
            double result = 0;
            run_kernel(py::none(), [&](support::Progress& progress) {
              result = b.solver.tied_best_response(player - 1, progress);
            });
            return result;
          },
          py::arg("player"),
          "The most that tied player 1 or 2 wins against the other's average, chips a game.")
      .def(
          "evaluate",
          [](Bound& b) {
            solvers::Evaluation result;
            run_kernel(py::none(),
                       [&](support::Progress& progress) { result = b.solver.evaluate(progress); });
            return py::make_tuple(result.best_response[0], result.best_response[1], result.expected_value);
          },
          "Best-response values of players 1 and 2 and the expected value of player 1, in chips a game.")
      .def(
          "expected_value",
          [](Bound& b, int player) {
            double result = 0;
            run_kernel(py::none(), [&](support::Progress& progress) {
              result = b.solver.expected_value(player - 1, progress);
            });
            return result;
          },
          py::arg("player"), "Chips a game of player 1 or 2 when both play the average strategy.")
      .def_property_readonly("unreached_sets", [](const Bound& b) { return b.solver.unreached_sets(); })
      .def(
          "unreached_sets_of", [](const Bound& b, int player) { return b.solver.unreached_sets(player - 1); },
          py::arg("player"), "Those of player 1 or 2.")
      .def(
          "set_average",
          [](Bound& b, int street, const Array<T>& strategy) {
            b.solver.set_average(street, span_of(strategy));
          },
          py::arg("street"), py::arg("strategy"), "Takes probabilities for the sums of the average.")
      .def(
          "average_strategy",
          [](const Bound& b, int street) { return b.rows(b.solver.average_strategy(street), street); },
          py::arg("street"), "[edges of the street, states].")
      .def(
          "current_strategy",
          [](const Bound& b, int street) { return b.rows(b.solver.current_strategy(street), street); },
          py::arg("street"), "[edges of the street, states].");
}

// The kernel behind the leaves of joint counts, for tests: values from the opponent's reach.
template <class T>
Array<T> multiply(const Array<T>& matrix, const Array<T>& reach, const Array<T>& stakes) {
  using namespace solvers;
  if (reach.ndim() != 3 || stakes.ndim() != 2 || stakes.shape(0) != reach.shape(0) ||
      stakes.shape(1) != reach.shape(2))
    throw support::ArgumentError(
        "reach and stakes: expected shapes [leaves, states, histories] and [leaves, histories]; e.g. [3, 20, "
        "25], [3, 25]");
  const auto count = static_cast<int>(reach.shape(0)), states = static_cast<int>(reach.shape(1)),
             histories = static_cast<int>(reach.shape(2));
  if (matrix.ndim() != 2 || matrix.shape(0) != states || matrix.shape(1) != states)
    throw support::ArgumentError("matrix: expected shape [states, states]; e.g. [20, 20]");
  const py::ssize_t cells = py::ssize_t{states} * histories;
  std::vector<support::AlignedArray<T>> blocks;  // 64 bytes follow each
  std::vector<LeafRows<T>> leaves;
  for (int i = 0; i < count; ++i) {
    support::AlignedArray<T> in(cells + support::vector_alignment), out(cells + support::vector_alignment),
        chips(histories + support::vector_alignment);
    std::copy_n(reach.data() + i * cells, cells, in.data());
    std::copy_n(stakes.data() + py::ssize_t{i} * histories, histories, chips.data());
    leaves.push_back({in.data(), out.data(), chips.data()});
    for (support::AlignedArray<T>* block : {&in, &out, &chips}) blocks.push_back(std::move(*block));
  }
  support::AlignedArray<T> panel(panel_size(states));
  POKERDATA_DISPATCH(multiply_leaves<T>)
  (matrix.data(), states, histories, leaves.data(), count, panel.data());
  Array<T> result({count, states, histories});
  for (int i = 0; i < count; ++i) std::copy_n(leaves[i].values, cells, result.mutable_data() + i * cells);
  return result;
}

// What private states win at the ends of a game for one chip at stake, from the other's reach.
struct BoundTerminals {
  std::shared_ptr<BoundGame> game;
  solvers::Terminals<double> terminals;

  explicit BoundTerminals(std::shared_ptr<BoundGame> g) : game(std::move(g)), terminals(game->game) {}

  // reach, result: [states, leaves]
  Array<double> values(int street, const Array<double>& reach, bool showdown, Threads threads) const {
    constexpr int together = 64;  // leaves
    const auto& streets = game->game.streets;
    if (street < 0 || street >= static_cast<int>(streets.size()))
      throw support::expected("street", {"a number from 0 to ", streets.size() - 1}, {street, "; e.g. 0"});
    if (reach.ndim() != 2 || reach.shape(0) != streets[street].states)
      throw support::expected("reach", {"an array [", streets[street].states, ", leaves]"},
                              {reach.ndim(), " dimensions of ", reach.size(), " numbers; e.g. one column"});
    if (showdown && !game->game.settles(street))
      throw support::expected("street", "one on which showdowns are settled",
                              {street, "; e.g. ", streets.size() - 1});
    const auto leaves = static_cast<int>(reach.shape(1));
    Array<double> result({reach.shape(0), reach.shape(1)});
    const double* const in = reach.data();
    double* const out = result.mutable_data();
    const int groups = (leaves + together - 1) / together;
    const auto boards = static_cast<std::int64_t>(streets[street].boards.size());
    struct Scratch {
      support::AlignedArray<double> panel, reach, values, stakes;
    };
    run_kernel(py::none(), [&](support::Progress&) {
      const int team = support::checked_threads(threads);
      std::vector<Scratch> scratch(team);
      std::int32_t most = 0;
      for (const games::Board& board : streets[street].boards) most = std::max(most, board.states);
      for (Scratch& mine : scratch) {
        mine.panel = support::AlignedArray<double>(solvers::Terminals<double>::panel(game->game));
        const std::size_t cells = std::size_t{together} * most + support::vector_alignment;
        mine.reach = support::AlignedArray<double>(cells);
        mine.values = support::AlignedArray<double>(cells);
        mine.stakes = support::AlignedArray<double>(together + support::vector_alignment);
        std::fill_n(mine.stakes.data(), together, 1.0);
      }
      support::parallel_for(boards * groups, team, [&](std::int64_t item, int thread) {
        const auto b = static_cast<int>(item / groups);
        const int start = static_cast<int>(item % groups) * together;
        const int histories = std::min(together, leaves - start);
        const games::Board& board = streets[street].boards[b];
        Scratch& mine = scratch[thread];
        const auto row = [&](std::int32_t s) { return std::size_t(board.first + s) * leaves + start; };
        for (std::int32_t s = 0; s < board.states; ++s)
          std::copy_n(in + row(s), histories, mine.reach.data() + std::size_t(s) * histories);
        const std::vector<solvers::LeafRows<double>> leaf{
            {mine.reach.data(), mine.values.data(), mine.stakes.data()}};
        if (showdown)
          terminals.evaluate_showdowns(street, b, histories, leaf, mine.panel.data());
        else
          terminals.evaluate_folds(street, b, histories, leaf, mine.panel.data());
        for (std::int32_t s = 0; s < board.states; ++s)
          std::copy_n(mine.values.data() + std::size_t(s) * histories, histories, out + row(s));
      });
    });
    return result;
  }
};

}  // namespace

void bind_solvers(py::module_& core) {
  auto m = core.def_submodule("solvers", "Counterfactual regret minimisation and best responses.");
  bind_cfr<float>(m, "SolverFloat32");
  bind_cfr<double>(m, "SolverFloat64");
  py::class_<BoundTerminals>(m, "Terminals")
      .def(py::init<std::shared_ptr<BoundGame>>(), py::arg("game"))
      .def_static(
          "memory", [](const BoundGame& g) { return solvers::Terminals<double>::memory(g.game); },
          py::arg("game"), "Bytes it takes.")
      .def(
          "folds",
          [](const BoundTerminals& t, int street, const Array<double>& reach, Threads threads) {
            return t.values(street, reach, false, threads);
          },
          py::arg("street"), py::arg("reach"), py::arg("threads") = 0,
          "float64 [states, leaves]: of each state the probability of the deals with the other's states, "
          "weighted by their reach, which has the same shape.")
      .def(
          "showdowns",
          [](const BoundTerminals& t, int street, const Array<double>& reach, Threads threads) {
            return t.values(street, reach, true, threads);
          },
          py::arg("street"), py::arg("reach"), py::arg("threads") = 0,
          "The same of the deals that the state wins, less those that it loses.");
  m.def("multiply_leaves", &multiply<float>, py::arg("matrix"), py::arg("reach"), py::arg("stakes"));
  m.def("multiply_leaves", &multiply<double>, py::arg("matrix"), py::arg("reach"), py::arg("stakes"));
}

}  // namespace pokerdata::bindings
