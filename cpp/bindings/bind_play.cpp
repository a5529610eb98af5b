#include "bind_play.hpp"

#include "bindings.hpp"
#include "pokerdata/play/payoffs.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

using CardArray = py::array_t<cards::Card, py::array::c_style>;

py::tuple positions(play::Players players) {
  py::list found;
  for (int p = 0; p < play::most_players; ++p)
    if (players >> p & 1) found.append(p);
  return py::tuple(found);
}

template <class Of>
py::tuple each(const BoundBetting& of, const Of& value) {
  py::tuple found(of.rules->players());
  for (int p = 0; p < of.rules->players(); ++p) found[p] = value(p);
  return found;
}

play::ActionKind kind_of(char kind) {
  if (kind == 'f') return play::ActionKind::fold;
  if (kind == 'c') return play::ActionKind::call;
  if (kind == 'r') return play::ActionKind::raise;
  throw support::expected("action", "f, c or r", {"'", kind, "'; e.g. 'c'"});
}

std::array<std::uint64_t, play::most_players> strengths_of(const BoundBetting& of,
                                                           const std::vector<std::uint64_t>& given) {
  if (!of.betting.finished())
    throw support::expected("betting", "one that is over",
                            {"one in which position ", of.betting.player() + 1, " acts"});
  if (std::ssize(given) != of.rules->players())
    throw support::expected("strengths", {of.rules->players(), ", one for each player"}, given.size());
  std::array<std::uint64_t, play::most_players> found{};
  std::copy(given.begin(), given.end(), found.begin());
  return found;
}

py::tuple chips_of(const BoundBetting& of, const play::Chips& chips) {
  return each(of, [&](int p) { return chips[p]; });
}

// Throws ArgumentError unless these are hands of the deck with the whole board [..., cards]; returns
// how many cards each has.
py::ssize_t check_hands(const play::Definition& rules, const CardArray& held) {
  const py::ssize_t wanted = rules.cards.hole + rules.board_cards(rules.streets() - 1);
  const py::ssize_t got = held.ndim() == 0 ? 0 : held.shape(held.ndim() - 1);
  if (got != wanted) throw support::expected("hand", {wanted, " cards, hole cards and the whole board"}, got);
  for (const cards::Card* card = held.data(); card != held.data() + held.size(); ++card)
    if (!rules.has_card(*card)) throw support::expected("card", "one of the deck", *card);
  for (const cards::Card* hand = held.data(); hand != held.data() + held.size(); hand += wanted)
    cards::check_cards(hand, static_cast<int>(wanted));
  return wanted;
}

void bind_definition(py::module_& m) {
  py::class_<play::Definition, std::shared_ptr<play::Definition>>(m, "Definition")
      .def(py::init([](const std::string& name, const std::vector<std::int64_t>& antes,
                       const std::vector<std::int64_t>& blinds, const std::vector<std::int64_t>& stacks,
                       const std::vector<int>& bets, const std::vector<int>& max_raises,
                       const std::vector<int>& first, const games::CardRules& cards,
                       std::int64_t minimum_bet) {
             auto rules = std::make_shared<play::Definition>(
                 play::Definition{name, antes, blinds, stacks, bets, max_raises, first, cards, minimum_bet});
             play::check_definition(*rules);
             return rules;
           }),
           py::kw_only(), py::arg("name"), py::arg("antes"), py::arg("blinds"), py::arg("stacks"),
           py::arg("bets"), py::arg("max_raises"), py::arg("first"), py::arg("cards"), py::arg("minimum_bet"))
      .def_property_readonly("unit", &play::Definition::unit)
      .def("deck", &play::Definition::deck)
      .def(
          "strength",
          [](const play::Definition& rules, const CardArray& held) {
            if (held.size() != check_hands(rules, held))
              throw support::expected("hand", "one", held.shape(0));
            return rules.strength(
                cards::set_of(std::span(held.data(), static_cast<std::size_t>(held.size()))));
          },
          py::arg("cards"))
      .def(
          "strengths",
          [](const play::Definition& rules, const CardArray& held) {
            const auto wanted = check_hands(rules, held);
            const auto count = held.size() / wanted;
            py::array_t<std::uint64_t> found(count);
            const cards::Card* from = held.data();
            std::uint64_t* to = found.mutable_data();
            const py::gil_scoped_release release;
            for (py::ssize_t i = 0; i < count; ++i)
              to[i] = rules.strength(
                  cards::set_of(std::span(from + i * wanted, static_cast<std::size_t>(wanted))));
            return found;
          },
          py::arg("cards"));
}

}  // namespace

void bind_play(py::module_& core) {
  auto m = core.def_submodule("play", "Hands of two to ten players.");
  m.def("most_players", [] { return play::most_players; });
  m.def("most_stack", [] { return play::most_stack; }, "Chips of a stack, ante or blind.");
  m.def(
      "parts_of_chip", [] { return play::parts_of_chip; },
      "Payoffs are whole numbers of these parts of a chip.");
  bind_definition(m);
  py::class_<BoundBetting>(m, "Betting")
      .def(py::init([](const std::shared_ptr<play::Definition>& rules) {
             return BoundBetting{rules, play::Betting(*rules)};
           }),
           py::arg("rules"))
      .def(
          "after",
          [](const BoundBetting& self, char kind, std::int64_t to) {
            if (to < 0 || to > play::most_stack)
              throw support::expected("raise", {"0 to ", play::most_stack, " chips"}, to);
            BoundBetting next = self;
            next.betting.apply({kind_of(kind), to});
            return next;
          },
          py::arg("kind"), py::arg("to") = 0)
      .def("after_free_fold",
           [](const BoundBetting& self) {
             if (self.betting.finished()) throw support::ArgumentError("action 'f': the hand is over");
             BoundBetting next = self;
             next.betting.fold_freely();
             return next;
           })
      .def_property_readonly("finished", [](const BoundBetting& b) { return b.betting.finished(); })
      .def_property_readonly("street", [](const BoundBetting& b) { return b.betting.street(); })
      .def_property_readonly("player", [](const BoundBetting& b) { return b.betting.player(); })
      .def_property_readonly("level", [](const BoundBetting& b) { return b.betting.level(); })
      .def_property_readonly("pot", [](const BoundBetting& b) { return b.betting.pot(); })
      .def_property_readonly("raises", [](const BoundBetting& b) { return b.betting.raises(); })
      .def_property_readonly("aggressor", [](const BoundBetting& b) { return b.betting.aggressor(); })
      .def_property_readonly("to_call", [](const BoundBetting& b) { return b.betting.to_call(); })
      .def_property_readonly("may_fold", [](const BoundBetting& b) { return b.betting.may_fold(); })
      .def_property_readonly("may_raise", [](const BoundBetting& b) { return b.betting.may_raise(); })
      .def_property_readonly(
          "least_raise",
          [](const BoundBetting& b) { return b.betting.may_raise() ? b.betting.least_raise() : 0; })
      .def_property_readonly(
          "largest_raise",
          [](const BoundBetting& b) { return b.betting.may_raise() ? b.betting.largest_raise() : 0; })
      .def_property_readonly("waiting", [](const BoundBetting& b) { return positions(b.betting.waiting()); })
      .def_property_readonly(
          "spent", [](const BoundBetting& b) { return each(b, [&](int p) { return b.betting.spent(p); }); })
      .def_property_readonly(
          "live", [](const BoundBetting& b) { return each(b, [&](int p) { return b.betting.live(p); }); })
      .def_property_readonly(
          "folded", [](const BoundBetting& b) { return each(b, [&](int p) { return b.betting.folded(p); }); })
      .def_property_readonly(
          "all_in", [](const BoundBetting& b) { return each(b, [&](int p) { return b.betting.all_in(p); }); })
      .def_property_readonly("pots",
                             [](const BoundBetting& b) {
                               py::list found;
                               for (const play::Pot& pot : play::pots_of(b.betting))
                                 found.append(py::make_tuple(pot.chips, positions(pot.players)));
                               return py::tuple(found);
                             })
      .def(
          "payoffs",
          [](const BoundBetting& b, const std::vector<std::uint64_t>& strengths) {
            return chips_of(b, play::payoffs(b.betting, strengths_of(b, strengths)));
          },
          py::arg("strengths"))
      .def(
          "flows",
          [](const BoundBetting& b, const std::vector<std::uint64_t>& strengths) {
            const auto found = play::flows(b.betting, strengths_of(b, strengths));
            return each(b, [&](int p) { return chips_of(b, found[p]); });
          },
          py::arg("strengths"));
}

}  // namespace pokerdata::bindings
