#include "pokerdata/solvers/product.hpp"

#include "pokerdata/solvers/lanes.hpp"

namespace pokerdata::POKERDATA_ISA {
namespace {

// A register tile of 6 states times this many vectors of histories fills the registers: 24 sums of 32
// registers with AVX-512, 12 of 16 elsewhere.
constexpr int tile_rows = 6;
constexpr int tile_vectors = vector_bytes == 64 ? 4 : 2;

template <class T, int Rows, int Vectors>
void tile(const T* matrix, std::int64_t states, std::int64_t histories, const LeafRows<T>* chunks,
          std::int64_t first) {
  Vector<T> sums[Rows][Vectors] = {};
  for (std::int64_t k = 0; k < states; ++k) {
    Vector<T> reach[Vectors];
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) reach[v] = load_any(chunks[v].reach + k * histories);
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r) {
      const Vector<T> x = broadcast(matrix[(first + r) * states + k]);
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; ++v) sums[r][v] = multiply_add(x, reach[v], sums[r][v]);
    }
  }
#pragma GCC unroll 4
  for (int v = 0; v < Vectors; ++v) {
    const Vector<T> stakes = load_any(chunks[v].stakes);
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r) store_any(chunks[v].values + (first + r) * histories, sums[r][v] * stakes);
  }
}

template <class T, int Vectors>
void all_rows(const T* matrix, int states, int histories, const LeafRows<T>* chunks) {
  int first = 0;
  for (; first + tile_rows <= states; first += tile_rows)
    tile<T, tile_rows, Vectors>(matrix, states, histories, chunks, first);
  switch (states - first) {
    case 1:
      return tile<T, 1, Vectors>(matrix, states, histories, chunks, first);
    case 2:
      return tile<T, 2, Vectors>(matrix, states, histories, chunks, first);
    case 3:
      return tile<T, 3, Vectors>(matrix, states, histories, chunks, first);
    case 4:
      return tile<T, 4, Vectors>(matrix, states, histories, chunks, first);
    case 5:
      return tile<T, 5, Vectors>(matrix, states, histories, chunks, first);
    default:
      return;
  }
}

}  // namespace

// A chunk is one vector of a leaf's histories. The last chunk of a leaf comes first, because it runs over
// into the histories of the next state, which the other chunks write after it.
template <class T>
void multiply_leaves(const T* matrix, int states, int histories, const LeafRows<T>* leaves, int count) {
  LeafRows<T> chunks[tile_vectors];
  int filled = 0;
  for (int i = 0; i < count; ++i)
    for (int at = (histories - 1) / lanes<T> * lanes<T>; at >= 0; at -= lanes<T>) {
      chunks[filled++] = {leaves[i].reach + at, leaves[i].values + at, leaves[i].stakes + at};
      if (filled < tile_vectors) continue;
      all_rows<T, tile_vectors>(matrix, states, histories, chunks);
      filled = 0;
    }
  if constexpr (tile_vectors > 2) {
    if (filled == 3) all_rows<T, 3>(matrix, states, histories, chunks);
    if (filled == 2) all_rows<T, 2>(matrix, states, histories, chunks);
  }
  if (filled == 1) all_rows<T, 1>(matrix, states, histories, chunks);
}

template void multiply_leaves(const float*, int, int, const LeafRows<float>*, int);
template void multiply_leaves(const double*, int, int, const LeafRows<double>*, int);

}  // namespace pokerdata::POKERDATA_ISA
