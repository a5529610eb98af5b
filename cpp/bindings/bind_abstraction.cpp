#include <algorithm>
#include <optional>
#include <span>

#include "bindings.hpp"
#include "pokerdata/abstraction/card_states.hpp"
#include "pokerdata/abstraction/equal_mass.hpp"
#include "pokerdata/abstraction/history.hpp"
#include "pokerdata/abstraction/joint_counts.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {
namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style>;

MetricTables metric_tables(const Array<std::uint64_t>& preflop, const Array<std::uint64_t>& flop,
                           const Array<std::uint32_t>& turn) {
  if (preflop.size() != combinations || flop.size() != Boards::get(3).count() * combinations ||
      turn.size() != Boards::get(4).count() * combinations)
    throw ArgumentError("bad shapes of the metric: want (1326,), (1755, 1326) and (16432, 1326)");
  return {preflop.data(), flop.data(), turn.data()};
}

py::array_t<std::uint16_t> view(const std::vector<std::uint16_t>& values, const py::handle& owner) {
  const auto rows = static_cast<py::ssize_t>(values.size()) / combinations;
  py::array_t<std::uint16_t> array({rows, py::ssize_t{combinations}}, values.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

Thresholds threshold_part(const Array<std::uint64_t>& thresholds) {
  if (thresholds.ndim() != 2) throw ArgumentError("want two-dimensional thresholds");
  Thresholds part;
  part.sequences = static_cast<int>(thresholds.shape(0));
  part.buckets = static_cast<int>(thresholds.shape(1)) + 1;
  part.values.assign(thresholds.data(), thresholds.data() + thresholds.size());
  return part;
}

std::array<Thresholds, streets> threshold_parts(const std::vector<Array<std::uint64_t>>& thresholds) {
  if (thresholds.size() != streets) throw ArgumentError("want the thresholds of four streets");
  std::array<Thresholds, streets> parts;
  std::ranges::transform(thresholds, parts.begin(), threshold_part);
  return parts;
}

template <class T>
WeightedRows<T> weighted_rows(const Array<T>& values, const Array<std::uint64_t>& weights) {
  if (values.ndim() != 2 || weights.ndim() != 1 || values.shape(0) != weights.shape(0))
    throw ArgumentError("bad shapes: want values (rows, columns) and weights (rows,)");
  return {values.data(), values.shape(0), values.shape(1), weights.data()};
}

// Outer buckets of all values, or null.
template <class T>
const std::uint16_t* outer_data(const std::optional<Array<std::uint16_t>>& outer, const Array<T>& values) {
  if (!outer) return nullptr;
  if (outer->size() != values.size())
    throw ArgumentError("bad shape of outer buckets: want that of the values");
  return outer->data();
}

template <class T>
void bind_values(py::module_& m) {
  m.def(
      "equal_mass",
      [](const Array<T>& values, const Array<std::uint64_t>& weights, int buckets,
         const std::optional<Array<std::uint16_t>>& outer, int outer_buckets, int threads) {
        const auto rows = weighted_rows(values, weights);
        const auto* of_outer = outer_data(outer, values);
        Thresholds found;
        {
          const py::gil_scoped_release released;
          found = equal_mass(rows, of_outer, outer_buckets, buckets, threads);
        }
        return to_array(std::move(found.values), {found.sequences, found.buckets - 1});
      },
      py::arg("values").noconvert(), py::arg("weights").noconvert(), py::arg("buckets"),
      py::arg("outer").noconvert() = py::none(), py::arg("outer_buckets") = 1, py::arg("threads") = 0);
  m.def(
      "assign",
      [](const Array<T>& values, const Array<std::uint64_t>& weights, const Array<std::uint64_t>& thresholds,
         const std::optional<Array<std::uint16_t>>& outer, int threads) {
        const auto rows = weighted_rows(values, weights);
        const auto* of_outer = outer_data(outer, values);
        const Thresholds parts = threshold_part(thresholds);
        std::vector<std::uint16_t> found;
        {
          const py::gil_scoped_release released;
          found = assign(rows, of_outer, parts, threads);
        }
        return to_array(std::move(found), {values.shape(0), values.shape(1)});
      },
      py::arg("values").noconvert(), py::arg("weights").noconvert(), py::arg("thresholds").noconvert(),
      py::arg("outer").noconvert() = py::none(), py::arg("threads") = 0);
}

// Buckets of every hand before the flop, and on the canonical flops and turns.
struct StreetBuckets {
  std::array<const std::uint16_t*, 3> data;
  StreetBuckets(const Array<std::uint16_t>& preflop, const Array<std::uint16_t>& flop,
                const Array<std::uint16_t>& turn)
      : data{preflop.data(), flop.data(), turn.data()} {
    if (preflop.size() != combinations || flop.size() != Boards::get(3).count() * combinations ||
        turn.size() != Boards::get(4).count() * combinations)
      throw ArgumentError("bad shapes of buckets: want (1326,), (1755, 1326) and (16432, 1326)");
  }
};

void check_river(const Array<std::uint16_t>& river_n) {
  if (river_n.size() != Boards::get(5).count() * combinations)
    throw ArgumentError("bad shape of n on the river: want (134459, 1326)");
}

// The street of a board, which must be of uint8 [..., 0|3|4|5] without duplicates.
int street_of(const Array<Card>& boards) {
  const py::ssize_t size = boards.ndim() == 0 ? -1 : boards.shape(boards.ndim() - 1);
  if (size != 0 && (size < 3 || size > 5))
    throw ArgumentError("bad shape of a board: want 0, 3, 4 or 5 cards in the last dimension, flop first");
  return size == 0 ? 0 : static_cast<int>(size) - 2;
}

py::array_t<std::uint16_t> states_of_board(const CardStates& self, const Array<Card>& board) {
  const int street = street_of(board);
  check_cards(board.data(), static_cast<int>(board.size()));
  py::array_t<std::uint16_t> result(combinations);
  self.of_board(street, {board.data(), static_cast<std::size_t>(board.size())}, result.mutable_data());
  return result;
}

py::array_t<std::uint16_t> states_of_hands(const CardStates& self, const Array<std::int64_t>& hands,
                                           const Array<Card>& boards) {
  const int street = street_of(boards);
  if (hands.ndim() != 1 || boards.ndim() != 2 || boards.shape(0) != hands.shape(0))
    throw ArgumentError("bad shapes: want combinations (n,) and boards (n, 0|3|4|5)");
  const auto size = static_cast<std::size_t>(boards.shape(1));
  py::array_t<std::uint16_t> result(hands.size());
  for (py::ssize_t i = 0; i < hands.size(); ++i) {
    const std::span board(boards.data() + i * boards.shape(1), size);
    check_cards(board.data(), static_cast<int>(size));
    CardSet cards = 0;
    for (const Card card : board) cards |= set_of(card);
    const std::int64_t hand = hands.data()[i];
    if (hand < 0 || hand >= combinations || all_combinations[hand].cards() & cards)
      throw ArgumentError("bad combination " + std::to_string(hand) + " (position " + std::to_string(i) +
                          "): want 0 to 1325, without a card of the board");
    result.mutable_data()[i] = self.of_hand(street, static_cast<int>(hand), board);
  }
  return result;
}

}  // namespace

void bind_abstraction(py::module_& core) {
  auto m = core.def_submodule("abstraction", "Bucket sequences and their joint counts.");
  py::class_<HistoryBuckets>(m, "HistoryBuckets")
      .def_static(
          "find",
          [](const std::array<int, streets>& buckets, const Array<std::uint64_t>& preflop,
             const Array<std::uint64_t>& flop, const Array<std::uint32_t>& turn, int threads,
             const py::object& progress) {
            const MetricTables metric = metric_tables(preflop, flop, turn);
            HistoryBuckets result;
            run_kernel(progress,
                       [&](Progress& p) { result = HistoryBuckets::find(buckets, metric, threads, p); });
            return result;
          },
          py::arg("buckets"), py::arg("preflop").noconvert(), py::arg("flop").noconvert(),
          py::arg("turn").noconvert(), py::arg("threads") = 0, py::arg("progress") = py::none())
      .def_static(
          "restore",
          [](const std::vector<Array<std::uint64_t>>& thresholds, const Array<std::uint64_t>& preflop,
             const Array<std::uint64_t>& flop, const Array<std::uint32_t>& turn, int threads) {
            const MetricTables metric = metric_tables(preflop, flop, turn);
            const auto parts = threshold_parts(thresholds);
            const py::gil_scoped_release released;
            return HistoryBuckets::restore(parts, metric, threads);
          },
          py::arg("thresholds"), py::arg("preflop").noconvert(), py::arg("flop").noconvert(),
          py::arg("turn").noconvert(), py::arg("threads") = 0)
      .def_static(
          "of_buckets",
          [](const std::array<int, streets>& buckets, const Array<std::uint16_t>& preflop,
             const Array<std::uint16_t>& flop, const Array<std::uint16_t>& turn,
             const std::vector<std::uint64_t>& river_thresholds, int threads) {
            const StreetBuckets of_street(preflop, flop, turn);
            const py::gil_scoped_release released;
            return HistoryBuckets::of_buckets(buckets, of_street.data, river_thresholds, threads);
          },
          py::arg("buckets"), py::arg("preflop").noconvert(), py::arg("flop").noconvert(),
          py::arg("turn").noconvert(), py::arg("river_thresholds"), py::arg("threads") = 0)
      .def(
          "river_mass",
          [](const HistoryBuckets& self, int threads, const py::object& progress) {
            std::vector<std::uint64_t> result;
            run_kernel(progress, [&](Progress& p) { result = self.river_mass(threads, p); });
            return to_array(std::move(result), {self.sequences(3)});
          },
          py::arg("threads") = 0, py::arg("progress") = py::none())
      .def_property_readonly("buckets", [](const HistoryBuckets& self) { return self.buckets; })
      .def("sequences", &HistoryBuckets::sequences, py::arg("street"))
      .def(
          "thresholds",
          [](const HistoryBuckets& self, int street) {
            const Thresholds& t = self.thresholds.at(street);
            return to_array(std::vector<std::uint64_t>(t.values), {t.sequences, t.buckets - 1});
          },
          py::arg("street"))
      .def(
          "mass",
          [](const HistoryBuckets& self, int street) {
            const Thresholds& t = self.thresholds.at(street);
            return to_array(std::vector<std::uint64_t>(t.mass), {static_cast<py::ssize_t>(t.mass.size())});
          },
          py::arg("street"))
      .def_property_readonly(
          "preflop",
          [](const py::object& self) { return view(self.cast<const HistoryBuckets&>().preflop, self); })
      .def_property_readonly(
          "flop", [](const py::object& self) { return view(self.cast<const HistoryBuckets&>().flop, self); })
      .def_property_readonly(
          "turn", [](const py::object& self) { return view(self.cast<const HistoryBuckets&>().turn, self); });
  bind_values<std::uint32_t>(m);
  bind_values<std::uint64_t>(m);
  m.def(
      "masses",
      [](const Array<std::uint16_t>& values, const Array<std::uint64_t>& weights, int buckets, int threads) {
        const auto rows = weighted_rows(values, weights);
        std::vector<std::uint64_t> found;
        {
          const py::gil_scoped_release released;
          found = masses(rows, buckets, threads);
        }
        return to_array(std::move(found), {buckets});
      },
      py::arg("values").noconvert(), py::arg("weights").noconvert(), py::arg("buckets"),
      py::arg("threads") = 0);
  py::class_<CardStates>(m, "CardStates")
      .def_static(
          "by_thresholds",
          [](const std::vector<Array<std::uint64_t>>& thresholds, const Array<std::uint64_t>& preflop,
             const Array<std::uint64_t>& flop, const Array<std::uint32_t>& turn,
             const Array<std::uint16_t>& river_n, int threads) {
            const MetricTables metric = metric_tables(preflop, flop, turn);
            const auto parts = threshold_parts(thresholds);
            check_river(river_n);
            const py::gil_scoped_release released;
            return CardStates(HistoryBuckets::restore(parts, metric, threads), river_n.data());
          },
          py::arg("thresholds"), py::arg("preflop").noconvert(), py::arg("flop").noconvert(),
          py::arg("turn").noconvert(), py::arg("river_n").noconvert(), py::arg("threads") = 0,
          py::keep_alive<0, 5>())
      .def_static(
          "by_buckets",
          [](bool perfect_recall, const std::array<int, streets>& buckets,
             const Array<std::uint16_t>& preflop, const Array<std::uint16_t>& flop,
             const Array<std::uint16_t>& turn, const std::vector<std::uint64_t>& river_thresholds,
             const Array<std::uint16_t>& river_n, int threads) {
            const StreetBuckets of_street(preflop, flop, turn);
            check_river(river_n);
            const py::gil_scoped_release released;
            if (!perfect_recall) return CardStates(buckets, of_street.data, river_thresholds, river_n.data());
            return CardStates(HistoryBuckets::of_buckets(buckets, of_street.data, river_thresholds, threads),
                              river_n.data());
          },
          py::arg("perfect_recall"), py::arg("buckets"), py::arg("preflop").noconvert(),
          py::arg("flop").noconvert(), py::arg("turn").noconvert(), py::arg("river_thresholds"),
          py::arg("river_n").noconvert(), py::arg("threads") = 0, py::keep_alive<0, 7>())
      .def("states", &CardStates::states, py::arg("street"))
      .def("of_board", &states_of_board, py::arg("board").noconvert())
      .def("of_hands", &states_of_hands, py::arg("combinations").noconvert(), py::arg("boards").noconvert());
  m.def(
      "add_joint_counts",
      [](const HistoryBuckets& buckets, std::int64_t first, std::int64_t last, Array<std::uint64_t>& cells,
         int threads, const py::object& progress) {
        const std::int64_t sequences = buckets.sequences(3);
        if (first < 0 || last < first || last > Boards::get(5).count())
          throw ArgumentError("bad range of boards " + std::to_string(first) + " to " + std::to_string(last) +
                              ": want 0 <= first <= last <= 134459");
        if (cells.size() != 2 * sequences * sequences)
          throw ArgumentError("bad size of cells: want " + std::to_string(2 * sequences * sequences));
        auto* out = cells.mutable_data();
        run_kernel(progress, [&](Progress& p) { add_joint_counts(buckets, first, last, out, threads, p); });
      },
      py::arg("buckets"), py::arg("first"), py::arg("last"), py::arg("cells").noconvert(),
      py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "finish_joint_counts",
      [](const Array<std::uint64_t>& cells, std::int64_t sequences, int threads) {
        if (cells.size() != 2 * sequences * sequences) throw ArgumentError("bad size of cells");
        Array<std::uint64_t> counts(std::vector<py::ssize_t>{sequences, sequences});
        Array<std::uint64_t> wins(std::vector<py::ssize_t>{sequences, sequences});
        auto *n = counts.mutable_data(), *w = wins.mutable_data();
        {
          const py::gil_scoped_release released;
          finish_joint_counts(cells.data(), sequences, n, w, threads);
        }
        return py::make_tuple(counts, wins);
      },
      py::arg("cells").noconvert(), py::arg("sequences"), py::arg("threads") = 0);
}

}  // namespace pokerdata::bindings
