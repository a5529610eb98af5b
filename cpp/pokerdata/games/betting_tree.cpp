#include "pokerdata/games/betting_tree.hpp"

#include <algorithm>
#include <array>

#include "pokerdata/support/errors.hpp"

namespace pokerdata {
namespace {

constexpr int max_nodes = 20'000'000;

// What the players see at a decision, besides the street.
struct Situation {
  std::array<int, 2> paid;  // chips in the pot from each player
  int player;               // to act
  int bets;                 // bets and raises so far on this street
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
  explicit Builder(const LimitRules& rules) : rules_(rules) {}

  BettingTree build() {
    std::vector<Continuation> starts{
        {-1, -1, {rules_.ante + rules_.blinds[0], rules_.ante + rules_.blinds[1]}}};
    for (street_ = 0; street_ < rules_.streets(); ++street_) {
      tree_.street_roots.emplace_back();
      continuations_.clear();
      for (const Continuation& start : starts) {
        const int bets = street_ == 0 && rules_.blind_counts_as_bet ? 1 : 0;
        const int root = decide(start.parent, {start.paid, rules_.first_to_act[street_], bets, false});
        if (start.edge >= 0) tree_.child[start.edge] = root;
        tree_.street_roots.back().push_back(root);
      }
      starts = continuations_;
    }
    tree_.first_edge.push_back(static_cast<int>(tree_.child.size()));
    return std::move(tree_);
  }

 private:
  int add(NodeKind kind, int parent, int player, int chips) {
    if (tree_.nodes() == max_nodes)
      throw CapacityError("the betting tree of '" + rules_.name + "' has more than " +
                          std::to_string(max_nodes) + " nodes; lower the caps or the number of streets");
    tree_.kind.push_back(kind);
    tree_.street.push_back(static_cast<std::uint8_t>(street_));
    tree_.player.push_back(static_cast<std::uint8_t>(player));
    tree_.parent.push_back(parent);
    tree_.chips.push_back(chips);
    tree_.first_edge.push_back(static_cast<int>(tree_.child.size()));
    return tree_.nodes() - 1;
  }

  int decide(int parent, const Situation& now) {
    const int node = add(NodeKind::decision, parent, now.player, 0);
    const int other = 1 - now.player;
    const bool facing = now.paid[other] > now.paid[now.player];
    std::vector<Action> actions;
    if (facing) actions.push_back(Action::fold);
    actions.push_back(facing ? Action::call : Action::check);
    if (now.bets < rules_.caps[street_]) actions.push_back(now.bets > 0 ? Action::raise : Action::bet);
    const int first = tree_.first_edge[node];
    tree_.action.insert(tree_.action.end(), actions.begin(), actions.end());
    tree_.child.resize(tree_.action.size(), -1);
    for (int i = 0; i < static_cast<int>(actions.size()); ++i)
      tree_.child[first + i] = act(node, first + i, now, actions[i]);
    return node;
  }

  int act(int node, int edge, const Situation& now, Action action) {
    const int other = 1 - now.player;
    Situation next{now.paid, other, now.bets, true};
    if (action == Action::fold) {
      const int lost = now.paid[now.player];
      return add(NodeKind::fold, node, now.player, now.player == 0 ? -lost : lost);
    }
    next.paid[now.player] = std::max(now.paid[0], now.paid[1]);
    if (action == Action::bet || action == Action::raise) {
      next.paid[now.player] += rules_.bets[street_];
      ++next.bets;
      return decide(node, next);
    }
    if (!now.opened) return decide(node, next);  // the other player may still bet, also after a called blind
    if (street_ + 1 == rules_.streets()) return add(NodeKind::showdown, node, 0, next.paid[0]);
    continuations_.push_back({node, edge, next.paid});
    return -1;  // filled in when the next street is built
  }

  const LimitRules& rules_;
  BettingTree tree_;
  std::vector<Continuation> continuations_;
  int street_ = 0;
};

}  // namespace

BettingTree build_betting_tree(const LimitRules& rules) {
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
    text += a == Action::fold ? 'f' : a == Action::check || a == Action::call ? 'c' : 'r';
  }
  std::reverse(text.begin(), text.end());
  return text;
}

}  // namespace pokerdata
