#include "bind_abstraction.hpp"

#include "pokerdata/abstraction/bucket_sequences.hpp"
#include "pokerdata/abstraction/history.hpp"
#include "pokerdata/abstraction/joint_counts.hpp"
#include "pokerdata/abstraction/river_mass.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {
namespace {

py::array_t<std::uint16_t> view(const abstraction::Sequences& values, const py::handle& owner) {
  const auto rows = static_cast<py::ssize_t>(values.size()) / cards::combinations;
  py::array_t<std::uint16_t> array({rows, py::ssize_t{cards::combinations}}, values.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

void bind_bucket_sequences(py::module_& m) {
  py::class_<abstraction::BucketSequences>(m, "BucketSequences")
      .def_static(
          "by_thresholds",
          [](const std::vector<Array<std::uint64_t>>& thresholds, const Array<std::uint64_t>& preflop,
             const Array<std::uint64_t>& flop, const Array<std::uint32_t>& turn, Threads threads) {
            const abstraction::MetricTables metric = metric_tables(preflop, flop, turn);
            const auto parts = threshold_parts(thresholds);
            const py::gil_scoped_release released;
            return abstraction::BucketSequences::by_thresholds(parts, metric, threads);
          },
          py::arg("thresholds"), py::arg("preflop").noconvert(), py::arg("flop").noconvert(),
          py::arg("turn").noconvert(), py::arg("threads") = 0)
      .def_static(
          "by_buckets",
          [](const std::array<int, abstraction::streets>& buckets, const Array<std::uint16_t>& preflop,
             const Array<std::uint16_t>& flop, const Array<std::uint16_t>& turn,
             const std::vector<std::uint64_t>& river_thresholds, Threads threads) {
            const StreetBuckets of_street(preflop, flop, turn);
            const py::gil_scoped_release released;
            return abstraction::BucketSequences::by_buckets(buckets, of_street.data, river_thresholds,
                                                            threads);
          },
          py::arg("buckets"), py::arg("preflop").noconvert(), py::arg("flop").noconvert(),
          py::arg("turn").noconvert(), py::arg("river_thresholds"), py::arg("threads") = 0)
      .def(
          "river_mass",
          [](const abstraction::BucketSequences& self, const Array<std::uint16_t>& river_n, Threads threads,
             const py::object& progress) {
            check_river(river_n);
            std::vector<std::uint64_t> result;
            run_kernel(progress, [&](support::Progress& p) {
              result = abstraction::river_mass(self, river_n.data(), threads, p);
            });
            return to_array(std::move(result), {self.sequences(3)});
          },
          py::arg("river_n").noconvert(), py::arg("threads") = 0, py::arg("progress") = py::none())
      .def_property_readonly("buckets", [](const abstraction::BucketSequences& self) { return self.buckets; })
      .def("sequences", &abstraction::BucketSequences::sequences, py::arg("street"))
      .def_property_readonly("preflop",
                             [](const py::object& self) {
                               return view(self.cast<const abstraction::BucketSequences&>().preflop, self);
                             })
      .def_property_readonly("flop",
                             [](const py::object& self) {
                               return view(self.cast<const abstraction::BucketSequences&>().flop, self);
                             })
      .def_property_readonly("turn", [](const py::object& self) {
        return view(self.cast<const abstraction::BucketSequences&>().turn, self);
      });
}

void bind_history(py::module_& m) {
  py::class_<abstraction::HistoryBuckets>(m, "HistoryBuckets")
      .def_static(
          "find",
          [](const std::array<int, abstraction::streets>& buckets, const Array<std::uint64_t>& preflop,
             const Array<std::uint64_t>& flop, const Array<std::uint32_t>& turn,
             const Array<std::uint16_t>& river_n, Threads threads, const py::object& progress) {
            const abstraction::MetricTables metric = metric_tables(preflop, flop, turn);
            check_river(river_n);
            abstraction::HistoryBuckets result;
            run_kernel(progress, [&](support::Progress& p) {
              result = abstraction::HistoryBuckets::find(buckets, metric, river_n.data(), threads, p);
            });
            return result;
          },
          py::arg("buckets"), py::arg("preflop").noconvert(), py::arg("flop").noconvert(),
          py::arg("turn").noconvert(), py::arg("river_n").noconvert(), py::arg("threads") = 0,
          py::arg("progress") = py::none())
      .def(
          "thresholds",
          [](const abstraction::HistoryBuckets& self, int street) {
            const abstraction::Thresholds& t = self.thresholds.at(street);
            return to_array(std::vector<std::uint64_t>(t.values), {t.sequences, t.buckets - 1});
          },
          py::arg("street"))
      .def(
          "mass",
          [](const abstraction::HistoryBuckets& self, int street) {
            const abstraction::Thresholds& t = self.thresholds.at(street);
            return to_array(std::vector<std::uint64_t>(t.mass), {static_cast<py::ssize_t>(t.mass.size())});
          },
          py::arg("street"))
      .def_readonly("sequences", &abstraction::HistoryBuckets::sequences);
}

}  // namespace

void bind_abstraction(py::module_& core) {
  auto m = core.def_submodule("abstraction", "Bucket sequences and their joint counts.");
  bind_bucket_sequences(m);
  bind_history(m);
  bind_equal_mass(m);
  bind_card_states(m);
  m.def(
      "drawn_boards",
      [](std::int64_t count, std::uint64_t seed) {
        const std::vector<std::uint32_t> times = abstraction::drawn_boards(count, seed);
        return array_of(std::span(times));
      },
      py::arg("count"), py::arg("seed"));
  m.def(
      "add_joint_counts",
      [](const abstraction::BucketSequences& sequences, const Array<std::uint32_t>& times, std::int64_t first,
         std::int64_t last, Array<std::uint64_t>& cells, Threads threads, const py::object& progress) {
        const std::int64_t count = sequences.sequences(3);
        if (first < 0 || last < first || last > isomorphism::Boards::get(5).count())
          throw support::expected("boards", "0 <= first <= last <= 134459", {first, " to ", last});
        if (times.size() != isomorphism::Boards::get(5).count())
          throw support::expected("times", "134459 of them", times.size());
        if (cells.size() != 2 * count * count)
          throw support::expected("cells", {2 * count * count, " of them"});
        const std::span of_boards(times.data(), static_cast<std::size_t>(times.size()));
        auto* out = cells.mutable_data();
        run_kernel(progress, [&](support::Progress& p) {
          abstraction::add_joint_counts(sequences, of_boards, first, last, out, threads, p);
        });
      },
      py::arg("sequences"), py::arg("times").noconvert(), py::arg("first"), py::arg("last"),
      py::arg("cells").noconvert(), py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "finish_joint_counts",
      [](const Array<std::uint64_t>& cells, std::int64_t sequences, Threads threads) {
        if (cells.size() != 2 * sequences * sequences)
          throw support::ArgumentError("cells: expected 2 for each pair of sequences");
        Array<std::uint64_t> counts(std::vector<py::ssize_t>{sequences, sequences});
        Array<std::uint64_t> wins(std::vector<py::ssize_t>{sequences, sequences});
        auto *n = counts.mutable_data(), *w = wins.mutable_data();
        {
          const py::gil_scoped_release released;
          abstraction::finish_joint_counts(cells.data(), sequences, n, w, threads);
        }
        return py::make_tuple(counts, wins);
      },
      py::arg("cells").noconvert(), py::arg("sequences"), py::arg("threads") = 0);
}

}  // namespace pokerdata::bindings
