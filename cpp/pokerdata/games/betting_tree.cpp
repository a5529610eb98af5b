#include "pokerdata/games/betting_tree.hpp"

#include <algorithm>
#include <array>

#include "pokerdata/games/tree_builder.hpp"

namespace pokerdata::games {
namespace {

class Builder final : public TreeBuilder {
 public:
  explicit Builder(const Rules& rules)
      : TreeBuilder(rules.streets(), rules.no_limit(), rules.no_limit() ? rules.stack() : 0, rules.unit()),
        rules_(rules) {}

 private:
  Situation start_street(const std::array<std::int32_t, 2>& paid, int) override {
    const int bets = street() == 0 && rules_.blind_counts_as_bet ? 1 : 0;
    return {paid, rules_.first_to_act[street()], bets, 0, false};
  }

  std::vector<std::int32_t> raises(const Situation& now) const override {
    if (now.bets >= rules_.caps[street()]) return {};
    const std::int32_t level = now.level();
    if (!rules_.no_limit()) return {level + rules_.bets[street()]};
    std::vector<std::int32_t> found;
    if (level == stack()) return found;
    const BetMenu& menu = rules_.menus[street()];
    const std::int32_t least = least_raise(now);
    for (const PotFraction& size : menu.fractions) {
      const std::int64_t chips = std::int64_t{2} * level * size.numerator / size.denominator;
      found.push_back(std::max(least, static_cast<int>(std::min<std::int64_t>(stack(), level + chips))));
    }
    if (menu.all_in) found.push_back(stack());
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  bool is_bet_on(const Situation& now) const override {
    return now.bets > 0 || (street() == 0 && rules_.has_blinds());
  }

  std::string too_large() const override {
    return "the betting tree of '" + rules_.name + "' has more than " + std::to_string(max_tree_nodes) +
           " nodes; expected " +
           (rules_.no_limit() ? "fewer bets in the menu, smaller stacks or caps, e.g. the menu pot, all-in "
                                "with stacks of " +
                                    std::to_string(rules_.usual_stack()) + " chips"
                              : std::string("lower caps or fewer streets, e.g. caps of 4 on 4 streets"));
  }

  const Rules& rules_;
};

}  // namespace

BettingTree build_betting_tree(const Rules& rules) {
  check_rules(rules);
  return Builder(rules).build({rules.ante + rules.blinds[0], rules.ante + rules.blinds[1]});
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
