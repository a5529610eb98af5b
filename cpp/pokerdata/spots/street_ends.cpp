#include "pokerdata/spots/street_ends.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/spots/average_visitor.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::spots {
namespace {

// Keeps what the walk finds where a street ends.
template <class S>
struct Ends : AverageVisitor<S> {
  int kept, player;
  std::vector<std::size_t> first;  // of each board
  std::vector<double>* values;

  void at_closing(int street, int board, int closing, const double* row) const {
    if (street != kept) return;
    const int states = AverageVisitor<S>::game.cards.streets[street].boards[board].hands[player].states();
    std::copy_n(row, states, values->data() + first[board] + static_cast<std::size_t>(closing) * states);
  }
};

std::vector<std::size_t> first_of_boards(const SpotGame& game, int street, int player) {
  const std::size_t closings = game.plan.streets[street + 1].roots.size();
  std::vector<std::size_t> first{0};
  for (const SpotBoard& board : game.cards.streets[street].boards)
    first.push_back(first.back() + closings * board.hands[player].states());
  return first;
}

}  // namespace

std::size_t ends_size(const SpotGame& game, int street, int player) {
  const int last = static_cast<int>(game.plan.streets.size()) - 1;
  if (street < 0 || street >= last)
    throw support::expected("street", {"one before the last, ", last}, street);
  return first_of_boards(game, street, player).back();
}

template <class S>
std::array<std::vector<double>, 2> street_ends(const SpotGame& game, const SpotLayout<Work<S>>& layout,
                                               const S* average, int street, const StreetEnds* later,
                                               int threads, const std::atomic<bool>* stop) {
  SpotWalk<double> walk(game.tree, game.pot, game.cards, game.plan, threads);
  if (later && later->street < street)
    throw support::expected("ends", {"those of street ", street, " or a later one"}, later->street);
  std::array<std::vector<double>, 2> result;
  for (const int player : {0, 1})
    if (later) walk.end_with(later->street, player, later->values[player]);
  for (const int player : {0, 1}) {
    result[player].resize(ends_size(game, street, player));
    Ends<S> visitor{{game, layout, average, false},
                    street,
                    player,
                    first_of_boards(game, street, player),
                    &result[player]};
    walk.run(player, visitor, stop);
  }
  return result;
}

template std::array<std::vector<double>, 2> street_ends(const SpotGame&, const SpotLayout<float>&,
                                                        const float*, int, const StreetEnds*, int,
                                                        const std::atomic<bool>*);
template std::array<std::vector<double>, 2> street_ends(const SpotGame&, const SpotLayout<float>&,
                                                        const std::int16_t*, int, const StreetEnds*, int,
                                                        const std::atomic<bool>*);
template std::array<std::vector<double>, 2> street_ends(const SpotGame&, const SpotLayout<float>&,
                                                        const Half*, int, const StreetEnds*, int,
                                                        const std::atomic<bool>*);
template std::array<std::vector<double>, 2> street_ends(const SpotGame&, const SpotLayout<double>&,
                                                        const double*, int, const StreetEnds*, int,
                                                        const std::atomic<bool>*);

}  // namespace pokerdata::spots
