#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/games/card_rules.hpp"

namespace pokerdata::games {

// The symmetries of a deck that keep what has been dealt: permutations of the suits, the same for all ranks,
// or, in a deck of copies, any exchange of the copies of a rank. Sets of cards that they map on each other
// form an orbit, and its least set (as a number) stands for it.
class Symmetry {
 public:
  explicit Symmetry(const CardRules& rules);

  // Cards not dealt yet.
  cards::CardSet left() const { return left_; }
  // The least set of the orbit of a set of cards that are left.
  cards::CardSet least(cards::CardSet cards) const;
  // The number of sets in the orbit if `cards` is the least of them; 0 otherwise.
  std::uint64_t orbit_of_least(cards::CardSet cards) const;
  // The symmetries that keep these cards, too, which are dealt now.
  Symmetry keeping(cards::CardSet cards) const;

 private:
  using SuitMap = std::array<std::uint8_t, 4>;
  cards::CardSet mapped(const SuitMap& map, cards::CardSet cards) const;
  cards::CardSet rank_cards(int rank) const;

  int suits_;
  bool copies_;
  cards::CardSet left_;
  std::vector<SuitMap> maps_;  // not for copies
};

// Calls body(set) for every set of `count` of these cards, in rising order of the sets as numbers.
template <class Body>
void for_each_set(cards::CardSet from, int count, const Body& body, cards::CardSet chosen = 0) {
  if (count == 0) {
    body(chosen);
    return;
  }
  for (cards::CardSet rest = from; rest; rest &= rest - 1) {
    const cards::CardSet card = rest & -rest;
    for_each_set(from & (card - 1), count - 1, body, chosen | card);
  }
}

}  // namespace pokerdata::games
