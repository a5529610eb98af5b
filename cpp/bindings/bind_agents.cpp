#include "bind_agents.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "bind_games.hpp"
#include "bindings.hpp"
#include "pokerdata/agents/baselines.hpp"
#include "pokerdata/agents/beliefs.hpp"
#include "pokerdata/agents/private_states.hpp"
#include "pokerdata/agents/simple_agent.hpp"
#include "pokerdata/agents/translation.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/strength/potential.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

using CardArray = py::array_t<cards::Card, py::array::c_style>;
using TableValues = py::array_t<std::uint16_t, py::array::c_style>;

agents::StrategyRows view(const std::vector<Rows>& arrays) {
  agents::StrategyRows rows;
  for (const Rows& array : arrays) rows.streets.push_back(array.data());
  return rows;
}

std::span<const cards::Card> cards_of(const CardArray& cards) {
  return {cards.data(), static_cast<std::size_t>(cards.size())};
}

// Throws ArgumentError unless these are the hole cards and the board of a street.
void check_seen(const games::CardRules& rules, int street, std::span<const cards::Card> hole,
                std::span<const cards::Card> board) {
  const int needed = std::accumulate(rules.board.begin(), rules.board.begin() + street + 1, 0);
  if (static_cast<int>(hole.size()) != rules.hole || static_cast<int>(board.size()) != needed)
    throw support::expected({"cards on street ", street + 1},
                            {rules.hole, " hole cards and ", needed, " on the board"},
                            {hole.size(), " and ", board.size()});
  std::vector<cards::Card> all(hole.begin(), hole.end());
  all.insert(all.end(), board.begin(), board.end());
  cards::check_cards(all.data(), static_cast<int>(all.size()));
  for (const cards::Card card : all)
    if (card >= rules.deck()) throw support::expected("card", {"0 to ", rules.deck() - 1}, card);
}

// The values of a table of boards of a size, `each` for every hand, or nothing where it is None.
const std::uint16_t* values_of(const std::optional<TableValues>& table, int size, int each) {
  if (!table) return nullptr;
  const std::int64_t wanted = isomorphism::Boards::get(size).count() * cards::combinations * each;
  if (table->size() != wanted)
    throw support::expected("table", {wanted, " values for boards of ", size, " cards"}, table->size());
  return table->data();
}

// The moves at the end of a history and how likely each of several hands makes them: [hands, moves]. With
// one row of hole cards or of boards it is that of all.
py::tuple batch(const BoundAbstractAgent& agent, const CardArray& holes, const CardArray& boards,
                const std::string& history) {
  const std::vector<agents::Move> moves = agents::parse_history(agent.rules(), history);
  agents::BettingState state(agent.rules());
  for (const agents::Move move : moves) state.apply(move);
  if (state.finished())
    throw support::expected("history", "one in which a player acts",
                            {"'", history, "', after which the hand is over"});
  const py::ssize_t hands = std::max(holes.shape(0), boards.shape(0));
  const auto row = [](const CardArray& cards, py::ssize_t i) {
    const py::ssize_t n = cards.shape(1);
    return std::span<const cards::Card>(cards.data() + (cards.shape(0) == 1 ? 0 : i * n),
                                        static_cast<std::size_t>(n));
  };
  for (py::ssize_t i = 0; i < hands; ++i)
    check_seen(agent.cards(), state.street(), row(holes, i), row(boards, i));
  const int player = state.player();
  std::vector<std::vector<int>> found_states(state.street() + 1);  // by street, looked up once
  const auto states_on = [&](int street) -> const std::vector<int>& {
    std::vector<int>& found = found_states[street];
    if (found.empty())
      for (py::ssize_t i = 0; i < hands; ++i) {
        const agents::SeenCards seen{&agent.cards(), row(holes, i), row(boards, i).data()};
        found.push_back(agent.states().of(street, seen.hole, seen.board_on(street)));
      }
    return found;
  };
  std::vector<std::string> texts;
  std::vector<double> shares, totals(hands, 0.0);
  {
    const py::gil_scoped_release release;
    agents::Beliefs beliefs(agent, static_cast<int>(hands), 1e-9);
    agents::BettingState now(agent.rules());
    for (const agents::Move move : moves) {
      now.player() == player ? beliefs.act(now, move, states_on(now.street())) : beliefs.see(now, move);
      now.apply(move);
    }
    const auto likely = beliefs.moves(state, states_on(state.street()));
    shares.resize(hands * likely.size());
    for (std::size_t m = 0; m < likely.size(); ++m) {
      texts.push_back(agents::move_text(agent.rules(), likely[m].move));
      for (py::ssize_t i = 0; i < hands; ++i) totals[i] += likely[m].hands[i];
    }
    for (std::size_t m = 0; m < likely.size(); ++m)
      for (py::ssize_t i = 0; i < hands; ++i) shares[i * likely.size() + m] = likely[m].hands[i] / totals[i];
  }
  const auto columns = static_cast<py::ssize_t>(texts.size());
  return py::make_tuple(texts, to_array(std::move(shares), {hands, columns}));
}

// The move of an agent that looks at the betting and not at its own former moves: a baseline.
std::string baseline_move(const agents::Agent& agent, const games::Rules& rules,
                          const games::CardRules& cards, const CardArray& hole, const CardArray& board,
                          const std::string& history, std::uint64_t key) {
  if (dynamic_cast<const agents::AbstractAgent*>(&agent))
    throw support::expected("agent", "one without a strategy", "one with; e.g. simple");
  agent.check_game(rules, cards);
  const std::vector<agents::Move> moves = agents::parse_history(rules, history);
  agents::BettingState state(rules);
  for (const agents::Move move : moves) state.apply(move);
  if (state.finished())
    throw support::expected("history", "one in which a player acts",
                            {"'", history, "', after which the hand is over"});
  check_seen(cards, state.street(), cards_of(hole), cards_of(board));
  const auto seat = agent.sit();
  seat->start({&cards, cards_of(hole), board.data()}, state.player());
  const std::uint64_t place = 2 * moves.size() + static_cast<std::uint64_t>(state.player());
  support::Random random(support::Use::match, key, place);
  return agents::move_text(rules, seat->act(state, random));
}

}  // namespace

BoundAbstractAgent::BoundAbstractAgent(const games::Rules& rules, const games::CardRules& cards,
                                       std::shared_ptr<agents::PrivateStates> states,
                                       std::vector<Rows> arrays, const std::string& translation)
    : agents::AbstractAgent(rules, cards, std::move(states), view(arrays),
                            agents::translation_of(translation)),
      arrays_(std::move(arrays)) {
  if (static_cast<int>(arrays_.size()) != rules.streets())
    throw support::expected("strategy", "an array for each street of the rules", arrays_.size());
  for (int r = 0; r < rules.streets(); ++r) {
    const py::ssize_t rows = tree().first_edge[tree().street_end(r)] -
                             tree().first_edge[tree().street_roots[r].front()],
                      columns = this->states().states(r);
    if (arrays_[r].ndim() != 2 || arrays_[r].shape(0) != rows || arrays_[r].shape(1) != columns)
      throw support::expected(
          {"strategy on street ", r + 1},
          {"an array [", rows, ", ", columns, "], edges of the betting tree and states of the cards"});
  }
}

void bind_agents(py::module_& core) {
  auto m = core.def_submodule("agents", "Agents that play real hands.");
  m.def(
      "share_of_lower",
      [](const std::string& translation, double low, double high, double size) {
        return agents::share_of_lower(agents::translation_of(translation), low, high, size);
      },
      py::arg("translation"), py::arg("low"), py::arg("high"), py::arg("size"));

  py::class_<agents::BettingState>(m, "BettingState")
      .def(py::init([](const games::Rules& rules, const std::string& history) {
             agents::BettingState state(rules);
             for (const agents::Move move : agents::parse_history(rules, history)) state.apply(move);
             return state;
           }),
           py::arg("rules"), py::arg("history") = "", py::keep_alive<1, 2>())
      .def_property_readonly("finished", &agents::BettingState::finished)
      .def_property_readonly("street", &agents::BettingState::street, "From 0.")
      .def_property_readonly("player", &agents::BettingState::player, "Who acts, 0 or 1.")
      .def_property_readonly("folded", &agents::BettingState::folded, "Who gave up, or -1.")
      .def_property_readonly("paid",
                             [](const agents::BettingState& s) { return std::array{s.paid(0), s.paid(1)}; })
      .def_property_readonly("to_call", &agents::BettingState::to_call)
      .def_property_readonly("may_raise", &agents::BettingState::may_raise)
      .def_property_readonly("least_raise", &agents::BettingState::least_raise)
      .def_property_readonly("largest_raise", &agents::BettingState::largest_raise)
      .def("won", &agents::BettingState::won, py::arg("standing"));

  py::class_<agents::PrivateStates, std::shared_ptr<agents::PrivateStates>>(m, "PrivateStates")
      .def("states", &agents::PrivateStates::states, py::arg("street"))
      .def(
          "of",
          [](const agents::PrivateStates& states, int street, const CardArray& hole, const CardArray& board) {
            return states.of(street, cards_of(hole), cards_of(board));
          },
          py::arg("street"), py::arg("hole"), py::arg("board"), "Nothing is checked.");
  py::class_<agents::BucketStates, agents::PrivateStates, std::shared_ptr<agents::BucketStates>>(
      m, "BucketStates")
      .def(py::init<const abstraction::CardStates&>(), py::arg("states"), py::keep_alive<1, 2>());
  py::class_<agents::OneState, agents::PrivateStates, std::shared_ptr<agents::OneState>>(m, "OneState")
      .def(py::init<>());
  py::class_<agents::HandsOnBoards, agents::PrivateStates, std::shared_ptr<agents::HandsOnBoards>>(
      m, "HandsOnBoards")
      .def(py::init([](const BoundGame& game, const games::CardRules& cards) {
             return std::make_shared<agents::HandsOnBoards>(game.game, cards);
           }),
           py::arg("game"), py::arg("cards"));

  py::class_<agents::Agent>(m, "Agent")
      .def("check_game", &agents::Agent::check_game, py::arg("rules"), py::arg("cards"));
  py::class_<BoundAbstractAgent, agents::Agent>(m, "AbstractAgent")
      .def(py::init<const games::Rules&, const games::CardRules&, std::shared_ptr<agents::PrivateStates>,
                    std::vector<Rows>, const std::string&>(),
           py::arg("rules"), py::arg("cards"), py::arg("states"), py::arg("rows"), py::arg("translation"),
           py::keep_alive<1, 4>())
      .def("batch", &batch, py::arg("holes"), py::arg("boards"), py::arg("history"),
           "The moves as text, and float64 [hands, moves]: how likely each hand makes them. holes: [hands or "
           "1, "
           "hole cards]; boards: [hands or 1, cards on the board].");
  py::class_<agents::SimpleAgent, agents::Agent>(m, "SimpleAgent")
      .def(py::init([](const std::optional<TableValues>& flop, const std::optional<TableValues>& turn,
                       const std::optional<TableValues>& river) {
             return agents::SimpleAgent({values_of(flop, 3, strength::potential_cells),
                                         values_of(turn, 4, strength::potential_cells),
                                         values_of(river, 5, 1)});
           }),
           py::arg("flop").noconvert(), py::arg("turn").noconvert(), py::arg("river").noconvert(),
           py::keep_alive<1, 2>(), py::keep_alive<1, 3>(), py::keep_alive<1, 4>(),
           "With one_card of flop_potential and turn_potential, uint16 [boards, 1326, 3, 3], and n of "
           "river_strength, uint16 [boards, 1326]; or None for each.");
  m.def("baseline", &agents::make_baseline, py::arg("name"));
  m.def(
      "baseline_move", &baseline_move, py::arg("agent"), py::arg("rules"), py::arg("cards"), py::arg("hole"),
      py::arg("board"), py::arg("history"), py::arg("key"),
      "What a baseline does after a history, as text; its random numbers follow from the key, the number of "
      "the move and the player.");
  m.def("baselines", [] {
    py::dict found;  // in their order
    for (const agents::Baseline& baseline : agents::baselines()) found[baseline.name] = baseline.description;
    return found;
  });
}

}  // namespace pokerdata::bindings
