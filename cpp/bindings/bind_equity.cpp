#include "bindings.hpp"
#include "pokerdata/equity/equity.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {
namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style>;

equity::Contest checked(const Array<double>& weights, const Array<cards::Card>& board,
                        const Array<cards::Card>& dead, const Array<std::uint8_t>& symmetries) {
  if (weights.ndim() != 2 || weights.shape(0) < 2 || weights.shape(0) > equity::max_players ||
      weights.shape(1) != cards::combinations)
    throw support::ArgumentError("weights: expected shape (2 to 6, 1326)");
  if (board.size() > 5) throw support::ArgumentError("board: expected 0 to 5 cards");
  equity::Contest contest{static_cast<int>(weights.shape(0)), weights.data(), {}, 0, {}};
  contest.board.assign(board.data(), board.data() + board.size());
  for (const cards::Card card : contest.board) contest.gone |= cards::set_of(card);
  for (py::ssize_t i = 0; i < dead.size(); ++i) contest.gone |= cards::set_of(dead.data()[i]);
  contest.symmetries.assign(symmetries.data(), symmetries.data() + symmetries.size());
  return contest;
}

// A tally of zeros that a kernel fills.
template <class Kernel>
Array<double> tallied(const equity::Contest& contest, int threads, const py::object& progress,
                      const Kernel& kernel) {
  threads = support::checked_threads(threads);
  Array<double> tally(std::vector<py::ssize_t>{contest.players, cards::combinations, contest.players + 1});
  double* values = tally.mutable_data();
  std::fill_n(values, tally.size(), 0.0);
  run_kernel(progress, [&](support::Progress& p) { kernel(values, threads, p); });
  return tally;
}

}  // namespace

void bind_equity(py::module_& core) {
  auto m = core.def_submodule("equity", "All-in equity of hands and ranges.");
  const auto bind_exact = [&](const char* name, auto kernel) {
    m.def(
        name,
        [kernel](const Array<double>& weights, const Array<cards::Card>& board,
                 const Array<cards::Card>& dead, const Array<std::uint8_t>& symmetries, int threads,
                 const py::object& progress) {
          const equity::Contest contest = checked(weights, board, dead, symmetries);
          return tallied(contest, threads, progress,
                         [&](double* tally, int t, support::Progress& p) { kernel(contest, tally, t, p); });
        },
        py::arg("weights").noconvert(), py::arg("board").noconvert(), py::arg("dead").noconvert(),
        py::arg("symmetries").noconvert(), py::arg("threads") = 0, py::arg("progress") = py::none());
  };
  bind_exact("by_matchups", &equity::equity_by_matchups);
  bind_exact("by_boards", &equity::equity_by_boards);
  m.def(
      "by_samples",
      [](const Array<double>& weights, const Array<cards::Card>& board, const Array<cards::Card>& dead,
         std::int64_t samples, std::uint64_t seed, int threads, const py::object& progress) {
        const equity::Contest contest = checked(weights, board, dead, {});
        return tallied(contest, threads, progress, [&](double* tally, int t, support::Progress& p) {
          equity::equity_by_samples(contest, samples, seed, tally, t, p);
        });
      },
      py::arg("weights").noconvert(), py::arg("board").noconvert(), py::arg("dead").noconvert(),
      py::arg("samples"), py::arg("seed"), py::arg("threads") = 0, py::arg("progress") = py::none());
}

}  // namespace pokerdata::bindings
