#pragma once
#include <array>

#include "pokerdata/play/betting.hpp"
#include "pokerdata/statistics/counter.hpp"

namespace pokerdata::statistics {

// A game, and which of its positions steal blinds and hold them.
struct Table {
  const play::Definition* rules;
  play::Players stealers = 0, blinds = 0;
};

// The streets on which a player did something, one bit for each.
using Streets = std::uint8_t;
static_assert(play::most_streets <= 8);

// Streets on which a player acted, could bet or raise, and did.
struct Played {
  Streets acted = 0, able = 0, raised = 0;
};

// Follows one hand action by action and notes what happens.
class Hand {
 public:
  explicit Hand(const Table& table);  // whose rules must outlive it

  const play::Betting& betting() const { return betting_; }
  const Happened& happened() const { return happened_; }
  const std::array<Played, play::most_players>& played() const { return played_; }

  void start();                   // of a new hand
  void act(play::Action action);  // throws ArgumentError
  void fold_freely();             // with nothing to call
  // Once the hand is over. strengths: of all who did not fold, where known; not looked at where one is left.
  void finish(const std::array<std::uint64_t, play::most_players>& strengths, bool known);

 private:
  void note_first_street(play::ActionKind kind);
  void note(play::ActionKind kind);
  void after(int player, play::ActionKind kind);

  Table table_;
  play::Betting betting_;
  Happened happened_;
  std::array<Played, play::most_players> played_{};
  bool has_blinds_;
  // Of the hand.
  std::array<bool, play::most_players> acted_{}, paid_{}, raised_{};
  std::array<std::int8_t, play::most_players> folded_on_{};
  std::array<std::int8_t, 3> raisers_{};  // on the first street, in order
  int callers_ = 0, stealer_ = -1;        // on the first street: by choice since the last raise; who stole
  // Of the street.
  int street_ = 0, last_raiser_ = -1, initiative_ = -1;  // initiative: who raised last on the street before
  bool continued_ = false, facing_ = false, able_ = false;  // facing a bet, able to raise: who acted last
  play::Players checked_ = 0;
};

}  // namespace pokerdata::statistics
