#include <algorithm>
#include <array>

#include "bindings.hpp"
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/preflop/income.hpp"
#include "pokerdata/preflop/matchups.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {
namespace {

bool classes_fit(const std::uint8_t* classes) {
  std::array<int, 256> sizes{};
  for (int c = 0; c < cards::combinations; ++c) ++sizes[classes[c]];
  return std::all_of(sizes.begin(), sizes.begin() + preflop::hand_classes,
                     [](int size) { return size < 256; }) &&
         std::all_of(sizes.begin() + preflop::hand_classes, sizes.end(), [](int size) { return size == 0; });
}

}  // namespace

void bind_preflop(py::module_& core) {
  auto m = core.def_submodule("preflop", "Match-ups and income rates before the flop.");
  m.def(
      "matchups",
      [](Threads threads, const py::object& progress) {
        threads = support::checked_threads(threads);
        const std::vector<py::ssize_t> shape{cards::combinations, cards::combinations};
        py::array_t<std::uint32_t> wins(shape), ties(shape);
        auto *w = wins.mutable_data(), *t = ties.mutable_data();
        run_kernel(progress, [&](support::Progress& p) { preflop::preflop_matchups(w, t, threads, p); });
        return py::make_tuple(wins, ties);
      },
      py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "matchup_sums",
      [](std::int64_t first, std::int64_t last, Threads threads, const py::object& progress) {
        threads = support::checked_threads(threads);
        const auto boards = isomorphism::Boards::get(5).count();
        if (first < 0 || first > last || last > boards)
          throw support::expected("boards", {"a stretch within 0 to ", boards},
                                  {first, " to ", last, "; e.g. 0 to 10"});
        constexpr std::size_t side = preflop::matchup_side;
        std::vector<std::uint32_t> sums(side * side);
        run_kernel(progress, [&](support::Progress& p) {
          preflop::add_matchup_sums(first, last, sums.data(), threads, p);
        });
        return to_array(std::move(sums), {preflop::matchup_side, preflop::matchup_side});
      },
      py::arg("first"), py::arg("last"), py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "finish_matchups",
      [](const py::array_t<std::uint32_t, py::array::c_style>& sums, Threads threads) {
        threads = support::checked_threads(threads);
        if (sums.ndim() != 2 || sums.shape(0) != preflop::matchup_side ||
            sums.shape(1) != preflop::matchup_side)
          throw support::ArgumentError("sums: expected those of matchup_sums");
        const std::vector<py::ssize_t> shape{cards::combinations, cards::combinations};
        py::array_t<std::uint32_t> wins(shape), ties(shape);
        auto *w = wins.mutable_data(), *t = ties.mutable_data();
        const auto* s = sums.data();
        run_kernel(py::none(), [&](support::Progress&) { preflop::finish_matchups(s, w, t, threads); });
        return py::make_tuple(wins, ties);
      },
      py::arg("sums").noconvert(), py::arg("threads") = 0);
  m.def(
      "income_sums",
      [](int players, std::int64_t deals, std::uint64_t seed,
         const py::array_t<std::uint8_t, py::array::c_style>& classes, Threads threads,
         const py::object& progress) {
        threads = support::checked_threads(threads);
        if (players < 2 || players > preflop::most_players)
          throw support::expected("players", "2 to 23", {players, "; e.g. 10"});
        if (deals < 1) throw support::expected("deals", "1 or more", deals);
        if (classes.ndim() != 1 || classes.shape(0) != cards::combinations || !classes_fit(classes.data()))
          throw support::ArgumentError(
              "classes: expected that of each of the 1326 combinations, 0 to 168, at most 255 of each");
        py::array_t<std::uint64_t> sums(
            std::vector<py::ssize_t>{players - 1, preflop::income::sum_count, preflop::hand_classes});
        auto* out = sums.mutable_data();
        const auto* of = classes.data();
        run_kernel(progress, [&](support::Progress& p) {
          preflop::income_sums_of_deals(players, deals, seed, of, out, threads, p);
        });
        return sums;
      },
      py::arg("players"), py::arg("deals"), py::arg("seed"), py::arg("classes").noconvert(),
      py::arg("threads") = 0, py::arg("progress") = py::none());
}

}  // namespace pokerdata::bindings
