#include <algorithm>
#include <bit>
#include <memory>

#include "bindings.hpp"
#include "pokerdata/statistics/log_lines.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

using Names = std::array<std::string_view, play::most_players>;

// A game with what reads its hands.
struct BoundTable {
  std::shared_ptr<const play::Definition> rules;
  statistics::Table table;
  std::unique_ptr<statistics::LineReader> reader;
  std::unique_ptr<statistics::Hand> hand;
  std::unique_ptr<statistics::ShownHands> shown;  // where they are kept
};

play::Players set_of(const std::vector<int>& positions, int players) {
  play::Players found = 0;
  for (const int position : positions) {
    if (position < 0 || position >= players)
      throw support::expected("position", {"0 to ", players - 1}, position);
    found |= static_cast<play::Players>(1 << position);
  }
  return found;
}

void check_fits(const BoundTable& table, const statistics::Counter& counter) {
  if (counter.players() != table.rules->players() || counter.streets() != table.rules->streets())
    throw support::expected(
        "counter", {"one of ", table.rules->players(), " players and ", table.rules->streets(), " streets"},
        {counter.players(), " and ", counter.streets()});
}

py::tuple count(BoundTable& table, statistics::Counter& counter, const py::bytes& given, std::size_t begin) {
  check_fits(table, counter);
  auto text = static_cast<std::string_view>(given);
  text.remove_prefix(std::min(begin, text.size()));
  const statistics::Counted counted =
      statistics::count_lines(counter, *table.reader, text, table.shown.get());
  return py::make_tuple(counted.bytes, counted.lines, counted.hands);
}

cards::CardSet cards_of(const play::Definition& rules, const std::vector<int>& given) {
  cards::CardSet found = 0;
  for (const int card : given) {
    if (card < 0 || card >= cards::deck_size || !rules.has_card(static_cast<cards::Card>(card)))
      throw support::expected("card", "one of the deck", card);
    found |= cards::set_of(static_cast<cards::Card>(card));
  }
  return found;
}

// A hand that is over; folds with nothing to call are taken. What cards are not known leave open who won.
void see(BoundTable& table, statistics::Counter& counter,
         const std::vector<std::pair<char, std::int64_t>>& actions,
         const std::vector<std::vector<int>>& holes, const std::vector<int>& board,
         const std::vector<std::string>& names) {
  check_fits(table, counter);
  const play::Definition& rules = *table.rules;
  const int players = rules.players();
  if (std::ssize(holes) != players || std::ssize(names) != players)
    throw support::expected("hand", {"hole cards and names of ", players, " players"},
                            {holes.size(), " and ", names.size()});
  statistics::Hand& hand = *table.hand;
  hand.start();
  for (const auto& [kind, to] : actions) {
    if (kind == 'f' && !hand.betting().may_fold())
      hand.fold_freely();
    else if (kind == 'f')
      hand.act({play::ActionKind::fold});
    else if (kind == 'c')
      hand.act({play::ActionKind::call});
    else
      hand.act({play::ActionKind::raise,
                std::clamp<std::int64_t>(rules.limit() ? hand.betting().least_raise() : to, 0,
                                         play::most_stack + 1)});
  }
  if (!hand.betting().finished()) throw support::ArgumentError("hand: expected one that is over");
  const cards::CardSet shown = cards_of(rules, board);
  const auto whole = rules.board_cards(rules.streets() - 1);
  bool known = std::ssize(board) == whole;
  std::array<std::uint64_t, play::most_players> strengths{};
  std::array<cards::CardSet, play::most_players> of_players{};
  if (hand.betting().in() > 1)
    for (int p = 0; p < players && known; ++p) {
      if (hand.betting().folded(p)) continue;
      known = std::ssize(holes[p]) == rules.cards.hole;
      if (!known) break;
      const cards::CardSet held = of_players[p] = cards_of(rules, holes[p]);
      if (std::popcount(held | shown) != rules.cards.hole + whole)
        throw support::expected("cards", "each once", "one twice");
      strengths[p] = rules.strength(held | shown);
    }
  hand.finish(strengths, known);
  Names views{};
  std::copy(names.begin(), names.end(), views.begin());
  counter.add(hand.happened(), views);
  if (!table.shown || !known) return;
  std::array<cards::CardSet, play::most_streets> by_street{};
  auto next = board.begin();
  for (int street = 1; street < rules.streets(); ++street)
    for (int i = 0; i < rules.cards.board[street]; ++i)
      by_street[street] |= cards::set_of(static_cast<cards::Card>(*next++));
  table.shown->add(counter, hand, views, of_players, by_street);
}

py::tuple take_shown(BoundTable& table) {
  if (!table.shown) throw support::ArgumentError("shown: expected a table that keeps shown hands");
  const auto hands = std::ssize(table.shown->names());
  auto names = table.shown->names();
  auto cards = table.shown->cards();
  auto played = table.shown->played();
  table.shown->clear();
  return py::make_tuple(to_array(std::move(names), {hands}),
                        to_array(std::move(cards), {hands, statistics::shown_cards}),
                        to_array(std::move(played), {hands, 3}));
}

// Python's whole numbers have no largest one.
py::object int_of(statistics::Wide value) {
  const auto low = static_cast<std::uint64_t>(value);
  const auto high = static_cast<std::int64_t>(value >> 64);
  return (py::int_(high) << py::int_(64)) + py::int_(low);
}

statistics::Wide wide_of(const py::int_& value) {
  const py::int_ low = value & py::int_(~std::uint64_t{0});
  const py::int_ high = value >> py::int_(64);
  return statistics::Wide{high.cast<std::int64_t>()} << 64 | statistics::Wide{low.cast<std::uint64_t>()};
}

py::tuple of_name(const statistics::Counter& counter, int name) {
  if (name < 0 || name >= std::ssize(counter.names()))
    throw support::expected("name", {"0 to ", std::ssize(counter.names()) - 1}, name);
  py::list winnings;
  for (const statistics::Winnings& of : counter.winnings(name))
    winnings.append(py::make_tuple(of.hands, of.known, int_of(of.sum), int_of(of.squares)));
  std::vector<std::int64_t> counts = counter.counts(name);
  return py::make_tuple(
      counter.names()[name],
      to_array(std::move(counts), {counter.players(), counter.streets(), statistics::statistics, 2}),
      py::tuple(winnings));
}

void add_counts(statistics::Counter& counter, const std::string& name,
                const py::array_t<std::int64_t, py::array::c_style>& counts,
                const std::vector<std::tuple<std::int64_t, std::int64_t, py::int_, py::int_>>& winnings) {
  std::vector<statistics::Winnings> won;
  for (const auto& [hands, known, sum, squares] : winnings)
    won.push_back({hands, known, wide_of(sum), wide_of(squares)});
  counter.add_counts(name, {counts.data(), counts.data() + counts.size()}, won);
}

}  // namespace

void bind_statistics(py::module_& core) {
  auto m = core.def_submodule("statistics", "What players do, counted.");
  m.def(
      "names",
      [] {
        return std::vector<std::string>(statistics::statistic_names.begin(),
                                        statistics::statistic_names.end());
      },
      "Of the statistics, in the order of the counts.");
  py::class_<statistics::Counter>(m, "Counter")
      .def(py::init<int, int>(), py::arg("players"), py::arg("streets"))
      .def_property_readonly("names", [](const statistics::Counter& counter) { return counter.names(); })
      .def_property_readonly("hands", &statistics::Counter::hands)
      .def(
          "number",
          [](const statistics::Counter& counter, const std::string& name) { return counter.find(name); },
          py::arg("name"), "The number of a name, or -1.")
      .def("of_name", &of_name, py::arg("name"),
           "Name, counts int64 [position, street, statistic, taken and opportunities], and for each position "
           "hands, those "
           "with known results, sum and sum of squares in parts of a chip.")
      .def("add_counts", &add_counts, py::arg("name"), py::arg("counts"), py::arg("winnings"))
      .def("add_hands", &statistics::Counter::add_hands, py::arg("hands"));
  py::class_<BoundTable>(m, "Table")
      .def(py::init([](const std::shared_ptr<play::Definition>& rules, const std::vector<int>& stealers,
                       const std::vector<int>& blinds, bool shown) {
             const int players = rules->players();
             if (shown && !statistics::ShownHands::fits(*rules))
               throw support::expected("strength", "a game of Texas hold'em", "another; e.g. limit-holdem");
             BoundTable bound{
                 rules, {rules.get(), set_of(stealers, players), set_of(blinds, players)}, {}, {}, {}};
             bound.reader = std::make_unique<statistics::LineReader>(bound.table);
             bound.hand = std::make_unique<statistics::Hand>(bound.table);
             if (shown) bound.shown = std::make_unique<statistics::ShownHands>();
             return bound;
           }),
           py::arg("rules"), py::arg("stealers"), py::arg("blinds"), py::arg("shown") = false)
      .def("count", &count, py::arg("counter"), py::arg("text"), py::arg("begin") = 0,
           "Bytes, lines and hands up to the first line that is no hand of a log.")
      .def("see", &see, py::arg("counter"), py::arg("actions"), py::arg("holes"), py::arg("board"),
           py::arg("names"))
      .def("take_shown", &take_shown,
           "Hands that were shown down since it was asked last: numbers of the names int32 [hands], hole "
           "cards and board "
           "uint8 [hands, 7], streets on which they acted, could raise and raised, uint8 [hands, 3], as "
           "bits.");
}

}  // namespace pokerdata::bindings
