#pragma once
#include <array>
#include <span>
#include <vector>

#include "pokerdata/play/definition.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata::search {

// One or two hole cards.
struct Hole {
  std::array<cards::Card, 2> cards{};
  cards::CardSet set = 0;
};

// Draws what a player cannot see: the hole cards of others from ranges, and the rest of the board. The chance
// of hole cards that share no card is the product of their weights.
class HiddenCards {
 public:
  // Weights of one player's hands: [52], or of pairs [1,326] by combination; empty for any hand. Those with a
  // card that is known are left out. Throws ArgumentError for another number of weights, one that is negative
  // or not finite, or where no hand is left.
  struct Range {
    int player;
    std::vector<double> weights;
  };
  HiddenCards(const play::Definition& rules, cards::CardSet known, const std::vector<Range>& ranges,
              int board_left);

  struct Drawn {
    std::array<Hole, play::most_players> holes;  // of the players with a range
    std::array<cards::Card, 8> board;            // what is left of it
  };
  // Hands with weights are drawn until they share no card, the others from what is left. Throws ArgumentError
  // if ranges hardly leave each other cards.
  void draw(support::Random& random, Drawn& drawn) const;

  // What a player may hold.
  struct Hands {
    int player;
    bool any;  // each hand as likely
    std::vector<Hole> holes;
    std::vector<double> upto;  // sums of weights
  };
  std::span<const Hands> players() const { return players_; }
  const Hands* hands_of(int player) const;
  // Cards that are not known.
  std::span<const cards::Card> deck() const { return deck_; }

 private:
  std::vector<Hands> players_;
  std::vector<cards::Card> deck_;  // without known cards
  int hole_cards_, board_left_;
};

}  // namespace pokerdata::search
