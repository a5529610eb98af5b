#include <optional>

#include "bind_agents.hpp"
#include "bindings.hpp"
#include "pokerdata/luck/reduction.hpp"
#include "pokerdata/luck/values.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

using CardArray = py::array_t<cards::Card, py::array::c_style>;
using Edges = std::optional<py::array_t<double, py::array::c_style>>;

luck::Method method_of(const games::CardRules& cards, const luck::Values* values,
                       const BoundAbstractAgent* first, const BoundAbstractAgent* second,
                       const Edges& edges) {
  luck::Method method{values, {first, second}, nullptr};
  if (edges) {
    const auto hands = static_cast<py::ssize_t>(agents::all_hole_cards(cards).size());
    if (edges->ndim() != 2 || edges->shape(0) != hands || edges->shape(1) != hands)
      throw support::ArgumentError("first_edges: expected [" + std::to_string(hands) + ", " +
                                   std::to_string(hands) + "], a row for each hand");
    method.first_edges = edges->data();
  }
  return method;
}

}  // namespace

void bind_luck(py::module_& core) {
  auto m = core.def_submodule("luck", "Results of hands without luck.");
  py::class_<luck::Values>(m, "Values")
      .def(py::init(
               [](const BoundAbstractAgent& reference) { return std::make_unique<luck::Values>(reference); }),
           py::arg("reference"), py::keep_alive<1, 2>())
      .def_property_readonly("size", &luck::Values::size)
      .def(
          "assign",
          [](luck::Values& values, const Rows& first, const Rows& second, int threads) {
            const py::gil_scoped_release release;
            values.assign({first.data(), static_cast<std::size_t>(first.size())},
                          {second.data(), static_cast<std::size_t>(second.size())}, threads);
          },
          py::arg("first"), py::arg("second"), py::arg("threads") = 0)
      .def(
          "fit",
          [](luck::Values& values, const games::Rules& rules, const agents::Agent& first,
             const agents::Agent& second, std::uint64_t seed, std::int64_t hands, int threads,
             const py::object& progress) {
            run_kernel(progress, [&](support::Progress& p) {
              values.fit(rules, first, second, seed, hands, threads, p);
            });
          },
          py::arg("rules"), py::arg("first"), py::arg("second"), py::arg("seed"), py::arg("hands"),
          py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "reduce_hands",
      [](const games::Rules& rules, const games::CardRules& cards, const luck::Values* values,
         const BoundAbstractAgent* first, const BoundAbstractAgent* second, const Edges& first_edges,
         const CardArray& holes, const CardArray& boards, const std::vector<std::string>& histories,
         int threads, const py::object& progress) {
        const auto hands = static_cast<py::ssize_t>(histories.size());
        if (holes.ndim() != 3 || holes.shape(0) != hands || holes.shape(1) != 2 ||
            holes.shape(2) != cards.hole || boards.ndim() != 2 || boards.shape(0) != hands)
          throw support::ArgumentError("cards: expected hole cards [hands, 2, " + std::to_string(cards.hole) +
                                       "] and boards [hands, cards], a row for each history");
        std::vector<std::vector<agents::Move>> moves;
        std::vector<luck::Record> records;
        for (const std::string& history : histories) moves.push_back(agents::parse_history(rules, history));
        for (py::ssize_t i = 0; i < hands; ++i) {
          const auto hole = [&](int player) {
            return std::span(holes.data(i, player, 0), static_cast<std::size_t>(cards.hole));
          };
          const cards::Card* board = boards.data() + i * boards.shape(1);
          const auto end = std::find_if(board, board + boards.shape(1),
                                        [&](cards::Card card) { return card >= cards.deck(); });
          records.push_back({{hole(0), hole(1)}, {board, end}, moves[i]});
        }
        py::array_t<double> found(hands);
        double* out = found.mutable_data();
        const luck::Method method = method_of(cards, values, first, second, first_edges);
        run_kernel(progress, [&](support::Progress& p) {
          luck::reduce_hands(rules, cards, method, records, out, threads, p);
        });
        return found;
      },
      py::arg("rules"), py::arg("cards"), py::arg("values").none(true), py::arg("first").none(true),
      py::arg("second").none(true), py::arg("first_edges"), py::arg("holes"), py::arg("boards"),
      py::arg("histories"), py::arg("threads") = 0, py::arg("progress") = py::none(),
      "float64 [hands]: chips of player 0. holes: uint8 [hands, 2, hole cards]; boards: uint8 [hands, "
      "cards], "
      "255 for cards not seen. Cards are not checked.");
  m.def(
      "reduce_match",
      [](const games::Rules& rules, const games::CardRules& cards, const agents::Agent& first,
         const agents::Agent& second, const std::array<const luck::Values*, 2>& values, bool known_first,
         bool known_second, const Edges& first_edges, std::uint64_t seed, std::int64_t begin,
         std::int64_t end, int threads, const py::object& progress) {
        const auto known = [](const agents::Agent& agent, bool is) {
          const auto* found = is ? dynamic_cast<const BoundAbstractAgent*>(&agent) : nullptr;
          if (is && !found) throw support::ArgumentError("known: expected agents with a strategy");
          return found;
        };
        const auto* one = known(first, known_first);
        const auto* two = known(second, known_second);
        const std::array<luck::Method, 2> methods{method_of(cards, values[0], one, two, first_edges),
                                                  method_of(cards, values[1], two, one, first_edges)};
        py::array_t<double> found({static_cast<py::ssize_t>(end - begin), py::ssize_t{2}, py::ssize_t{2}});
        double* out = found.mutable_data();
        run_kernel(progress, [&](support::Progress& p) {
          luck::reduce_match(rules, cards, first, second, methods, seed, begin, end, out, threads, p);
        });
        return found;
      },
      py::arg("rules"), py::arg("cards"), py::arg("first"), py::arg("second"), py::arg("values"),
      py::arg("known_first"), py::arg("known_second"), py::arg("first_edges"), py::arg("seed"),
      py::arg("begin"), py::arg("end"), py::arg("threads") = 0, py::arg("progress") = py::none(),
      "float64 [deals, as player 1 and 2, won and reduced]: chips of the first agent.");
}

}  // namespace pokerdata::bindings
