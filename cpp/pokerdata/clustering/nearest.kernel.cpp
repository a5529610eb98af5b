#include <cstdint>

#include "pokerdata/clustering/nearest_kernel.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::clustering::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

using Quad = Vector<std::uint32_t, 4>;  // of every instruction set
constexpr int width = lanes<std::int32_t>;
static_assert(row_lanes % width == 0);

// The same bits; sums and products of them may wrap.
template <class V>
Vector<std::uint32_t, sizeof(V) / sizeof(std::uint32_t)> as_unsigned(V x) {
  return reinterpret_cast<Vector<std::uint32_t, sizeof(V) / sizeof(std::uint32_t)>>(x);
}

// The sum over a row of what a metric makes of two vectors, in lanes as wide as the processor's; zeros fill
// it up.
template <class Metric>
std::uint32_t sum_over_row(const std::int32_t* x, const std::int32_t* y, int dimensions) {
  Quad four{};
  if (dimensions <= 4) {
    using Signed = Vector<std::int32_t, 4>;
    four = Metric::of(*reinterpret_cast<const Signed*>(x), *reinterpret_cast<const Signed*>(y));
  } else {
    Vector<std::uint32_t> sum{};
    for (int i = 0; i < dimensions; i += width) sum += Metric::of(load(x + i), load(y + i));
    alignas(vector_bytes) std::uint32_t parts[width];
    store(parts, sum);
    for (int l = 0; l < width; l += 4) four += *reinterpret_cast<const Quad*>(parts + l);
  }
  std::uint32_t result = 0;
  for (int l = 0; l < 4; ++l) result += static_cast<std::uint32_t>(four[l]);
  return result;
}

struct Manhattan {
  template <class V>
  static auto of(V a, V b) {
    return as_unsigned(a > b ? a - b : b - a);
  }
  static std::uint32_t distance(const std::int32_t* x, const std::int32_t* y, int dimensions) {
    return sum_over_row<Manhattan>(x, y, dimensions);
  }
  static std::uint64_t bound(std::int64_t difference) {
    return static_cast<std::uint64_t>(difference < 0 ? -difference : difference);
  }
};

struct Squared {
  template <class V>
  static auto of(V a, V b) {
    const auto difference = as_unsigned(a - b);
    return difference * difference;
  }
  static std::uint32_t distance(const std::int32_t* x, const std::int32_t* y, int dimensions) {
    return sum_over_row<Squared>(x, y, dimensions);
  }
  static std::uint64_t bound(std::int64_t difference) {
    return static_cast<std::uint64_t>(difference * difference);
  }
};

// The first centre whose key is not below `key`.
int place_of(std::int64_t key, const CentreRows& centres) {
  int first = 0, last = centres.count;
  while (first < last) {
    const int middle = (first + last) / 2;
    if (centres.keys[middle] < key)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

template <class Metric>
std::int64_t find(const PointRows& points, const CentreRows& centres, std::int64_t first, std::int64_t last,
                  std::uint16_t* nearest, std::uint32_t* distance) {
  std::int64_t changed = 0;
  for (std::int64_t p = first; p < last; ++p) {
    const std::int32_t* row = points.rows + p * points.stride;
    const std::int64_t key = points.keys[p];
    const int own = nearest[p];
    const std::uint32_t to_own =
        Metric::distance(row, centres.rows + std::int64_t{own} * points.stride, points.dimensions);
    int best = own;
    std::uint32_t least = to_own;
    // False once no centre on that side can be nearer.
    const auto look = [&](int c) {
      if (Metric::bound(centres.keys[c] - key) > least) return false;
      const std::uint32_t d =
          Metric::distance(row, centres.rows + std::int64_t{c} * points.stride, points.dimensions);
      if (d < least || (d == least && c < best)) {
        least = d;
        best = c;
      }
      return true;
    };
    const int place = place_of(key, centres);
    for (int c = place; c < centres.count && look(c); ++c) {
    }
    for (int c = place - 1; c >= 0 && look(c); --c) {
    }
    if (least == to_own) best = own;
    changed += best != own;
    nearest[p] = static_cast<std::uint16_t>(best);
    distance[p] = least;
  }
  return changed;
}

template <class Metric>
void add(const PointRows& points, std::int64_t centre, std::uint16_t number, std::int64_t first,
         std::int64_t last, std::uint16_t* nearest, std::uint32_t* distance) {
  const std::int32_t* centre_row = points.rows + centre * points.stride;
  const std::int64_t key = points.keys[centre];
  for (std::int64_t p = first; p < last; ++p) {
    if (Metric::bound(points.keys[p] - key) >= distance[p]) continue;
    const std::uint32_t d = Metric::distance(points.rows + p * points.stride, centre_row, points.dimensions);
    if (d < distance[p]) {
      distance[p] = d;
      nearest[p] = number;
    }
  }
}

}  // namespace

std::int64_t find_nearest(const PointRows& points, const CentreRows& centres, std::int64_t first,
                          std::int64_t last, std::uint16_t* nearest, std::uint32_t* distance) {
  return (points.squared ? find<Squared> : find<Manhattan>)(points, centres, first, last, nearest, distance);
}

void add_centre(const PointRows& points, std::int64_t centre, std::uint16_t number, std::int64_t first,
                std::int64_t last, std::uint16_t* nearest, std::uint32_t* distance) {
  (points.squared ? add<Squared> : add<Manhattan>)(points, centre, number, first, last, nearest, distance);
}

}  // namespace pokerdata::clustering::POKERDATA_ISA
