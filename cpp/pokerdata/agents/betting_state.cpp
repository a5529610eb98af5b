#include "pokerdata/agents/betting_state.hpp"

#include <algorithm>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::agents {

BettingState::BettingState(const games::Rules& rules)
    : rules_(&rules),
      paid_{rules.ante + rules.blinds[0], rules.ante + rules.blinds[1]},
      player_(rules.first_to_act[0]) {}

bool BettingState::may_raise() const {
  if (finished_) return false;
  if (rules_->no_limit()) return level() < rules_->stack();
  const int blind = street_ == 0 && rules_->blind_counts_as_bet ? 1 : 0;
  return raises_ + blind < rules_->caps[street_];
}

int BettingState::least_raise() const {
  if (!rules_->no_limit()) return level() + rules_->bets[street_];
  return std::min(rules_->stack(), level() + std::max(last_raise_, rules_->unit()));
}

int BettingState::largest_raise() const { return rules_->no_limit() ? rules_->stack() : least_raise(); }

void BettingState::apply(Move move) {
  if (finished_) throw support::ArgumentError("move '" + move_text(*rules_, move) + "': the hand is over");
  if (move.kind == MoveKind::fold) {
    if (!may_fold())
      throw support::expected("move", "c to check, or a bet, as there is nothing to call", "'f'");
    folded_ = player_;
    finished_ = true;
    return;
  }
  if (move.kind == MoveKind::call) {
    paid_[player_] = level();
    if (opened_) return end_street();
  } else {
    const bool may = may_raise();
    if (!may || move.to < least_raise() || move.to > largest_raise())
      throw support::expected(
          {"move on street ", street_ + 1},
          (may ? "a raise to " + std::to_string(least_raise()) + " to " + std::to_string(largest_raise()) +
                     " chips"
               : std::string("c to call, as no raise is allowed here")),
          {"'", move_text(*rules_, move), "'", (may ? "; e.g. r" + std::to_string(least_raise()) : "")});
    last_raise_ = move.to - level();
    paid_[player_] = move.to;
    ++raises_;
  }
  opened_ = true;
  player_ = 1 - player_;
}

// Both have paid the same, and both have acted.
void BettingState::end_street() {
  if (street_ + 1 == rules_->streets() || (rules_->no_limit() && level() == rules_->stack())) {
    finished_ = true;
    return;
  }
  player_ = rules_->first_to_act[++street_];
  raises_ = last_raise_ = 0;
  opened_ = false;
}

int BettingState::won(int standing) const {
  if (folded_ >= 0) return folded_ == 0 ? -paid_[0] : paid_[1];
  return standing > 0 ? paid_[1] : standing < 0 ? -paid_[0] : 0;
}

std::string move_text(const games::Rules& rules, Move move) {
  if (move.kind == MoveKind::fold) return "f";
  if (move.kind == MoveKind::call) return "c";
  std::string text = "r";
  if (rules.no_limit()) text += std::to_string(move.to);
  return text;
}

std::string history_text(const games::Rules& rules, std::span<const Move> moves) {
  BettingState state(rules);
  std::string text;
  for (const Move move : moves) {
    const int street = state.street();
    state.apply(move);
    text += move_text(rules, move);
    if (state.street() != street) text += '/';
  }
  return text;
}

namespace {

[[noreturn]] void refuse(std::string_view history, std::size_t at, const std::string& what) {
  throw support::ArgumentError("history '" + std::string(history) + "', character " + std::to_string(at + 1) +
                               ": " + what);
}

}  // namespace

std::vector<Move> parse_history(const games::Rules& rules, std::string_view history) {
  BettingState state(rules);
  std::vector<Move> moves;
  for (std::size_t at = 0; at < history.size();) {
    const std::size_t begin = at;
    const char letter = history[at++];
    Move move{MoveKind::fold};
    if (letter == 'c') {
      move.kind = MoveKind::call;
    } else if (letter == 'r') {
      move.kind = MoveKind::raise;
      if (!rules.no_limit()) move.to = state.finished() ? 0 : state.least_raise();
      for (; rules.no_limit() && at < history.size() && history[at] >= '0' && history[at] <= '9'; ++at)
        move.to = std::min(10 * move.to + (history[at] - '0'), 200'000'000);
    } else if (letter != 'f') {
      refuse(history, begin,
             rules.no_limit() ? "expected f, c, r with the amount, and / after a street; e.g. 'cr300c/'"
                              : "expected f, c, r, and / after a street; e.g. 'crc/c'");
    }
    const int street = state.street();
    try {
      state.apply(move);
    } catch (const support::ArgumentError& error) {
      refuse(history, begin, error.what());
    }
    moves.push_back(move);
    if (state.street() == street || at == history.size()) continue;
    if (history[at] != '/') refuse(history, at, "expected /, as the street has ended");
    ++at;
  }
  return moves;
}

}  // namespace pokerdata::agents
