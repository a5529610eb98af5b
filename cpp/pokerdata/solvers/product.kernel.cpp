#include "pokerdata/solvers/product.hpp"

#include "pokerdata/solvers/lanes.hpp"

namespace pokerdata::POKERDATA_ISA {
namespace {

// A register tile of 6 rows times this many vectors fills the registers: 24 sums of 32 registers with
// AVX-512, 12 of 16 elsewhere.
constexpr int tile_rows = 6;
constexpr int tile_vectors = vector_bytes == 64 ? 4 : 2;

template <class T, int Rows, int Vectors>
void tile(const T* panel, int stride, int inner, const T* const* rows, T* const* outs, const T* scales,
          int column) {
  Vector<T> sums[Rows][Vectors] = {};
  for (std::int64_t k = 0; k < inner; ++k, panel += stride) {
    Vector<T> columns[Vectors];
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) columns[v] = load(panel + v * lanes<T>);
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r) {
      const Vector<T> x = broadcast(rows[r][k]);
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; ++v) sums[r][v] = multiply_add(x, columns[v], sums[r][v]);
    }
  }
#pragma GCC unroll 6
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) store(outs[r] + column + v * lanes<T>, sums[r][v] * scales[r]);
}

template <class T, int Vectors>
void tile_of(int count, const T* panel, int stride, int inner, const T* const* rows, T* const* outs,
             const T* scales, int column) {
  switch (count) {
    case 1:
      return tile<T, 1, Vectors>(panel, stride, inner, rows, outs, scales, column);
    case 2:
      return tile<T, 2, Vectors>(panel, stride, inner, rows, outs, scales, column);
    case 3:
      return tile<T, 3, Vectors>(panel, stride, inner, rows, outs, scales, column);
    case 4:
      return tile<T, 4, Vectors>(panel, stride, inner, rows, outs, scales, column);
    case 5:
      return tile<T, 5, Vectors>(panel, stride, inner, rows, outs, scales, column);
    default:
      return tile<T, tile_rows, Vectors>(panel, stride, inner, rows, outs, scales, column);
  }
}

template <class T>
void tile_of(int count, int vectors, const T* panel, int stride, int inner, const T* const* rows,
             T* const* outs, const T* scales, int column) {
  switch (vectors) {
    case 1:
      return tile_of<T, 1>(count, panel, stride, inner, rows, outs, scales, column);
    case 2:
      return tile_of<T, 2>(count, panel, stride, inner, rows, outs, scales, column);
    case 3:
      return tile_of<T, 3>(count, panel, stride, inner, rows, outs, scales, column);
    default:
      return tile_of<T, tile_vectors>(count, panel, stride, inner, rows, outs, scales, column);
  }
}

}  // namespace

template <class T>
void multiply_rows(const T* panels, int inner, int columns, const T* const* rows, T* const* outs,
                   const T* scales, std::int64_t count) {
  for (int column = 0; column < columns; column += panel_columns<T>) {
    const int width = columns - column < panel_columns<T> ? columns - column : panel_columns<T>;
    const T* panel = panels + static_cast<std::int64_t>(column) * inner;
    for (std::int64_t i = 0; i < count; i += tile_rows) {
      const int tall = count - i < tile_rows ? static_cast<int>(count - i) : tile_rows;
      for (int at = 0; at < width; at += tile_vectors * lanes<T>) {
        const int left = (width - at) / lanes<T>;
        tile_of(tall, left < tile_vectors ? left : tile_vectors, panel + at, width, inner, rows + i, outs + i,
                scales + i, column + at);
      }
    }
  }
}

template void multiply_rows(const float*, int, int, const float* const*, float* const*, const float*,
                            std::int64_t);
template void multiply_rows(const double*, int, int, const double* const*, double* const*, const double*,
                            std::int64_t);

}  // namespace pokerdata::POKERDATA_ISA
