#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "pokerdata/play/definition.hpp"

namespace pokerdata::play {

// A check is a call of nothing, a bet is a raise.
enum class ActionKind : std::uint8_t { fold, call, raise };

struct Action {
  ActionKind kind;
  std::int64_t to = 0;  // of a raise: chips the player has put in then, over the whole hand
  friend bool operator==(const Action&, const Action&) = default;
};

using Players = std::uint16_t;  // a set: bit p is player p

// The betting of one hand, by value. Players are numbered by their positions, from 0.
//
// - Antes are posted first, then blinds and late posts. A stack that is too short for them is all-in; the
// amount to
//   call is still that of the whole blind, as long as two players can act.
// - Folding is only allowed facing a bet.
// - Raising is only allowed where two players or more can act, the raises of the street are fewer than
// allowed,
//   and its actions and the players together are at most most_actions.
// - Without limits the smallest raise is to the last level and the largest raise of the street again, at
// least
//   the unit; less is allowed all-in, and reopens the betting. A limit raise is at most all-in.
// - A hand ends when one player is left; when fewer than two can still act and none of them faces a bet,
// after
//   which all streets are dealt; or with the last street.
class Betting {
 public:
  explicit Betting(const Definition& rules);  // which must outlive it

  const Definition& rules() const { return *rules_; }
  bool finished() const { return player_ < 0; }
  int street() const { return street_; }  // of the last action, or the last one where nobody can act any more
  int player() const { return player_; }  // who acts, or -1
  bool folded(int player) const { return folded_ >> player & 1; }
  bool all_in(int player) const { return spent_[player] >= rules_->stack(player); }
  int in() const;                               // players who did not fold
  Players waiting() const { return waiting_; }  // who may act on this street before it ends
  std::int64_t spent(int player) const { return spent_[player]; }
  std::int64_t dead(int player) const { return dead_[player]; }  // of it, what counts for no bet: a dead ante
  std::int64_t live(int player) const { return spent_[player] - dead_[player]; }
  // What who acts has put in after a call, if the stack allows it.
  std::int64_t level() const { return level_ + (finished() ? 0 : dead_[player_]); }
  std::int64_t pot() const;
  int raises() const { return raises_; }        // on this street, blinds aside
  int actions() const { return actions_; }      // on this street
  int aggressor() const { return aggressor_; }  // who bet or raised last in the hand, or -1

  // Of who acts. To call is no more than the stack allows.
  std::int64_t to_call() const;
  bool may_fold() const { return player_ >= 0 && live(player_) < level_; }
  bool may_raise() const;
  std::int64_t least_raise() const;  // where raising is allowed; in a limit game both are the same
  std::int64_t largest_raise() const;

  // Throws ArgumentError that names the action, the rule and an example.
  void apply(Action action);
  // Gives up with nothing to call, as protocols before 2.0.0 allowed it.
  void fold_freely();

 private:
  Players acting() const;    // who did not fold and has chips left
  int next(int from) const;  // the first of those who wait, from a position on
  void settle_level();
  void go_on();
  void start_street();

  const Definition* rules_;
  std::array<std::int64_t, most_players> spent_{}, dead_{};
  std::int64_t level_ = 0, least_raise_ = 0;  // without what is dead
  Players folded_ = 0, waiting_ = 0;
  std::int16_t street_ = 0, raises_ = 0, actions_ = 0;
  std::int8_t player_ = -1, aggressor_ = -1;
};

// The text of an action as in the protocol: f, c, r, or without limits r and the amount.
std::string action_text(const Definition& rules, Action action);

}  // namespace pokerdata::play
