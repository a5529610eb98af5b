#include "pokerdata/search/suit_symmetry.hpp"

#include <algorithm>
#include <bit>

namespace pokerdata::search {
namespace {

cards::CardSet image(cards::CardSet cards, const SuitSymmetry::Permutation& permutation) {
  cards::CardSet found = 0;
  for (; cards; cards &= cards - 1) {
    const int card = std::countr_zero(cards);
    found |= cards::CardSet{1} << (card / 4 * 4 + permutation[card % 4]);
  }
  return found;
}

bool keeps(const HiddenCards::Range& range, const SuitSymmetry::Permutation& permutation) {
  if (range.weights.size() == cards::deck_size) {
    for (int card = 0; card < cards::deck_size; ++card)
      if (range.weights[card] != range.weights[card / 4 * 4 + permutation[card % 4]]) return false;
  } else if (!range.weights.empty()) {
    for (int hand = 0; hand < cards::combinations; ++hand) {
      const cards::CardSet to = image(cards::all_combinations[hand].cards(), permutation);
      const int low = std::countr_zero(to), high = 63 - std::countl_zero(to);
      if (range.weights[hand] != range.weights[cards::combination_of(low, high)]) return false;
    }
  }
  return true;
}

}  // namespace

SuitSymmetry::SuitSymmetry(const play::Definition& rules, std::span<const cards::CardSet> kept,
                           const std::vector<HiddenCards::Range>& ranges) {
  permutations_.clear();
  cards::CardSet deck = 0;
  for (const cards::Card card : rules.deck()) deck |= cards::set_of(card);
  Permutation permutation = {0, 1, 2, 3};
  do {
    const auto fixed = [&](cards::CardSet cards) { return image(cards, permutation) == cards; };
    if (fixed(deck) && std::all_of(kept.begin(), kept.end(), fixed) &&
        std::all_of(ranges.begin(), ranges.end(),
                    [&](const auto& range) { return keeps(range, permutation); }))
      permutations_.push_back(permutation);
  } while (std::next_permutation(permutation.begin(), permutation.end()));
}

cards::CardSet SuitSymmetry::least(cards::CardSet cards, Left& left) {
  if (left.size() == 1) return image(cards, left.front());
  cards::CardSet least = ~cards::CardSet{0};
  for (const Permutation& permutation : left) least = std::min(least, image(cards, permutation));
  std::erase_if(left, [&](const Permutation& permutation) { return image(cards, permutation) != least; });
  return least;
}

}  // namespace pokerdata::search
