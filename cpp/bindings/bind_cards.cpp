#include "bindings.hpp"
#include "pokerdata/cards/cards.hpp"

namespace pokerdata::bindings {

void bind_cards(py::module_& core) {
  auto m = core.def_submodule("cards", "Card text.");
  m.def(
      "parse",
      [](const std::string& text) {
        std::vector<cards::Card> cards = cards::parse_cards(text);
        const auto count = static_cast<py::ssize_t>(cards.size());
        return to_array(std::move(cards), {count});
      },
      py::arg("text"));
  m.def(
      "format",
      [](const py::array_t<cards::Card, py::array::c_style>& cards) {
        cards::check_cards(cards.data(), static_cast<int>(cards.size()));
        return cards::format_cards(cards.data(), static_cast<int>(cards.size()));
      },
      py::arg("cards").noconvert());
}

}  // namespace pokerdata::bindings
