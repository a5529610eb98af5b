#include <algorithm>
#include <array>

#include "bindings.hpp"
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/strength/potential.hpp"
#include "pokerdata/strength/situation.hpp"
#include "pokerdata/strength/strength.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {
namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style>;

template <class T>
Array<T> rows(int size) {
  const auto boards = static_cast<py::ssize_t>(isomorphism::Boards::get(size).count());
  return Array<T>(std::vector<py::ssize_t>{boards, cards::combinations});
}

template <class T>
const T* checked(const Array<T>& array, int size, const char* name) {
  if (array.ndim() != 2 || array.shape(0) != isomorphism::Boards::get(size).count() ||
      array.shape(1) != cards::combinations)
    throw support::ArgumentError(std::string(name) + ": expected shape (" +
                                 std::to_string(isomorphism::Boards::get(size).count()) + ", 1326)");
  return array.data();
}

// A potential table of one or two more cards.
template <class T>
Array<T> potential(int size, int threads, const py::object& progress) {
  if (size != 3 && size != 4)
    throw support::ArgumentError("board size: expected 3 or 4 cards, got " + std::to_string(size) +
                                 "; e.g. 3");
  threads = support::checked_threads(threads);
  const auto boards = static_cast<py::ssize_t>(isomorphism::Boards::get(size).count());
  Array<T> counts(std::vector<py::ssize_t>{boards, cards::combinations, 3, 3});
  auto* out = counts.mutable_data();
  run_kernel(progress, [&](support::Progress& p) { strength::potential_table(size, out, threads, p); });
  return counts;
}

// Throws ArgumentError unless the board has 3 to 5 cards, and 3 to 5 with the extra ones, all different.
void check_board(const Array<cards::Card>& board, int extra) {
  const auto size = board.ndim() == 1 ? board.shape(0) : -1;
  if (size < 3 || extra < 0 || extra > 2 || size + extra > 5)
    throw support::ArgumentError("board: expected 3 to 5 cards, with at most two more to come up to five");
  cards::check_cards(board.data(), static_cast<int>(size));
}

// Throws ArgumentError unless the rows are hole cards that the board leaves.
void check_holes(const Array<cards::Card>& holes, const Array<cards::Card>& board) {
  if (holes.ndim() != 2 || holes.shape(1) != 2)
    throw support::ArgumentError("holes: expected shape (hands, 2)");
  std::array<cards::Card, 7> cards;
  std::copy_n(board.data(), board.shape(0), cards.begin());
  for (py::ssize_t hand = 0; hand < holes.shape(0); ++hand) {
    std::copy_n(holes.data(hand, 0), 2, cards.begin() + board.shape(0));
    cards::check_cards(cards.data(), static_cast<int>(board.shape(0)) + 2);
  }
}

}  // namespace

void bind_strength(py::module_& core) {
  auto m = core.def_submodule("strength", "Exact hand strength.");
  m.def(
      "river",
      [](int threads, const py::object& progress) {
        threads = support::checked_threads(threads);
        auto n = rows<std::uint16_t>(5);
        auto* out = n.mutable_data();
        run_kernel(progress, [&](support::Progress& p) { strength::river_strength(out, threads, p); });
        return n;
      },
      py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "present",
      [](int size, int threads, const py::object& progress) {
        threads = support::checked_threads(threads);
        auto ahead = rows<std::uint16_t>(size), tied = rows<std::uint16_t>(size);
        auto *a = ahead.mutable_data(), *t = tied.mutable_data();
        run_kernel(progress,
                   [&](support::Progress& p) { strength::present_strength(size, a, t, threads, p); });
        return py::make_tuple(ahead, tied);
      },
      py::arg("size"), py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "turn",
      [](const Array<std::uint16_t>& river, int threads, const py::object& progress) {
        threads = support::checked_threads(threads);
        const auto* in = checked(river, 5, "river");
        auto ehs = rows<std::uint32_t>(4), ehs2 = rows<std::uint32_t>(4);
        auto *e = ehs.mutable_data(), *e2 = ehs2.mutable_data();
        run_kernel(progress, [&](support::Progress& p) { strength::turn_strength(in, e, e2, threads, p); });
        return py::make_tuple(ehs, ehs2);
      },
      py::arg("river").noconvert(), py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "flop",
      [](const Array<std::uint32_t>& turn_ehs, const Array<std::uint32_t>& turn_ehs2, int threads,
         const py::object& progress) {
        threads = support::checked_threads(threads);
        const auto *in = checked(turn_ehs, 4, "turn_ehs"), *in2 = checked(turn_ehs2, 4, "turn_ehs2_river");
        auto ehs = rows<std::uint32_t>(3), ehs2 = rows<std::uint32_t>(3);
        auto next = rows<std::uint64_t>(3);
        auto *e = ehs.mutable_data(), *e2 = ehs2.mutable_data();
        auto* x = next.mutable_data();
        run_kernel(progress,
                   [&](support::Progress& p) { strength::flop_strength(in, in2, e, e2, x, threads, p); });
        return py::make_tuple(ehs, ehs2, next);
      },
      py::arg("turn_ehs").noconvert(), py::arg("turn_ehs2_river").noconvert(), py::arg("threads") = 0,
      py::arg("progress") = py::none());
  m.def(
      "preflop",
      [](const Array<std::uint32_t>& flop_ehs, const Array<std::uint32_t>& flop_ehs2) {
        const auto *in = checked(flop_ehs, 3, "flop_ehs"), *in2 = checked(flop_ehs2, 3, "flop_ehs2_river");
        Array<std::uint64_t> ehs(cards::combinations), ehs2(cards::combinations), next(cards::combinations);
        strength::preflop_strength(in, in2, ehs.mutable_data(), ehs2.mutable_data(), next.mutable_data());
        return py::make_tuple(ehs, ehs2, next);
      },
      py::arg("flop_ehs").noconvert(), py::arg("flop_ehs2_river").noconvert());
  m.def("potential_one_card", &potential<std::uint16_t>, py::arg("size"), py::arg("threads") = 0,
        py::arg("progress") = py::none());
  m.def(
      "potential_two_cards",
      [](int threads, const py::object& progress) { return potential<std::uint32_t>(3, threads, progress); },
      py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "potential",
      [](const Array<cards::Card>& board, int extra) {
        check_board(board, extra);
        if (extra == 0) throw support::ArgumentError("cards to come: expected 1 or 2, got 0");
        Array<std::uint32_t> counts(std::vector<py::ssize_t>{cards::combinations, 3, 3});
        auto* out = counts.mutable_data();
        const auto* cards = board.data();
        const int size = static_cast<int>(board.shape(0));
        run_kernel(py::none(),
                   [&](support::Progress&) { strength::count_potential(cards, size, extra, out); });
        return counts;
      },
      py::arg("board").noconvert(), py::arg("extra"));
  m.def(
      "run_outs",
      [](const Array<cards::Card>& hole, const Array<cards::Card>& board, int extra) {
        check_board(board, extra);
        if (hole.ndim() != 1 || hole.shape(0) != 2) throw support::ArgumentError("hole: expected shape (2,)");
        check_holes(Array<cards::Card>(std::vector<py::ssize_t>{1, 2}, hole.data()), board);
        const int size = static_cast<int>(board.shape(0));
        const auto count =
            static_cast<py::ssize_t>(isomorphism::binomial(cards::deck_size - 2 - size, extra));
        Array<cards::Card> cards(std::vector<py::ssize_t>{count, extra});
        strength::run_outs(hole.data(), board.data(), size, extra, cards.mutable_data());
        return cards;
      },
      py::arg("hole").noconvert(), py::arg("board").noconvert(), py::arg("extra"));
  m.def(
      "standings",
      [](const Array<cards::Card>& holes, const Array<cards::Card>& board, int extra,
         const Array<double>& weights, bool each, int threads, const py::object& progress) {
        threads = support::checked_threads(threads);
        check_board(board, extra);
        check_holes(holes, board);
        if (weights.ndim() != 1 || weights.shape(0) != cards::combinations)
          throw support::ArgumentError("weights: expected shape (1326,)");
        const int size = static_cast<int>(board.shape(0));
        std::vector<py::ssize_t> shape{holes.shape(0), 3, 3};
        if (each)
          shape.insert(shape.begin() + 1,
                       static_cast<py::ssize_t>(isomorphism::binomial(cards::deck_size - 2 - size, extra)));
        Array<double> counts(shape);
        auto* out = counts.mutable_data();
        const auto *h = holes.data(), *b = board.data();
        const auto* w = weights.data();
        const auto hands = static_cast<std::int64_t>(holes.shape(0));
        run_kernel(progress, [&](support::Progress& p) {
          strength::count_standings(h, hands, b, size, extra, w, each, out, threads, p);
        });
        return counts;
      },
      py::arg("holes").noconvert(), py::arg("board").noconvert(), py::arg("extra"),
      py::arg("weights").noconvert(), py::arg("each") = false, py::arg("threads") = 0,
      py::arg("progress") = py::none());
}

}  // namespace pokerdata::bindings
