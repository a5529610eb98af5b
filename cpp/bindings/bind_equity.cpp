#include <limits>
#include <numeric>

#include "bindings.hpp"
#include "pokerdata/equity/equity.hpp"
#include "pokerdata/equity/known_hands.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {
namespace {

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
Array<double> tallied(const equity::Contest& contest, Threads threads, const py::object& progress,
                      const Kernel& kernel) {
  threads = support::checked_threads(threads);
  Array<double> tally(std::vector<py::ssize_t>{contest.players, cards::combinations, contest.players + 1});
  double* values = tally.mutable_data();
  std::fill_n(values, tally.size(), 0.0);
  run_kernel(progress, [&](support::Progress& p) { kernel(values, threads, p); });
  return tally;
}

// Whether two cards or more are plain text of two characters each, with at most one blank between them, or
// uint8 [n]; they are added to what is known.
bool add_plain(const py::handle& given, std::vector<cards::Card>& known) {
  if (PyUnicode_Check(given.ptr())) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(given.ptr(), &size);
    if (!text) {
      PyErr_Clear();
      return false;
    }
    constexpr std::string_view ranks = "23456789TJQKA", suits = "cdhs";
    for (Py_ssize_t at = 0; at < size; at += 2) {
      if (at > 0 && text[at] == ' ') ++at;
      if (at + 1 >= size) return false;
      const auto rank = ranks.find(text[at]), suit = suits.find(text[at + 1]);
      if (rank == std::string_view::npos || suit == std::string_view::npos) return false;
      known.push_back(static_cast<cards::Card>(4 * rank + suit));
    }
    return true;
  }
  if (!py::isinstance<py::array_t<cards::Card>>(given)) return false;
  const auto array = py::reinterpret_borrow<py::array_t<cards::Card>>(given);
  if (array.ndim() != 1 || array.size() > cards::deck_size) return false;
  for (py::ssize_t i = 0; i < array.size(); ++i) known.push_back(array.at(i));
  return true;
}

Array<cards::Card> as_array(const cards::Card* cards, std::vector<py::ssize_t> shape) {
  return Array<cards::Card>(std::move(shape), cards);
}

// hands [1, players, 2], board [1, n] and dead cards [1, n] of a contest of plain hands, as known hands are
// told; None where one is a range, or anything is wrong or written in another way.
py::object plain_hands(const py::sequence& hands, const py::handle& board, const py::handle& dead) {
  const auto players = static_cast<py::ssize_t>(hands.size());
  if (players < 2 || players > equity::max_players) return py::none();
  std::vector<cards::Card> known;
  known.reserve(cards::deck_size);
  for (py::ssize_t p = 0; p < players; ++p)
    if (!add_plain(hands[p], known) || std::ssize(known) != 2 * (p + 1)) return py::none();
  if (!add_plain(board, known)) return py::none();
  const py::ssize_t on_board = std::ssize(known) - 2 * players;
  if (on_board > 5 || !add_plain(dead, known)) return py::none();
  const py::ssize_t gone = std::ssize(known) - 2 * players - on_board;
  cards::CardSet seen = 0;
  for (const cards::Card card : known) {
    if (card >= cards::deck_size || seen & cards::set_of(card)) return py::none();
    seen |= cards::set_of(card);
  }
  if (std::ssize(known) + 5 - on_board > cards::deck_size) return py::none();
  const cards::Card* from = known.data();
  return py::make_tuple(as_array(from, {1, players, 2}), as_array(from + 2 * players, {1, on_board}),
                        as_array(from + 2 * players + on_board, {1, gone}));
}

equity::KnownHands known_hands(const Array<cards::Card>& hands, const Array<cards::Card>& boards,
                               const Array<cards::Card>& dead) {
  if (hands.ndim() != 3 || hands.shape(1) < 2 || hands.shape(1) > equity::max_players || hands.shape(2) != 2)
    throw support::ArgumentError("hands: expected shape (n, 2 to 6, 2)");
  if (boards.ndim() != 2 || dead.ndim() != 2 || boards.shape(0) != hands.shape(0) ||
      dead.shape(0) != hands.shape(0) || boards.shape(1) > 5 ||
      2 * hands.shape(1) + 5 + dead.shape(1) > cards::deck_size)
    throw support::ArgumentError("boards, dead: expected shapes (n, 0 to 5) and (n, m)");
  const equity::KnownHands contests{hands.shape(0),
                                    static_cast<int>(hands.shape(1)),
                                    static_cast<int>(boards.shape(1)),
                                    static_cast<int>(dead.shape(1)),
                                    hands.data(),
                                    boards.data(),
                                    dead.data()};
  equity::check_known_hands(contests);
  return contests;
}

// What a result of one contest is made of, here because it takes ten small arrays: from totals [players,
// players + 1] and hands [players, 2] the pots of each player in parts of which one pot has 60, wins, ties
// and losses, equities, the hands' combinations, and equities by combination [players, 1326], else NaN.
py::tuple told(const Array<std::int64_t>& totals, const Array<cards::Card>& hands) {
  constexpr std::int64_t parts = 60;
  const py::ssize_t players = totals.shape(0);
  if (totals.ndim() != 2 || hands.ndim() != 2 || totals.shape(1) != players + 1 ||
      hands.shape(0) != players || hands.shape(1) != 2)
    throw support::ArgumentError("totals, hands: expected shapes (k, k + 1) and (k, 2)");
  Array<std::int64_t> wins(players), ties(players), losses(players);
  Array<double> shares(players), by_combination({players, py::ssize_t{cards::combinations}});
  std::int64_t* const out[3] = {wins.mutable_data(), ties.mutable_data(), losses.mutable_data()};
  std::vector<std::int64_t> pots(players);
  std::vector<int> combinations(players);
  std::int64_t all = 0;
  for (py::ssize_t p = 0; p < players; ++p) {
    const std::int64_t* row = totals.data() + p * (players + 1);
    out[0][p] = row[1];
    out[1][p] = std::accumulate(row + 2, row + players + 1, std::int64_t{0});
    out[2][p] = row[0];
    for (py::ssize_t n = 1; n <= players; ++n) pots[p] += row[n] * (parts / n);
    all += pots[p];
    const auto [low, high] = std::minmax(hands.data()[2 * p], hands.data()[2 * p + 1]);
    combinations[p] = cards::combination_of(low, high);
  }
  double* const of_combination = by_combination.mutable_data();
  std::fill_n(of_combination, by_combination.size(), std::numeric_limits<double>::quiet_NaN());
  for (py::ssize_t p = 0; p < players; ++p) {
    shares.mutable_data()[p] = static_cast<double>(pots[p]) / static_cast<double>(all);
    of_combination[p * cards::combinations + combinations[p]] = shares.data()[p];
  }
  return py::make_tuple(pots, wins, ties, losses, shares, combinations, by_combination);
}

// Runs a kernel that fills totals; on this thread if it takes but moments, as another one costs as long.
template <class Kernel>
Array<std::int64_t> totalled(const equity::KnownHands& contests, bool moments, Threads threads,
                             const py::object& progress, const Kernel& kernel) {
  threads = support::checked_threads(threads);
  Array<std::int64_t> totals(
      {py::ssize_t{contests.contests}, py::ssize_t{contests.players}, py::ssize_t{contests.players + 1}});
  std::int64_t* values = totals.mutable_data();
  if (moments && progress.is_none()) {
    support::Progress unseen;
    const py::gil_scoped_release released;
    kernel(values, 1, unseen);
  } else {
    run_kernel(progress, [&](support::Progress& p) { kernel(values, threads, p); });
  }
  return totals;
}

}  // namespace

void bind_equity(py::module_& core) {
  auto m = core.def_submodule("equity", "All-in equity of hands and ranges.");
  const auto bind_exact = [&](const char* name, auto kernel) {
    m.def(
        name,
        [kernel](const Array<double>& weights, const Array<cards::Card>& board,
                 const Array<cards::Card>& dead, const Array<std::uint8_t>& symmetries, Threads threads,
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
         std::int64_t samples, std::uint64_t seed, Threads threads, const py::object& progress) {
        const equity::Contest contest = checked(weights, board, dead, {});
        return tallied(contest, threads, progress, [&](double* tally, int t, support::Progress& p) {
          equity::equity_by_samples(contest, samples, seed, tally, t, p);
        });
      },
      py::arg("weights").noconvert(), py::arg("board").noconvert(), py::arg("dead").noconvert(),
      py::arg("samples"), py::arg("seed"), py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def("plain_hands", &plain_hands, py::arg("hands"), py::arg("board"), py::arg("dead"));
  m.def("told", &told, py::arg("totals").noconvert(), py::arg("hands").noconvert());
  m.def(
      "count_known_hands",
      [](const Array<cards::Card>& hands, const Array<cards::Card>& boards, const Array<cards::Card>& dead,
         bool moments, Threads threads, const py::object& progress) {
        const equity::KnownHands contests = known_hands(hands, boards, dead);
        return totalled(contests, moments, threads, progress,
                        [&](std::int64_t* totals, int t, support::Progress& p) {
                          count_known_hands(contests, totals, t, p);
                        });
      },
      py::arg("hands").noconvert(), py::arg("boards").noconvert(), py::arg("dead").noconvert(),
      py::arg("moments"), py::arg("threads") = 0, py::arg("progress") = py::none());
  m.def(
      "sample_known_hands",
      [](const Array<cards::Card>& hands, const Array<cards::Card>& boards, const Array<cards::Card>& dead,
         std::int64_t samples, std::uint64_t seed, bool moments, Threads threads,
         const py::object& progress) {
        const equity::KnownHands contests = known_hands(hands, boards, dead);
        return totalled(contests, moments, threads, progress,
                        [&](std::int64_t* totals, int t, support::Progress& p) {
                          sample_known_hands(contests, samples, seed, totals, t, p);
                        });
      },
      py::arg("hands").noconvert(), py::arg("boards").noconvert(), py::arg("dead").noconvert(),
      py::arg("samples"), py::arg("seed"), py::arg("moments"), py::arg("threads") = 0,
      py::arg("progress") = py::none());
}

}  // namespace pokerdata::bindings
