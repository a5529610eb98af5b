#include <algorithm>
#include <memory>
#include <optional>

#include "bind_states.hpp"
#include "bindings.hpp"
#include "pokerdata/real_cards/responder.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

using Rows = std::vector<py::array_t<float, py::array::c_style>>;

// A strategy over states and what keeps it alive.
struct Given {
  py::object states;
  Rows rows;

  real_cards::Player player(const games::BettingTree& tree) const {
    const std::vector<int> numbers = numbers_of_states(states, tree.streets());
    if (rows.size() != numbers.size())
      throw support::expected("strategy", {"an array for each of ", numbers.size(), " streets"}, rows.size());
    real_cards::StrategyView view{{}, numbers};
    for (int r = 0; r < tree.streets(); ++r) {
      const py::ssize_t edges =
          tree.first_edge[tree.street_end(r)] - tree.first_edge[tree.street_roots[r].front()];
      if (rows[r].ndim() != 2 || rows[r].shape(0) != edges || rows[r].shape(1) != numbers[r])
        throw support::expected(
            {"strategy on street ", r + 1},
            {"an array [", edges, ", ", numbers[r], "], edges of the betting tree and states of the cards"});
      view.streets.push_back(rows[r].data());
    }
    return {std::move(view), {numbers, of_board(numbers)}};
  }

 private:
  real_cards::StatesOfBoard of_board(const std::vector<int>& numbers) const {
    if (std::any_of(numbers.begin(), numbers.end(), [](int n) { return n != 1; })) return look_up(states);
    // Asking Python would make threads wait for each other, and the answer is known.
    return [](int, std::span<const cards::Card>, std::uint16_t* out) {
      std::fill_n(out, cards::combinations, std::uint16_t{0});
    };
  }
};

struct BoundResponder {
  Given opponent;
  std::optional<Given> own;
  real_cards::Responder responder;

  BoundResponder(const games::BettingTree& tree, cards::CardSet deck, const std::vector<int>& players,
                 Given other, std::optional<Given> played)
      : opponent(std::move(other)),
        own(std::move(played)),
        responder(tree, deck, players, opponent.player(tree),
                  own ? std::make_unique<real_cards::Player>(own->player(tree)) : nullptr) {}
};

}  // namespace

void bind_real_cards(py::module_& core) {
  auto m = core.def_submodule("real_cards", "Best responses to strategies over states, on real cards.");
  py::class_<BoundResponder>(m, "Responder")
      .def(py::init([](const games::BettingTree& tree, cards::CardSet deck, const std::vector<int>& players,
                       const py::object& states, Rows rows, const py::object& own_states,
                       std::optional<Rows> own_rows) {
             std::optional<Given> own;
             if (own_rows) own = Given{own_states, std::move(*own_rows)};
             return std::make_unique<BoundResponder>(tree, deck, players, Given{states, std::move(rows)},
                                                     std::move(own));
           }),
           py::arg("tree"), py::arg("deck"), py::arg("players"), py::arg("states"), py::arg("rows"),
           py::arg("own_states") = py::none(), py::arg("own_rows") = py::none())
      .def_property_readonly(
          "roots",
          [](const BoundResponder& self) {
            py::list found;
            for (std::size_t s = 0; s < self.responder.seats(); ++s) {
              const std::vector<std::int32_t>& roots = self.responder.roots(s);
              found.append(
                  to_array(std::vector<std::int32_t>(roots), {static_cast<py::ssize_t>(roots.size())}));
            }
            return found;
          },
          "Of each seat int32 [roots]: the nodes of the betting tree at which flops are dealt.")
      .def(
          "values",
          [](const BoundResponder& self, const std::vector<std::int64_t>& flops,
             const std::vector<std::size_t>& seats, Threads threads, const py::object& progress) {
            py::list found;
            std::vector<double*> out(self.responder.seats());
            for (const std::size_t seat : seats) {
              py::array_t<double> values({static_cast<py::ssize_t>(flops.size()),
                                          static_cast<py::ssize_t>(self.responder.roots(seat).size()),
                                          static_cast<py::ssize_t>(cards::combinations)});
              out[seat] = values.mutable_data();
              found.append(std::move(values));
            }
            run_kernel(progress,
                       [&](support::Progress& p) { self.responder.values(flops, out, threads, p); });
            return found;
          },
          py::arg("flops"), py::arg("seats"), py::arg("threads") = 0, py::arg("progress") = py::none(),
          "Of some seats, by their places in players, float64 [flops, roots, 1326] each.")
      .def(
          "street_roots",
          [](const BoundResponder& self, int street) {
            if (street < 1 || street > 3) throw support::expected("street", "1 to 3", street);
            std::vector<std::int32_t> roots = self.responder.street_roots(street);
            const auto count = static_cast<py::ssize_t>(roots.size());
            return to_array(std::move(roots), {count});
          },
          py::arg("street"),
          "int32 [roots]: the nodes at which a street starts in the first seat, in the order of behind.")
      .def(
          "behind",
          [](const BoundResponder& self, const std::vector<cards::Card>& board, int root, Threads threads,
             const py::object& progress) {
            const int street = board.size() == 4 ? 3 : 2;  // of another board nothing is written
            py::array_t<double> found({static_cast<py::ssize_t>(self.responder.street_roots(street).size()),
                                       static_cast<py::ssize_t>(cards::combinations)});
            double* out = found.mutable_data();
            run_kernel(progress,
                       [&](support::Progress& p) { self.responder.behind(board, root, out, threads, p); });
            return found;
          },
          py::arg("board"), py::arg("root"), py::arg("threads") = 0, py::arg("progress") = py::none(),
          "float64 [roots, 1326]: in the first seat, of the street after a board of 3 or 4 cards, behind one "
          "place of roots.");
  m.def(
      "boards",
      [](cards::CardSet deck, std::int64_t flop) {
        const auto found = real_cards::Responder::boards(deck, flop);
        return py::make_tuple(found.turns, found.rivers);
      },
      py::arg("deck"), py::arg("flop"), "Turns and rivers of a flop, up to suits.");
  m.def(
      "memory",
      [](const games::BettingTree& tree, const std::vector<int>& players, const std::vector<int>& states,
         const std::vector<int>& own_states, Threads threads) {
        return real_cards::Responder::memory(tree, players, states, own_states, threads);
      },
      py::arg("tree"), py::arg("players"), py::arg("states"), py::arg("own_states"), py::arg("threads"),
      "Bytes that a responder needs.");
  m.def(
      "river_vectors",
      [](const games::BettingTree& tree, int player,
         const py::array_t<std::uint8_t, py::array::c_style>& reached) {
        return real_cards::Responder::river_vectors(
            tree, player, {reached.data(), static_cast<std::size_t>(reached.size())});
      },
      py::arg("tree"), py::arg("player"), py::arg("reached"),
      "Vectors that are summed on each river board, of columns with a node that is reached.");
}

}  // namespace pokerdata::bindings
