#pragma once
#include <memory>
#include <span>

#include "pokerdata/agents/betting_state.hpp"
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/games/card_rules.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata::agents {

// The cards a player can see. The board of the whole hand may lie behind `board`; cards not yet turned up are
// not looked at.
struct SeenCards {
  const games::CardRules* rules;
  std::span<const cards::Card> hole;
  const cards::Card* board;

  // The cards turned up until a street.
  std::span<const cards::Card> board_on(int street) const {
    std::size_t count = 0;
    for (int r = 0; r <= street; ++r) count += static_cast<std::size_t>(rules->board[r]);
    return {board, count};
  }
};

// An agent at play: what it remembers of one hand. Each thread has its own.
class Seat {
 public:
  virtual ~Seat() = default;
  // A new hand, played as player 0 or 1.
  virtual void start(const SeenCards& cards, int player) = 0;
  // The other player makes a move.
  virtual void see(const BettingState& /*before*/, Move /*move*/, support::Random& /*random*/) {}
  // A legal move. All chance comes from `random`.
  virtual Move act(const BettingState& now, support::Random& random) = 0;
};

// Plays poker hands by what a player can see. Read-only, so that threads share it.
class Agent {
 public:
  virtual ~Agent() = default;
  virtual std::unique_ptr<Seat> sit() const = 0;
  // Throws ArgumentError, naming what differs, if the agent does not play this game.
  virtual void check_game(const games::Rules& rules, const games::CardRules& cards) const = 0;
};

}  // namespace pokerdata::agents
