#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pokerdata/games/rules.hpp"

namespace pokerdata::agents {

// A check is a call of nothing, a bet is a raise.
enum class MoveKind : std::uint8_t { fold, call, raise };

struct Move {
  MoveKind kind;
  int to = 0;  // of a raise: chips the player has put in then, over the whole hand
  friend bool operator==(const Move&, const Move&) = default;
};

// The betting of one hand by the rules of the game. In a game without limits every bet from the smallest
// legal raise to all-in may be made, whatever menus and caps say. A raise is at least as large as the last
// one on the street and as the big blind (the ante where there is no blind); all-in may be less.
class BettingState {
 public:
  explicit BettingState(const games::Rules& rules);  // which must outlive it

  bool finished() const { return finished_; }
  int street() const { return street_; }  // after an all-in that was called: the street of the call
  int player() const { return player_; }  // who acts
  int folded() const { return folded_; }  // who gave up, or -1
  int paid(int player) const { return paid_[player]; }
  int pot() const { return paid_[0] + paid_[1]; }
  int level() const { return paid_[0] > paid_[1] ? paid_[0] : paid_[1]; }  // what both have paid after a call
  int to_call() const { return level() - paid_[player_]; }
  int raises() const { return raises_; }       // bets and raises on this street, blinds aside
  int unit() const { return rules_->unit(); }  // the big blind, or the ante
  bool may_fold() const { return to_call() > 0; }
  bool may_raise() const;
  // What a player who may raise can raise to: from the least to the largest.
  int least_raise() const;
  int largest_raise() const;

  // Throws ArgumentError that names the move, the rule and an example.
  void apply(Move move);

  // Chips that player 0 wins; `standing` > 0 if his hand wins the showdown, < 0 if it loses.
  int won(int standing) const;

 private:
  void end_street();

  const games::Rules* rules_;
  std::array<int, 2> paid_;
  int street_ = 0;
  int player_;
  int folded_ = -1;
  int raises_ = 0;
  int last_raise_ = 0;
  bool opened_ = false;  // has a player acted on this street?
  bool finished_ = false;
};

// The text of a move as in the protocol of the Annual Computer Poker Competition: f, c, r, or without limits
// r and the amount.
std::string move_text(const games::Rules& rules, Move move);

// The moves of a hand from its start, with '/' where a street ends and another begins: "crrc/rc/".
std::string history_text(const games::Rules& rules, std::span<const Move> moves);

// The moves of a history such as "crrc/rc" or "r300c/cr600"; '/' stands where a street ends and may be left
// out at the end. Throws ArgumentError that names the place for what is no history of a hand by these rules.
std::vector<Move> parse_history(const games::Rules& rules, std::string_view history);

}  // namespace pokerdata::agents
