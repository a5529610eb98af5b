#include "pokerdata/search/options.hpp"

#include <algorithm>

namespace pokerdata::search {

Options options_of(const play::Betting& betting, std::span<const RaiseSize> menu) {
  Options found;
  const auto add = [&](play::Action action) { found.actions[found.count++] = action; };
  if (betting.may_fold()) add({play::ActionKind::fold});
  add({play::ActionKind::call});
  if (!betting.may_raise()) return found;
  const auto low = static_cast<std::int32_t>(betting.least_raise());
  const auto high = static_cast<std::int32_t>(betting.largest_raise());
  if (betting.rules().limit()) {
    add({play::ActionKind::raise, low});
    return found;
  }
  const int first = found.count;
  for (const RaiseSize& size : menu) {
    std::int64_t to = high;
    if (size.numerator > 0) {
      const std::int64_t pot = betting.pot() + betting.to_call();
      to = betting.level() + pot * size.numerator / size.denominator;
    }
    add({play::ActionKind::raise, static_cast<std::int32_t>(std::clamp<std::int64_t>(to, low, high))});
  }
  const auto begin = found.actions.begin() + first;
  std::sort(begin, begin + (found.count - first), [](const auto& a, const auto& b) { return a.to < b.to; });
  const auto end = std::unique(begin, begin + (found.count - first));
  found.count = static_cast<int>(end - found.actions.begin());
  return found;
}

}  // namespace pokerdata::search
