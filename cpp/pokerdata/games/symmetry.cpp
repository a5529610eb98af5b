#include "pokerdata/games/symmetry.hpp"

#include <algorithm>
#include <bit>

namespace pokerdata::games {

Symmetry::Symmetry(const CardRules& rules)
    : suits_(rules.suits), copies_(rules.copies), left_((cards::CardSet{1} << rules.deck()) - 1) {
  if (copies_) return;
  SuitMap map{0, 1, 2, 3};
  do maps_.push_back(map);
  while (std::next_permutation(map.begin(), map.begin() + suits_));
}

cards::CardSet Symmetry::mapped(const SuitMap& map, cards::CardSet cards) const {
  cards::CardSet result = 0;
  for (; cards; cards &= cards - 1) {
    const int card = std::countr_zero(cards);
    result |= cards::CardSet{1} << (card - card % suits_ + map[card % suits_]);
  }
  return result;
}

cards::CardSet Symmetry::rank_cards(int rank) const {
  return ((cards::CardSet{1} << suits_) - 1) << rank * suits_;
}

cards::CardSet Symmetry::least(cards::CardSet cards) const {
  cards::CardSet result = copies_ ? 0 : cards;
  if (!copies_) {
    for (const SuitMap& map : maps_) result = std::min(result, mapped(map, cards));
    return result;
  }
  for (int rank = 0; cards >> rank * suits_; ++rank) {
    cards::CardSet free = left_ & rank_cards(rank);
    for (int k = std::popcount(cards & rank_cards(rank)); k > 0; --k, free &= free - 1)
      result |= free & -free;
  }
  return result;
}

std::uint64_t Symmetry::orbit_of_least(cards::CardSet cards) const {
  if (copies_) {
    if (least(cards) != cards) return 0;
    std::uint64_t sets = 1;
    for (int rank = 0; cards >> rank * suits_; ++rank) {
      const int n = std::popcount(left_ & rank_cards(rank)), k = std::popcount(cards & rank_cards(rank));
      for (int i = 0; i < k; ++i) sets = sets * (n - i) / (i + 1);
    }
    return sets;
  }
  std::size_t keep = 0;
  for (const SuitMap& map : maps_) {
    const cards::CardSet other = mapped(map, cards);
    if (other < cards) return 0;
    keep += other == cards;
  }
  return maps_.size() / keep;
}

Symmetry Symmetry::keeping(cards::CardSet cards) const {
  Symmetry result = *this;
  result.left_ &= ~cards;
  std::erase_if(result.maps_, [&](const SuitMap& map) { return mapped(map, cards) != cards; });
  return result;
}

}  // namespace pokerdata::games
