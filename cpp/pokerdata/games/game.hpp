#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/games/hand_board.hpp"

namespace pokerdata::games {

// A public state of the cards: what lies on the board, where boards that a symmetry of the deck maps on
// each other are one. Both players share one set of private states on it: hands, or bucket sequences.
struct Board {
  std::int32_t parent = 0;  // board of the street before
  std::int32_t first = 0;   // its first state among those of the street
  std::int32_t states = 0;
  // Deals that give the players the states (s, s'), [states, states], symmetric. Empty where hands[] says it.
  std::span<const std::uint64_t> deals;
  // Deals of all the game's cards that the row's state wins, where the game settles showdowns.
  std::span<const std::uint64_t> wins;
};

// The cards behind boards and states: one deal of each orbit, and how many it stands for.
struct StreetCards {
  std::vector<cards::CardSet> board;  // turned up on this street
  std::vector<std::uint64_t> weight;  // deals of the whole board, in order of the streets
  std::vector<cards::CardSet> hand;   // of each state
  std::vector<std::uint16_t> size;    // hands of each state
};

struct Street {
  std::vector<Board> boards;          // those of one parent are neighbours; parents rise
  std::vector<std::int32_t> parents;  // state -> state on the parent board; empty on the first street
  std::int32_t states = 0;            // of all boards
  std::uint64_t total = 0;            // deals in all
  std::vector<HandBoard> hands;       // of each board, where players hold two cards
  StreetCards cards;                  // empty where the states are no cards
};

// A two-player game: a betting tree, the same under all cards, and for each street its public card states
// with their private ones. A row of numbers over private states holds the sums over the deals they stand
// for, so that values of child states add up to those of the parent, and reach is copied to children.
struct Game {
  Rules rules;
  BettingTree tree;
  std::vector<Street> streets;
  // memory of the spans, where it is the game's own
  std::vector<std::shared_ptr<const std::vector<std::uint64_t>>> counts;

  // Whether showdowns are settled on a street: on the last one, and where the states are no cards on those by
  // whose end players can be all-in. Elsewhere the rest of the board is dealt first.
  bool settles(int street) const;
  // Decision nodes times the states that can be dealt there.
  std::int64_t information_sets() const;
  // Whether some deal gives a state, of a street.
  std::vector<bool> dealt(int street) const;
};

}  // namespace pokerdata::games
