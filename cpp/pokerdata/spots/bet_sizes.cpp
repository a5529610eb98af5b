#include "pokerdata/spots/bet_sizes.hpp"

#include <algorithm>
#include <cmath>

namespace pokerdata::spots {
namespace {

// Amounts are at most max_chips, so pots are at most 3 * max_chips and products stay within 64 bits: a ratio
// is at most most_ratio, and its numerator at most most_ratio * most_denominator = 10^9.
std::int64_t times(std::int64_t chips, const Ratio& ratio) {
  return (2 * chips * ratio.numerator + ratio.denominator) / (2 * ratio.denominator);
}

std::int64_t geometric(const BetSize& size, std::int64_t pot, const BetSituation& now) {
  int bets = size.bets > 0 ? size.bets : now.streets_left;
  if (now.bets_made > 0) bets = std::max(bets - now.bets_made + 1, 1);
  const auto left = static_cast<double>(now.stack - now.level);
  const auto chips = static_cast<double>(pot);
  const double part = (std::pow(2 * left / chips + 1, 1.0 / bets) - 1) / 2;
  const std::int64_t rounded = std::llround(chips * part);
  return size.ratio.numerator > 0 ? std::min(rounded, times(pot, size.ratio)) : rounded;
}

}  // namespace

std::vector<std::int32_t> amounts(const std::vector<BetSize>& sizes, const Thresholds& thresholds,
                                  const BetSituation& now) {
  std::vector<std::int64_t> found;
  const std::int64_t level = now.level, most = now.stack;
  if (level >= most) return {};
  const std::int64_t pot = now.pot + 2 * level;
  for (const BetSize& size : sizes) {
    switch (size.kind) {
      case SizeKind::pot:
        found.push_back(level + times(pot, size.ratio));
        break;
      case SizeKind::multiple:
        found.push_back(now.street_start + times(level - now.street_start, size.ratio));
        break;
      case SizeKind::chips:
        if (size.most_bets == 0 || now.bets_made <= size.most_bets) found.push_back(level + size.chips);
        break;
      case SizeKind::geometric:
        found.push_back(level + geometric(size, pot, now));
        break;
      case SizeKind::all_in:
        found.push_back(most);
        break;
    }
  }
  if (most <= level + times(pot, thresholds.add_all_in)) found.push_back(most);
  const std::int64_t least = std::min(most, level + std::max(now.to_call, now.minimum_bet));
  for (std::int64_t& to : found) {
    to = std::clamp(to, least, most);
    if (most <= to + times(pot + 2 * (to - level), thresholds.force_all_in)) to = most;
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());

  std::vector<std::int32_t> kept;
  const Ratio& merge = thresholds.merge;
  std::int64_t last = 0;  // the pot, with the last bet kept on top of the call
  for (auto to = found.rbegin(); to != found.rend(); ++to) {
    const std::int64_t after = pot + *to - level;
    if (kept.empty() || last * merge.denominator > (merge.denominator + merge.numerator) * after) {
      kept.push_back(static_cast<std::int32_t>(*to));
      last = after;
    }
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

}  // namespace pokerdata::spots
