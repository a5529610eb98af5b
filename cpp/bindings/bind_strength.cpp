#include <algorithm>
#include <array>

#include "bindings.hpp"
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/strength/potential.hpp"
#include "pokerdata/strength/situation.hpp"
#include "pokerdata/strength/strength.hpp"
#include "pokerdata/strength/stretch.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {
namespace {

// Boards [first, last) of a size; a last one below 0 is that of all.
strength::Stretch checked_stretch(int size, std::int64_t first, std::int64_t last) {
  const strength::Stretch all = strength::Stretch::all(size);
  if (last < 0) last = all.last;
  if (first < 0 || first > last || last > all.last)
    throw support::expected("boards", {"a stretch within 0 to ", all.last},
                            {first, " to ", last, "; e.g. 0 to 10"});
  return {first, last};
}

template <class T>
Array<T> rows(strength::Stretch stretch) {
  return Array<T>(std::vector<py::ssize_t>{static_cast<py::ssize_t>(stretch.count()), cards::combinations});
}

template <class T>
const T* checked(const Array<T>& array, int size, const char* name) {
  if (array.ndim() != 2 || array.shape(0) != isomorphism::Boards::get(size).count() ||
      array.shape(1) != cards::combinations)
    throw support::expected(name, {"shape (", isomorphism::Boards::get(size).count(), ", 1326)"});
  return array.data();
}

// A potential table of one or two more cards.
template <class T>
Array<T> potential(int size, Threads threads, const py::object& progress, std::int64_t first,
                   std::int64_t last) {
  if (size != 3 && size != 4) throw support::expected("board size", "3 or 4 cards", {size, "; e.g. 3"});
  threads = support::checked_threads(threads);
  const auto stretch = checked_stretch(size, first, last);
  Array<T> counts(
      std::vector<py::ssize_t>{static_cast<py::ssize_t>(stretch.count()), cards::combinations, 3, 3});
  auto* out = counts.mutable_data();
  run_kernel(progress,
             [&](support::Progress& p) { strength::potential_table(size, stretch, out, threads, p); });
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
      [](Threads threads, const py::object& progress, std::int64_t first, std::int64_t last) {
        threads = support::checked_threads(threads);
        const auto stretch = checked_stretch(5, first, last);
        auto n = rows<std::uint16_t>(stretch);
        auto* out = n.mutable_data();
        run_kernel(progress,
                   [&](support::Progress& p) { strength::river_strength(stretch, out, threads, p); });
        return n;
      },
      py::arg("threads") = 0, py::arg("progress") = py::none(), py::arg("first") = 0, py::arg("last") = -1);
  m.def(
      "present",
      [](int size, Threads threads, const py::object& progress, std::int64_t first, std::int64_t last) {
        threads = support::checked_threads(threads);
        const auto stretch = checked_stretch(size, first, last);
        auto ahead = rows<std::uint16_t>(stretch), tied = rows<std::uint16_t>(stretch);
        auto *a = ahead.mutable_data(), *t = tied.mutable_data();
        run_kernel(progress, [&](support::Progress& p) {
          strength::present_strength(size, stretch, a, t, threads, p);
        });
        return py::make_tuple(ahead, tied);
      },
      py::arg("size"), py::arg("threads") = 0, py::arg("progress") = py::none(), py::arg("first") = 0,
      py::arg("last") = -1);
  m.def(
      "turn",
      [](const Array<std::uint16_t>& river, Threads threads, const py::object& progress, std::int64_t first,
         std::int64_t last) {
        threads = support::checked_threads(threads);
        const auto* in = checked(river, 5, "river");
        const auto stretch = checked_stretch(4, first, last);
        auto ehs = rows<std::uint32_t>(stretch), ehs2 = rows<std::uint32_t>(stretch);
        auto *e = ehs.mutable_data(), *e2 = ehs2.mutable_data();
        run_kernel(progress,
                   [&](support::Progress& p) { strength::turn_strength(in, stretch, e, e2, threads, p); });
        return py::make_tuple(ehs, ehs2);
      },
      py::arg("river").noconvert(), py::arg("threads") = 0, py::arg("progress") = py::none(),
      py::arg("first") = 0, py::arg("last") = -1);
  m.def(
      "flop",
      [](const Array<std::uint32_t>& turn_ehs, const Array<std::uint32_t>& turn_ehs2, Threads threads,
         const py::object& progress, std::int64_t first, std::int64_t last) {
        threads = support::checked_threads(threads);
        const auto *in = checked(turn_ehs, 4, "turn_ehs"), *in2 = checked(turn_ehs2, 4, "turn_ehs2_river");
        const auto stretch = checked_stretch(3, first, last);
        auto ehs = rows<std::uint32_t>(stretch), ehs2 = rows<std::uint32_t>(stretch);
        auto next = rows<std::uint64_t>(stretch);
        auto *e = ehs.mutable_data(), *e2 = ehs2.mutable_data();
        auto* x = next.mutable_data();
        run_kernel(progress, [&](support::Progress& p) {
          strength::flop_strength(in, in2, stretch, e, e2, x, threads, p);
        });
        return py::make_tuple(ehs, ehs2, next);
      },
      py::arg("turn_ehs").noconvert(), py::arg("turn_ehs2_river").noconvert(), py::arg("threads") = 0,
      py::arg("progress") = py::none(), py::arg("first") = 0, py::arg("last") = -1);
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
        py::arg("progress") = py::none(), py::arg("first") = 0, py::arg("last") = -1);
  m.def(
      "potential_two_cards",
      [](Threads threads, const py::object& progress, std::int64_t first, std::int64_t last) {
        return potential<std::uint32_t>(3, threads, progress, first, last);
      },
      py::arg("threads") = 0, py::arg("progress") = py::none(), py::arg("first") = 0, py::arg("last") = -1);
  m.def(
      "potential",
      [](const Array<cards::Card>& board, int extra) {
        check_board(board, extra);
        if (extra == 0) throw support::expected("cards to come", "1 or 2", "0");
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
         const Array<double>& weights, bool each, Threads threads, const py::object& progress) {
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
