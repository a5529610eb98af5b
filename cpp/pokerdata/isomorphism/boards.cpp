#include "pokerdata/isomorphism/boards.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::isomorphism {
namespace {

constexpr auto binomials = [] {
  std::array<std::array<std::uint32_t, 6>, cards::deck_size> table{};
  for (int n = 0; n < cards::deck_size; ++n)
    for (int k = 0; k < 6; ++k) table[n][k] = binomial(n, k);
  return table;
}();

using SuitMaps = std::array<std::uint16_t, 4>;

SuitMaps suit_maps(cards::CardSet cards) {
  SuitMaps maps{};
  for (; cards; cards &= cards - 1) {
    const int card = std::countr_zero(cards);
    maps[card & 3] = static_cast<std::uint16_t>(maps[card & 3] | 1 << (card >> 2));
  }
  return maps;
}

// The permutation that puts the suits in falling order of their maps, equal ones kept in order.
int sorting_permutation(const SuitMaps& maps) {
  std::array<int, 4> order = {0, 1, 2, 3};
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return maps[a] > maps[b]; });
  std::array<std::uint8_t, 4> suits{};
  for (int i = 0; i < 4; ++i) suits[order[i]] = static_cast<std::uint8_t>(i);
  return permutation_index(suits);
}

template <class Visit>
void for_each_set(int size, const Visit& visit) {
  // Gosper's step lists the sets in rising value, which is rising set_index.
  cards::CardSet set = (cards::CardSet{1} << size) - 1;
  while (set < cards::CardSet{1} << cards::deck_size) {
    visit(set);
    const cards::CardSet low = set & -set, ripple = set + low;
    set = ripple | ((set ^ ripple) >> (2 + std::countr_zero(low)));
  }
}

Boards build(int size) {
  Boards boards;
  boards.size = size;
  const std::uint32_t raw_count = binomial(cards::deck_size, size);
  boards.canonical.assign(raw_count, no_board);
  boards.permutation.resize(raw_count);
  std::uint32_t index = 0;
  for_each_set(size, [&](cards::CardSet set) {
    const SuitMaps maps = suit_maps(set);
    boards.permutation[index] = static_cast<std::uint8_t>(sorting_permutation(maps));
    if (std::is_sorted(maps.rbegin(), maps.rend())) {
      boards.canonical[index] = static_cast<std::uint32_t>(boards.cards.size());
      std::array<cards::Card, 5> cards{};
      int count = 0;
      for (cards::CardSet left = set; left; left &= left - 1)
        cards[count++] = static_cast<cards::Card>(std::countr_zero(left));
      boards.cards.push_back(cards);
    }
    ++index;
  });
  boards.orbit.assign(boards.cards.size(), 0);
  index = 0;
  for_each_set(size, [&](cards::CardSet set) {
    auto& canonical = boards.canonical[index];
    if (canonical == no_board)
      canonical = boards.canonical[set_index(permuted_set(boards.permutation[index], set))];
    ++boards.orbit[canonical];
    ++index;
  });
  if (size < 5) {
    const Boards& larger = Boards::get(size + 1);
    boards.next.assign(boards.cards.size() * cards::deck_size, no_board);
    boards.next_permutation.assign(boards.cards.size() * cards::deck_size, 0);
    for (std::int64_t b = 0; b < boards.count(); ++b)
      for (int card = 0; card < cards::deck_size; ++card) {
        if (boards.set(b) >> card & 1) continue;
        const std::uint32_t raw = set_index(boards.set(b) | cards::CardSet{1} << card);
        boards.next[b * cards::deck_size + card] = larger.canonical[raw];
        boards.next_permutation[b * cards::deck_size + card] = larger.permutation[raw];
      }
  }
  return boards;
}

}  // namespace

std::uint32_t set_index(cards::CardSet cards) {
  std::uint32_t index = 0;
  for (int k = 1; cards; ++k, cards &= cards - 1) index += binomials[std::countr_zero(cards)][k];
  return index;
}

cards::CardSet Boards::set(std::int64_t board) const {
  cards::CardSet result = 0;
  for (int i = 0; i < size; ++i) result |= cards::set_of(cards[board][i]);
  return result;
}

std::vector<std::uint8_t> Boards::stabiliser(std::int64_t board) const {
  std::vector<std::uint8_t> result;
  for (int p = 0; p < permutation_count; ++p)
    if (permuted_set(p, set(board)) == set(board)) result.push_back(static_cast<std::uint8_t>(p));
  return result;
}

const Boards& Boards::get(int size) {
  switch (size) {
    case 3: {
      static const Boards boards = build(3);
      return boards;
    }
    case 4: {
      static const Boards boards = build(4);
      return boards;
    }
    case 5: {
      static const Boards boards = build(5);
      return boards;
    }
    default:
      throw support::expected("board size", "3, 4 or 5 cards", {size, "; e.g. 3 for a flop"});
  }
}

}  // namespace pokerdata::isomorphism
