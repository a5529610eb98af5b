#include <optional>

#include "bind_abstraction.hpp"
#include "pokerdata/abstraction/equal_mass.hpp"

namespace pokerdata::bindings {
namespace {

template <class T>
abstraction::WeightedRows<T> weighted_rows(const Array<T>& values, const Array<std::uint64_t>& weights) {
  if (values.ndim() != 2 || weights.ndim() != 1 || values.shape(0) != weights.shape(0))
    throw support::ArgumentError("values and weights: expected shapes (rows, columns) and (rows,)");
  return {values.data(), values.shape(0), values.shape(1), weights.data()};
}

// Outer buckets of all values, or null.
template <class T>
const std::uint16_t* outer_data(const std::optional<Array<std::uint16_t>>& outer, const Array<T>& values) {
  if (!outer) return nullptr;
  if (outer->size() != values.size())
    throw support::ArgumentError("outer buckets: expected the shape of the values");
  return outer->data();
}

template <class T>
void bind_values(py::module_& m) {
  m.def(
      "equal_mass",
      [](const Array<T>& values, const Array<std::uint64_t>& weights, int buckets,
         const std::optional<Array<std::uint16_t>>& outer, int outer_buckets, Threads threads) {
        const auto rows = weighted_rows(values, weights);
        const auto* of_outer = outer_data(outer, values);
        abstraction::Thresholds found;
        {
          const py::gil_scoped_release released;
          found = abstraction::equal_mass(rows, of_outer, outer_buckets, buckets, threads);
        }
        return to_array(std::move(found.values), {found.sequences, found.buckets - 1});
      },
      py::arg("values").noconvert(), py::arg("weights").noconvert(), py::arg("buckets"),
      py::arg("outer").noconvert() = py::none(), py::arg("outer_buckets") = 1, py::arg("threads") = 0);
  m.def(
      "assign",
      [](const Array<T>& values, const Array<std::uint64_t>& weights, const Array<std::uint64_t>& thresholds,
         const std::optional<Array<std::uint16_t>>& outer, Threads threads) {
        const auto rows = weighted_rows(values, weights);
        const auto* of_outer = outer_data(outer, values);
        const abstraction::Thresholds parts = threshold_part(thresholds);
        std::vector<std::uint16_t> found;
        {
          const py::gil_scoped_release released;
          found = abstraction::assign(rows, of_outer, parts, threads);
        }
        return to_array(std::move(found), {values.shape(0), values.shape(1)});
      },
      py::arg("values").noconvert(), py::arg("weights").noconvert(), py::arg("thresholds").noconvert(),
      py::arg("outer").noconvert() = py::none(), py::arg("threads") = 0);
}

}  // namespace

void bind_equal_mass(py::module_& m) {
  bind_values<std::uint32_t>(m);
  bind_values<std::uint64_t>(m);
  m.def(
      "masses",
      [](const Array<std::uint16_t>& values, const Array<std::uint64_t>& weights, int buckets,
         Threads threads) {
        const auto rows = weighted_rows(values, weights);
        std::vector<std::uint64_t> found;
        {
          const py::gil_scoped_release released;
          found = abstraction::masses(rows, buckets, threads);
        }
        return to_array(std::move(found), {buckets});
      },
      py::arg("values").noconvert(), py::arg("weights").noconvert(), py::arg("buckets"),
      py::arg("threads") = 0);
}

}  // namespace pokerdata::bindings
