#include "bindings.hpp"
#include "pokerdata/dealing/clock.hpp"
#include "pokerdata/dealing/exchange.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

template <class Of>
py::tuple each(const dealing::Hand& hand, const Of& value) {
  const int players = hand.betting().rules().players();
  py::tuple found(players);
  for (int p = 0; p < players; ++p) found[p] = value(p);
  return found;
}

const char* name_of(dealing::Stop stop) {
  switch (stop) {
    case dealing::Stop::finished:
      return "finished";
    case dealing::Stop::before:
      return "before";
    case dealing::Stop::asked:
      return "asked";
    case dealing::Stop::late:
      break;
  }
  return "late";
}

void bind_hand(py::module_& m) {
  py::class_<dealing::Hand>(m, "Hand")
      .def(py::init([](const play::Definition& rules, std::uint32_t number,
                       const std::vector<std::vector<cards::Card>>& holes,
                       const std::vector<cards::Card>& board) {
             cards::CardSet seen = 0;
             const auto check = [&](cards::Card card) {
               if (card >= cards::deck_size || !rules.has_card(card) || seen >> card & 1)
                 throw support::expected("card", "one of the deck that is not dealt yet", card);
               seen |= cards::set_of(card);
             };
             for (const auto& hole : holes)
               for (const cards::Card card : hole) check(card);
             for (const cards::Card card : board) check(card);
             return dealing::Hand(rules, number, holes, board);
           }),
           py::arg("rules"), py::arg("number"), py::arg("holes"), py::arg("board"), py::keep_alive<1, 2>())
      .def_property_readonly("number", &dealing::Hand::number)
      .def_property_readonly("history", &dealing::Hand::history)
      .def_property_readonly("player", [](const dealing::Hand& h) { return h.betting().player(); })
      .def_property_readonly("street", [](const dealing::Hand& h) { return h.betting().street(); })
      .def_property_readonly("may_fold", [](const dealing::Hand& h) { return h.betting().may_fold(); })
      .def_property_readonly("may_raise", [](const dealing::Hand& h) { return h.betting().may_raise(); })
      .def_property_readonly("least_raise", [](const dealing::Hand& h) { return h.betting().least_raise(); })
      .def_property_readonly("largest_raise",
                             [](const dealing::Hand& h) { return h.betting().largest_raise(); })
      .def(
          "view", [](const dealing::Hand& h, int position) { return py::bytes(h.view(position)); },
          py::arg("position"))
      .def("state", &dealing::Hand::state)
      .def("hole_text", &dealing::Hand::hole_text, py::arg("position"))
      .def("street_text", &dealing::Hand::street_text, py::arg("street"))
      .def(
          "apply",
          [](dealing::Hand& h, char kind, std::int32_t to) {
            if (kind != 'f' && kind != 'c' && kind != 'r')
              throw support::expected("action", "f, c or r", {"'", kind, "'; e.g. 'c'"});
            using play::ActionKind;
            h.apply({kind == 'f'   ? ActionKind::fold
                     : kind == 'c' ? ActionKind::call
                                   : ActionKind::raise,
                     to});
          },
          py::arg("kind"), py::arg("to") = 0)
      .def("payoffs", [](const dealing::Hand& h) {
        const play::Chips chips = h.payoffs();
        return each(h, [&](int p) { return chips[p]; });
      });
}

}  // namespace

void bind_dealing(py::module_& core) {
  auto m = core.def_submodule("dealing", "Hands at a table, and what goes to and fro there.");
  bind_hand(m);
  m.def("now", &dealing::now);
  py::class_<dealing::Exchange>(m, "Exchange")
      .def(py::init<std::vector<int>, int, bool>(), py::arg("sockets"), py::arg("transactions"),
           py::arg("loud"))
      .def("add_views", &dealing::Exchange::add_views, py::arg("hand"), py::arg("shift"))
      .def(
          "take", [](dealing::Exchange& e, int seat) { return py::bytes(e.take(seat)); }, py::arg("seat"))
      .def("send_waiting", &dealing::Exchange::send_waiting, py::arg("quick"))
      .def("take_told", [](dealing::Exchange& e) { return py::bytes(e.take_told()); })
      .def(
          "play",
          [](dealing::Exchange& e, dealing::Hand& hand, int shift, std::uint32_t quick, std::int64_t response,
             const std::vector<std::int64_t>& left) {
            std::vector<std::int64_t> used(left.size(), 0);
            dealing::Asked asked;
            try {
              const py::gil_scoped_release released;
              asked = e.play(hand, shift, quick, response, left, used);
            } catch (const std::system_error& error) {
              errno = error.code().value();
              PyErr_SetFromErrnoWithFilename(PyExc_OSError, error.what());
              throw py::error_already_set();
            }
            return py::make_tuple(name_of(asked.stop), asked.sent, py::bytes(asked.data), used);
          },
          py::arg("hand"), py::arg("shift"), py::arg("quick"), py::arg("response"), py::arg("left"));
}

}  // namespace pokerdata::bindings
