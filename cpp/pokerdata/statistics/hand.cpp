#include "pokerdata/statistics/hand.hpp"

#include <algorithm>

#include "pokerdata/play/payoffs.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::statistics {
namespace {

using play::ActionKind;

constexpr std::uint64_t two_pair =
    0x9000;  // no hand strength code of two pair is lower, none of a pair as high

// Who is left alone, or wins or shares a pot that somebody else paid into, too.
play::Players winners(const play::Betting& betting,
                      const std::array<std::uint64_t, play::most_players>& strengths) {
  const int players = betting.rules().players();
  play::Players found = 0;
  if (betting.in() == 1) {
    for (int p = 0; p < players; ++p)
      if (!betting.folded(p)) found |= static_cast<play::Players>(1 << p);
    return found;
  }
  for (const play::Pot& pot : play::pots_of(betting)) {
    const play::Players of_pot = play::winners_of(pot, strengths);
    for (int p = 0; p < players; ++p) {
      if (!(of_pot >> p & 1)) continue;
      std::int64_t others = 0;  // the most that another who is in has put in
      for (int q = 0; q < players; ++q)
        if (q != p && !betting.folded(q)) others = std::max(others, betting.live(q));
      const bool alone = pot.players == static_cast<play::Players>(1 << p);
      if (!alone || pot.chips > betting.live(p) - others) found |= static_cast<play::Players>(1 << p);
    }
  }
  return found;
}

}  // namespace

Hand::Hand(const Table& table)
    : table_(table),
      betting_(*table.rules),
      has_blinds_(std::any_of(table.rules->blinds.begin(), table.rules->blinds.end(),
                              [](std::int64_t blind) { return blind != 0; })) {
  start();
}

void Hand::start() {
  betting_ = play::Betting(*table_.rules);
  happened_.events.clear();
  happened_.known = false;
  played_ = {};
  acted_ = paid_ = raised_ = {};
  folded_on_.fill(-1);
  raisers_.fill(-1);
  callers_ = street_ = 0;
  stealer_ = last_raiser_ = initiative_ = -1;
  continued_ = false;
  checked_ = 0;
}

void Hand::act(play::Action action) {
  const int player = betting_.player();
  const std::size_t before = happened_.events.size();
  if (player >= 0) note(action.kind);
  try {
    betting_.apply(action);
  } catch (...) {
    happened_.events.resize(before);
    throw;
  }
  after(player, action.kind);
}

void Hand::fold_freely() {
  if (betting_.finished()) throw support::ArgumentError("action 'f': the hand is over");
  const int player = betting_.player();
  note(ActionKind::fold);
  betting_.fold_freely();
  after(player, ActionKind::fold);
}

// What the player who acts could do, and did.
void Hand::note(ActionKind kind) {
  if (betting_.street() != street_) {
    initiative_ = last_raiser_;
    street_ = betting_.street();
    last_raiser_ = -1;
    continued_ = false;
    checked_ = 0;
  }
  const int p = betting_.player(), raises = betting_.raises();
  const bool facing = betting_.may_fold(), may_raise = betting_.may_raise();
  const bool raised = kind == ActionKind::raise, called = kind == ActionKind::call,
             folded = kind == ActionKind::fold;
  const auto add = [&](Statistic statistic, bool taken) { happened_.add(p, street_, statistic, taken); };
  facing_ = facing;
  able_ = may_raise;
  if (street_ == 0 && has_blinds_) note_first_street(kind);
  if (facing) {
    add(Statistic::fold, folded);
    add(Statistic::call, called);
    add(Statistic::raise, raised);
  } else if (may_raise && !(street_ == 0 && has_blinds_)) {  // a raise of blinds is no bet
    add(Statistic::bet, raised);
  }
  if (facing || raised) add(Statistic::aggression_frequency, raised);
  if (raised || (facing && called)) add(Statistic::aggression, raised);
  if (checked_ >> p & 1 && facing && may_raise) {
    add(Statistic::check_raise, raised);
    checked_ &= static_cast<play::Players>(~(1 << p));
  }
  if (street_ > 0) {
    if (raises == 0 && p == initiative_ && may_raise) add(Statistic::continuation_bet, raised);
    if (raises == 1 && continued_ && facing) add(Statistic::fold_to_continuation_bet, folded);
  }
}

void Hand::note_first_street(ActionKind kind) {
  const int p = betting_.player(), raises = betting_.raises();
  const bool facing = betting_.may_fold(), may_raise = betting_.may_raise();
  const bool raised = kind == ActionKind::raise, called = kind == ActionKind::call,
             folded = kind == ActionKind::fold;
  const auto add = [&](Statistic statistic, bool taken) { happened_.add(p, 0, statistic, taken); };
  if (raises == 0 && !acted_[p]) {
    if (facing) add(Statistic::limp, called);
    if (callers_ == 0 && may_raise) {
      add(Statistic::open_raise, raised);
      if (table_.stealers >> p & 1) {
        add(Statistic::steal, raised);
        if (raised) stealer_ = p;
      }
    }
  }
  if (raises == 1 && facing) {
    if (may_raise) add(Statistic::three_bet, raised);
    if (stealer_ >= 0 && callers_ == 0 && table_.blinds >> p & 1) add(Statistic::fold_to_steal, folded);
  }
  if (raises == 2 && facing) {
    if (may_raise) add(Statistic::four_bet, raised);
    if (p == raisers_[0]) add(Statistic::fold_to_three_bet, folded);
  }
  if (raises == 3 && facing && p == raisers_[1]) add(Statistic::fold_to_four_bet, folded);
  if (raises > 0 && facing && !paid_[p] && table_.rules->blinds[p] == 0) add(Statistic::cold_call, called);
}

void Hand::after(int p, ActionKind kind) {
  // betting_ may be on the next street already; street_ is that of the action.
  const bool first = street_ == 0;
  const auto bit = static_cast<Streets>(1 << street_);
  played_[p].acted |= bit;
  if (able_) played_[p].able |= bit;
  if (kind == ActionKind::raise) played_[p].raised |= bit;
  if (kind == ActionKind::fold) {
    folded_on_[p] = static_cast<std::int8_t>(street_);
  } else if (kind == ActionKind::raise) {
    if (street_ > 0 && last_raiser_ < 0) continued_ = p == initiative_;
    last_raiser_ = p;
    if (first) {
      const auto next = std::find(raisers_.begin(), raisers_.end(), -1);
      if (next != raisers_.end()) *next = static_cast<std::int8_t>(p);
      callers_ = 0;
      paid_[p] = raised_[p] = true;
    }
  } else if (!facing_) {
    checked_ |= static_cast<play::Players>(1 << p);
  } else if (first) {
    paid_[p] = true;
    ++callers_;
  }
  if (first) acted_[p] = true;
}

void Hand::finish(const std::array<std::uint64_t, play::most_players>& strengths, bool known) {
  const int players = table_.rules->players(), last = betting_.street();
  const bool showdown = betting_.in() > 1;
  happened_.known = known || !showdown;
  play::Players won = 0;
  if (happened_.known) {
    happened_.won = play::payoffs(betting_, strengths);
    won = winners(betting_, strengths);
  }
  for (int p = 0; p < players; ++p) {
    if (acted_[p]) {
      happened_.add(p, 0, Statistic::vpip, paid_[p]);
      happened_.add(p, 0, Statistic::pfr, raised_[p]);
    }
    const bool in = !betting_.folded(p);
    const int seen = in ? last : folded_on_[p];
    for (int street = 0; street < table_.rules->streets(); ++street) {
      happened_.add(p, street, Statistic::seen, street <= seen);
      if (street > seen) continue;
      happened_.add(p, street, Statistic::to_showdown, in && showdown);
      if (happened_.known) happened_.add(p, street, Statistic::won_when_seen, won >> p & 1);
    }
    if (!in || !showdown || !happened_.known) continue;
    happened_.add(p, last, Statistic::won_at_showdown, won >> p & 1);
    if (table_.rules->cards.ranking == games::Ranking::five_card)
      happened_.add(p, last, Statistic::two_pair_shown, strengths[p] >= two_pair);
  }
}

}  // namespace pokerdata::statistics
