#include "pokerdata/luck/divat.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pokerdata/agents/same_game.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::luck {
namespace {

using agents::BettingState;
using agents::Move;
using agents::MoveKind;

// What both hands of a deal are on a street: what they do there does not depend on who holds them.
struct Ranks {
  std::array<double, 2> rank;
  std::array<int, 2> bets;  // that the baseline makes
};

Ranks ranks_on(const StrengthTables& tables, LookedUp& cards, int street, const DivatStreet& baseline) {
  Ranks found{};
  if (baseline.make.empty() && !baseline.folds) return found;
  for (int player = 0; player < 2; ++player) {
    found.rank[player] = final_strength(tables, cards, player, street);
    if (agents::is_texas(cards.rules()))
      found.rank[player] = std::max(found.rank[player], present_strength(tables, cards, player, street));
    found.bets[player] = static_cast<int>(
        std::ranges::count_if(baseline.make, [&](double least) { return found.rank[player] >= least; }));
  }
  return found;
}

double worth(const BettingState& now, double edge) {
  return now.folded() >= 0 ? now.won(0) : now.level() * edge;
}

// The baseline of both from the start of a street to its end.
BettingState played(BettingState now, const DivatStreet& baseline, const Ranks& ranks) {
  const int street = now.street();
  while (!now.finished() && now.street() == street) {
    const int player = now.player();
    const double to_call = now.to_call();
    if (now.raises() < ranks.bets[player] && now.may_raise())
      now.apply({MoveKind::raise, now.least_raise()});
    else if (to_call > 0 && baseline.folds &&
             ranks.rank[player] < to_call / (now.pot() + to_call) + baseline.offset)
      now.apply({MoveKind::fold});
    else
      now.apply({MoveKind::call});
  }
  return now;
}

}  // namespace

Measure divat(const Setting& setting, const StrengthTables& tables,
              const std::vector<DivatStreet>& baseline) {
  if (setting.rules.no_limit())
    throw support::expected("game", "one with limits, for which DIVAT is made",
                            {setting.rules.name, "; e.g. limit-holdem"});
  if (static_cast<int>(baseline.size()) != setting.rules.streets())
    throw support::expected("divat",
                            {setting.rules.streets(), " rows, one for each street of ", setting.rules.name},
                            baseline.size());
  return [&rules = setting.rules, tables, baseline](const Record& hand, LookedUp& cards, double* found) {
    BettingState now(rules), from = now;
    double sum = 0;
    for (const Move move : hand.moves) {
      const int street = now.street();
      now.apply(move);
      if (!now.finished() && now.street() == street) continue;
      const double edge = cards.held_edge(street);
      const Ranks ranks = ranks_on(tables, cards, street, baseline[street]);
      sum += worth(now, edge) - worth(played(from, baseline[street], ranks), edge);
      from = now;
    }
    if (!now.finished())
      throw support::expected("history", "a hand that is over", "one in which a player acts");
    *found = sum;
  };
}

}  // namespace pokerdata::luck
