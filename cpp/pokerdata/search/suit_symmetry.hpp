#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/play/definition.hpp"
#include "pokerdata/search/hidden_cards.hpp"

namespace pokerdata::search {

// The suit permutations that leave a player's cards, the board and all ranges as they are: boards that they
// carry into each other are one to him.
class SuitSymmetry {
 public:
  using Permutation = std::array<std::uint8_t, 4>;

  SuitSymmetry() = default;  // the identity alone
  SuitSymmetry(const play::Definition& rules, std::span<const cards::CardSet> kept,
               const std::vector<HiddenCards::Range>& ranges);

  // The permutations that are left on the way down a tree.
  using Left = std::vector<Permutation>;
  Left all() const { return permutations_; }
  // The least image of cards; those that do not give it leave.
  static cards::CardSet least(cards::CardSet cards, Left& left);

 private:
  Left permutations_ = {{0, 1, 2, 3}};
};

}  // namespace pokerdata::search
