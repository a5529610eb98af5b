#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/cards/cards.hpp"

namespace pokerdata::isomorphism {

// Boards of a flop (as a set) and a turn card, in dealt order, up to suit permutations: 63,193. Each is
// a canonical flop and the least turn card of its orbit under the permutations that keep the flop.
struct DealtTurns {
  std::vector<std::uint32_t> flop;        // canonical flop
  std::vector<cards::Card> card;          // turn card
  std::vector<std::uint8_t> orbit;        // raw (flop, turn) boards that each stands for: 1 to 24
  std::vector<std::uint32_t> index;       // [flop * 52 + card]: dealt turn; no_board if card lies on the flop
  std::vector<std::uint8_t> permutation;  // [flop * 52 + card]: to the dealt turn's own suits

  std::int64_t count() const { return static_cast<std::int64_t>(flop.size()); }
  static const DealtTurns& get();
};

// A flop and a turn card in any suits: their dealt turn, and the suit permutation to its suits.
struct PlacedTurn {
  std::uint32_t dealt_turn;
  std::uint8_t permutation;
};

PlacedTurn place_turn(cards::CardSet flop, cards::Card turn);

// One way to deal a canonical river board: which dealt turn it comes from, the suit permutation from
// the river board's suits to the dealt turn's, and how many raw deals of the board it stands for.
struct DealtRiver {
  std::uint32_t dealt_turn;
  std::uint8_t permutation;
  std::uint32_t weight;
};

// The ways to deal a canonical river board, up to the permutations that keep it: at most 20, in all
// 2,554,656 over the 134,459 boards.
void dealt_rivers(std::int64_t river_board, std::vector<DealtRiver>& out);

}  // namespace pokerdata::isomorphism
