#include "pokerdata/play/payoffs.hpp"

#include <algorithm>
#include <bit>

namespace pokerdata::play {
namespace {

// The levels that pots end at: what those who did not fold have put in, rising, dead antes aside.
std::vector<std::int64_t> levels_of(const Betting& betting) {
  std::vector<std::int64_t> levels;
  for (int p = 0; p < betting.rules().players(); ++p)
    if (!betting.folded(p)) levels.push_back(betting.live(p));
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

// Calls of(pot, chips) with what each player has in it. Dead antes are in the first pot, and what a player
// folded above all others in the last one.
template <class Of>
void for_each_pot(const Betting& betting, const Of& of) {
  const std::vector<std::int64_t> levels = levels_of(betting);
  std::int64_t low = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    Pot pot{0, 0};
    std::array<std::int64_t, most_players> chips{};
    for (int p = 0; p < betting.rules().players(); ++p) {
      const std::int64_t live = betting.live(p), high = i + 1 < levels.size() ? levels[i] : live;
      chips[p] = std::max<std::int64_t>(std::min(live, high) - low, 0) + (i == 0 ? betting.dead(p) : 0);
      pot.chips += chips[p];
      if (!betting.folded(p) && live >= levels[i]) pot.players |= static_cast<Players>(1 << p);
    }
    if (pot.chips > 0) of(pot, chips);
    low = levels[i];
  }
}

}  // namespace

std::vector<Pot> pots_of(const Betting& betting) {
  std::vector<Pot> found;
  for_each_pot(betting, [&](const Pot& pot, const auto&) { found.push_back(pot); });
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
  for_each_pot(betting, [&](const Pot& pot, const auto& chips) {
    const Players winners = winners_of(pot, strengths);
    const std::int64_t share = parts_of_chip / std::popcount(winners);
    std::int64_t common = chips[std::countr_zero(winners)];  // of the winners; dead antes of some are on top
    for (int p = 0; p < betting.rules().players(); ++p)
      if (winners >> p & 1) common = std::min(common, chips[p]);
    for (int p = 0; p < betting.rules().players(); ++p) {
      const std::int64_t lost = (chips[p] - (winners >> p & 1 ? common : 0)) * share;
      for (Players left = winners; left; left &= static_cast<Players>(left - 1))
        if (const int to = std::countr_zero(left); to != p) found[p][to] += lost;
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
