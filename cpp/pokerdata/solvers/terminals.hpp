#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/games/joint_count_game.hpp"
#include "pokerdata/solvers/rows.hpp"

namespace pokerdata {

// Leaves that share one matrix: the reach of the opponent, where the values go, and the chips at stake
// with the sign of the player whose values are wanted.
template <class T>
struct LeafBatch {
  std::vector<const T*> reach;
  std::vector<T*> values;
  std::vector<T> stakes;

  void clear() {
    reach.clear();
    values.clear();
    stakes.clear();
  }
  void add(const T* reach_row, T* value_row, T stake) {
    reach.push_back(reach_row);
    values.push_back(value_row);
    stakes.push_back(stake);
  }
};

// The terminal evaluator of a joint-count game: the matrices of folds (deals / total, one a street) and of
// showdowns ((wins - wins^T) / total). The first are symmetric and the second antisymmetric, so the same
// rows serve both players: the values of either are the matrix times the other's reach.
template <class T>
class Terminals {
 public:
  explicit Terminals(const JointCountGame& game);

  void evaluate_folds(int street, const LeafBatch<T>& leaves) const { evaluate(folds_[street], leaves); }
  void evaluate_showdowns(const LeafBatch<T>& leaves) const { evaluate(showdown_, leaves); }

  // bytes of the matrices
  static std::uint64_t memory(const JointCountGame& game);

 private:
  struct Matrix {
    int inner = 0;
    int columns = 0;
    RowBlock<T> panels;
  };
  template <class Entry>
  static Matrix pack(int states, const Entry& entry);
  static void evaluate(const Matrix& matrix, const LeafBatch<T>& leaves);

  std::vector<Matrix> folds_;
  Matrix showdown_;
};

}  // namespace pokerdata
