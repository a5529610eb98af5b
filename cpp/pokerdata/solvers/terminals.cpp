#include "pokerdata/solvers/terminals.hpp"

#include <algorithm>

#include "pokerdata/solvers/product.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata {

template <class T>
template <class Entry>
typename Terminals<T>::Matrix Terminals<T>::pack(int states, const Entry& entry) {
  Matrix matrix{states, padded<T>(states), {}};
  matrix.panels = RowBlock<T>(static_cast<std::size_t>(matrix.inner) * matrix.columns);
  T* out = matrix.panels.data();
  for (int first = 0; first < matrix.columns; first += panel_columns<T>) {
    const int end = std::min(first + panel_columns<T>, matrix.columns);
    for (int k = 0; k < states; ++k)
      for (int s = first; s < end; ++s) *out++ = s < states ? static_cast<T>(entry(s, k)) : T{0};
  }
  return matrix;
}

template <class T>
Terminals<T>::Terminals(const JointCountGame& game) {
  for (const StreetCounts& street : game.streets) {
    const auto total = static_cast<double>(street.total);
    // symmetric: read along the rows of memory
    folds_.push_back(pack(street.states, [&](std::size_t s, std::size_t k) {
      return static_cast<double>(street.deals[k * street.states + s]) / total;
    }));
  }
  const StreetCounts& last = game.streets.back();
  const auto total = static_cast<double>(last.total);
  showdown_ = pack(last.states, [&](std::size_t s, std::size_t k) {
    const std::size_t n = last.states;
    // Both counts are below 2^53 in any deck of 52 cards; the difference is exact.
    return static_cast<double>(static_cast<std::int64_t>(game.wins[s * n + k] - game.wins[k * n + s])) /
           total;
  });
}

template <class T>
void Terminals<T>::evaluate(const Matrix& matrix, const LeafBatch<T>& leaves) {
  POKERDATA_DISPATCH(multiply_rows<T>)
  (matrix.panels.data(), matrix.inner, matrix.columns, leaves.reach.data(), leaves.values.data(),
   leaves.stakes.data(), static_cast<std::int64_t>(leaves.reach.size()));
}

template <class T>
std::uint64_t Terminals<T>::memory(const JointCountGame& game) {
  std::uint64_t cells = 0;
  for (const StreetCounts& street : game.streets)
    cells += static_cast<std::uint64_t>(street.states) * padded<T>(street.states);
  const int last = game.streets.back().states;
  return (cells + static_cast<std::uint64_t>(last) * padded<T>(last)) * sizeof(T);
}

template class Terminals<float>;
template class Terminals<double>;

}  // namespace pokerdata
