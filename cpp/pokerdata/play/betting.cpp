#include "pokerdata/play/betting.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::play {

Betting::Betting(const Definition& rules) : rules_(&rules) {
  const bool live_antes = rules.live_antes();
  for (int p = 0; p < rules.players(); ++p) {
    const std::int64_t ante = std::min(rules.antes[p], rules.stack(p)), blind = std::abs(rules.blinds[p]);
    spent_[p] = std::min(ante + blind, rules.stack(p));
    if (!live_antes) dead_[p] = ante;
    level_ = std::max(level_, live_antes ? rules.antes[p] + blind : blind);
  }
  least_raise_ = level_ + rules.unit();
  settle_level();
  waiting_ = acting();
  // With one player left who can act, he does only if he faces a bet.
  if (std::popcount(waiting_) == 1 && live(std::countr_zero(waiting_)) == level_) waiting_ = 0;
  if (waiting_ == 0)
    street_ = static_cast<std::int16_t>(rules.streets() - 1);
  else
    player_ = static_cast<std::int8_t>(next(rules.first[0]));
}

int Betting::in() const { return rules_->players() - std::popcount(folded_); }

std::int64_t Betting::pot() const {
  std::int64_t sum = 0;
  for (int p = 0; p < rules_->players(); ++p) sum += spent_[p];
  return sum;
}

Players Betting::acting() const {
  Players found = 0;
  for (int p = 0; p < rules_->players(); ++p)
    if (!folded(p) && !all_in(p)) found |= static_cast<Players>(1 << p);
  return found;
}

int Betting::next(int from) const {
  const int players = rules_->players();
  for (int i = 0; i < players; ++i)
    if (const int p = (from + i) % players; waiting_ >> p & 1) return p;
  return -1;
}

std::int64_t Betting::to_call() const {
  if (finished()) return 0;
  return std::min(level(), rules_->stack(player_)) - spent_[player_];
}

bool Betting::may_raise() const {
  return !finished() && raises_ < rules_->max_raises[street_] &&
         actions_ + rules_->players() <= most_actions && std::popcount(acting()) > 1 &&
         level() < rules_->stack(player_);
}

std::int64_t Betting::least_raise() const {
  const std::int64_t to = rules_->limit() ? level_ + rules_->bets[street_] : least_raise_;
  return std::min(to + dead_[player_], rules_->stack(player_));
}

std::int64_t Betting::largest_raise() const {
  return rules_->limit() ? least_raise() : rules_->stack(player_);
}

void Betting::apply(Action action) {
  if (finished())
    throw support::ArgumentError("action '" + action_text(*rules_, action) + "': the hand is over");
  if (action.kind == ActionKind::fold) {
    if (!may_fold())
      throw support::expected("action", "c to check, or a bet, as there is nothing to call", "'f'");
    fold_freely();
    return;
  }
  waiting_ &= static_cast<Players>(~(1 << player_));
  if (action.kind == ActionKind::call) {
    spent_[player_] += to_call();
  } else {
    const bool may = may_raise();
    if (!may || action.to < least_raise() || action.to > largest_raise()) {
      waiting_ |= static_cast<Players>(1 << player_);
      throw support::expected(
          {"action on street ", street_ + 1},
          (may ? "a raise to " + std::to_string(least_raise()) + " to " + std::to_string(largest_raise()) +
                     " chips"
               : std::string("c to call, as no raise is allowed here")),
          {"'", action_text(*rules_, action), "'", (may ? "; e.g. r" + std::to_string(least_raise()) : "")});
    }
    const std::int64_t to = action.to - dead_[player_];
    least_raise_ = std::max(least_raise_, 2 * to - level_);
    level_ = to;
    spent_[player_] = action.to;
    aggressor_ = player_;
    ++raises_;
    waiting_ = acting() & static_cast<Players>(~(1 << player_));
  }
  ++actions_;
  go_on();
}

void Betting::fold_freely() {
  folded_ |= static_cast<Players>(1 << player_);
  waiting_ &= static_cast<Players>(~(1 << player_));
  ++actions_;
  go_on();
}

// Where one player alone can act, nobody calls more than others have put in, be a blind as large as it is.
void Betting::settle_level() {
  if (std::popcount(acting()) > 1) return;
  level_ = 0;
  for (int p = 0; p < rules_->players(); ++p) level_ = std::max(level_, live(p));
}

void Betting::go_on() {
  settle_level();
  if (in() == 1) {
    waiting_ = 0;
    player_ = -1;
  } else if (waiting_ != 0) {
    player_ = static_cast<std::int8_t>(next(player_ + 1));
  } else if (std::popcount(acting()) < 2) {
    street_ = static_cast<std::int16_t>(rules_->streets() - 1);
    player_ = -1;
  } else if (street_ + 1 == rules_->streets()) {
    player_ = -1;
  } else {
    start_street();
  }
}

void Betting::start_street() {
  ++street_;
  raises_ = actions_ = 0;
  least_raise_ = level_ + rules_->unit();
  waiting_ = acting();
  player_ = static_cast<std::int8_t>(next(rules_->first[street_]));
}

std::string action_text(const Definition& rules, Action action) {
  if (action.kind == ActionKind::fold) return "f";
  if (action.kind == ActionKind::call) return "c";
  std::string text = "r";
  if (!rules.limit()) text += std::to_string(action.to);
  return text;
}

}  // namespace pokerdata::play
