#include "pokerdata/matches/local_best_response.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <unordered_map>

#include "pokerdata/agents/beliefs.hpp"
#include "pokerdata/cards/draw_card.hpp"
#include "pokerdata/matches/showdowns.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::matches {
namespace {

// Moves are tied that win as much but for this part of the chips at stake: rounding may not choose, and the
// agent's probabilities are float32.
constexpr double tied = 1e-6;

// A street of a deal, as local best response sees it. The agent plays hands alike that have had the same
// states on all streets so far; vectors are over such groups.
struct StreetView {
  std::vector<int> group_of;  // of each of the agent's hands; -1 where it cannot be held
  double held = 0;            // hands that can be
  std::vector<int> parents;   // groups of the street before
  std::vector<int> states;
  std::vector<double> sizes;   // hands
  std::vector<double> shares;  // of the pot at showdown, summed over the hands; by these it chooses
  // Chips won at showdown for each that was put in, summed over the hands, divided by `held`. Exact, or
  // estimated without bias and independently of `shares`, so that the mean over the next street's cards is
  // this street's.
  std::vector<double> edges;
};

// Its own cards and the board of one deal, and what follows from them alone.
class LocalDeal {
 public:
  LocalDeal(const agents::AbstractAgent& agent, const LocalBestResponseRules& options,
            std::span<const agents::HoleCards> hands, std::span<const int> stratum, support::Random random)
      : agent_(agent), options_(options), hands_(hands) {
    views_.reserve(agent.cards().board.size());  // so that none ever moves
    own_ = stratum[random.below(static_cast<std::uint32_t>(stratum.size()))];
    key_ = random.next();
    cards::CardSet gone = hands[own_].set;
    for (const int count : agent.cards().board) {
      for (int i = 0; i < count; ++i) board_.push_back(cards::draw_card(agent.cards().deck(), gone, random));
      shown_.push_back(board_.size());
    }
  }

  const StreetView& street(int street) {
    while (static_cast<int>(views_.size()) <= street) add_street();
    return views_[street];
  }

  // The random numbers of a seat.
  support::Random random(int player) const {
    return {support::Use::local_best_response, key_, static_cast<std::uint64_t>(player)};
  }

 private:
  void add_street() {
    const auto street = static_cast<int>(views_.size());
    const std::span<const cards::Card> board(board_.data(), shown_[street]);
    StreetView view;
    view.held = ways(board.size());
    group(street, board, view);
    weigh(street, board, view);
    views_.push_back(std::move(view));
  }

  void group(int street, std::span<const cards::Card> board, StreetView& view) const {
    const cards::CardSet gone = hands_[own_].set | cards::set_of(board);
    std::vector<int> states(hands_.size());
    agent_.states().of_hands(street, hands_, board, states.data());
    std::unordered_map<std::int64_t, int> numbers;
    for (std::size_t h = 0; h < hands_.size(); ++h) {
      int number = -1;
      if (!(hands_[h].set & gone)) {
        const int parent = street == 0 ? 0 : views_.back().group_of[h];
        const std::int64_t key = (static_cast<std::int64_t>(parent) << 32) + states[h];
        number = numbers.try_emplace(key, static_cast<int>(numbers.size())).first->second;
        if (number == static_cast<int>(view.states.size())) {
          view.parents.push_back(parent);
          view.states.push_back(states[h]);
        }
      }
      view.group_of.push_back(number);
    }
  }

  void weigh(int street, std::span<const cards::Card> board, StreetView& view) const {
    const auto tally = [&](int use) {
      support::Random random(support::Use::local_best_response, key_,
                             2 + 2 * static_cast<std::uint64_t>(street) + use);
      return run_outs(agent_.cards(), hands_, own_, board, options_.samples, random);
    };
    const RunOuts seen = tally(0);
    const bool known = street == 0 && options_.first_edges != nullptr;
    const bool sampled = board_.size() > board.size() + 1;
    const RunOuts fair = sampled && !known ? tally(1) : seen;
    // Every hand that can be held is live on the same part of all boards.
    const double showdowns = fair.boards * ways(board_.size()) / view.held;
    view.sizes.resize(view.states.size());
    view.shares.resize(view.states.size());
    view.edges.resize(view.states.size());
    for (std::size_t h = 0; h < hands_.size(); ++h) {
      const int g = view.group_of[h];
      if (g < 0) continue;
      ++view.sizes[g];
      if (seen.live[h] > 0) view.shares[g] += seen.halves[h] / (2.0 * seen.live[h]);
      const double edge = known ? options_.first_edges[own_ * hands_.size() + h]
                                : (static_cast<double>(fair.halves[h]) - fair.live[h]) / showdowns;
      view.edges[g] += edge / view.held;
    }
  }

  // Hands that the agent may hold beside so many cards of the board.
  double ways(std::size_t board) const {
    const int hole = agent_.cards().hole;
    const double left = agent_.cards().deck() - hole - static_cast<double>(board);
    return hole == 1 ? left : left * (left - 1) / 2;
  }

  const agents::AbstractAgent& agent_;
  const LocalBestResponseRules& options_;
  std::span<const agents::HoleCards> hands_;
  std::size_t own_;
  std::uint64_t key_;
  std::vector<cards::Card> board_;
  std::vector<std::size_t> shown_;  // cards of the board on each street
  std::vector<StreetView> views_;   // of the streets that were asked for
};

// Local best response in one seat of a deal, over what the agent may do.
class LocalPlay {
 public:
  LocalPlay(const agents::AbstractAgent& agent, const LocalBestResponseRules& options, LocalDeal& deal,
            int player, double* won)
      : agent_(agent),
        options_(options),
        deal_(deal),
        player_(player),
        won_(won),
        random_(deal.random(player)) {}

  // Adds what is won from here on, times `weight`, to `won`. beliefs: over the groups of the street. A
  // recursion of some 550 bytes a move: the longest hand, with max_bets on each of 8 streets, would take 1.2
  // MB of stack.
  void play(const agents::BettingState& now, agents::Beliefs beliefs, int street, double weight) {
    const StreetView* view = &deal_.street(street);
    if (now.finished()) {
      const int sign = player_ == 0 ? 1 : -1;
      won_[0] += weight * (now.folded() < 0 ? checked_down(now, beliefs, *view)
                                            : sign * now.won(0) * chance(beliefs.hands(), *view));
      return;
    }
    if (now.street() != street) {
      won_[now.street()] -= weight * checked_down(now, beliefs, *view);
      view = &deal_.street(now.street());
      beliefs.regroup(view->parents);
      won_[now.street()] += weight * checked_down(now, beliefs, *view);
      // All hands that come here may lie on the board now.
      if (chance(beliefs.hands(), *view) == 0) return;
    }
    if (now.player() == player_) {
      const agents::Move best = best_move(now, beliefs, *view);
      beliefs.see(now, best);
      play(after(now, best), std::move(beliefs), now.street(), weight);
    } else {
      follow(now, beliefs, *view, weight);
    }
  }

 private:
  void follow(const agents::BettingState& now, const agents::Beliefs& beliefs, const StreetView& view,
              double weight) {
    const auto moves = beliefs.moves(now, view.states);
    std::vector<double> chances;
    for (const auto& likely : moves) chances.push_back(chance(likely.hands, view));
    const double total = std::accumulate(chances.begin(), chances.end(), 0.0);
    const auto make = [&](std::size_t i, double times) {
      agents::Beliefs next = beliefs;
      next.act(now, moves[i].move, view.states);
      play(after(now, moves[i].move), std::move(next), now.street(), times);
    };
    if (weight * total < options_.rare) {
      const std::size_t i = drawn(chances, random_.fraction() * total);
      return make(i, weight * total / chances[i]);
    }
    for (std::size_t i = 0; i < moves.size(); ++i)
      if (chances[i] > 0) make(i, weight);
  }

  // The first at which the sum passes a number below that of all.
  static std::size_t drawn(const std::vector<double>& chances, double left) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < chances.size(); ++i) {
      if (chances[i] == 0) continue;
      found = i;
      if ((left -= chances[i]) < 0) break;
    }
    return found;
  }

  static agents::BettingState after(agents::BettingState now, agents::Move move) {
    now.apply(move);
    return now;
  }

  static double sum(const std::vector<double>& likely, const std::vector<double>& worth) {
    double total = 0;
    for (std::size_t h = 0; h < likely.size(); ++h) total += likely[h] * worth[h];
    return total;
  }

  // The chance of coming here with one of the hands.
  static double chance(const std::vector<double>& likely, const StreetView& view) {
    return sum(likely, view.sizes) / view.held;
  }

  // Chips won if both check and call from here on, times the chance of coming here.
  static double checked_down(const agents::BettingState& now, const agents::Beliefs& beliefs,
                             const StreetView& view) {
    return now.level() * sum(beliefs.hands(), view.edges);
  }

  // Of tied moves a call is best: it keeps the others for when more cards are seen. A fold is last, as it
  // gives up what may still be won by better play than checking and calling.
  agents::Move best_move(const agents::BettingState& now, const agents::Beliefs& beliefs,
                         const StreetView& view) const {
    const std::vector<double> likely = beliefs.hands();
    const double total = sum(likely, view.sizes), share = sum(likely, view.shares) / total;
    const double pot = now.pot(), asked = now.to_call();
    agents::Move best{agents::MoveKind::call};
    // Chips at stake: mean gains plus mean losses, whose rounding that of the difference is.
    double most = share * (pot + asked) - asked, stake = share * (pot + asked) + asked;
    for (const int to : raises(now)) {
      const agents::Move raise{agents::MoveKind::raise, to};
      agents::Beliefs raised = beliefs;
      raised.see(now, raise);
      double folding = 0, playing = 0, winning = 0;
      for (const auto& [move, hands] : raised.moves(after(now, raise), view.states)) {
        if (move.kind == agents::MoveKind::fold) {
          folding += sum(hands, view.sizes);
        } else {
          playing += sum(hands, view.sizes);
          winning += sum(hands, view.shares);
        }
      }
      const double bet = to - now.level();
      const double gained = (folding * pot + winning * (pot + asked + 2 * bet)) / total;
      const double paid = playing * (asked + bet) / total;
      if (gained - paid > most + tied * std::max(stake, gained + paid)) {
        most = gained - paid;
        stake = gained + paid;
        best = raise;
      }
    }
    return now.may_fold() && most < -tied * stake ? agents::Move{agents::MoveKind::fold} : best;
  }

  std::vector<int> raises(const agents::BettingState& now) const {
    if (!now.may_raise()) return {};
    if (!agent_.rules().no_limit()) return {now.least_raise()};
    std::vector<int> found;
    for (const games::PotFraction& size : options_.bets) {
      const std::int64_t chips = std::int64_t{2} * now.level() * size.numerator / size.denominator;
      found.push_back(static_cast<int>(
          std::clamp<std::int64_t>(now.level() + chips, now.least_raise(), now.largest_raise())));
    }
    if (options_.all_in) found.push_back(now.largest_raise());
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  const agents::AbstractAgent& agent_;
  const LocalBestResponseRules& options_;
  LocalDeal& deal_;
  int player_;
  double* won_;
  support::Random random_;
};

// The numbers of hole cards, those of the same ranks that are both suited, or both not, side by side.
std::vector<int> by_class(const games::CardRules& rules, const std::vector<agents::HoleCards>& hands) {
  std::vector<int> found(hands.size());
  std::iota(found.begin(), found.end(), 0);
  if (rules.hole == 1) return found;
  const auto class_of = [&](int number) {
    const auto [low, high] = hands[number].cards;
    return std::array{rules.rank(high), rules.rank(low), int{rules.suit(low) == rules.suit(high)}};
  };
  std::stable_sort(found.begin(), found.end(), [&](int a, int b) { return class_of(a) < class_of(b); });
  return found;
}

}  // namespace

void local_best_response(const agents::AbstractAgent& agent, const LocalBestResponseRules& options,
                         std::uint64_t seed, std::int64_t begin, std::int64_t end, std::int64_t strata,
                         double* won, int threads, support::Progress& progress) {
  if (options.samples < 1) throw support::expected("samples", "1 or more", {options.samples, "; e.g. 100"});
  const std::vector<agents::HoleCards> hands = agents::all_hole_cards(agent.cards());
  const auto count = static_cast<std::int64_t>(hands.size());
  if (strata < 1 || strata > count)
    throw support::expected("strata", {"1 to ", count, ", the number of hole cards"}, strata);
  if (begin < 0 || end < begin) throw support::expected("deals", "0 <= begin <= end", {begin, " and ", end});
  const std::vector<int> order = by_class(agent.cards(), hands);
  const auto stratum_of = [&](std::int64_t deal) {
    const std::int64_t k = deal % strata, first = k * count / strata, last = (k + 1) * count / strata;
    return std::span(order).subspan(first, last - first);
  };
  const std::size_t columns = 2 * agent.cards().board.size();
  std::fill_n(won, static_cast<std::size_t>(end - begin) * columns, 0.0);
  const auto play = [&](std::int64_t number) {
    LocalDeal deal(
        agent, options, hands, stratum_of(number),
        support::Random(support::Use::local_best_response, seed, static_cast<std::uint64_t>(number)));
    for (int player = 0; player < 2; ++player) {
      const auto groups = static_cast<int>(deal.street(0).states.size());
      LocalPlay(agent, options, deal, player, won + (number - begin) * columns + player * columns / 2)
          .play(agents::BettingState(agent.rules()), agents::Beliefs(agent, groups, 0), 0, 1);
    }
  };
  progress.start(end - begin);
  support::for_each_chunk(begin, end, 4, 1, support::checked_threads(threads), progress,
                          [&](std::int64_t from, std::int64_t to, int) {
                            for (std::int64_t number = from; number < to; ++number) play(number);
                          });
}

}  // namespace pokerdata::matches
