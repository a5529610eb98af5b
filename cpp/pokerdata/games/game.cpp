#include "pokerdata/games/game.hpp"

#include <algorithm>

namespace pokerdata::games {

std::vector<bool> Game::dealt(int street) const {
  std::vector<bool> result(streets[street].states, true);
  for (const Board& board : streets[street].boards) {
    if (board.deals.empty()) continue;
    const std::size_t n = board.states;
    for (std::size_t s = 0; s < n; ++s) {
      const auto row = board.deals.subspan(s * n, n);
      result[board.first + s] = std::any_of(row.begin(), row.end(), [](std::uint64_t x) { return x > 0; });
    }
  }
  return result;
}

bool Game::settles(int street) const {
  if (street + 1 == tree.streets()) return true;
  if (!streets[street].cards.hand.empty()) return false;
  for (int node = 0; node < tree.street_end(street); ++node)
    if (tree.is_all_in(node)) return true;
  return false;
}

std::int64_t Game::information_sets() const {
  std::int64_t sets = 0;
  for (int r = 0; r < tree.streets(); ++r) {
    const int first = tree.street_roots[r].front(), end = tree.street_end(r);
    const auto states = dealt(r);
    sets += std::count(tree.kind.begin() + first, tree.kind.begin() + end, NodeKind::decision) *
            std::count(states.begin(), states.end(), true);
  }
  return sets;
}

}  // namespace pokerdata::games
