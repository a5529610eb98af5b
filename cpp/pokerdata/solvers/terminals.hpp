#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/games/game.hpp"
#include "pokerdata/solvers/hand_leaves.hpp"
#include "pokerdata/solvers/leaf_rows.hpp"
#include "pokerdata/solvers/rows.hpp"

namespace pokerdata::solvers {

// What all private states win at leaves. Where a board has joint counts, these are matrices, of folds
// (deals / total) and of showdowns ((wins - wins^T) / total); where it has hands of two cards, sums over
// them. The first matrix is symmetric and the second antisymmetric, so one serves both players: the
// values of either are the matrix times the other's reach.
template <class T>
class Terminals {
 public:
  explicit Terminals(const games::Game& game);

  // panel: memory of the thread, of panel() numbers.
  void evaluate_folds(int street, int board, int histories, const std::vector<LeafRows<T>>& leaves,
                      T* panel) const;
  void evaluate_showdowns(int street, int board, int histories, const std::vector<LeafRows<T>>& leaves,
                          T* panel) const;
  static std::size_t panel(const games::Game& game);

  // bytes it takes
  static std::uint64_t memory(const games::Game& game);

 private:
  struct Street {
    std::vector<std::size_t> at;  // of each board: its place in what follows
    support::AlignedArray<T> folds, showdowns;
    std::vector<HandOrbit<T>> hands;
  };
  const games::Game& game_;
  std::vector<Street> streets_;
};

}  // namespace pokerdata::solvers
