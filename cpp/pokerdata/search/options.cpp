#include "pokerdata/search/options.hpp"

#include <algorithm>

namespace pokerdata::search {
namespace {

__extension__ typedef __int128 Wide;  // pots times numerators pass 64 bits

}  // namespace

Options options_of(const play::Betting& betting, std::span<const RaiseSize> menu) {
  Options found;
  const auto add = [&](play::Action action) { found.actions[found.count++] = action; };
  if (betting.may_fold()) add({play::ActionKind::fold});
  add({play::ActionKind::call});
  if (!betting.may_raise()) return found;
  const std::int64_t low = betting.least_raise(), high = betting.largest_raise();
  if (betting.rules().limit()) {
    add({play::ActionKind::raise, low});
    return found;
  }
  const int first = found.count;
  for (const RaiseSize& size : menu) {
    std::int64_t to = high;
    if (size.numerator > 0) {
      const std::int64_t pot = betting.pot() + betting.to_call();
      const Wide wanted = betting.level() + Wide{pot} * size.numerator / size.denominator;
      to = wanted < high ? static_cast<std::int64_t>(wanted) : high;
    }
    add({play::ActionKind::raise, std::max(to, low)});
  }
  const auto begin = found.actions.begin() + first;
  std::sort(begin, begin + (found.count - first), [](const auto& a, const auto& b) { return a.to < b.to; });
  const auto end = std::unique(begin, begin + (found.count - first));
  found.count = static_cast<int>(end - found.actions.begin());
  return found;
}

}  // namespace pokerdata::search
