#include <span>

#include "bind_abstraction.hpp"
#include "pokerdata/abstraction/card_states.hpp"

namespace pokerdata::bindings {
namespace {

// The street of a board, which must be of uint8 [..., 0|3|4|5] without duplicates.
int street_of(const Array<cards::Card>& boards) {
  const py::ssize_t size = boards.ndim() == 0 ? -1 : boards.shape(boards.ndim() - 1);
  if (size != 0 && (size < 3 || size > 5))
    throw support::ArgumentError("board: expected 0, 3, 4 or 5 cards in the last dimension, flop first");
  return size == 0 ? 0 : static_cast<int>(size) - 2;
}

py::array_t<std::uint16_t> states_of_board(const abstraction::CardStates& self,
                                           const Array<cards::Card>& board) {
  const int street = street_of(board);
  cards::check_cards(board.data(), static_cast<int>(board.size()));
  py::array_t<std::uint16_t> result(cards::combinations);
  self.of_board(street, {board.data(), static_cast<std::size_t>(board.size())}, result.mutable_data());
  return result;
}

py::array_t<std::uint16_t> states_of_hands(const abstraction::CardStates& self,
                                           const Array<std::int64_t>& hands,
                                           const Array<cards::Card>& boards) {
  const int street = street_of(boards);
  if (hands.ndim() != 1 || boards.ndim() != 2 || boards.shape(0) != hands.shape(0))
    throw support::ArgumentError("combinations and boards: expected shapes (n,) and (n, 0|3|4|5)");
  const auto size = static_cast<std::size_t>(boards.shape(1));
  py::array_t<std::uint16_t> result(hands.size());
  for (py::ssize_t i = 0; i < hands.size(); ++i) {
    const std::span board(boards.data() + i * boards.shape(1), size);
    cards::check_cards(board.data(), static_cast<int>(size));
    const cards::CardSet cards = cards::set_of(board);
    const std::int64_t hand = hands.data()[i];
    if (hand < 0 || hand >= cards::combinations || cards::all_combinations[hand].cards() & cards)
      throw support::expected("combination", "0 to 1325, without a card of the board",
                              {hand, " (position ", i, ")"});
    result.mutable_data()[i] = self.of_hand(street, static_cast<int>(hand), board);
  }
  return result;
}

}  // namespace

void bind_card_states(py::module_& m) {
  py::class_<abstraction::CardStates>(m, "CardStates")
      .def_static(
          "by_thresholds",
          [](const std::vector<Array<std::uint64_t>>& thresholds, const Array<std::uint64_t>& preflop,
             const Array<std::uint64_t>& flop, const Array<std::uint32_t>& turn,
             const Array<std::uint16_t>& river_n, Threads threads) {
            const abstraction::MetricTables metric = metric_tables(preflop, flop, turn);
            const auto parts = threshold_parts(thresholds);
            check_river(river_n);
            const py::gil_scoped_release released;
            return abstraction::CardStates(
                abstraction::BucketSequences::by_thresholds(parts, metric, threads), river_n.data());
          },
          py::arg("thresholds"), py::arg("preflop").noconvert(), py::arg("flop").noconvert(),
          py::arg("turn").noconvert(), py::arg("river_n").noconvert(), py::arg("threads") = 0,
          py::keep_alive<0, 5>())
      .def_static(
          "by_buckets",
          [](bool perfect_recall, const std::array<int, abstraction::streets>& buckets,
             const Array<std::uint16_t>& preflop, const Array<std::uint16_t>& flop,
             const Array<std::uint16_t>& turn, const std::vector<std::uint64_t>& river_thresholds,
             const Array<std::uint16_t>& river_n, Threads threads) {
            const StreetBuckets of_street(preflop, flop, turn);
            check_river(river_n);
            const py::gil_scoped_release released;
            if (!perfect_recall)
              return abstraction::CardStates(buckets, of_street.data, river_thresholds, river_n.data());
            return abstraction::CardStates(
                abstraction::BucketSequences::by_buckets(buckets, of_street.data, river_thresholds, threads),
                river_n.data());
          },
          py::arg("perfect_recall"), py::arg("buckets"), py::arg("preflop").noconvert(),
          py::arg("flop").noconvert(), py::arg("turn").noconvert(), py::arg("river_thresholds"),
          py::arg("river_n").noconvert(), py::arg("threads") = 0, py::keep_alive<0, 7>())
      .def(
          "states",
          [](const abstraction::CardStates& self, int street) {
            if (street < 0 || street >= abstraction::streets)
              throw support::expected("street", "0 to 3", {street, "; e.g. 0 for preflop"});
            return self.states(street);
          },
          py::arg("street"))
      .def("of_board", &states_of_board, py::arg("board").noconvert())
      .def("of_hands", &states_of_hands, py::arg("combinations").noconvert(), py::arg("boards").noconvert());
}

}  // namespace pokerdata::bindings
