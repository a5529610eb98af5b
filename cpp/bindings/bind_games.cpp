#include "bind_games.hpp"

#include "bindings.hpp"
#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/games/card_game.hpp"
#include "pokerdata/games/joint_count_game.hpp"

namespace pokerdata::bindings {
namespace {

using Menu = std::pair<std::vector<std::pair<int, int>>, bool>;

// A read-only view of a tree's array that keeps the tree alive.
template <class T>
py::array view(const std::vector<T>& values, const py::object& owner, const char* dtype) {
  py::array array(py::dtype(dtype), {static_cast<py::ssize_t>(values.size())}, values.data(), owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

template <class T>
auto column(std::vector<T> games::BettingTree::* member, const char* dtype) {
  return [member, dtype](const py::object& self) {
    return view(self.cast<const games::BettingTree&>().*member, self, dtype);
  };
}

std::shared_ptr<BoundGame> of_joint_counts(const games::Rules& rules, const std::vector<CountArray>& deals,
                                           const CountArray& wins, const std::vector<StateArray>& parents) {
  if (parents.size() + 1 != deals.size())
    throw support::expected("parents", "one array for each street after the first",
                            {parents.size(), " for ", deals.size(), " streets"});
  std::vector<games::StreetCounts> streets;
  for (std::size_t r = 0; r < deals.size(); ++r) {
    games::StreetCounts street;
    if (deals[r].ndim() != 2 || deals[r].shape(0) != deals[r].shape(1))
      throw support::expected({"joint counts on street ", r + 1},
                              "a square array [states, states]; e.g. [625, 625]");
    street.states = static_cast<int>(deals[r].shape(0));
    street.deals = {deals[r].data(), static_cast<std::size_t>(deals[r].size())};
    if (r > 0) street.parents.assign(parents[r - 1].data(), parents[r - 1].data() + parents[r - 1].size());
    streets.push_back(std::move(street));
  }
  auto bound = std::make_shared<BoundGame>();
  bound->arrays = deals;
  bound->arrays.push_back(wins);
  {
    const py::gil_scoped_release released;
    bound->game =
        games::make_joint_count_game(rules, streets, {wins.data(), static_cast<std::size_t>(wins.size())});
  }
  return bound;
}

std::shared_ptr<BoundGame> of_cards(const games::Rules& betting, const games::CardRules& cards) {
  auto bound = std::make_shared<BoundGame>();
  const py::gil_scoped_release released;
  bound->game = games::make_card_game(betting, cards);
  return bound;
}

const games::Street& street_of(const BoundGame& bound, int street) {
  if (street < 0 || street >= static_cast<int>(bound.game.streets.size()))
    throw support::expected("street", {"0 to ", bound.game.streets.size() - 1}, street);
  return bound.game.streets[street];
}

// One member of every board of a street, as an array.
template <class Member>
py::array_t<std::int32_t> of_boards(const BoundGame& bound, int street, Member member) {
  const auto& boards = street_of(bound, street).boards;
  py::array_t<std::int32_t> result(static_cast<py::ssize_t>(boards.size()));
  std::int32_t* out = result.mutable_data();
  for (const games::Board& board : boards) *out++ = board.*member;
  return result;
}

template <class T>
auto street_cards(std::vector<T> games::StreetCards::* member, const char* dtype) {
  return [member, dtype](const py::object& self, int street) {
    return view(street_of(self.cast<const BoundGame&>(), street).cards.*member, self, dtype);
  };
}

// States number their parents within the parent's board; here among all of its street.
py::array_t<std::int32_t> state_parents(const BoundGame& g, int street) {
  const games::Street& from = street_of(g, street);
  std::vector<std::int32_t> parents(from.parents.size());
  if (street > 0) {
    const games::Street& above = g.game.streets[street - 1];
    for (const games::Board& board : from.boards)
      for (std::int32_t s = board.first; s < board.first + board.states; ++s)
        parents[s] = above.boards[board.parent].first + from.parents[s];
  }
  const auto size = static_cast<py::ssize_t>(parents.size());
  return to_array(std::move(parents), {size});
}

}  // namespace

void bind_games(py::module_& core) {
  auto m = core.def_submodule("games", "Rules, betting trees and joint-count games.");
  m.def("most_chips", [] { return games::max_chips; }, "Of a stack, and of all bets of a limit game.");
  py::class_<games::Rules>(m, "Rules")
      .def(py::init([](std::string name, int ante, std::array<int, 2> blinds, bool blind_counts_as_bet,
                       std::vector<int> first_to_act, std::vector<int> caps, std::vector<int> bets,
                       std::array<int, 2> stacks, const std::vector<Menu>& menus) {
             games::Rules rules{std::move(name),
                                ante,
                                blinds,
                                blind_counts_as_bet,
                                std::move(first_to_act),
                                std::move(bets),
                                std::move(caps),
                                stacks,
                                {}};
             for (const auto& [fractions, all_in] : menus) {
               rules.menus.push_back({{}, all_in});
               for (const auto& [numerator, denominator] : fractions)
                 rules.menus.back().fractions.push_back({numerator, denominator});
             }
             games::check_rules(rules);
             return rules;
           }),
           py::kw_only(), py::arg("name"), py::arg("ante"), py::arg("blinds"), py::arg("blind_counts_as_bet"),
           py::arg("first_to_act"), py::arg("caps"), py::arg("bets") = std::vector<int>{},
           py::arg("stacks") = std::array<int, 2>{}, py::arg("menus") = std::vector<Menu>{},
           "Players are 0 and 1. Limit games have bets, no-limit games stacks and menus: for each street "
           "fractions of the pot (numerator, denominator), and whether all-in. Raises ValueError for rules "
           "that make no game.")
      .def_property_readonly("unit", &games::Rules::unit,
                             "Chips of the big blind, or of the ante without blinds.");

  py::class_<games::BettingTree>(m, "BettingTree")
      .def(py::init(&games::build_betting_tree), py::arg("rules"))
      .def_property_readonly("kind", column(&games::BettingTree::kind, "u1"),
                             "0 decision, 1 fold, 2 showdown.")
      .def_property_readonly("street", column(&games::BettingTree::street, "u1"))
      .def_property_readonly("player", column(&games::BettingTree::player, "u1"),
                             "Who acts or folded, 0 or 1.")
      .def_property_readonly("parent", column(&games::BettingTree::parent, "i4"), "-1 at the root.")
      .def_property_readonly("chips", column(&games::BettingTree::chips, "i4"),
                             "Fold: won by player 0. Showdown: at stake for each.")
      .def_property_readonly("first_edge", column(&games::BettingTree::first_edge, "i4"),
                             "int32 [nodes + 1].")
      .def_property_readonly("action", column(&games::BettingTree::action, "u1"),
                             "Of each edge: 0 fold, 1 check, 2 call, 3 bet, 4 raise.")
      .def_property_readonly("to", column(&games::BettingTree::to, "i4"),
                             "Of each edge: chips the player has in the pot after the action.")
      .def_property_readonly("child", column(&games::BettingTree::child, "i4"), "Of each edge.")
      .def_readonly("all_bets", &games::BettingTree::all_bets,
                    "Whether every legal bet and raise is an edge.")
      .def_property_readonly("street_roots", [](const games::BettingTree& t) { return t.street_roots; })
      .def(
          "history",
          [](const games::BettingTree& tree, int node) {
            if (node < 0 || node >= tree.nodes())
              throw support::expected("node", {"0 to ", tree.nodes() - 1}, node);
            return tree.history(node);
          },
          py::arg("node"));

  py::class_<games::CardRules>(m, "CardRules")
      .def(py::init([](std::string ranks, int suits, bool copies, int hole, std::vector<int> board,
                       const std::string& ranking) {
             games::CardRules rules{std::move(ranks),          suits, copies, hole, std::move(board),
                                    games::ranking_of(ranking)};
             games::check_card_rules(rules);
             return rules;
           }),
           py::kw_only(), py::arg("ranks"), py::arg("suits"), py::arg("copies"), py::arg("hole"),
           py::arg("board"), py::arg("ranking"), "Raises ValueError for rules that make no game.");

  py::class_<BoundGame, std::shared_ptr<BoundGame>>(m, "Game")
      .def_static("of_joint_counts", &of_joint_counts, py::arg("rules"), py::arg("deals"), py::arg("wins"),
                  py::arg("parents"))
      .def_static("of_cards", &of_cards, py::arg("betting"), py::arg("cards"))
      .def_property_readonly(
          "tree", [](const BoundGame& g) -> const games::BettingTree& { return g.game.tree; },
          py::return_value_policy::reference_internal)
      .def_property_readonly("information_sets", [](const BoundGame& g) { return g.game.information_sets(); })
      .def(
          "states", [](const BoundGame& g, int street) { return street_of(g, street).states; },
          py::arg("street"))
      .def(
          "board_parents",
          [](const BoundGame& g, int street) { return of_boards(g, street, &games::Board::parent); },
          py::arg("street"), "int32 [boards]: the board of the street before.")
      .def(
          "board_states",
          [](const BoundGame& g, int street) { return of_boards(g, street, &games::Board::states); },
          py::arg("street"), "int32 [boards]: private states; those of a board are neighbours.")
      .def("state_parents", &state_parents, py::arg("street"),
           "int32 [states]: the state of the street before, of all its boards; empty on the first street.")
      .def(
          "settles",
          [](const BoundGame& g, int street) {
            street_of(g, street);
            return g.game.settles(street);
          },
          py::arg("street"), "Whether showdowns of this street are settled without more cards.")
      .def("board_cards", street_cards(&games::StreetCards::board, "u8"), py::arg("street"),
           "uint64 [boards]: the cards turned up on this street, as bits; empty without cards.")
      .def("board_weights", street_cards(&games::StreetCards::weight, "u8"), py::arg("street"),
           "uint64 [boards]: deals that a board stands for; empty without cards.")
      .def("hands", street_cards(&games::StreetCards::hand, "u8"), py::arg("street"),
           "uint64 [states]: one of the hands of a state, as bits; empty without cards.")
      .def("hand_sizes", street_cards(&games::StreetCards::size, "u2"), py::arg("street"),
           "uint16 [states]: hands that a state stands for; empty without cards.");
}

}  // namespace pokerdata::bindings
