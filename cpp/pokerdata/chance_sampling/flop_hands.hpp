#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/cards/cards.hpp"

namespace pokerdata::chance_sampling {

// Hands before the flop: 169 classes.
inline constexpr int preflop_classes = 169;
// The class of a combination, uint16 [1326].
const std::vector<std::uint16_t>& preflop_class_of();

// Hands on flops up to suits, for a player who sees his cards: 1,286,792 with all cards.
class FlopHands {
 public:
  // deck: all four suits of each rank; other flops have no classes.
  explicit FlopHands(cards::CardSet deck);

  std::int64_t classes() const { return first_.back(); }
  // The class of every combination on a flop in any suits, less the first of the flop, into uint16 [1326];
  // returns that first one. What stands where a combination shares a card with the flop does not matter.
  std::int64_t classes_on(std::span<const cards::Card> flop, std::uint16_t* classes) const;

 private:
  std::vector<std::int64_t> first_;  // of each canonical flop; one entry more
};

}  // namespace pokerdata::chance_sampling
