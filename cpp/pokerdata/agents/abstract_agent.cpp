#include "pokerdata/agents/abstract_agent.hpp"

#include <algorithm>
#include <cmath>

#include "pokerdata/agents/same_game.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::agents {
namespace {

// The call among the edges of a decision node: after the fold, if there is one.
int call_edge(const games::BettingTree& tree, int node) {
  const int first = tree.first_edge[node];
  return tree.action[first] == games::Action::fold ? first + 1 : first;
}

class AbstractSeat final : public Seat {
 public:
  explicit AbstractSeat(const AbstractAgent& agent) : agent_(agent) {}

  void start(const SeenCards& cards, int /*player*/) override {
    cards_ = cards;
    node_ = AbstractAgent::root;
    street_ = -1;
  }

  void see(const BettingState& before, Move move, support::Random& random) override {
    if (!agent_.at_decision(node_, before)) {
      node_ = AbstractAgent::off_tree;
      return;
    }
    const auto taken = agent_.taken_for(move, node_, before);
    // A bet that the tree has needs no random number.
    const bool lower = taken.lower == taken.higher || random.fraction() < taken.lower_share;
    follow(lower ? taken.lower : taken.higher);
  }

  Move act(const BettingState& now, support::Random& random) override {
    if (!agent_.at_decision(node_, now)) {
      node_ = AbstractAgent::off_tree;
      return {MoveKind::call};
    }
    if (street_ != now.street()) {
      street_ = now.street();
      state_ = agent_.states().of(street_, cards_.hole, cards_.board_on(street_));
    }
    const int edge = agent_.tree().first_edge[node_] + drawn(random.fraction());
    const Move move = agent_.move_of(edge, node_, now);
    follow(edge);
    return move;
  }

 private:
  int drawn(double fraction) const {
    const auto chances = agent_.chances(node_, state_);
    const int last = agent_.tree().actions(node_) - 1;
    for (int i = 0; i < last; ++i)
      if ((fraction -= chances[i]) < 0) return i;
    return last;
  }

  void follow(int edge) { node_ = edge < 0 ? AbstractAgent::off_tree : agent_.tree().child[edge]; }

  const AbstractAgent& agent_;
  SeenCards cards_{};
  int node_ = 0;
  int street_ = -1, state_ = 0;  // where the hand was looked up last
};

}  // namespace

AbstractAgent::AbstractAgent(const games::Rules& rules, const games::CardRules& cards,
                             std::shared_ptr<const PrivateStates> states, StrategyRows rows,
                             Translation translation)
    : rules_(rules),
      cards_(cards),
      tree_(games::build_betting_tree(rules)),
      states_(std::move(states)),
      rows_(std::move(rows)),
      translation_(translation) {
  check_streets(rules_, cards_);
  for (int r = 0; r < tree_.streets(); ++r) {
    first_edge_.push_back(tree_.first_edge[tree_.street_roots[r].front()]);
    columns_.push_back(states_->states(r));
  }
}

std::unique_ptr<Seat> AbstractAgent::sit() const { return std::make_unique<AbstractSeat>(*this); }

void AbstractAgent::check_game(const games::Rules& rules, const games::CardRules& cards) const {
  check_same_game(rules_, cards_, rules, cards);
}

bool AbstractAgent::at_decision(int node, const BettingState& now) const {
  return node != off_tree && tree_.kind[node] == games::NodeKind::decision &&
         tree_.player[node] == now.player() && tree_.street[node] == now.street();
}

Move AbstractAgent::move_of(int edge, int node, const BettingState& now) const {
  const games::Action action = tree_.action[edge];
  if (action == games::Action::fold && now.may_fold()) return {MoveKind::fold};
  if ((action != games::Action::bet && action != games::Action::raise) || !now.may_raise())
    return {MoveKind::call};
  const int to = tree_.to[edge], level = tree_.to[call_edge(tree_, node)];
  if (level == now.level()) return {MoveKind::raise, std::clamp(to, now.least_raise(), now.largest_raise())};
  if (rules_.no_limit() && to == rules_.stack()) return {MoveKind::raise, now.largest_raise()};
  // The same share of the pot after a call, which is twice the level.
  const std::int64_t chips = std::llround(double(to - level) / level * now.level());
  return {MoveKind::raise, static_cast<int>(std::clamp<std::int64_t>(now.level() + chips, now.least_raise(),
                                                                     now.largest_raise()))};
}

AbstractAgent::Taken AbstractAgent::taken_for(Move move, int node, const BettingState& before) const {
  const int call = call_edge(tree_, node), end = tree_.first_edge[node + 1];
  if (move.kind == MoveKind::fold) return {tree_.first_edge[node], tree_.first_edge[node], 1};
  if (move.kind == MoveKind::call) return {call, call, 1};
  if (call + 1 == end) return {off_tree, off_tree, 1};
  const int level = tree_.to[call];
  if (rules_.no_limit() && move.to == rules_.stack()) return {end - 1, end - 1, 1};
  // Sizes in pots after a call.
  const auto size_of = [&](int edge) { return double(tree_.to[edge] - level) / (2 * level); };
  const double size = double(move.to - before.level()) / (2 * before.level());
  int higher = call + 1;
  while (higher < end && size_of(higher) < size) ++higher;
  if (higher == end) return {end - 1, end - 1, 1};
  if (higher == call + 1 || size_of(higher) == size) return {higher, higher, 1};
  return {higher - 1, higher, share_of_lower(translation_, size_of(higher - 1), size_of(higher), size)};
}

}  // namespace pokerdata::agents
