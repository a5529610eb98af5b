#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/equity/equity.hpp"
#include "pokerdata/equity/player_cards.hpp"

namespace pokerdata::equity {

// Deals by who wins them: bit p of the index is set if player p has (a share of) the pot.
using WinnerCounts = std::array<std::uint64_t, 1 << max_players>;

// All ways to complete the board for hands that are known: hands of 2 to 6 players without a common card.
class Runouts {
 public:
  Runouts(const cards::Combination* hands, int players, const std::vector<cards::Card>& board,
          cards::CardSet gone);

  // Adds the deals whose highest new card is the one of this number, 0 to parts() - 1.
  void count(int part, WinnerCounts& counts) const;
  int parts() const { return to_come_ == 0 ? 1 : static_cast<int>(deck_.size()); }

 private:
  template <int players>
  void count_for(int part, WinnerCounts& counts) const;

  std::array<PlayerCards, max_players> cards_;
  std::vector<cards::Card> deck_;  // cards that may come, rising
  std::vector<std::uint8_t> run_;  // by number of the card: cards of its rank up to and including it
  int players_;
  int to_come_;
};

}  // namespace pokerdata::equity
