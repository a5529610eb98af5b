#include "pokerdata/solvers/product.hpp"

#include "pokerdata/support/known_count.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::solvers::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

// A register tile of this many states times vectors of histories fills the registers: 24 sums of 32 registers
// with AVX-512, 12 of 16 elsewhere. SSE2 has to shuffle to spread a number: with fewer rows it takes a tenth
// less time.
constexpr int tile_rows = vector_bytes == 16 ? 4 : 6;
constexpr int tile_vectors = vector_bytes == 64 ? 4 : vector_bytes == 16 ? 3 : 2;

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
  with_known_count<tile_rows - 1>(
      states - first, [&]<int Rows>() { tile<T, Rows, Vectors>(matrix, states, histories, chunks, first); });
}

// States from which on left-over histories are gathered.
constexpr int least_gathered = 128;

template <class T>
void some_chunks(const T* matrix, int states, int histories, const LeafRows<T>* chunks, int count) {
  with_known_count<tile_vectors>(
      count, [&]<int Vectors>() { all_rows<T, Vectors>(matrix, states, histories, chunks); });
}

}  // namespace

// Vectors of a leaf's histories are read and written where they lie. What is left over of each leaf is
// gathered in a panel [states, panel_width], so that its vectors are full, too; with few states that would
// take longer than it saves, and the last vector of a leaf is computed first, because it runs over into the
// histories of the next state, which the others write after it.
template <class T>
void multiply_leaves(const T* matrix, int states, int histories, const LeafRows<T>* leaves, int count,
                     T* panel) {
  constexpr int most = tile_vectors * lanes<T>;
  static_assert(most <= panel_width);
  LeafRows<T> chunks[tile_vectors];
  int filled = 0;
  const int left_over = states < least_gathered ? 0 : histories % lanes<T>, full = histories - left_over;
  for (int i = 0; i < count; ++i)
    for (int at = (full - 1) / lanes<T> * lanes<T>; at >= 0 && full > 0; at -= lanes<T>) {
      chunks[filled++] = {leaves[i].reach + at, leaves[i].values + at, leaves[i].stakes + at};
      if (filled < tile_vectors) continue;
      some_chunks(matrix, states, histories, chunks, filled);
      filled = 0;
    }
  some_chunks(matrix, states, histories, chunks, filled);

  T* const values = panel + static_cast<std::int64_t>(states) * most;
  T* const stakes = values + static_cast<std::int64_t>(states) * most;
  const int columns = count * left_over;
  for (int first = 0; first < columns; first += most) {
    const int here = columns - first < most ? columns - first : most;
    const T* from[most];
    T* to[most];
    for (int c = 0; c < here; ++c) {
      const LeafRows<T>& leaf = leaves[(first + c) / left_over];
      const int history = full + (first + c) % left_over;
      from[c] = leaf.reach + history;
      to[c] = leaf.values + history;
      stakes[c] = leaf.stakes[history];
    }
    for (std::int64_t s = 0; s < states; ++s)
      for (int c = 0; c < here; ++c) panel[s * most + c] = from[c][s * histories];
    filled = (here + lanes<T> - 1) / lanes<T>;
    for (int v = 0; v < filled; ++v)
      chunks[v] = {panel + v * lanes<T>, values + v * lanes<T>, stakes + v * lanes<T>};
    some_chunks(matrix, states, most, chunks, filled);
    for (std::int64_t s = 0; s < states; ++s)
      for (int c = 0; c < here; ++c) to[c][s * histories] = values[s * most + c];
  }
}

template void multiply_leaves(const float*, int, int, const LeafRows<float>*, int, float*);
template void multiply_leaves(const double*, int, int, const LeafRows<double>*, int, double*);

}  // namespace pokerdata::solvers::POKERDATA_ISA
