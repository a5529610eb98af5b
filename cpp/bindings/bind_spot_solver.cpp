#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "bind_solver.hpp"
#include "bind_spots.hpp"
#include "bindings.hpp"
#include "pokerdata/spots/spot_equities.hpp"
#include "pokerdata/spots/spot_solver.hpp"
#include "pokerdata/spots/spot_view.hpp"
#include "pokerdata/spots/stored_average.hpp"
#include "pokerdata/support/errors.hpp"

namespace pybind11::detail {

// NumPy's float16.
template <>
struct npy_format_descriptor<pokerdata::spots::Half> {
  static constexpr auto name = const_name("numpy.float16");
  static pybind11::dtype dtype() { return pybind11::dtype("float16"); }
};

}  // namespace pybind11::detail

namespace pokerdata::bindings {
namespace {

using Weights = CastArray<double>;

const spots::SpotStreet& street_of(const spots::SpotGame& game, int street) {
  if (street < 0 || street >= static_cast<int>(game.cards.streets.size()))
    throw support::expected("street", {"0 to ", game.cards.streets.size() - 1}, street);
  return game.cards.streets[street];
}

const spots::SpotBoard& board_of(const spots::SpotGame& game, int street, int board) {
  const auto& boards = street_of(game, street).boards;
  if (board < 0 || board >= static_cast<int>(boards.size()))
    throw support::expected("board", {"0 to ", boards.size() - 1}, board);
  return boards[board];
}

const spots::Hands& hands_of(const spots::SpotGame& game, int street, int board, int player) {
  if (player != 0 && player != 1) throw support::expected("player", "0 or 1", player);
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
  if (got != expected) throw support::expected(name, {expected, " numbers"}, got);
}

// The ends of a street as Python has them, checked.
std::optional<spots::StreetEnds> ends_of(const spots::SpotGame& game,
                                         const std::optional<std::tuple<int, Weights, Weights>>& ends) {
  if (!ends) return std::nullopt;
  const auto& [street, oop, ip] = *ends;
  const spots::StreetEnds given{street, {span_of(oop), span_of(ip)}};
  for (const int player : {0, 1})
    check_numbers("ends", spots::ends_size(game, street, player), given.values[player].size());
  return given;
}

// Arrays of numbers that a strategy may have: what was saved of it, or the solver's own. With ends that of
// the streets up to theirs suffices.
template <class S>
const S* average_of(const spots::SpotLayout<spots::Work<S>>& layout, const py::array_t<S>& average,
                    const std::optional<spots::StreetEnds>& ends) {
  const auto count = static_cast<std::size_t>(average.size());
  if (!ends || count < layout.first[ends->street + 1][0]) check_numbers("strategy", layout.size, count);
  return average.data();
}

// Best responses of the hands that are locked keep to the average.
template <class S>
void lock_average(const spots::SpotGame& game, const spots::SpotLayout<spots::Work<S>>& layout,
                  const S* average, int street, int board, int item, std::span<const double> play,
                  spots::Locks<spots::Work<S>>& locks) {
  using T = spots::Work<S>;
  const spots::Item& decision = spots::decision_at(game, street, board, item);
  const spots::SpotBoard& here = game.cards.streets[street].boards[board];
  const int states = here.hands[decision.player].states(),
            width = spots::SpotLayout<T>::width(here, decision.player);
  const std::size_t place = layout.place(street, board, here, decision);
  check_numbers("play", static_cast<std::size_t>(decision.actions) * states, play.size());
  T* const rows = locks.add(place, static_cast<std::size_t>(decision.actions) * width);
  for (int s = 0; s < states; ++s) {
    double locked = 0, total = 0;
    for (int a = 0; a < decision.actions; ++a) {
      locked += play[static_cast<std::size_t>(a) * states + s];
      total += spots::value_of(average[place + a * width + s]);
    }
    if (!(locked > 0 && total > 0)) continue;
    for (int a = 0; a < decision.actions; ++a)
      rows[a * width + s] = static_cast<T>(spots::value_of(average[place + a * width + s]) / total);
  }
}

py::dict dict_of(spots::DecisionView& view, int states) {
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
void bind_solver_of(py::module_& m, const char* name) {
  using Bound = BoundSpotSolver<S>;
  using T = spots::Work<S>;
  auto bound = bind_iterated<Bound>(m, name);
  bind_numbers<T>(bound, "A copy, padded rows included.");
  bound
      .def(py::init([](std::shared_ptr<spots::SpotGame> game, const std::string& algorithm, double alpha,
                       double beta, double gamma, std::int64_t delay, Threads threads) {
             spots::SpotSolver<S> solver(
                 *game, solvers::make_update_policy(algorithm, alpha, beta, gamma, delay, false, false),
                 threads);
             return std::make_unique<Bound>(Bound{std::move(game), std::move(solver)});
           }),
           py::arg("game"), py::kw_only(), py::arg("algorithm"), py::arg("alpha"), py::arg("beta"),
           py::arg("gamma"), py::arg("delay"), py::arg("threads"))
      .def_static(
          "memory",
          [](const spots::SpotGame& game, Threads threads) {
            return spots::SpotSolver<S>::memory(game, threads);
          },
          py::arg("game"), py::arg("threads"), "Bytes a solver and its evaluation need, besides the game.")
      .def_static(
          "numbers",
          [](const spots::SpotGame& game) { return spots::SpotLayout<T>(game.plan, game.cards).size; },
          py::arg("game"), "Numbers of the average, padded rows included.")
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
          "sums", [](const Bound& b) { return array_of(b.solver.sums()); },
          "A copy of the average as it is stored: right up to a factor for each decision.");
}

// What is asked of an average that is stored as S.
template <class S>
void bind_average(py::module_& m) {
  using T = spots::Work<S>;
  using Numbers = py::array_t<S, py::array::c_style>;
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
      "views",
      [](const spots::SpotGame& game, const Numbers& average, int street, int board,
         const std::vector<int>& items, const std::optional<std::tuple<int, Weights, Weights>>& ends,
         Threads threads) {
        const spots::SpotLayout<T> layout(game.plan, game.cards);
        const std::optional<spots::StreetEnds> given = ends_of(game, ends);
        const S* const sums = average_of<S>(layout, average, given);
        std::vector<spots::DecisionView> found;
        run_kernel(py::none(), [&](support::Progress& progress) {
          found = spots::view_decisions(game, layout, sums, street, board, items, given ? &*given : nullptr,
                                        threads, &progress.cancelled);
        });
        py::list result;
        for (std::size_t i = 0; i < items.size(); ++i) {
          const int player = game.plan.streets[street].items[items[i]].player;
          result.append(dict_of(found[i], game.cards.streets[street].boards[board].hands[player].states()));
        }
        return result;
      },
      py::arg("game"), py::arg("average"), py::arg("street"), py::arg("board"), py::arg("items"),
      py::arg("ends") = py::none(), py::arg("threads") = 0,
      "What is known at some decisions on one board; `ends` are a street and what `street_ends` gave of it: "
      "then "
      "the average of the streets up to it suffices.");
  m.def(
      "street_ends",
      [](const spots::SpotGame& game, const Numbers& average, int street,
         const std::optional<std::tuple<int, Weights, Weights>>& later, Threads threads) {
        const spots::SpotLayout<T> layout(game.plan, game.cards);
        const std::optional<spots::StreetEnds> given = ends_of(game, later);
        const S* const sums = average_of<S>(layout, average, given);
        std::array<std::vector<double>, 2> found;
        run_kernel(py::none(), [&](support::Progress& progress) {
          found = spots::street_ends(game, layout, sums, street, given ? &*given : nullptr, threads,
                                     &progress.cancelled);
        });
        return py::make_tuple(array_of(std::move(found[0])), array_of(std::move(found[1])));
      },
      py::arg("game"), py::arg("average"), py::arg("street"), py::arg("later") = py::none(),
      py::arg("threads") = 0,
      "float64 of each player: what the states have where betting ends on a street, when both play the "
      "average; `later` as `ends` of `views`.");
  m.def(
      "average_values",
      [](const spots::SpotGame& game, const Numbers& average,
         const std::vector<std::tuple<int, int, int, Weights>>& locked, Threads threads) {
        const spots::SpotLayout<T> layout(game.plan, game.cards);
        const S* const sums = average_of<S>(layout, average, std::nullopt);
        spots::Locks<T> locks;
        for (const auto& [street, board, item, play] : locked)
          lock_average(game, layout, sums, street, board, item, span_of(play), locks);
        spots::SpotValues values;
        run_kernel(py::none(), [&](support::Progress& progress) {
          values = spots::average_values(game, layout, sums, locks, threads, &progress.cancelled);
        });
        return py::make_tuple(values.best_response, values.expected);
      },
      py::arg("game"), py::arg("average"), py::arg("locked"), py::arg("threads") = 0,
      "As `evaluate` of a solver. Locked are street, board, item and play [actions, states] of decisions: "
      "hands "
      "whose play is not 0 keep to the average there when they respond best.");
  if constexpr (!std::is_same_v<S, spots::Half>)
    m.def(
        "in_sixteen_bits",
        [](const spots::SpotGame& game, const Numbers& average, Threads threads) {
          const spots::SpotLayout<T> layout(game.plan, game.cards);
          const S* const sums = average_of<S>(layout, average, std::nullopt);
          std::vector<spots::Half> found;
          run_kernel(py::none(), [&](support::Progress& progress) {
            found = spots::in_sixteen_bits(game, sums, threads, &progress.cancelled);
          });
          return array_of(std::move(found));
        },
        py::arg("game"), py::arg("average"), py::arg("threads") = 0,
        "float16 [numbers], as those of float32 lie: of each hand at each decision probabilities times "
        "2^15.");
}

// What find(ranges, stop) says of pairs of ranges, as two matrices.
template <class Find>
py::tuple equities_of(const Weights& oop, const Weights& ip, const Find& find) {
  if (oop.ndim() != 2 || ip.ndim() != 2 || oop.shape(0) != ip.shape(0) ||
      oop.shape(1) != cards::combinations || ip.shape(1) != cards::combinations)
    throw support::ArgumentError("ranges: expected arrays of pairs x 1326 of both players");
  std::vector<spots::Ranges> ranges;
  for (std::size_t i = 0; i < static_cast<std::size_t>(oop.shape(0)); ++i)
    ranges.push_back({span_of(oop).subspan(i * cards::combinations, cards::combinations),
                      span_of(ip).subspan(i * cards::combinations, cards::combinations)});
  std::vector<std::array<std::vector<double>, 2>> found;
  run_kernel(py::none(), [&](support::Progress& progress) { found = find(ranges, &progress.cancelled); });
  std::array<std::vector<double>, 2> result;
  for (const auto& pair : found)
    for (const int player : {0, 1})
      result[player].insert(result[player].end(), pair[player].begin(), pair[player].end());
  return py::make_tuple(matrix_of(std::move(result[0]), cards::combinations),
                        matrix_of(std::move(result[1]), cards::combinations));
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
  bind_solver_of<float>(m, "SpotSolverFloat32");
  bind_solver_of<double>(m, "SpotSolverFloat64");
  bind_solver_of<std::int16_t>(m, "SpotSolverInt16");
  bind_average<float>(m);
  bind_average<double>(m);
  bind_average<std::int16_t>(m);
  bind_average<spots::Half>(m);
  m.def(
      "equities",
      [](cards::CardSet board, cards::CardSet dead, const Weights& oop, const Weights& ip, Threads threads) {
        return equities_of(oop, ip,
                           [&](std::span<const spots::Ranges> ranges, const std::atomic<bool>* stop) {
                             return spots::spot_equities(board, dead, ranges, threads, stop);
                           });
      },
      py::arg("board"), py::arg("dead"), py::arg("oop"), py::arg("ip"), py::arg("threads") = 0,
      "float64 [pairs, 1326] of each player: shares of the pot when all is dealt without betting; NaN out of "
      "range. No bit of a pair's numbers depends on the other pairs.");
  m.def(
      "root_equities",
      [](const spots::SpotGame& game, const Weights& oop, const Weights& ip, Threads threads) {
        return equities_of(oop, ip,
                           [&](std::span<const spots::Ranges> ranges, const std::atomic<bool>* stop) {
                             return spots::spot_equities(game.cards, ranges, threads, stop);
                           });
      },
      py::arg("game"), py::arg("oop"), py::arg("ip"), py::arg("threads") = 0,
      "The same where a spot begins, for ranges within its own.");
}

}  // namespace pokerdata::bindings
