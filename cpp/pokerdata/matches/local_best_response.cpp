#include "pokerdata/matches/local_best_response.hpp"

#include <algorithm>
#include <numeric>

#include "pokerdata/agents/beliefs.hpp"
#include "pokerdata/matches/deal.hpp"
#include "pokerdata/matches/showdowns.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata {
namespace {

// One hand of local best response against the agent.
class LocalHand {
 public:
  LocalHand(const AbstractAgent& agent, const LocalBestResponseRules& options,
            std::span<const HoleCards> hands, const Deal& deal, int player)
      : agent_(agent),
        options_(options),
        hands_(hands),
        deal_(deal),
        seen_(deal.seen_by(agent.cards(), 0)),  // the same cards in both seats
        own_(set_of_cards(seen_.hole)),
        player_(player),
        now_(agent.rules()),
        beliefs_(agent, static_cast<int>(hands.size()), 0),
        states_(hands.size()) {
    while (hands[number_].set != own_) ++number_;
  }

  // Chips that local best response wins.
  double play() {
    for (int move = 0; !now_.finished(); ++move) {
      Random random = deal_.random(move, player_);
      if (now_.street() != street_) turn_up(now_.street(), random);
      if (now_.player() == player_) {
        const Move best = best_move();
        beliefs_.see(now_, best);
        now_.apply(best);
      } else {
        const Move drawn = agents_move(random);
        beliefs_.act(now_, drawn, states_);
        now_.apply(drawn);
      }
    }
    const int sign = player_ == 0 ? 1 : -1;
    if (now_.folded() >= 0) return sign * now_.won(0);
    std::vector<std::uint64_t> strengths;
    strengths_on(agent_.cards(), hands_, deal_.whole_board(), strengths);
    const std::vector<double> likely = beliefs_.hands();
    const CardSet dead = own_ | set_of_cards(deal_.whole_board());
    double total = 0, won = 0;
    for (std::size_t h = 0; h < hands_.size(); ++h) {
      if (hands_[h].set & dead) continue;
      total += likely[h];
      won += likely[h] * ((strengths[number_] > strengths[h]) - (strengths[number_] < strengths[h]));
    }
    return now_.paid(0) * won / total;
  }

 private:
  void turn_up(int street, Random& random) {
    street_ = street;
    const auto board = seen_.board_on(street);
    gone_ = own_ | set_of_cards(board);
    agent_.states().of_hands(street, hands_, board, states_.data());
    shares_ = shares_of_pot(agent_.cards(), hands_, number_, board, options_.samples, random);
  }

  // Sum of the likelihoods of hands beside some cards, and that with each hand's share of the pot.
  struct Range {
    double total = 0, share = 0;
  };
  Range range_of(const std::vector<double>& likely) const {
    Range found;
    for (std::size_t h = 0; h < hands_.size(); ++h) {
      if (hands_[h].set & gone_) continue;
      found.total += likely[h];
      found.share += likely[h] * shares_[h];
    }
    return found;
  }

  Move best_move() const {
    const Range range = range_of(beliefs_.hands());
    const double pot = now_.pot(), asked = now_.to_call(), share = range.share / range.total;
    Move best{MoveKind::call};
    double most = share * (pot + asked) - asked;
    if (now_.may_fold() && most < 0) {
      best = {MoveKind::fold};
      most = 0;
    }
    for (const int to : raises()) {
      const Move raise{MoveKind::raise, to};
      HandState next = now_;
      next.apply(raise);
      Beliefs after = beliefs_;
      after.see(now_, raise);
      // The agent folds first in the list of its moves, if it may.
      Range folding, playing;
      for (const auto& likely : after.moves(next, states_)) {
        const Range part = range_of(likely.hands);
        Range& sum = likely.move.kind == MoveKind::fold ? folding : playing;
        sum.total += part.total;
        sum.share += part.share;
      }
      const double bet = to - now_.level();
      const double won =
          folding.total * pot + playing.share * (pot + asked + 2 * bet) - playing.total * (asked + bet);
      if (won / range.total > most) {
        most = won / range.total;
        best = raise;
      }
    }
    return best;
  }

  std::vector<int> raises() const {
    if (!now_.may_raise()) return {};
    if (!agent_.rules().no_limit()) return {now_.least_raise()};
    std::vector<int> found;
    for (const PotFraction& size : options_.bets) {
      const std::int64_t chips = std::int64_t{2} * now_.level() * size.numerator / size.denominator;
      found.push_back(static_cast<int>(
          std::clamp<std::int64_t>(now_.level() + chips, now_.least_raise(), now_.largest_raise())));
    }
    if (options_.all_in) found.push_back(now_.largest_raise());
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  // A move by its chance over all hands that the agent may hold beside all cards dealt, also those to come.
  Move agents_move(Random& random) const {
    const CardSet dead = own_ | set_of_cards(deal_.whole_board());
    const auto moves = beliefs_.moves(now_, states_);
    std::vector<double> chances;
    for (const auto& likely : moves) {
      double sum = 0;
      for (std::size_t h = 0; h < hands_.size(); ++h)
        if (!(hands_[h].set & dead)) sum += likely.hands[h];
      chances.push_back(sum);
    }
    double left = random.fraction() * std::accumulate(chances.begin(), chances.end(), 0.0);
    std::size_t drawn = 0;
    for (std::size_t i = 0; i < chances.size(); ++i) {
      if (chances[i] == 0) continue;
      drawn = i;
      if ((left -= chances[i]) < 0) break;
    }
    return moves[drawn].move;
  }

  const AbstractAgent& agent_;
  const LocalBestResponseRules& options_;
  std::span<const HoleCards> hands_;
  const Deal& deal_;
  SeenCards seen_;
  CardSet own_;
  int player_;
  HandState now_;
  Beliefs beliefs_;
  std::vector<int> states_;     // of the agent's hands on the street
  std::vector<double> shares_;  // of the pot, against each of them
  std::size_t number_ = 0;      // of the own hand
  CardSet gone_ = 0;            // own cards and the board so far
  int street_ = -1;
};

}  // namespace

void local_best_response(const AbstractAgent& agent, const LocalBestResponseRules& options,
                         std::uint64_t seed, std::int64_t deals, double* won, int threads,
                         Progress& progress) {
  if (options.samples < 1)
    throw ArgumentError("bad samples " + std::to_string(options.samples) + ": want 1 or more, e.g. 100");
  const std::vector<HoleCards> hands = all_hole_cards(agent.cards());
  progress.start(deals);
  for_each_chunk(0, deals, 4, 1, checked_threads(threads), progress,
                 [&](std::int64_t begin, std::int64_t end, int) {
                   for (std::int64_t number = begin; number < end; ++number) {
                     const Deal deal(agent.cards(), seed, static_cast<std::uint64_t>(number));
                     for (int player = 0; player < 2; ++player)
                       won[2 * number + player] = LocalHand(agent, options, hands, deal, player).play();
                   }
                 });
}

}  // namespace pokerdata
