#include <algorithm>
#include <optional>

#include "bind_agents.hpp"
#include "bindings.hpp"
#include "pokerdata/matches/local_best_response.hpp"
#include "pokerdata/matches/match.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

py::array_t<cards::Card> cards_array(const cards::Card* cards, int count) {
  return py::array_t<cards::Card>(count, cards);
}

}  // namespace

void bind_matches(py::module_& core) {
  auto m = core.def_submodule("matches", "Matches on real cards.");
  py::class_<matches::MatchSums>(m, "MatchSums")
      .def_readonly("deals", &matches::MatchSums::deals)
      .def_readonly("first", &matches::MatchSums::first)
      .def_readonly("second", &matches::MatchSums::second)
      .def_readonly("first_squares", &matches::MatchSums::first_squares)
      .def_readonly("second_squares", &matches::MatchSums::second_squares)
      .def_readonly("products", &matches::MatchSums::products)
      .def_readonly("moves", &matches::MatchSums::moves);
  m.def("largest_loss", &matches::largest_loss, py::arg("rules"),
        "Chips that a hand can cost at most, in either seat.");
  m.def("most_deals", &matches::most_deals, py::arg("rules"),
        "Deals of a match at most, so that sums of squares of what is won fit 64 bits.");
  m.def(
      "play_match",
      [](const games::Rules& rules, const games::CardRules& cards, const agents::Agent& first,
         const agents::Agent& second, std::uint64_t seed, std::int64_t begin, std::int64_t end,
         Threads threads, const py::object& progress) {
        matches::MatchSums sums;
        run_kernel(progress, [&](support::Progress& p) {
          sums = matches::play_match(rules, cards, first, second, seed, begin, end, threads, p);
        });
        return sums;
      },
      py::arg("rules"), py::arg("cards"), py::arg("first"), py::arg("second"), py::arg("seed"),
      py::arg("begin"), py::arg("end"), py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "played_hand",
      [](const games::Rules& rules, const games::CardRules& cards, const agents::Agent& first,
         const agents::Agent& second, std::uint64_t seed, std::int64_t number, bool swapped) {
        const matches::PlayedHand hand =
            matches::played_hand(rules, cards, first, second, seed, number, swapped);
        const matches::Deal& deal = hand.deal;
        return py::make_tuple(cards_array(deal.hole[0].data(), cards.hole),
                              cards_array(deal.hole[1].data(), cards.hole),
                              cards_array(deal.board.data(), deal.board_size),
                              agents::history_text(rules, hand.moves), hand.won);
      },
      py::arg("rules"), py::arg("cards"), py::arg("first"), py::arg("second"), py::arg("seed"),
      py::arg("number"), py::arg("swapped"),
      "Hole cards of both players, the board, the history, and what player 0 wins.");
  m.def(
      "local_best_response",
      [](const BoundAbstractAgent& agent, const std::vector<std::pair<int, int>>& bets, bool all_in,
         int samples, const std::optional<py::array_t<double, py::array::c_style>>& first_edges,
         std::uint64_t seed, std::int64_t begin, std::int64_t end, std::int64_t strata, Threads threads,
         const py::object& progress, double rare) {
        matches::LocalBestResponseRules options{{}, all_in, samples, nullptr, rare};
        if (first_edges) {
          const auto hands = static_cast<py::ssize_t>(agents::all_hole_cards(agent.cards()).size());
          if (first_edges->ndim() != 2 || first_edges->shape(0) != hands || first_edges->shape(1) != hands)
            throw support::expected("first_edges", {"[", hands, ", ", hands, "], a row for each hand"});
          options.first_edges = first_edges->data();
        }
        for (const auto& [numerator, denominator] : bets) options.bets.push_back({numerator, denominator});
        const auto streets = static_cast<py::ssize_t>(agent.cards().board.size());
        py::array_t<double> won(
            {static_cast<py::ssize_t>(std::max(begin, end) - begin), py::ssize_t{2}, streets});
        double* out = won.mutable_data();
        run_kernel(progress, [&](support::Progress& p) {
          matches::local_best_response(agent, options, seed, begin, end, strata, out, threads, p);
        });
        return won;
      },
      py::arg("agent"), py::arg("bets"), py::arg("all_in"), py::arg("samples"), py::arg("first_edges"),
      py::arg("seed"), py::arg("begin"), py::arg("end"), py::arg("strata"), py::arg("threads") = 0,
      py::arg("progress") = py::none(), py::arg("rare") = 0.01,
      "float64 [end - begin, 2, streets]: as player 1 and as player 2, chips that local best response wins, "
      "and "
      "the luck of the cards of each later street.");
}

}  // namespace pokerdata::bindings
