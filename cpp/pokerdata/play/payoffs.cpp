#include "pokerdata/play/payoffs.hpp"

#include <algorithm>
#include <bit>

namespace pokerdata::play {
namespace {

// The levels that pots end at: what those who did not fold have put in, rising.
std::vector<std::int64_t> levels_of(const Betting& betting) {
  std::vector<std::int64_t> levels;
  for (int p = 0; p < betting.rules().players(); ++p)
    if (!betting.folded(p)) levels.push_back(betting.spent(p));
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  // What a player folded above all others stays in the last pot.
  for (int p = 0; p < betting.rules().players(); ++p)
    if (betting.folded(p)) levels.back() = std::max(levels.back(), betting.spent(p));
  return levels;
}

std::int64_t between(std::int64_t spent, std::int64_t low, std::int64_t high) {
  return std::clamp(spent, low, high) - low;
}

// Calls of(pot, low, high) with the levels between which its chips were put in.
template <class Of>
void for_each_pot(const Betting& betting, const Of& of) {
  std::int64_t low = 0;
  for (const std::int64_t high : levels_of(betting)) {
    Pot pot{0, 0};
    for (int p = 0; p < betting.rules().players(); ++p) {
      pot.chips += between(betting.spent(p), low, high);
      if (!betting.folded(p) && betting.spent(p) > low) pot.players |= static_cast<Players>(1 << p);
    }
    if (pot.chips > 0) of(pot, low, high);
    low = high;
  }
}

}  // namespace

std::vector<Pot> pots_of(const Betting& betting) {
  std::vector<Pot> found;
  for_each_pot(betting, [&](const Pot& pot, std::int64_t, std::int64_t) { found.push_back(pot); });
  return found;
}

Players winners_of(const Pot& pot, const std::array<std::uint64_t, most_players>& strengths) {
  if (std::popcount(pot.players) == 1) return pot.players;
  std::uint64_t best = 0;
  for (Players left = pot.players; left; left &= static_cast<Players>(left - 1))
    best = std::max(best, strengths[std::countr_zero(left)]);
  Players winners = 0;
  for (Players left = pot.players; left; left &= static_cast<Players>(left - 1))
    if (strengths[std::countr_zero(left)] == best) winners |= left & static_cast<Players>(-left);
  return winners;
}

std::array<Chips, most_players> flows(const Betting& betting,
                                      const std::array<std::uint64_t, most_players>& strengths) {
  std::array<Chips, most_players> found{};
  for_each_pot(betting, [&](const Pot& pot, std::int64_t low, std::int64_t high) {
    const Players winners = winners_of(pot, strengths);
    const std::int64_t share = parts_of_chip / std::popcount(winners);
    for (int p = 0; p < betting.rules().players(); ++p) {
      if (winners >> p & 1) continue;
      const std::int64_t lost = between(betting.spent(p), low, high) * share;
      for (Players left = winners; left; left &= static_cast<Players>(left - 1))
        found[p][std::countr_zero(left)] += lost;
    }
  });
  return found;
}

Chips payoffs(const Betting& betting, const std::array<std::uint64_t, most_players>& strengths) {
  const auto flow = flows(betting, strengths);
  Chips won{};
  for (int from = 0; from < betting.rules().players(); ++from)
    for (int to = 0; to < betting.rules().players(); ++to) {
      won[to] += flow[from][to];
      won[from] -= flow[from][to];
    }
  return won;
}

}  // namespace pokerdata::play
