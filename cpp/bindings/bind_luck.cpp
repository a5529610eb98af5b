#include <optional>

#include "bind_agents.hpp"
#include "bindings.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/luck/divat.hpp"
#include "pokerdata/luck/luck_terms.hpp"
#include "pokerdata/luck/reduction.hpp"
#include "pokerdata/luck/values.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

using CardArray = py::array_t<cards::Card, py::array::c_style>;
using Edges = std::optional<py::array_t<double, py::array::c_style>>;

// A game, and what hold'em adds to it; keeps its array alive.
struct BoundSetting {
  luck::Setting setting;
  Edges first_edges;

  BoundSetting(const games::Rules& rules, const games::CardRules& cards, Edges edges)
      : setting{rules, cards, nullptr}, first_edges(std::move(edges)) {
    if (!first_edges) return;
    const auto hands = static_cast<py::ssize_t>(agents::all_hole_cards(cards).size());
    if (first_edges->ndim() != 2 || first_edges->shape(0) != hands || first_edges->shape(1) != hands)
      throw support::expected("first_edges", {"[", hands, ", ", hands, "], a row for each hand"});
    setting.first_edges = first_edges->data();
  }
};

// Sums of the tables of strength, each an array or None.
struct BoundStrengths {
  std::optional<py::array_t<std::uint32_t, py::array::c_style>> flop, turn;
  std::optional<py::array_t<std::uint16_t, py::array::c_style>> river;

  luck::StrengthTables tables() const {
    check(flop, 3);
    check(turn, 4);
    check(river, 5);
    return {flop ? flop->data() : nullptr, turn ? turn->data() : nullptr, river ? river->data() : nullptr};
  }

 private:
  template <class Table>
  static void check(const Table& table, int size) {
    const std::int64_t rows = isomorphism::Boards::get(size).count();
    if (table && table->size() != rows * cards::combinations)
      throw support::expected("strengths", {"[", rows, ", 1326] for boards of ", size, " cards"});
  }
};

struct BoundMeasure {
  luck::Measure measure;
  std::int64_t columns;
};

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
          [](luck::Values& values, const Rows& first, const Rows& second, Threads threads) {
            const py::gil_scoped_release release;
            values.assign({first.data(), static_cast<std::size_t>(first.size())},
                          {second.data(), static_cast<std::size_t>(second.size())}, threads);
          },
          py::arg("first"), py::arg("second"), py::arg("threads") = 0)
      .def(
          "fit",
          [](luck::Values& values, const games::Rules& rules, const agents::Agent& first,
             const agents::Agent& second, std::uint64_t seed, std::int64_t hands, Threads threads,
             const py::object& progress) {
            run_kernel(progress, [&](support::Progress& p) {
              values.fit(rules, first, second, seed, hands, threads, p);
            });
          },
          py::arg("rules"), py::arg("first"), py::arg("second"), py::arg("seed"), py::arg("hands"),
          py::arg("threads") = 0, py::arg("progress") = py::none());
  py::class_<BoundSetting>(m, "Setting")
      .def(py::init<const games::Rules&, const games::CardRules&, Edges>(), py::arg("rules"),
           py::arg("cards"), py::arg("first_edges"), py::keep_alive<1, 2>(), py::keep_alive<1, 3>());
  py::class_<BoundStrengths>(m, "Strengths")
      .def(py::init([](const decltype(BoundStrengths::flop)& flop, const decltype(BoundStrengths::turn)& turn,
                       const decltype(BoundStrengths::river)& river) {
             return BoundStrengths{flop, turn, river};
           }),
           py::arg("flop") = py::none(), py::arg("turn") = py::none(), py::arg("river") = py::none());
  py::class_<BoundMeasure>(m, "Measure").def_readonly("columns", &BoundMeasure::columns);
  m.def(
      "reduction",
      [](const BoundSetting& setting, const luck::Values* values, const BoundAbstractAgent* first,
         const BoundAbstractAgent* second) {
        return BoundMeasure{
            luck::reduction(setting.setting, {values, {first, second}, setting.setting.first_edges}), 1};
      },
      py::arg("setting"), py::arg("values").none(true), py::arg("first").none(true),
      py::arg("second").none(true), py::keep_alive<0, 1>(), py::keep_alive<0, 2>(), py::keep_alive<0, 3>(),
      py::keep_alive<0, 4>(), "One number of a hand: chips of player 0 without the luck.");
  m.def(
      "terms",
      [](const BoundSetting& setting, const BoundStrengths& strengths) {
        const luck::StrengthTables tables = strengths.tables();
        return BoundMeasure{luck::terms(setting.setting, tables),
                            1 + luck::luck_terms(setting.setting.cards, tables)};
      },
      py::arg("setting"), py::arg("strengths"), py::keep_alive<0, 1>(), py::keep_alive<0, 2>(),
      "Chips of player 0 with all-ins as their mean, and luck terms.");
  m.def(
      "divat",
      [](const BoundSetting& setting, const BoundStrengths& strengths,
         const std::vector<std::vector<double>>& makes, const std::vector<std::optional<double>>& offsets) {
        if (makes.size() != offsets.size())
          throw support::ArgumentError("divat: expected as many offsets as rows of thresholds");
        std::vector<luck::DivatStreet> baseline;
        for (std::size_t i = 0; i < makes.size(); ++i)
          baseline.push_back({makes[i], offsets[i].value_or(0), offsets[i].has_value()});
        return BoundMeasure{luck::divat(setting.setting, strengths.tables(), baseline), 1};
      },
      py::arg("setting"), py::arg("strengths"), py::arg("makes"), py::arg("offsets"), py::keep_alive<0, 1>(),
      py::keep_alive<0, 2>(), "One number of a hand: DIVAT of player 0. Offsets None: never folds.");
  m.def(
      "measure_hands",
      [](const BoundSetting& setting, const BoundMeasure& measure, const CardArray& holes,
         const CardArray& boards, const std::vector<std::string>& histories, Threads threads,
         const py::object& progress) {
        const games::CardRules& cards = setting.setting.cards;
        const auto hands = static_cast<py::ssize_t>(histories.size());
        if (holes.ndim() != 3 || holes.shape(0) != hands || holes.shape(1) != 2 ||
            holes.shape(2) != cards.hole || boards.ndim() != 2 || boards.shape(0) != hands)
          throw support::expected("cards", {"hole cards [hands, 2, ", cards.hole,
                                            "] and boards [hands, cards], a row for each history"});
        std::vector<std::vector<agents::Move>> moves;
        std::vector<luck::Record> records;
        for (const std::string& history : histories)
          moves.push_back(agents::parse_history(setting.setting.rules, history));
        for (py::ssize_t i = 0; i < hands; ++i) {
          const auto hole = [&](int player) {
            return std::span(holes.data(i, player, 0), static_cast<std::size_t>(cards.hole));
          };
          const cards::Card* board = boards.data() + i * boards.shape(1);
          const auto end = std::find_if(board, board + boards.shape(1),
                                        [&](cards::Card card) { return card >= cards.deck(); });
          records.push_back({{hole(0), hole(1)}, {board, end}, moves[i]});
        }
        py::array_t<double> found({hands, static_cast<py::ssize_t>(measure.columns)});
        double* out = found.mutable_data();
        run_kernel(progress, [&](support::Progress& p) {
          luck::measure_hands(setting.setting, measure.measure, measure.columns, records, out, threads, p);
        });
        return found;
      },
      py::arg("setting"), py::arg("measure"), py::arg("holes"), py::arg("boards"), py::arg("histories"),
      py::arg("threads") = 0, py::arg("progress") = py::none(),
      "float64 [hands, columns]: chips of player 0. holes: uint8 [hands, 2, hole cards]; boards: uint8 "
      "[hands, "
      "cards], 255 for cards not seen. Cards are not checked.");
  m.def(
      "measure_match",
      [](const BoundSetting& setting, const agents::Agent& first, const agents::Agent& second,
         const BoundMeasure& as_first, const BoundMeasure& as_second, std::uint64_t seed, std::int64_t begin,
         std::int64_t end, Threads threads, const py::object& progress) {
        if (as_first.columns != as_second.columns)
          throw support::ArgumentError("measures: expected as many columns of both");
        py::array_t<double> found({static_cast<py::ssize_t>(end - begin), py::ssize_t{2},
                                   static_cast<py::ssize_t>(1 + as_first.columns)});
        double* out = found.mutable_data();
        run_kernel(progress, [&](support::Progress& p) {
          luck::measure_match(setting.setting, first, second, {as_first.measure, as_second.measure},
                              as_first.columns, seed, begin, end, out, threads, p);
        });
        return found;
      },
      py::arg("setting"), py::arg("first"), py::arg("second"), py::arg("as_first"), py::arg("as_second"),
      py::arg("seed"), py::arg("begin"), py::arg("end"), py::arg("threads") = 0,
      py::arg("progress") = py::none(),
      "float64 [deals, as player 1 and 2, won and columns of the measure]: chips of the first agent.");
}

}  // namespace pokerdata::bindings
