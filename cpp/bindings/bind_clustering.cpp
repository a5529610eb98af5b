#include "bindings.hpp"
#include "pokerdata/clustering/distinct_points.hpp"
#include "pokerdata/clustering/histograms.hpp"
#include "pokerdata/clustering/kmeans.hpp"
#include "pokerdata/clustering/line.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style>;

clustering::Distance distance_of(bool squared) {
  return squared ? clustering::Distance::squared : clustering::Distance::manhattan;
}

// n of the river strength table.
const std::uint16_t* checked_river(const Array<std::uint16_t>& river) {
  if (river.size() != isomorphism::Boards::get(5).count() * cards::combinations)
    throw support::ArgumentError("river: expected shape (134459, 1326)");
  return river.data();
}

py::dict as_dict(clustering::KMeansResult&& found, int dimensions) {
  py::list runs;
  for (const clustering::KMeansRun& run : found.runs)
    runs.append(py::make_tuple(run.start, run.end, run.iterations, run.converged));
  const auto clusters = static_cast<py::ssize_t>(found.centres.size()) / dimensions;
  const auto points = static_cast<py::ssize_t>(found.nearest.size());
  py::dict result;
  result["centres"] = to_array(std::move(found.centres), {clusters, dimensions});
  result["nearest"] = to_array(std::move(found.nearest), {points});
  result["runs"] = runs;
  result["best"] = found.best;
  return result;
}

}  // namespace

void bind_clustering(py::module_& core) {
  auto m = core.def_submodule("clustering", "Clusters of points, and the points that hands are.");
  py::class_<clustering::DistinctPoints>(m, "DistinctPoints")
      .def(py::init<int>(), py::arg("dimensions"))
      .def(
          "add",
          [](clustering::DistinctPoints& self, const Array<std::int32_t>& values,
             const Array<std::uint32_t>& weights) {
            const auto count = weights.size();
            if (values.size() != count * self.dimensions())
              throw support::ArgumentError("values: expected a weight for each row of " +
                                           std::to_string(self.dimensions()));
            std::vector<std::uint32_t> numbers(count);
            {
              const py::gil_scoped_release released;
              self.add(values.data(), weights.data(), count, numbers.data());
            }
            return to_array(std::move(numbers), {count});
          },
          py::arg("values").noconvert(), py::arg("weights").noconvert())
      .def("values",
           [](const clustering::DistinctPoints& self) {
             return to_array(std::vector<std::int32_t>(self.values()), {self.count(), self.dimensions()});
           })
      .def("weights", [](const clustering::DistinctPoints& self) {
        return to_array(std::vector<std::uint64_t>(self.weights()), {self.count()});
      });
  m.def(
      "kmeans",
      [](const Array<std::int32_t>& points, const Array<std::uint64_t>& weights, int clusters, bool squared,
         int restarts, int iterations, std::uint64_t seed, int threads, const py::object& progress,
         int first) {
        if (points.ndim() != 2 || weights.size() != points.shape(0))
          throw support::ArgumentError("points and weights: expected shapes (n, dimensions) and (n,)");
        const clustering::WeightedPoints given{points.data(), weights.data(), points.shape(0),
                                               static_cast<int>(points.shape(1))};
        clustering::KMeansResult found;
        run_kernel(progress, [&](support::Progress& p) {
          found = clustering::kmeans(
              given, {clusters, distance_of(squared), restarts, iterations, seed, threads, first}, p);
        });
        return as_dict(std::move(found), given.dimensions);
      },
      py::arg("points").noconvert(), py::arg("weights").noconvert(), py::arg("clusters"), py::arg("squared"),
      py::arg("restarts"), py::arg("iterations"), py::arg("seed"), py::arg("threads") = 0,
      py::arg("progress") = py::none(), py::arg("first") = 0);
  m.def(
      "cluster_line",
      [](const std::vector<std::uint64_t>& masses, int clusters, bool squared) {
        clustering::LineClusters found;
        {
          const py::gil_scoped_release released;
          found = clustering::cluster_line(masses, clusters, distance_of(squared));
        }
        const auto size = static_cast<py::ssize_t>(masses.size());
        return py::make_tuple(to_array(std::move(found.centres), {clusters}),
                              to_array(std::move(found.nearest), {size}), found.inertia);
      },
      py::arg("masses"), py::arg("clusters"), py::arg("squared"));
  m.def(
      "cumulative_histograms",
      [](const Array<std::uint16_t>& river, int size, int bins, std::int64_t first, std::int64_t last,
         int threads, const py::object& progress) {
        const auto* n = checked_river(river);
        const auto boards = static_cast<py::ssize_t>(std::max<std::int64_t>(0, last - first));
        const auto columns = static_cast<py::ssize_t>(std::max(1, bins) - 1);
        Array<std::int32_t> cumulative(std::vector<py::ssize_t>{boards, cards::combinations, columns});
        auto* out = cumulative.mutable_data();
        run_kernel(progress, [&](support::Progress& p) {
          clustering::cumulative_histograms(n, size, bins, first, last, out, threads, p);
        });
        return cumulative;
      },
      py::arg("river").noconvert(), py::arg("size"), py::arg("bins"), py::arg("first"), py::arg("last"),
      py::arg("threads") = 0, py::arg("progress") = py::none());
}

}  // namespace pokerdata::bindings
