#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <vector>

#include "pokerdata/equity/equity.hpp"
#include "pokerdata/equity/runouts.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::equity {
namespace {

using Hands = std::array<std::uint16_t, max_players>;

// A deal of hands to all players. Those with the same `likeness` are the same up to suits.
struct Matchup {
  std::uint64_t likeness;
  Hands hands;
};

constexpr std::int64_t batch = 4096;  // likenesses that are counted before they are added up: 2 MB

std::uint64_t number_of(const Contest& contest, const Hands& hands, int permutation) {
  std::uint64_t number = 0;  // 1,326^6 is below 2^63
  for (int p = 0; p < contest.players; ++p)
    number = number * cards::combinations + isomorphism::combination_maps()[permutation][hands[p]];
  return number;
}

// All deals of hands that share no card, sorted by likeness.
std::vector<Matchup> all_matchups(const Contest& contest, support::Progress& progress) {
  std::vector<Matchup> found;
  Hands hands{};
  const auto give = [&](auto& self, int player, cards::CardSet gone) -> void {
    if (player == contest.players) {
      std::uint64_t likeness = number_of(contest, hands, 0);
      for (const auto permutation : contest.symmetries)
        likeness = std::min(likeness, number_of(contest, hands, permutation));
      found.push_back({likeness, hands});
      if (std::ssize(found) % batch == 0) progress.advance(0);  // a look at Ctrl-C
      return;
    }
    const double* weights = contest.weights_of(player);
    for (int c = 0; c < cards::combinations; ++c) {
      if (weights[c] == 0 || cards::all_combinations[c].cards() & gone) continue;
      hands[player] = static_cast<std::uint16_t>(c);
      self(self, player + 1, gone | cards::all_combinations[c].cards());
    }
  };
  give(give, 0, contest.gone);
  std::stable_sort(found.begin(), found.end(),
                   [](const Matchup& a, const Matchup& b) { return a.likeness < b.likeness; });
  return found;
}

Runouts runouts_of(const Contest& contest, const Hands& hands) {
  std::array<cards::Combination, max_players> cards{};
  for (int p = 0; p < contest.players; ++p) cards[p] = cards::all_combinations[hands[p]];
  return Runouts(cards.data(), contest.players, contest.board, contest.gone);
}

void add_to_tally(const Contest& contest, const Hands& hands, const WinnerCounts& counts, double* tally) {
  const int players = contest.players;
  for (int p = 0; p < players; ++p) {
    double others = 1;
    for (int q = 0; q < players; ++q)
      if (q != p) others *= contest.weights_of(q)[hands[q]];
    std::array<std::uint64_t, max_players + 1> by_winners{};
    for (unsigned map = 1; map < 1u << players; ++map)
      by_winners[map >> p & 1 ? std::popcount(map) : 0] += counts[map];
    double* row = tally + (std::int64_t{p} * cards::combinations + hands[p]) * (players + 1);
    for (int n = 0; n <= players; ++n) row[n] += others * static_cast<double>(by_winners[n]);
  }
}

}  // namespace

void equity_by_matchups(const Contest& contest, double* tally, int threads, support::Progress& progress) {
  const std::vector<Matchup> matchups = all_matchups(contest, progress);
  if (matchups.empty()) return;
  std::vector<std::int64_t> first;  // matchup that each likeness starts with
  for (std::int64_t m = 0; m < std::ssize(matchups); ++m)
    if (m == 0 || matchups[m].likeness != matchups[m - 1].likeness) first.push_back(m);
  const auto likenesses = std::ssize(first);
  first.push_back(std::ssize(matchups));

  progress.start(likenesses);
  // Where many cards are to come, one match-up is work for several threads.
  const int parts = runouts_of(contest, matchups[0].hands).parts();
  const int items = contest.to_come() >= 3 ? parts : 1;
  std::vector<WinnerCounts> counts;
  for (std::int64_t begin = 0; begin < likenesses; begin += batch) {
    const std::int64_t size = std::min(batch, likenesses - begin);
    counts.assign(size, {});
    support::parallel_for(size * items, threads, [&](std::int64_t item, int) {
      const std::int64_t i = item / items, part = item % items;
      const Runouts runouts = runouts_of(contest, matchups[first[begin + i]].hands);
      WinnerCounts found{};
      for (auto p = static_cast<int>(part); p < parts; p += items) runouts.count(p, found);
      for (unsigned map = 1; map < 1u << contest.players; ++map)
        if (found[map] > 0) std::atomic_ref(counts[i][map]).fetch_add(found[map], std::memory_order_relaxed);
      progress.advance(part == items - 1);
    });
    for (std::int64_t i = 0; i < size; ++i)
      for (std::int64_t m = first[begin + i]; m < first[begin + i + 1]; ++m)
        add_to_tally(contest, matchups[m].hands, counts[i], tally);
  }
}

}  // namespace pokerdata::equity
