#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "bind_spots.hpp"
#include "bindings.hpp"
#include "pokerdata/spots/spot_solver.hpp"
#include "pokerdata/spots/spot_view.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

using Weights = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::span<const double> span_of(const Weights& weights) {
  return {weights.data(), static_cast<std::size_t>(weights.size())};
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

const spots::SpotStreet& street_of(const spots::SpotGame& game, int street) {
  if (street < 0 || street >= static_cast<int>(game.cards.streets.size()))
    throw support::ArgumentError("street: expected 0 to " + std::to_string(game.cards.streets.size() - 1) +
                                 ", got " + std::to_string(street));
  return game.cards.streets[street];
}

const spots::SpotBoard& board_of(const spots::SpotGame& game, int street, int board) {
  const auto& boards = street_of(game, street).boards;
  if (board < 0 || board >= static_cast<int>(boards.size()))
    throw support::ArgumentError("board: expected 0 to " + std::to_string(boards.size() - 1) + ", got " +
                                 std::to_string(board));
  return boards[board];
}

const spots::Hands& hands_of(const spots::SpotGame& game, int street, int board, int player) {
  if (player != 0 && player != 1)
    throw support::ArgumentError("player: expected 0 or 1, got " + std::to_string(player));
  return board_of(game, street, board).hands[player];
}

template <class Value>
auto of_boards(Value spots::SpotBoard::* member) {
  return [member](const spots::SpotGame& game, int street) {
    std::vector<Value> values;
    for (const spots::SpotBoard& board : street_of(game, street).boards) values.push_back(board.*member);
    return array_of(std::move(values));
  };
}

template <class Value>
auto of_items(Value spots::Item::* member) {
  return [member](const spots::SpotGame& game, int street) {
    street_of(game, street);
    std::vector<Value> values;
    for (const spots::Item& item : game.plan.streets[street].items) values.push_back(item.*member);
    return array_of(std::move(values));
  };
}

template <class S>
struct BoundSpotSolver {
  std::shared_ptr<spots::SpotGame> game;
  spots::SpotSolver<S> solver;
};

void check_numbers(const char* name, std::size_t expected, std::size_t got) {
  if (got != expected)
    throw support::ArgumentError(std::string(name) + ": expected " + std::to_string(expected) +
                                 " numbers, got " + std::to_string(got));
}

// Arrays of numbers that a strategy may have: what was saved of it, or the solver's own.
template <class S>
py::dict view_of(const spots::SpotGame& game, std::span<const S> average, int street, int board, int item,
                 const spots::StreetEnds* ends, int threads) {
  const spots::SpotLayout<spots::Work<S>> layout(game.plan, game.cards);
  check_numbers("strategy", ends ? layout.first[ends->street + 1][0] : layout.size, average.size());
  spots::DecisionView view;
  run_kernel(py::none(), [&](support::Progress& progress) {
    view = spots::view_decision(game, layout, average.data(), street, board, item, ends, threads,
                                &progress.cancelled);
  });
  const int states =
      game.cards.streets[street].boards[board].hands[game.plan.streets[street].items[item].player].states();
  py::dict result;
  result["actions"] = matrix_of(std::move(view.actions), states);
  result["strategy"] = matrix_of(std::move(view.strategy), states);
  py::list reach, meets, values;
  for (spots::DecisionView::Side& side : view.sides) {
    reach.append(array_of(std::move(side.reach)));
    meets.append(array_of(std::move(side.meets)));
    values.append(array_of(std::move(side.values)));
  }
  result["reach"] = reach;
  result["meets"] = meets;
  result["values"] = values;
  return result;
}

template <class S>
void bind_solver(py::module_& m, const char* name) {
  using Bound = BoundSpotSolver<S>;
  using T = spots::Work<S>;
  using Numbers = py::array_t<S, py::array::c_style>;
  using Worked = py::array_t<T, py::array::c_style>;
  py::class_<Bound>(m, name)
      .def(py::init([](std::shared_ptr<spots::SpotGame> game, const std::string& algorithm, double alpha,
                       double beta, double gamma, std::int64_t delay, int threads) {
             spots::SpotSolver<S> solver(
                 *game, solvers::make_update_policy(algorithm, alpha, beta, gamma, delay, false, false),
                 threads);
             return std::make_unique<Bound>(Bound{std::move(game), std::move(solver)});
           }),
           py::arg("game"), py::kw_only(), py::arg("algorithm"), py::arg("alpha"), py::arg("beta"),
           py::arg("gamma"), py::arg("delay"), py::arg("threads"))
      .def_static(
          "memory",
          [](const spots::SpotGame& game, int threads) {
            return spots::SpotSolver<S>::memory(game, threads);
          },
          py::arg("game"), py::arg("threads"), "Bytes a solver and its evaluation need, besides the game.")
      .def_property_readonly("usable", [](const Bound& b) { return b.solver.usable(); })
      .def_property_readonly("iteration", [](const Bound& b) { return b.solver.iteration(); })
      .def(
          "iterate",
          [](Bound& b, std::int64_t count, const py::object& on_progress) {
            run_kernel(on_progress, [&](support::Progress& progress) { b.solver.iterate(count, progress); });
          },
          py::arg("count"), py::arg("progress") = py::none())
      .def(
          "evaluate",
          [](Bound& b) {
            spots::SpotValues values;
            run_kernel(py::none(),
                       [&](support::Progress& progress) { values = b.solver.evaluate(progress); });
            return py::make_tuple(values.best_response, values.expected);
          },
          "Best-response values and expected values of both players, in chips a deal, centred.")
      .def(
          "lock",
          [](Bound& b, int street, int board, int item, const Weights& play) {
            b.solver.lock(street, board, item, span_of(play));
          },
          py::arg("street"), py::arg("board"), py::arg("item"), py::arg("play"),
          "Hands play [actions, states], which sum to 1 for locked ones and to 0 for the others.")
      .def(
          "set_gadget",
          [](Bound& b, int opponent, const std::string& method, const Weights& kept, const Weights& weight) {
            b.solver.set_gadget(opponent, spots::gadget_rule(method), span_of(kept), span_of(weight));
          },
          py::arg("opponent"), py::arg("method"), py::arg("kept"), py::arg("weight"),
          "How the opponent comes into the spot: kept [states] as root_values tells it, and his range.")
      .def(
          "root_values",
          [](Bound& b, int player, bool best) {
            std::vector<double> values;
            run_kernel(py::none(), [&](support::Progress& progress) {
              values = b.solver.root_values(player, best, progress);
            });
            return array_of(std::move(values));
          },
          py::arg("player"), py::arg("best"),
          "float64 [states] where the spot begins: chips, centred, times what meets a hand of the other "
          "range.")
      .def(
          "regrets", [](const Bound& b) { return array_of(b.solver.regrets()); },
          "A copy, padded rows included.")
      .def(
          "average", [](const Bound& b) { return array_of(b.solver.average()); },
          "A copy, padded rows included.")
      .def(
          "sums",
          [](const Bound& b) {
            return Numbers(static_cast<py::ssize_t>(b.solver.sums().size()), b.solver.sums().data());
          },
          "A copy of the average as it is stored: right up to a factor for each decision.")
      .def(
          "restore",
          [](Bound& b, std::int64_t iteration, const Worked& regrets, const Worked& average) {
            b.solver.restore(iteration, {regrets.data(), static_cast<std::size_t>(regrets.size())},
                             {average.data(), static_cast<std::size_t>(average.size())});
          },
          py::arg("iteration"), py::arg("regrets"), py::arg("average"));
  m.def(
      "layout",
      [](const spots::SpotGame& game, const Numbers&) {
        const spots::SpotLayout<spots::Work<S>> layout(game.plan, game.cards);
        std::vector<std::int64_t> rows;
        for (std::size_t street = 0; street < game.plan.streets.size(); ++street) {
          const auto& boards = game.cards.streets[street].boards;
          const auto& items = game.plan.streets[street].items;
          for (std::size_t b = 0; b < boards.size(); ++b)
            for (const spots::Item& item : items)
              if (item.kind == spots::ItemKind::decision)
                rows.insert(rows.end(), {static_cast<std::int64_t>(street), static_cast<std::int64_t>(b),
                                         item.node, item.player,
                                         static_cast<std::int64_t>(layout.place(
                                             static_cast<int>(street), static_cast<int>(b), boards[b], item)),
                                         item.actions, boards[b].hands[item.player].states(),
                                         spots::SpotLayout<spots::Work<S>>::width(boards[b], item.player)});
        }
        return matrix_of(std::move(rows), 8);
      },
      py::arg("game"), py::arg("average"),
      "int64 [decisions on boards, 8]: street, board, node, player, place of its first number in the "
      "average, actions, "
      "states, and numbers from one action to the next.");
  m.def(
      "view",
      [](const spots::SpotGame& game, const Numbers& average, int street, int board, int item,
         const std::optional<std::tuple<int, Weights, Weights>>& ends, int threads) {
        const std::span<const S> sums(average.data(), static_cast<std::size_t>(average.size()));
        if (!ends) return view_of<S>(game, sums, street, board, item, nullptr, threads);
        const auto& [kept, oop, ip] = *ends;
        const spots::StreetEnds given{kept, {span_of(oop), span_of(ip)}};
        for (const int player : {0, 1})
          check_numbers("ends", spots::ends_size(game, kept, player), given.values[player].size());
        return view_of<S>(game, sums, street, board, item, &given, threads);
      },
      py::arg("game"), py::arg("average"), py::arg("street"), py::arg("board"), py::arg("item"),
      py::arg("ends") = py::none(), py::arg("threads") = 0,
      "What is known at a decision; `ends` are a street and what `street_ends` gave of it, where the average "
      "is "
      "that "
      "of the streets up to it.");
  m.def(
      "street_ends",
      [](const spots::SpotGame& game, const Numbers& average, int street, int threads) {
        const spots::SpotLayout<spots::Work<S>> layout(game.plan, game.cards);
        check_numbers("strategy", layout.size, static_cast<std::size_t>(average.size()));
        std::array<std::vector<double>, 2> found;
        run_kernel(py::none(), [&](support::Progress& progress) {
          found = spots::street_ends(game, layout, average.data(), street, threads, &progress.cancelled);
        });
        return py::make_tuple(array_of(std::move(found[0])), array_of(std::move(found[1])));
      },
      py::arg("game"), py::arg("average"), py::arg("street"), py::arg("threads") = 0,
      "float64 of each player: what the states have where betting ends on a street, when both play the "
      "average.");
}

}  // namespace

void bind_spot_solver(py::module_& m) {
  py::class_<spots::SpotGame, std::shared_ptr<spots::SpotGame>>(m, "SpotGame")
      .def(py::init([](const games::BettingTree& tree, double dead_money, double rake, double rake_cap,
                       cards::CardSet board, cards::CardSet dead, const Weights& oop, const Weights& ip) {
             const spots::SpotPot pot{dead_money, rake, rake_cap};
             return std::make_shared<spots::SpotGame>(
                 tree, pot, spots::make_spot_cards(board, dead, {span_of(oop), span_of(ip)}));
           }),
           py::arg("tree"), py::kw_only(), py::arg("dead_money"), py::arg("rake"), py::arg("rake_cap"),
           py::arg("board"), py::arg("dead"), py::arg("oop"), py::arg("ip"))
      .def_property_readonly(
          "streets", [](const spots::SpotGame& g) { return static_cast<int>(g.cards.streets.size()); })
      .def_property_readonly(
          "deals", [](const spots::SpotGame& g) { return g.cards.deals; }, "Sum of the weights of all deals.")
      .def("board_cards", of_boards(&spots::SpotBoard::cards), py::arg("street"), "uint64 [boards]: as bits.")
      .def("board_parents", of_boards(&spots::SpotBoard::parent), py::arg("street"), "int32 [boards].")
      .def("board_weights", of_boards(&spots::SpotBoard::weight), py::arg("street"),
           "uint32 [boards]: dealt boards that each stands for.")
      .def(
          "symmetries",
          [](const spots::SpotGame& g, int street, int board) {
            return array_of(std::vector<std::uint8_t>(board_of(g, street, board).symmetries));
          },
          py::arg("street"), py::arg("board"), "uint8: the suit permutations that keep a board, in order.")
      .def(
          "hands",
          [](const spots::SpotGame& g, int street, int board, int player) {
            return array_of(std::vector<std::uint16_t>(hands_of(g, street, board, player).combination));
          },
          py::arg("street"), py::arg("board"), py::arg("player"), "uint16 [states]: one hand of each state.")
      .def(
          "hand_sizes",
          [](const spots::SpotGame& g, int street, int board, int player) {
            return array_of(std::vector<std::uint8_t>(hands_of(g, street, board, player).size));
          },
          py::arg("street"), py::arg("board"), py::arg("player"),
          "uint8 [states]: hands that each stands for.")
      .def(
          "root_meets",
          [](const spots::SpotGame& g, int player) { return array_of(spots::root_meets(g, player)); },
          py::arg("player"),
          "float64 [states] where the spot begins: the other range that meets the hands of a state.")
      .def(
          "street_sizes",
          [](const spots::SpotGame& g) {
            std::vector<std::int64_t> rows;
            for (std::size_t street = 0; street < g.plan.streets.size(); ++street) {
              const spots::PlanStreet& plan = g.plan.streets[street];
              const auto& boards = g.cards.streets[street].boards;
              const auto decisions = std::count_if(
                  plan.items.begin(), plan.items.end(),
                  [](const spots::Item& item) { return item.kind == spots::ItemKind::decision; });
              std::int64_t entries = 0;
              for (const spots::SpotBoard& board : boards)
                for (const int player : {0, 1})
                  entries += std::int64_t{plan.strategy_rows[player]} * board.hands[player].states();
              const auto count = static_cast<std::int64_t>(boards.size());
              rows.insert(rows.end(), {count, decisions * count, entries});
            }
            return matrix_of(std::move(rows), 3);
          },
          "int64 [streets, 3]: boards, decisions on all of them, actions of hands.")
      .def(
          "item_kinds",
          [](const spots::SpotGame& g, int street) {
            street_of(g, street);
            std::vector<std::uint8_t> kinds;
            for (const spots::Item& item : g.plan.streets[street].items)
              kinds.push_back(static_cast<std::uint8_t>(item.kind));
            return array_of(std::move(kinds));
          },
          py::arg("street"), "uint8 [items]: 0 decision, 1 fold, 2 showdown, 3 the street ends.")
      .def("item_nodes", of_items(&spots::Item::node), py::arg("street"), "int32 [items]: nodes of the tree.")
      .def("item_first", of_items(&spots::Item::first), py::arg("street"),
           "int32 [items]: first child, or root of the next street.")
      .def(
          "item_roots",
          [](const spots::SpotGame& g, int street) {
            street_of(g, street);
            return array_of(std::vector<std::int32_t>(g.plan.streets[street].roots));
          },
          py::arg("street"), "int32 [roots]: items at which the street starts.");
  bind_solver<float>(m, "SpotSolverFloat32");
  bind_solver<double>(m, "SpotSolverFloat64");
  bind_solver<std::int16_t>(m, "SpotSolverInt16");
  m.def(
      "equities",
      [](cards::CardSet board, cards::CardSet dead, const Weights& oop, const Weights& ip, int threads) {
        std::array<std::vector<double>, 2> found;
        const std::array<std::span<const double>, 2> weights{span_of(oop), span_of(ip)};
        run_kernel(py::none(), [&](support::Progress& progress) {
          found = spots::spot_equities(board, dead, weights, threads, &progress.cancelled);
        });
        return py::make_tuple(array_of(std::move(found[0])), array_of(std::move(found[1])));
      },
      py::arg("board"), py::arg("dead"), py::arg("oop"), py::arg("ip"), py::arg("threads") = 0,
      "float64 [1326] of each player: shares of the pot when all is dealt without betting; NaN out of "
      "range.");
}

}  // namespace pokerdata::bindings
