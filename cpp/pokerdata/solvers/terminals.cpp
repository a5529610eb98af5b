#include "pokerdata/solvers/terminals.hpp"

#include <algorithm>

#include "pokerdata/solvers/product.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::solvers {
namespace {

bool has_hands(const games::Street& street) { return !street.hands.empty(); }

std::size_t matrix_cells(const games::Street& street) {
  std::size_t cells = 0;
  if (!has_hands(street))
    for (const games::Board& board : street.boards)
      cells += static_cast<std::size_t>(board.states) * board.states;
  return cells;
}

template <class T>
void append_hands(const games::HandBoard& board, double total, std::vector<HandOrbit<T>>& states) {
  const std::size_t start = states.size();
  const double weight = static_cast<double>(board.weight) / total;
  for (std::size_t s = 0; s < board.size.size(); ++s) {
    const double size = board.size[s];
    states.push_back({static_cast<T>(size), static_cast<T>(size / board.orbit_size[board.low[s]]),
                      static_cast<T>(size / board.orbit_size[board.high[s]]), static_cast<T>(size * weight),
                      board.low[s], board.high[s], 0});
  }
  for (std::size_t s = board.group.size(); s-- > 0;) {
    const bool last = s + 1 == board.group.size() || board.group[s + 1] != board.group[s];
    states[start + s].group_end = last ? static_cast<std::int32_t>(s + 1) : states[start + s + 1].group_end;
  }
}

}  // namespace

template <class T>
Terminals<T>::Terminals(const games::Game& game) : game_(game), streets_(game.streets.size()) {
  for (std::size_t r = 0; r < streets_.size(); ++r) {
    const pokerdata::games::Street& from = game.streets[r];
    Street& street = streets_[r];
    const auto total = static_cast<double>(from.total), all = static_cast<double>(game.streets.back().total);
    if (has_hands(from)) {
      street.hands.reserve(from.states);
      for (const games::HandBoard& board : from.hands) {
        street.at.push_back(street.hands.size());
        append_hands(board, total, street.hands);
      }
      continue;
    }
    const bool settles = game.settles(static_cast<int>(r));
    street.folds = support::AlignedArray<T>(matrix_cells(from));
    if (settles) street.showdowns = support::AlignedArray<T>(matrix_cells(from));
    std::size_t at = 0;
    for (const games::Board& board : from.boards) {
      street.at.push_back(at);
      const std::size_t n = board.states;
      for (std::size_t s = 0; s < n; ++s)
        for (std::size_t k = 0; k < n; ++k, ++at) {
          street.folds.data()[at] = static_cast<T>(static_cast<double>(board.deals[s * n + k]) / total);
          if (!settles) continue;
          // Both counts are below 2^63; the difference is exact.
          const auto edge = static_cast<std::int64_t>(board.wins[s * n + k] - board.wins[k * n + s]);
          street.showdowns.data()[at] = static_cast<T>(static_cast<double>(edge) / all);
        }
    }
  }
}

template <class T>
void Terminals<T>::evaluate_folds(int street, int board, int histories,
                                  const std::vector<LeafRows<T>>& leaves, T* panel) const {
  const Street& from = streets_[street];
  const int states = game_.streets[street].boards[board].states, count = static_cast<int>(leaves.size());
  if (from.hands.empty()) {
    POKERDATA_DISPATCH(multiply_leaves<T>)
    (from.folds.data() + from.at[board], states, histories, leaves.data(), count, panel);
  } else {
    const int orbits = static_cast<int>(game_.streets[street].hands[board].orbit_size.size());
    POKERDATA_DISPATCH(fold_hands<T>)
    (from.hands.data() + from.at[board], states, orbits, histories, leaves.data(), count);
  }
}

template <class T>
void Terminals<T>::evaluate_showdowns(int street, int board, int histories,
                                      const std::vector<LeafRows<T>>& leaves, T* panel) const {
  const Street& from = streets_[street];
  const pokerdata::games::Street& cards = game_.streets[street];
  const int states = cards.boards[board].states, count = static_cast<int>(leaves.size());
  if (from.hands.empty()) {
    POKERDATA_DISPATCH(multiply_leaves<T>)
    (from.showdowns.data() + from.at[board], states, histories, leaves.data(), count, panel);
  } else {
    const int orbits = static_cast<int>(cards.hands[board].orbit_size.size());
    POKERDATA_DISPATCH(showdown_hands<T>)
    (from.hands.data() + from.at[board], states, orbits, histories, leaves.data(), count);
  }
}

template <class T>
std::size_t Terminals<T>::panel(const games::Game& game) {
  std::size_t most = 0;
  for (const pokerdata::games::Street& street : game.streets)
    if (!has_hands(street))
      for (const games::Board& board : street.boards)
        most = std::max(most, static_cast<std::size_t>(panel_size(board.states)));
  return most;
}

template <class T>
std::uint64_t Terminals<T>::memory(const games::Game& game) {
  std::uint64_t bytes = 0;
  for (std::size_t r = 0; r < game.streets.size(); ++r) {
    const pokerdata::games::Street& street = game.streets[r];
    bytes += matrix_cells(street) * sizeof(T) * (game.settles(static_cast<int>(r)) ? 2 : 1);
    if (has_hands(street)) bytes += street.states * sizeof(HandOrbit<T>);
    bytes += street.boards.size() * sizeof(std::size_t);
  }
  return bytes;
}

template class Terminals<float>;
template class Terminals<double>;

}  // namespace pokerdata::solvers
