#include "pokerdata/luck/imagined_walk.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <vector>

#include "pokerdata/agents/beliefs.hpp"
#include "pokerdata/luck/run_outs.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::luck {
namespace {

using agents::AbstractAgent;
using agents::Beliefs;
using agents::BettingState;
using agents::Move;

constexpr double impossible = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t lanes = 8;  // sums side by side, added up in one order whatever the machine has

// The sum over n things of of(thing).
template <class Of>
double sum_of(std::size_t n, const Of& of) {
  std::array<double, lanes> sums{};
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += of(i + lane);
  for (std::size_t lane = 0; i < n; ++i, ++lane) sums[lane] += of(i);
  double found = 0;
  for (const double sum : sums) found += sum;
  return found;
}

// One walk along a hand, over the hands that one player may hold. All values are chips of player 0.
class ImaginedWalk {
 public:
  ImaginedWalk(const games::Rules& rules, const Method& method, LookedUp& cards, int imagined)
      : rules_(rules),
        values_(method.values),
        known_(method.known),
        quick_first_(method.first_edges != nullptr),
        cards_(cards),
        own_(imagined),
        other_(1 - imagined),
        live_(cards.hands().size(), 1.0),
        beliefs_(*method.known[imagined], static_cast<int>(live_.size()), 0) {
    take_away(cards.hands()[cards.held(other_)].set);
    if (known_[other_]) theirs_ = std::make_unique<Beliefs>(*known_[other_], 1, 0);
    weights_ = live_;
    total_ = sum(weights_);
  }

  double run(std::span<const Move> moves) {
    BettingState now(rules_);
    double found = values_ ? values_->mean() - mean(now, node_, weights_, total_) : 0;
    for (const Move move : moves) {
      const BettingState before = now;
      now.apply(move);
      found += decided(before, move);
      if (values_) node_ = next(before, move);
      if (total_ > 0 && !now.finished() && now.street() != before.street()) found += dealt(now.street());
      if (!(total_ > 0)) return impossible;
    }
    if (!now.finished())
      throw support::expected("history", "a hand that is over", "one in which a player acts");
    return found + (now.folded() >= 0 ? now.won(0) : level(now) * mean_edge(now.street(), weights_, total_));
  }

 private:
  const agents::PrivateStates& of_values() const { return values_->reference().states(); }
  int next(const BettingState& before, Move move) const {
    return node_ == AbstractAgent::off_tree ? node_ : values_->next(node_, before, move);
  }

  // Corrects for a move of a player whose strategy is known, and notes what it tells of his hand.
  double decided(const BettingState& before, Move move) {
    const int player = before.player();
    const bool own = player == own_;
    if (!own) beliefs_.see(before, move);
    if (own && theirs_) theirs_->see(before, move);
    if (!own && !theirs_) return 0;
    Beliefs& acting = own ? beliefs_ : *theirs_;
    const std::vector<int>& of_all = cards_.states(known_[player]->states(), before.street());
    const std::array<int, 1> held{of_all[cards_.held(player)]};
    const std::span<const int> states = own ? std::span<const int>(of_all) : std::span<const int>(held);
    std::vector<Beliefs::Likely> moves = acting.moves(before, states);
    for (auto& [likely, hands] : moves)
      for (std::size_t h = 0; own && h < hands.size(); ++h) hands[h] *= live_[h];
    const double found = values_ ? expected_less_taken(before, move, moves, own) : 0;
    acting.act(before, move, states);
    const auto made = std::find_if(moves.begin(), moves.end(), [&](const auto& m) { return m.move == move; });
    if (made == moves.end() || (!own && made->hands[0] == 0)) {  // he never does so
      total_ = 0;
    } else if (own) {
      weights_ = std::move(made->hands);
      total_ = sum(weights_);
    }
    return found;
  }

  // The mean value over the moves of a player less that of the one he made.
  double expected_less_taken(const BettingState& before, Move move, const std::vector<Beliefs::Likely>& moves,
                             bool own) const {
    double worth = 0, chances = 0, taken = 0;
    for (const auto& [likely, hands] : moves) {
      const double total = own ? sum(hands) : total_;
      const double chance = own ? total : total * hands[0];
      if (chance == 0) continue;
      BettingState after = before;
      after.apply(likely);
      const double value = mean(after, next(before, likely), own ? hands : weights_, total);
      worth += chance * value;
      chances += chance;
      if (likely == move) taken = value;
    }
    return chances > 0 ? worth / chances - taken : 0;
  }

  // Corrects for the cards that a street begins with, and takes away hands that hold them.
  double dealt(int street) {
    if (values_) node_ = values_->starting(node_, street);
    const bool valued = values_ && node_ != AbstractAgent::off_tree;
    double found = valued ? mean_over_cards(street) : 0;
    take_away(cards::set_of(cards_.board_on(street)));
    total_ = sum(weights_);
    if (valued && total_ > 0) {
      const std::vector<int>& states = cards_.states(of_values(), street);
      found -=
          mean_of_states(values_->part(own_, node_), values_->part(other_, node_), states, weights_, total_);
    }
    return found;
  }

  void take_away(cards::CardSet gone) {
    for (cards::Card card = 0; card < cards_.rules().deck(); ++card)
      if ((gone >> card) & 1)
        for (const int h : cards_.with(card)) {
          live_[h] = 0;
          if (!weights_.empty()) weights_[h] = 0;
        }
  }

  // The mean of the values on a street over the cards that begin it, before they are dealt.
  double mean_over_cards(int street) const {
    const std::size_t n = weights_.size(), theirs = cards_.held(other_);
    if (street == 1) {
      const double* over = values_->over_cards(node_);
      return sum_of(n,
                    [&](std::size_t h) {
                      return weights_[h] * (own_ == 0 ? over[h * n + theirs] : over[theirs * n + h]);
                    }) /
             total_;
    }
    const std::span<const cards::Card> board = cards_.board_on(street - 1);
    const int deck = cards_.rules().deck(), count = cards_.rules().board[street];
    const cards::CardSet gone = cards::set_of(board) | cards_.hands()[theirs].set;
    const float* own = values_->part(own_, node_);
    const float* other = values_->part(other_, node_);
    const int left = deck - static_cast<int>(board.size()) - 2 * cards_.rules().hole;
    if (count == 1) {
      const NextStates& next = cards_.next_states(of_values(), street);
      double found = over_next(next, own);
      for (int card = 0; card < deck; ++card) {
        if ((gone >> card) & 1) continue;
        double dead = 0;
        for (const int h : cards_.with(static_cast<cards::Card>(card))) dead += weights_[h];
        found += (total_ - dead) * other[next.after[card][theirs]];
        if (next.following == 0)  // hands with the card are in state 0
          found += of_hands(own, next.after[card], weights_) - dead * own[0];
      }
      return found / (total_ * left);
    }
    double found = 0;
    std::vector<double> weights;
    for_each_deal(deck, gone, count, [&](std::span<const cards::Card> next) {
      const std::vector<int>& states = cards_.states_after(of_values(), street, next);
      weights = weights_;
      for (const cards::Card card : next)
        for (const int h : cards_.with(card)) weights[h] = 0;
      found += of_hands(own, states, weights) + sum(weights) * other[states[theirs]];
    });
    return found / (total_ * combinations(left, count));
  }

  // The sum over hands, and over the next cards that each may see, of weights times values; 0 where cards are
  // not counted.
  double over_next(const NextStates& next, const float* values) const {
    const std::size_t n = weights_.size();
    const std::int32_t* counts = next.counts[own_].data();
    double found = 0;
    for (int k = 0; k < next.following; ++k, counts += n)
      found += sum_of(n, [&](std::size_t h) { return weights_[h] * counts[h] * values[next.first[h] + k]; });
    return found;
  }

  // The sum over hands of weights times values of their states.
  static double of_hands(const float* values, const std::vector<int>& states,
                         const std::vector<double>& weights) {
    return sum_of(weights.size(), [&](std::size_t h) { return weights[h] * values[states[h]]; });
  }

  double mean_of_states(const float* own, const float* other, const std::vector<int>& states,
                        const std::vector<double>& weights, double total) const {
    return of_hands(own, states, weights) / total + other[states[cards_.held(other_)]];
  }

  // The mean of the guess of what player 0 wins after a move, or at the start, over weights of hands.
  double mean(const BettingState& now, int node, const std::vector<double>& weights, double total) const {
    if (now.finished()) {
      if (now.folded() >= 0) return now.won(0);
      if (quick(now.street())) return level(now) * mean_edge(now.street(), weights, total);
    }
    if (node == AbstractAgent::off_tree) return 0;
    const games::BettingTree& tree = values_->reference().tree();
    const int street = tree.street[node];
    const bool to_come = street > 0 && tree.starts_street(node);  // its cards are not seen yet
    const std::vector<int>& states = cards_.states(of_values(), to_come ? street - 1 : street);
    const auto part = [&](int player) {
      return to_come ? values_->part_before(player, node) : values_->part(player, node);
    };
    return mean_of_states(part(own_), part(other_), states, weights, total);
  }

  // Chips of player 0 if the imagined player wins the showdown.
  double level(const BettingState& now) const { return now.won(own_ == 0 ? 1 : -1); }

  // Whether showdowns after an all-in on a street are counted out at once.
  bool quick(int street) const { return cards_.to_come(street) <= 1 || (street == 0 && quick_first_); }

  double mean_edge(int street, const std::vector<double>& weights, double total) const {
    const std::vector<double>& edges = cards_.edges(other_, street);
    return sum_of(weights.size(), [&](std::size_t h) { return weights[h] * edges[h]; }) / total;
  }

  static double sum(const std::vector<double>& weights) {
    return sum_of(weights.size(), [&](std::size_t h) { return weights[h]; });
  }

  const games::Rules& rules_;
  const Values* values_;
  std::array<const AbstractAgent*, 2> known_;
  bool quick_first_;
  LookedUp& cards_;
  int own_, other_;
  std::vector<double> live_;     // of all hands: 1 for those that can be held
  std::vector<double> weights_;  // that, times the chance that they are played so
  double total_ = 0;             // of the weights
  Beliefs beliefs_;
  std::unique_ptr<Beliefs> theirs_;  // compilers take an optional for uninitialised here
  int node_ = AbstractAgent::root;
};

}  // namespace

double imagined_result(const games::Rules& rules, const Method& method, LookedUp& cards,
                       std::span<const agents::Move> moves, int imagined) {
  return ImaginedWalk(rules, method, cards, imagined).run(moves);
}

}  // namespace pokerdata::luck
