#include "pokerdata/games/tree_builder.hpp"

#include <algorithm>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::games {

BettingTree TreeBuilder::build(const std::array<std::int32_t, 2>& paid) {
  tree_.no_limit = no_limit_;
  std::vector<Continuation> starts{{-1, -1, paid, -1}};
  for (street_ = 0; street_ < streets_; ++street_) {
    tree_.street_roots.emplace_back();
    continuations_.clear();
    for (const Continuation& start : starts) {
      const int root = decide(start.parent, start_street(start.paid, start.caller));
      if (start.edge >= 0) tree_.child[start.edge] = root;
      tree_.street_roots.back().push_back(root);
    }
    starts = continuations_;
  }
  tree_.first_edge.push_back(static_cast<int>(tree_.child.size()));
  return std::move(tree_);
}

std::int32_t TreeBuilder::least_raise(const Situation& now) const {
  return static_cast<std::int32_t>(
      std::min<std::int64_t>(stack_, std::int64_t{now.level()} + std::max(now.last_raise, least_bet_)));
}

// Each edge leads to a node of its own, so a tree has no more of them.
void TreeBuilder::check_size(std::size_t nodes) const {
  if (nodes > max_tree_nodes) throw support::CapacityError(too_large());
}

int TreeBuilder::add(NodeKind kind, int parent, int player, std::int32_t chips) {
  check_size(tree_.kind.size() + 1);
  tree_.kind.push_back(kind);
  tree_.street.push_back(static_cast<std::uint8_t>(street_));
  tree_.player.push_back(static_cast<std::uint8_t>(player));
  tree_.parent.push_back(parent);
  tree_.chips.push_back(chips);
  tree_.first_edge.push_back(static_cast<int>(tree_.child.size()));
  return tree_.nodes() - 1;
}

int TreeBuilder::decide(int parent, const Situation& now) {
  const int node = add(NodeKind::decision, parent, now.player, 0);
  const std::int32_t paid = now.paid[now.player], level = now.level();
  std::vector<Move> moves;
  if (paid < level) moves.push_back({Action::fold, paid});
  moves.push_back({paid < level ? Action::call : Action::check, level});
  const std::size_t calls = moves.size();
  for (const std::int32_t to : raises(now))
    moves.push_back({is_bet_on(now) ? Action::raise : Action::bet, to});
  // Without limits every amount of whole chips from the least raise to the stack is legal, and none is
  // capped.
  if (no_limit_ && level < stack_)
    tree_.all_bets &= static_cast<std::int64_t>(moves.size() - calls) == stack_ - least_raise(now) + 1;
  const int first = tree_.first_edge[node];
  check_size(tree_.action.size() + moves.size());
  for (const Move& move : moves) {
    tree_.action.push_back(move.action);
    tree_.to.push_back(move.to);
  }
  tree_.child.resize(tree_.action.size(), -1);
  for (int i = 0; i < static_cast<int>(moves.size()); ++i) {
    const int child = act(node, first + i, now, moves[i]);
    tree_.child[first + i] = child;
  }
  return node;
}

int TreeBuilder::act(int node, int edge, const Situation& now, const Move& move) {
  const int other = 1 - now.player;
  if (move.action == Action::fold)
    return add(NodeKind::fold, node, now.player, now.player == 0 ? -move.to : move.to);
  Situation next{now.paid, other, now.bets, now.last_raise, true};
  next.paid[now.player] = move.to;
  if (move.action == Action::bet || move.action == Action::raise) {
    // Walks down a betting tree are recursions, so this bounds their stack.
    if (++next.bets > max_bets)
      throw support::CapacityError("betting tree: expected at most " + std::to_string(max_bets) +
                                   " bets and raises on a street, got more; e.g. larger raises, such as 2.5 "
                                   "times the last bet");
    next.last_raise = move.to - now.level();
    return decide(node, next);
  }
  if (!now.opened) return decide(node, next);  // the other player may still bet, also after a called blind
  if (street_ + 1 == streets_ || (no_limit_ && move.to == stack_))
    return add(NodeKind::showdown, node, 0, move.to);
  continuations_.push_back({node, edge, next.paid, move.action == Action::call ? now.player : -1});
  return -1;  // filled in when the next street is built
}

}  // namespace pokerdata::games
