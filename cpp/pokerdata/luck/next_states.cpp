#include "pokerdata/luck/next_states.hpp"

#include <algorithm>
#include <limits>

#include "pokerdata/luck/counted_cards.hpp"

namespace pokerdata::luck {

void NextStates::count(std::span<const std::uint8_t> next, std::span<const std::vector<int>> with,
                       const std::array<std::span<const std::uint8_t>, 2>& held) {
  const std::size_t hands = after[next[0]].size();
  const auto mark = [&](int state) {  // the hands that have the card
    for (const std::uint8_t card : next)
      for (const int h : with[card]) after[card][h] = state;
  };
  mark(-1);
  // Rows of cards that nobody holds, then those of both players.
  std::vector<const std::int32_t*> rows;
  for (const std::uint8_t card : next)
    if (std::ranges::find(held[0], card) == held[0].end() &&
        std::ranges::find(held[1], card) == held[1].end())
      rows.push_back(after[card].data());
  const std::size_t free = rows.size();
  for (const auto& of_player : held)
    for (const std::uint8_t card : of_player) rows.push_back(after[card].data());
  constexpr std::int32_t never = std::numeric_limits<std::int32_t>::max();
  first.assign(hands, never);
  std::vector<std::int32_t> last(hands, -1);
  POKERDATA_DISPATCH(find_range)(rows.data(), static_cast<int>(rows.size()), hands, first.data(),
                                 last.data());
  following = 1;
  for (std::size_t h = 0; h < hands; ++h) {
    if (last[h] < 0) first[h] = last[h] = 0;  // it has every card that may come
    following = std::max(following, last[h] - first[h] + 1);
  }
  if (following > most_following) following = 0;
  counts[0].resize(static_cast<std::size_t>(following) * hands);
  const auto add = [&](const std::int32_t* const* from, std::size_t cards, bool adds, int player) {
    POKERDATA_DISPATCH(count_cards)
    (from, static_cast<int>(cards), first.data(), hands, following, adds, counts[player].data());
  };
  add(rows.data(), free, false, 0);
  counts[1] = counts[0];
  add(rows.data() + free, held[0].size(), true, 0);
  add(rows.data() + free + held[0].size(), held[1].size(), true, 1);
  mark(0);
}

}  // namespace pokerdata::luck
