#include <algorithm>
#include <memory>

#include "bindings.hpp"
#include "pokerdata/clustering/distinct_points.hpp"
#include "pokerdata/clustering/histograms.hpp"
#include "pokerdata/clustering/kmeans.hpp"
#include "pokerdata/clustering/line.hpp"
#include "pokerdata/clustering/point_set.hpp"
#include "pokerdata/clustering/start.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {
namespace {

clustering::Distance distance_of(bool squared) {
  return squared ? clustering::Distance::squared : clustering::Distance::manhattan;
}

clustering::WeightedPoints weighted(const Array<std::int32_t>& points, const Array<std::uint64_t>& weights) {
  if (points.ndim() != 2 || weights.size() != points.shape(0))
    throw support::ArgumentError("points and weights: expected shapes (n, dimensions) and (n,)");
  return {points.data(), weights.data(), points.shape(0), static_cast<int>(points.shape(1))};
}

Array<std::int32_t> as_array(const clustering::PaddedRows& rows) {
  Array<std::int32_t> result(std::vector<py::ssize_t>{rows.count(), rows.dimensions()});
  for (std::int64_t i = 0; i < rows.count(); ++i)
    std::copy_n(rows.row(i), rows.dimensions(), result.mutable_data(i));
  return result;
}

// A start with the points that it is of.
struct OwnStart {
  OwnStart(const clustering::WeightedPoints& given, int clusters, bool squared, Threads threads)
      : points(given.values, given.count, given.dimensions, distance_of(squared)),
        weights(given.weights, given.weights + given.count),
        start(points, weights, clusters, threads) {}

  clustering::PointSet points;
  std::vector<std::uint64_t> weights;
  clustering::Start start;
};

std::unique_ptr<OwnStart> drawn_start(const Array<std::int32_t>& points, const Array<std::uint64_t>& weights,
                                      int clusters, bool squared, std::uint64_t seed, int number,
                                      Threads threads, const py::object& progress) {
  const auto given = weighted(points, weights);
  threads = support::checked_threads(threads);
  clustering::check_kmeans(given, {clusters, distance_of(squared), 1, 0, seed, threads, number});
  std::unique_ptr<OwnStart> result;
  run_kernel(progress, [&](support::Progress& p) {
    p.start(clusters - 1);
    result = std::make_unique<OwnStart>(given, clusters, squared, threads);
    support::Random random = clustering::start_random(seed, number);
    result->start.draw(random, p);
  });
  return result;
}

// Clusters of the points of a stretch, and their distances.
py::tuple assigned(const clustering::PointSet& points, std::int64_t first, const Array<std::int32_t>& centres,
                   const Array<std::uint16_t>& nearest, Threads threads, const py::object& progress) {
  threads = support::checked_threads(threads);
  const auto& rows = points.padded();
  const auto count = static_cast<std::int64_t>(nearest.size());
  if (first < 0 || first + count > rows.count())
    throw support::expected("points", {"a stretch of the ", rows.count()}, {first, " to ", first + count});
  if (centres.ndim() != 2 || centres.shape(1) != rows.dimensions() || centres.shape(0) < 1)
    throw support::expected("centres", {"shape (clusters, ", rows.dimensions(), ")"});
  if (std::any_of(nearest.data(), nearest.data() + count,
                  [&](std::uint16_t cluster) { return cluster >= centres.shape(0); }))
    throw support::expected("clusters so far", {"0 to ", centres.shape(0) - 1});
  const clustering::PaddedRows padded(centres.shape(0), rows.dimensions(), centres.data());
  Array<std::uint16_t> now(std::vector<py::ssize_t>{count});
  Array<std::uint32_t> distance(std::vector<py::ssize_t>{count});
  std::copy_n(nearest.data(), count, now.mutable_data());
  auto* n = now.mutable_data();
  auto* d = distance.mutable_data();
  run_kernel(progress,
             [&](support::Progress& p) { points.assign(first, first + count, padded, n, d, threads, p); });
  return py::make_tuple(now, distance);
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
              throw support::expected("values", {"a weight for each row of ", self.dimensions()});
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
  py::class_<clustering::PointSet>(m, "PointSet")
      .def(py::init([](const Array<std::int32_t>& values, bool squared) {
             if (values.ndim() != 2) throw support::ArgumentError("points: expected shape (n, dimensions)");
             return std::make_unique<clustering::PointSet>(
                 values.data(), values.shape(0), static_cast<int>(values.shape(1)), distance_of(squared));
           }),
           py::arg("values").noconvert(), py::arg("squared"))
      .def("assign", &assigned, py::arg("first"), py::arg("centres").noconvert(),
           py::arg("nearest").noconvert(), py::arg("threads") = 0, py::arg("progress") = py::none());
  py::class_<OwnStart>(m, "Start")
      .def(py::init(&drawn_start), py::arg("points").noconvert(), py::arg("weights").noconvert(),
           py::arg("clusters"), py::arg("squared"), py::arg("seed"), py::arg("number"),
           py::arg("threads") = 0, py::arg("progress") = py::none())
      .def("move",
           [](OwnStart& self) {
             bool filled = false;
             run_kernel(py::none(), [&](support::Progress& p) { filled = self.start.move(p); });
             return py::make_tuple(as_array(self.start.centres()), filled);
           })
      .def(
          "take",
          [](OwnStart& self, std::int64_t first, const Array<std::uint16_t>& nearest,
             const Array<std::uint32_t>& distance) {
            const auto count = static_cast<std::int64_t>(nearest.size());
            if (first < 0 || first + count > self.points.padded().count() || distance.size() != count)
              throw support::ArgumentError("points: expected a stretch of them, each with its distance");
            const auto clusters = self.start.centres().count();
            if (std::any_of(nearest.data(), nearest.data() + count,
                            [&](std::uint16_t cluster) { return cluster >= clusters; }))
              throw support::expected("clusters", {"0 to ", clusters - 1});
            return self.start.take(first, count, nearest.data(), distance.data());
          },
          py::arg("first"), py::arg("nearest").noconvert(), py::arg("distance").noconvert())
      .def("inertia", [](const OwnStart& self) { return self.start.inertia(); })
      .def("centres", [](const OwnStart& self) { return as_array(self.start.centres()); })
      .def("nearest", [](const OwnStart& self) {
        return to_array(std::vector<std::uint16_t>(self.start.nearest()),
                        {static_cast<py::ssize_t>(self.start.nearest().size())});
      });
  m.def(
      "kmeans",
      [](const Array<std::int32_t>& points, const Array<std::uint64_t>& weights, int clusters, bool squared,
         int restarts, int iterations, std::uint64_t seed, Threads threads, const py::object& progress,
         int first) {
        const auto given = weighted(points, weights);
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
         Threads threads, const py::object& progress) {
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
