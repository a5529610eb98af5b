#include "pokerdata/luck/reduction.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "pokerdata/agents/beliefs.hpp"
#include "pokerdata/agents/same_game.hpp"
#include "pokerdata/luck/run_outs.hpp"
#include "pokerdata/matches/match.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::luck {
namespace {

using agents::AbstractAgent;
using agents::Beliefs;
using agents::BettingState;
using agents::Move;

constexpr std::int64_t chunk = 16;  // hands between two looks at Ctrl-C
constexpr double impossible = std::numeric_limits<double>::quiet_NaN();

}  // namespace

// One walk along a hand, over the hands that one player may hold. All values are chips of player 0.
class Reduction::Pass {
 public:
  // imagined: a player whose strategy is known, or -1, and every player holds what he holds.
  Pass(Reduction& all, int imagined)
      : all_(all),
        known_(imagined >= 0),
        own_(known_ ? imagined : 0),
        other_(1 - own_),
        live_(all.hands_.size()) {
    const cards::CardSet gone = all_.hands_[all_.held_[other_]].set;
    if (known_) {
      for (std::size_t h = 0; h < live_.size(); ++h)
        if (!(all_.hands_[h].set & gone)) which_.push_back(h);
      beliefs_.emplace(*all_.method_.known[own_], static_cast<int>(live_.size()), 0);
    } else {
      which_.push_back(all_.held_[own_]);
    }
    for (const std::size_t h : which_) live_[h] = 1;
    if (known_ && all_.method_.known[other_]) theirs_.emplace(*all_.method_.known[other_], 1, 0);
    weights_ = live_;
  }

  double run() {
    BettingState now(all_.rules_);
    double found = values() ? values()->mean() - mean(now, node_, weights_) : 0;
    for (const Move move : all_.hand_.moves) {
      const BettingState before = now;
      now.apply(move);
      found += decided(before, move);
      if (values()) node_ = next(node_, before, move);
      if (any() && !now.finished() && now.street() != before.street()) found += dealt(now.street());
      if (!any()) return impossible;
    }
    if (!now.finished())
      throw support::ArgumentError("history: expected a hand that is over, got one in which a player acts");
    return found + (now.folded() >= 0 ? now.won(0) : level(now) * mean_edge(now.street(), weights_));
  }

 private:
  const Values* values() const { return all_.method_.values; }
  int next(int node, const BettingState& before, Move move) const {
    return node == AbstractAgent::off_tree ? node : values()->next(node, before, move);
  }
  bool any() const {
    return std::any_of(which_.begin(), which_.end(), [&](std::size_t h) { return weights_[h] > 0; });
  }

  // Corrects for a move of a player whose strategy is known, and notes what it tells of his hand.
  double decided(const BettingState& before, Move move) {
    if (!known_) return 0;
    const int player = before.player();
    const bool own = player == own_;
    if (!own) beliefs_->see(before, move);
    if (own && theirs_) theirs_->see(before, move);
    if (!own && !theirs_) return 0;
    Beliefs& acting = own ? *beliefs_ : *theirs_;
    const std::vector<int>& of_all = all_.states(all_.method_.known[player]->states(), before.street());
    const std::array<int, 1> held{of_all[all_.held_[player]]};
    const std::span<const int> states = own ? std::span<const int>(of_all) : std::span<const int>(held);
    const double found = values() ? expected_less_taken(before, move, acting.moves(before, states), own) : 0;
    acting.act(before, move, states);
    const std::vector<double> likely = acting.hands();  // none where he never does so
    for (const std::size_t h : which_) {
      if (likely.empty())
        weights_[h] = 0;
      else if (own)
        weights_[h] = live_[h] * likely[h];
      else if (likely[0] == 0)
        weights_[h] = 0;
    }
    return found;
  }

  // The mean value over the moves of a player less that of the one he made.
  double expected_less_taken(const BettingState& before, Move move, const std::vector<Beliefs::Likely>& moves,
                             bool own) const {
    double worth = 0, chances = 0, taken = 0;
    std::vector<double> weights = weights_;
    const double total = sum(weights_);
    for (const auto& [likely, hands] : moves) {
      if (own)
        for (const std::size_t h : which_) weights[h] = live_[h] * hands[h];
      const double chance = own ? sum(weights) : total * hands[0];
      if (chance == 0) continue;
      BettingState after = before;
      after.apply(likely);
      const double value = mean(after, next(node_, before, likely), weights);
      worth += chance * value;
      chances += chance;
      if (likely == move) taken = value;
    }
    return chances > 0 ? worth / chances - taken : 0;
  }

  // Corrects for the cards that a street begins with, and takes away hands that hold them.
  double dealt(int street) {
    if (values() && node_ != AbstractAgent::off_tree) {
      const games::BettingTree& tree = values()->reference().tree();
      if (tree.street[node_] != street || !tree.starts_street(node_)) node_ = AbstractAgent::off_tree;
    }
    const bool valued = values() && node_ != AbstractAgent::off_tree;
    double found = valued ? mean_over_cards(street) : 0;
    const cards::CardSet dead = cards::set_of(all_.board_on(street));
    for (const std::size_t h : which_)
      if (all_.hands_[h].set & dead) live_[h] = weights_[h] = 0;
    if (valued && any()) {
      const auto& states = all_.states(values()->reference().states(), street);
      found -= of_states(values()->part(own_, node_), values()->part(other_, node_), states, weights_) /
               sum(weights_);
    }
    return found;
  }

  // The mean of the values on a street over the cards that begin it, before they are dealt.
  double mean_over_cards(int street) const {
    const double total = sum(weights_);
    double found = 0;
    const std::size_t n = weights_.size(), theirs = all_.held_[other_];
    if (street == 1) {
      const double* over = values()->over_cards(node_);
      for (const std::size_t h : which_)
        if (weights_[h] > 0) found += weights_[h] * (own_ == 0 ? over[h * n + theirs] : over[theirs * n + h]);
      return found / total;
    }
    const std::span<const cards::Card> board = all_.board_on(street - 1);
    const int count = all_.cards_.board[street];
    const cards::CardSet gone = cards::set_of(board) | all_.hands_[theirs].set;
    const float* own = values()->part(own_, node_);
    const float* other = values()->part(other_, node_);
    std::vector<double> weights(n);
    for_each_deal(all_.cards_.deck(), gone, count, [&](std::span<const cards::Card> next) {
      const cards::CardSet dead = cards::set_of(next);
      for (const std::size_t h : which_) weights[h] = all_.hands_[h].set & dead ? 0 : weights_[h];
      found += of_states(own, other, all_.states_after(street, next), weights);
    });
    const int left = all_.cards_.deck() - static_cast<int>(board.size()) - 2 * all_.cards_.hole;
    return found / (total * combinations(left, count));
  }

  // The sum over hands of weights times values of hands with these states.
  double of_states(const float* own, const float* other, const std::vector<int>& states,
                   const std::vector<double>& weights) const {
    const double theirs = other[states[all_.held_[other_]]];
    double found = 0;
    for (const std::size_t h : which_) found += weights[h] * (own[states[h]] + theirs);
    return found;
  }

  // The mean of the guess of what player 0 wins after a move, or at the start, over weights of hands.
  double mean(const BettingState& now, int node, const std::vector<double>& weights) const {
    if (now.finished()) {
      if (now.folded() >= 0) return now.won(0);
      if (quick(now.street())) return level(now) * mean_edge(now.street(), weights);
    }
    if (node == AbstractAgent::off_tree) return 0;
    const games::BettingTree& tree = values()->reference().tree();
    const int street = tree.street[node];
    const bool to_come = street > 0 && tree.starts_street(node);  // its cards are not seen yet
    const auto& states = all_.states(values()->reference().states(), to_come ? street - 1 : street);
    const auto part = [&](int player) {
      return to_come ? values()->part_before(player, node) : values()->part(player, node);
    };
    return of_states(part(own_), part(other_), states, weights) / sum(weights);
  }

  // Chips of player 0 if the imagined player wins the showdown.
  double level(const BettingState& now) const { return now.won(own_ == 0 ? 1 : -1); }

  // Whether showdowns after an all-in on a street are counted out at once.
  bool quick(int street) const {
    return all_.shown_.back() - all_.shown_[street] <= 1 || (street == 0 && all_.method_.first_edges);
  }

  double mean_edge(int street, const std::vector<double>& weights) const {
    const std::vector<double>& edges = all_.edges(other_, street);
    double found = 0;
    for (const std::size_t h : which_) found += weights[h] * edges[h];
    return found / sum(weights);
  }

  double sum(const std::vector<double>& weights) const {
    double found = 0;
    for (const std::size_t h : which_) found += weights[h];
    return found;
  }

  Reduction& all_;
  bool known_;
  int own_, other_;
  std::vector<std::size_t> which_;      // hands that the player may hold
  std::vector<double> live_, weights_;  // of hands: 1 for those that can be held; times the chance to play so
  std::optional<Beliefs> beliefs_, theirs_;
  int node_ = AbstractAgent::root;
};

Reduction::Reduction(const games::Rules& rules, const games::CardRules& cards, const Method& method)
    : rules_(rules), cards_(cards), method_(method), hands_(agents::all_hole_cards(cards)) {
  for (const AbstractAgent* agent : method.known)
    if (agent) agent->check_game(rules, cards);
  if (method.values) method.values->reference().check_game(rules, cards);
  agents::check_streets(rules, cards);
  std::size_t count = 0;
  for (const int turned : cards.board) shown_.push_back(count += static_cast<std::size_t>(turned));
}

double Reduction::operator()(const Record& hand) {
  hand_ = hand;
  for (int player = 0; player < 2; ++player) held_[player] = number_of(hand.hole[player]);
  seen_.clear();
  after_.assign(shown_.size(), {});
  for (auto& of_player : edges_) of_player.assign(shown_.size(), {});
  double found = 0;
  int passes = 0;
  for (int player = 0; player < 2; ++player)
    if (method_.known[player]) {
      found += Pass(*this, player).run();
      ++passes;
    }
  return passes ? found / passes : Pass(*this, -1).run();
}

std::size_t Reduction::number_of(std::span<const cards::Card> hole) const {
  if (cards_.hole == 1) return hole[0];
  return static_cast<std::size_t>(
      cards::combination_of(std::min(hole[0], hole[1]), std::max(hole[0], hole[1])));
}

std::span<const cards::Card> Reduction::board_on(int street) const {
  if (hand_.board.size() < shown_[street])
    throw support::ArgumentError("board: expected " + std::to_string(shown_[street]) + " cards on street " +
                                 std::to_string(street + 1) + ", got " + std::to_string(hand_.board.size()));
  return hand_.board.first(shown_[street]);
}

const std::vector<int>& Reduction::states(const agents::PrivateStates& of, int street) {
  for (const Seen& seen : seen_)
    if (seen.of == &of && seen.street == street) return *seen.states;
  auto found = std::make_unique<std::vector<int>>(hands_.size());
  look_up(of, street, board_on(street), found->data());
  return *seen_.emplace_back(Seen{&of, street, std::move(found)}).states;
}

void Reduction::look_up(const agents::PrivateStates& of, int street, std::span<const cards::Card> board,
                        int* states) const {
  if (method_.known[0] || method_.known[1]) return of.of_hands(street, hands_, board, states);
  const cards::CardSet dead = cards::set_of(board);
  for (int player = 0; player < 2; ++player)
    if (!(hands_[held_[player]].set & dead)) states[held_[player]] = of.of(street, hand_.hole[player], board);
}

// One card after another is asked for in the same order by both walks, so that a number finds each again.
const std::vector<int>& Reduction::states_after(int street, std::span<const cards::Card> next) {
  std::size_t number = 0;
  for (const cards::Card card : next) number = number * cards_.deck() + card;
  auto& known = after_[street][number];
  if (!known.empty()) return known;
  const std::span<const cards::Card> board = board_on(street - 1);
  std::vector<cards::Card> all(board.begin(), board.end());
  all.insert(all.end(), next.begin(), next.end());
  known.resize(hands_.size());
  look_up(method_.values->reference().states(), street, all, known.data());
  return known;
}

const std::vector<double>& Reduction::edges(int player, int street) {
  std::vector<double>& found = edges_[player][street];
  if (!found.empty()) return found;
  if (street > 0 || !method_.first_edges) {
    found = showdown_edges(cards_, hands_, held_[player], board_on(street));
  } else {
    for (std::size_t h = 0; h < hands_.size(); ++h)
      found.push_back(method_.first_edges[h * hands_.size() + held_[player]]);
  }
  return found;
}

void reduce_hands(const games::Rules& rules, const games::CardRules& cards, const Method& method,
                  std::span<const Record> hands, double* found, int threads, support::Progress& progress) {
  const auto count = static_cast<std::int64_t>(hands.size());
  progress.start(count);
  support::for_each_chunk(0, count, chunk, 1, support::checked_threads(threads), progress,
                          [&](std::int64_t from, std::int64_t to, int) {
                            Reduction reduction(rules, cards, method);
                            for (std::int64_t i = from; i < to; ++i) found[i] = reduction(hands[i]);
                          });
}

void reduce_match(const games::Rules& rules, const games::CardRules& cards, const agents::Agent& first,
                  const agents::Agent& second, const std::array<Method, 2>& methods, std::uint64_t seed,
                  std::int64_t begin, std::int64_t end, double* found, int threads,
                  support::Progress& progress) {
  agents::check_streets(rules, cards);
  first.check_game(rules, cards);
  second.check_game(rules, cards);
  progress.start(end - begin);
  support::for_each_chunk(
      begin, end, chunk, 1, support::checked_threads(threads), progress,
      [&](std::int64_t from, std::int64_t to, int) {
        const auto a = first.sit(), b = second.sit();
        std::array<Reduction, 2> reductions{Reduction(rules, cards, methods[0]),
                                            Reduction(rules, cards, methods[1])};
        std::vector<Move> moves;
        for (std::int64_t number = from; number < to; ++number) {
          const matches::Deal deal(cards, seed, static_cast<std::uint64_t>(number));
          for (int seat = 0; seat < 2; ++seat) {
            const int sign = seat == 0 ? 1 : -1;
            const std::array<agents::Seat*, 2> seats{seat ? b.get() : a.get(), seat ? a.get() : b.get()};
            double* to_fill = found + ((number - begin) * 2 + seat) * 2;
            to_fill[0] = sign * matches::play_hand(rules, cards, deal, seats, moves);
            const Record hand{
                {deal.seen_by(cards, 0).hole, deal.seen_by(cards, 1).hole}, deal.whole_board(), moves};
            to_fill[1] = sign * reductions[seat](hand);
          }
        }
      });
}

}  // namespace pokerdata::luck
