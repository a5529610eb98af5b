#include "bind_states.hpp"

#include <algorithm>
#include <string>

#include "bindings.hpp"
#include "pokerdata/abstraction/card_states.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {

std::function<void(int, std::span<const cards::Card>, std::uint16_t*)> look_up(const py::object& states) {
  if (py::isinstance<abstraction::CardStates>(states)) {
    const auto& found = states.cast<const abstraction::CardStates&>();
    return [&found](int street, std::span<const cards::Card> board, std::uint16_t* out) {
      found.of_board(street, board, out);
    };
  }
  return [&states](int, std::span<const cards::Card> board, std::uint16_t* out) {
    const py::gil_scoped_acquire acquired;
    const py::array_t<cards::Card, py::array::c_style> cards(static_cast<py::ssize_t>(board.size()),
                                                             board.data());
    const auto row = states.attr("of_board")(cards).cast<py::array_t<std::uint16_t, py::array::c_style>>();
    if (row.size() != cards::combinations)
      throw support::expected("states of a board", "uint16 [1326], one for each combination",
                              {row.size(), " numbers"});
    std::copy_n(row.data(), cards::combinations, out);
  };
}

std::vector<int> numbers_of_states(const py::object& states, int streets) {
  std::vector<int> found;
  for (int r = 0; r < streets; ++r) found.push_back(states.attr("states")(r).cast<int>());
  return found;
}

}  // namespace pokerdata::bindings
