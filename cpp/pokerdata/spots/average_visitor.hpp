#pragma once
#include "pokerdata/solvers/node_calls.hpp"
#include "pokerdata/spots/nodes.hpp"
#include "pokerdata/spots/spot_solver.hpp"

namespace pokerdata::spots {

template <class T>
std::size_t place_of(const SpotGame& game, const SpotLayout<T>& layout, const Place& at) {
  return layout.place(at.street, at.board, game.cards.streets[at.street].boards[at.board],
                      game.plan.streets[at.street].items[at.item]);
}

// The opponent plays the average; the player takes the best action or plays his average, too.
template <class S>
struct AverageVisitor {
  using T = Work<S>;

  const SpotGame& game;
  const SpotLayout<T>& layout;
  const S* average;
  bool best;
  const Locks<T>* locks = nullptr;  // of the player, who keeps to them
  solvers::EvaluationKernels<T> kernels{};

  const T* sums(const Place& at) const {
    return unpacked<0>(average + place_of(game, layout, at),
                       static_cast<std::size_t>(at.actions) * solvers::padded<T>(at.states));
  }
  void opponent_down(const Place& at, const double* reach, double* const* rows) const {
    kernels.split_reach(sums(at), solvers::padded<T>(at.states), at.actions,
                        solvers::padded<double>(at.states), reach, rows);
  }
  void own_up(const Place& at, double* const* rows) const {
    const int width = solvers::padded<double>(at.states);
    const T* const locked =
        best && locks && !locks->empty() ? locks->at(place_of(game, layout, at)) : nullptr;
    if (locked)
      POKERDATA_DISPATCH(max_rows_locked<T>)(locked, solvers::padded<T>(at.states), at.actions, width, rows);
    else if (best)
      kernels.max_rows(at.actions, width, rows);
    else
      kernels.mean_rows(sums(at), solvers::padded<T>(at.states), at.actions, width, rows);
  }
  void opponent_up(const Place& at, double* const* rows) const {
    kernels.sum_rows(at.actions, solvers::padded<double>(at.rows), rows);
  }
};

}  // namespace pokerdata::spots
