#include "pokerdata/games/betting_tree.hpp"

#include <algorithm>
#include <array>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::games {
namespace {

constexpr std::size_t max_nodes = 20'000'000;

// What the players see at a decision, besides the street.
struct Situation {
  std::array<int, 2> paid;  // chips in the pot from each player
  int player;               // to act
  int bets;                 // bets and raises so far on this street
  int last_raise;           // chips of the last of them
  bool opened;              // has the other player acted on this street?
};

// A finished street that goes on: where the next one starts.
struct Continuation {
  int parent;
  int edge;
  std::array<int, 2> paid;
};

class Builder {
 public:
  explicit Builder(const Rules& rules) : rules_(rules) {}

  BettingTree build() {
    std::vector<Continuation> starts{
        {-1, -1, {rules_.ante + rules_.blinds[0], rules_.ante + rules_.blinds[1]}}};
    for (street_ = 0; street_ < rules_.streets(); ++street_) {
      tree_.street_roots.emplace_back();
      continuations_.clear();
      for (const Continuation& start : starts) {
        const int bets = street_ == 0 && rules_.blind_counts_as_bet ? 1 : 0;
        const int root = decide(start.parent, {start.paid, rules_.first_to_act[street_], bets, 0, false});
        if (start.edge >= 0) tree_.child[start.edge] = root;
        tree_.street_roots.back().push_back(root);
      }
      starts = continuations_;
    }
    tree_.first_edge.push_back(static_cast<int>(tree_.child.size()));
    tree_.no_limit = rules_.no_limit();
    return std::move(tree_);
  }

 private:
  // Each edge leads to a node of its own, so a tree has no more of them.
  void check_size(std::size_t nodes) const {
    if (nodes <= max_nodes) return;
    throw support::CapacityError(
        "the betting tree of '" + rules_.name + "' has more than " + std::to_string(max_nodes) +
        " nodes; expected " +
        (rules_.no_limit()
             ? "fewer bets in the menu, smaller stacks or caps, e.g. the menu pot, all-in with stacks of " +
                   std::to_string(rules_.usual_stack()) + " chips"
             : std::string("lower caps or fewer streets, e.g. caps of 4 on 4 streets")));
  }

  int add(NodeKind kind, int parent, int player, int chips) {
    check_size(tree_.kind.size() + 1);
    tree_.kind.push_back(kind);
    tree_.street.push_back(static_cast<std::uint8_t>(street_));
    tree_.player.push_back(static_cast<std::uint8_t>(player));
    tree_.parent.push_back(parent);
    tree_.chips.push_back(chips);
    tree_.first_edge.push_back(static_cast<int>(tree_.child.size()));
    return tree_.nodes() - 1;
  }

  struct Move {
    Action action;
    int to;  // chips of the player in the pot afterwards
  };

  int decide(int parent, const Situation& now) {
    const int node = add(NodeKind::decision, parent, now.player, 0);
    const int paid = now.paid[now.player], level = std::max(now.paid[0], now.paid[1]);
    std::vector<Move> moves;
    if (paid < level) moves.push_back({Action::fold, paid});
    moves.push_back({paid < level ? Action::call : Action::check, level});
    const std::size_t calls = moves.size();
    if (now.bets < rules_.caps[street_])
      for (const int to : raises(level, now.last_raise))
        moves.push_back({is_bet_on(now) ? Action::raise : Action::bet, to});
    // Without limits every amount of whole chips from the least raise to the stack is legal, and none is
    // capped.
    if (rules_.no_limit() && level < rules_.stack())
      tree_.all_bets &=
          static_cast<int>(moves.size() - calls) == rules_.stack() - least_raise(level, now.last_raise) + 1;
    const int first = tree_.first_edge[node];
    check_size(tree_.action.size() + moves.size());
    for (const Move& move : moves) {
      tree_.action.push_back(move.action);
      tree_.to.push_back(move.to);
    }
    tree_.child.resize(tree_.action.size(), -1);
    for (int i = 0; i < static_cast<int>(moves.size()); ++i)
      tree_.child[first + i] = act(node, first + i, now, moves[i]);
    return node;
  }

  // Whether a blind or bet lies there already, so that more is a raise.
  bool is_bet_on(const Situation& now) const { return now.bets > 0 || (street_ == 0 && rules_.has_blinds()); }

  // The smallest legal raise when both have put in `level` after the call: by the last one, or all-in.
  int least_raise(int level, int last_raise) const {
    return static_cast<int>(
        std::min<std::int64_t>(rules_.stack(), std::int64_t{level} + std::max(last_raise, rules_.unit())));
  }

  // What a player may bet or raise to, rising, when both have put in `level` after his call.
  std::vector<int> raises(int level, int last_raise) const {
    if (!rules_.no_limit()) return {level + rules_.bets[street_]};
    const int stack = rules_.stack();
    std::vector<int> found;
    if (level == stack) return found;
    const BetMenu& menu = rules_.menus[street_];
    const int least = least_raise(level, last_raise);
    for (const PotFraction& size : menu.fractions) {
      const std::int64_t chips = std::int64_t{2} * level * size.numerator / size.denominator;
      found.push_back(std::max(least, static_cast<int>(std::min<std::int64_t>(stack, level + chips))));
    }
    if (menu.all_in) found.push_back(stack);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  int act(int node, int edge, const Situation& now, const Move& move) {
    const int other = 1 - now.player;
    if (move.action == Action::fold)
      return add(NodeKind::fold, node, now.player, now.player == 0 ? -move.to : move.to);
    Situation next{now.paid, other, now.bets, now.last_raise, true};
    next.paid[now.player] = move.to;
    if (move.action == Action::bet || move.action == Action::raise) {
      ++next.bets;
      next.last_raise = move.to - std::max(now.paid[0], now.paid[1]);
      return decide(node, next);
    }
    if (!now.opened) return decide(node, next);  // the other player may still bet, also after a called blind
    if (street_ + 1 == rules_.streets() || (rules_.no_limit() && move.to == rules_.stack()))
      return add(NodeKind::showdown, node, 0, move.to);
    continuations_.push_back({node, edge, next.paid});
    return -1;  // filled in when the next street is built
  }

  const Rules& rules_;
  BettingTree tree_;
  std::vector<Continuation> continuations_;
  int street_ = 0;
};

}  // namespace

BettingTree build_betting_tree(const Rules& rules) {
  check_rules(rules);
  return Builder(rules).build();
}

std::string BettingTree::history(int node) const {
  std::string text;
  for (; parent[node] >= 0; node = parent[node]) {
    const int up = parent[node];
    if (starts_street(node)) text += '/';
    const int edge =
        static_cast<int>(std::find(child.begin() + first_edge[up], child.end(), node) - child.begin());
    const Action a = action[edge];
    std::string letter = a == Action::fold ? "f" : a == Action::check || a == Action::call ? "c" : "r";
    if (no_limit && letter == "r") letter += std::to_string(to[edge]);
    text += std::string(letter.rbegin(), letter.rend());
  }
  std::reverse(text.begin(), text.end());
  return text;
}

}  // namespace pokerdata::games
