#include "bindings.hpp"
#include "pokerdata/matches/match.hpp"

namespace pokerdata::bindings {
namespace {

py::array_t<Card> array_of(const Card* cards, int count) { return py::array_t<Card>(count, cards); }

}  // namespace

void bind_matches(py::module_& core) {
  auto m = core.def_submodule("matches", "Matches on real cards.");
  py::class_<MatchSums>(m, "MatchSums")
      .def_readonly("deals", &MatchSums::deals)
      .def_readonly("first", &MatchSums::first)
      .def_readonly("second", &MatchSums::second)
      .def_readonly("first_squares", &MatchSums::first_squares)
      .def_readonly("second_squares", &MatchSums::second_squares)
      .def_readonly("products", &MatchSums::products)
      .def_readonly("moves", &MatchSums::moves);
  m.def(
      "play_match",
      [](const Rules& rules, const CardRules& cards, const Agent& first, const Agent& second,
         std::uint64_t seed, std::int64_t begin, std::int64_t end, int threads, const py::object& progress) {
        MatchSums sums;
        run_kernel(progress, [&](Progress& p) {
          sums = play_match(rules, cards, first, second, seed, begin, end, threads, p);
        });
        return sums;
      },
      py::arg("rules"), py::arg("cards"), py::arg("first"), py::arg("second"), py::arg("seed"),
      py::arg("begin"), py::arg("end"), py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "played_hand",
      [](const Rules& rules, const CardRules& cards, const Agent& first, const Agent& second,
         std::uint64_t seed, std::int64_t number, bool swapped) {
        const PlayedHand hand = played_hand(rules, cards, first, second, seed, number, swapped);
        const Deal& deal = hand.deal;
        return py::make_tuple(
            array_of(deal.hole[0].data(), cards.hole), array_of(deal.hole[1].data(), cards.hole),
            array_of(deal.board.data(), deal.board_size), history_text(rules, hand.moves), hand.won);
      },
      py::arg("rules"), py::arg("cards"), py::arg("first"), py::arg("second"), py::arg("seed"),
      py::arg("number"), py::arg("swapped"),
      "Hole cards of both players, the board, the history, and what player 0 wins.");
}

}  // namespace pokerdata::bindings
