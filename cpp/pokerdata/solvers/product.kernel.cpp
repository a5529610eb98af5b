#include "pokerdata/solvers/product.hpp"

#include <algorithm>

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

// In matrices of so many states float is fused with every instruction set: small games have the same bits on
// all processors, and larger ones are not slowed down where that takes long.
constexpr int most_fused = 16;

// Adds what some states give to the sums of some rows: the matrix times the vectors reach(state, v).
template <int Rows, int Vectors, bool Fused, class T, class Reach>
[[gnu::always_inline]] inline void add_products(Vector<T> (&sums)[Rows][Vectors], const T* matrix,
                                                std::int64_t states, std::int64_t begin, std::int64_t end,
                                                const Reach& reach) {
  for (std::int64_t k = begin; k < end; ++k) {
    Vector<T> row[Vectors];
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) row[v] = reach(k, v);
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r) {
      const Vector<T> x = broadcast(matrix[r * states + k]);
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; ++v)
        if constexpr (Fused)
          sums[r][v] = fused(x, row[v], sums[r][v]);
        else
          sums[r][v] = multiply_add(x, row[v], sums[r][v]);
    }
  }
}

// Calls body.operator()<Rows>(first) for each tile of so many rows.
template <class Body>
void each_tile(int rows, const Body& body) {
  int first = 0;
  for (; first + tile_rows <= rows; first += tile_rows) body.template operator()<tile_rows>(first);
  with_known_count<tile_rows - 1>(rows - first, body, first);
}

template <class T, int Rows, int Vectors, bool Fused>
void tile(const T* matrix, std::int64_t states, std::int64_t histories, const LeafRows<T>* chunks,
          std::int64_t first) {
  Vector<T> sums[Rows][Vectors] = {};
  add_products<Rows, Vectors, Fused>(
      sums, matrix + first * states, states, 0, states,
      [&](std::int64_t k, int v) { return load_any(chunks[v].reach + k * histories); });
#pragma GCC unroll 4
  for (int v = 0; v < Vectors; ++v) {
    const Vector<T> stakes = load_any(chunks[v].stakes);
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r) store_any(chunks[v].values + (first + r) * histories, sums[r][v] * stakes);
  }
}

// States from which on left-over histories are gathered.
constexpr int least_gathered = 128;

template <bool Fused, class T>
void all_tiles(const T* matrix, int states, int histories, const LeafRows<T>* chunks, int count) {
  with_known_count<tile_vectors>(count, [&]<int Vectors>() {
    each_tile(states, [&]<int Rows>(int first) {
      tile<T, Rows, Vectors, Fused>(matrix, states, histories, chunks, first);
    });
  });
}

template <class T>
void some_chunks(const T* matrix, int states, int histories, const LeafRows<T>* chunks, int count) {
  if constexpr (sizeof(T) == sizeof(float) && !fuses)
    if (states <= most_fused) return all_tiles<true>(matrix, states, histories, chunks, count);
  all_tiles<false>(matrix, states, histories, chunks, count);
}

// What is multiplied together, from least_blocked states on: the matrix in blocks of so many states and rows,
// with histories of 1 kB a state, so that all stay in the caches of a core until they are used again.
constexpr int block_states = 512, block_rows = 8 * tile_rows;

// Histories that a register tile has; reach and sums of so many are packed as a panel [states, width].
template <class T>
constexpr int width = tile_vectors * lanes<T>;

template <class T, int Rows, int Vectors>
void add_tile(const T* matrix, std::int64_t states, std::int64_t begin, std::int64_t end, const T* reach,
              T* values) {
  Vector<T> sums[Rows][Vectors];
#pragma GCC unroll 6
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) sums[r][v] = load_any(values + r * width<T> + v * lanes<T>);
  add_products<Rows, Vectors, false>(sums, matrix, states, begin, end, [&](std::int64_t k, int v) {
    return load_any(reach + k * width<T> + v * lanes<T>);
  });
#pragma GCC unroll 6
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) store_any(values + r * width<T> + v * lanes<T>, sums[r][v]);
}

template <class T>
void multiply_blocks(const T* matrix, std::int64_t states, int histories, const LeafRows<T>* leaves,
                     int count, T* panel) {
  constexpr int panels = 1024 / (width<T> * static_cast<int>(sizeof(T)));
  static_assert(panels * width<T> <= blocked_width);
  T* const values = panel + states * panels * width<T>;
  const std::int64_t columns = std::int64_t{count} * histories;
  for (std::int64_t first = 0; first < columns; first += panels * width<T>) {
    const std::int64_t end = std::min<std::int64_t>(columns, first + panels * width<T>);
    // Histories of one leaf and one panel that lie side by side.
    const auto each_run = [&](auto&& act) {
      for (std::int64_t at = first; at < end;) {
        const std::int64_t history = at % histories, column = (at - first) % width<T>;
        const std::int64_t length = std::min({end - at, histories - history, width<T> - column});
        act(leaves[at / histories], history, (at - first) / width<T> * states * width<T> + column, length);
        at += length;
      }
    };
    const std::int64_t used = (end - first + width<T> - 1) / width<T>, cells = used * states * width<T>;
    std::fill_n(values, cells, T{0});
    if ((end - first) % width<T> != 0)  // what no history fills is multiplied, too
      std::fill_n(panel + cells - states * width<T>, states * width<T>, T{0});
    each_run([&](const LeafRows<T>& leaf, std::int64_t history, std::int64_t at, std::int64_t length) {
      for (std::int64_t s = 0; s < states; ++s)
        std::copy_n(leaf.reach + s * histories + history, length, panel + at + s * width<T>);
    });
    for (std::int64_t begin = 0; begin < states; begin += block_states)
      for (std::int64_t row = 0; row < states; row += block_rows)
        for (std::int64_t p = 0; p < used; ++p) {
          const std::int64_t left = end - first - p * width<T>;
          const int vectors =
              left < width<T> ? static_cast<int>((left + lanes<T> - 1) / lanes<T>) : tile_vectors;
          const int rows = static_cast<int>(std::min<std::int64_t>(block_rows, states - row));
          with_known_count<tile_vectors>(vectors, [&]<int Vectors>() {
            each_tile(rows, [&]<int Rows>(int tile) {
              add_tile<T, Rows, Vectors>(matrix + (row + tile) * states, states, begin,
                                         std::min<std::int64_t>(states, begin + block_states),
                                         panel + p * states * width<T>,
                                         values + (p * states + row + tile) * width<T>);
            });
          });
        }
    each_run([&](const LeafRows<T>& leaf, std::int64_t history, std::int64_t at, std::int64_t length) {
      const T* const stakes = leaf.stakes + history;
      for (std::int64_t s = 0; s < states; ++s) {
        T* const to = leaf.values + s * histories + history;
        const T* const from = values + at + s * width<T>;
        for (std::int64_t i = 0; i < length; ++i) to[i] = from[i] * stakes[i];
      }
    });
  }
}

}  // namespace

// Vectors of a leaf's histories are read and written where they lie. What is left over of each leaf is
// gathered in a panel [states, panel_width], so that its vectors are full, too; with few states that would
// take longer than it saves, and the last vector of a leaf is computed first, because it runs over into the
// histories of the next state, which the others write after it.
template <class T>
void multiply_leaves(const T* matrix, int states, int histories, const LeafRows<T>* leaves, int count,
                     T* panel) {
  if (states >= least_blocked) return multiply_blocks(matrix, states, histories, leaves, count, panel);
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
