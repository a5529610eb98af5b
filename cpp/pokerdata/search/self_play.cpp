#include "pokerdata/search/self_play.hpp"

#include <algorithm>

namespace pokerdata::search {
namespace {

constexpr std::int64_t at_once = 64;  // iterations between two looks at Ctrl-C

std::vector<HiddenCards::Range> any_hands(const play::Definition& rules) {
  std::vector<HiddenCards::Range> ranges;
  for (int p = 0; p < rules.players(); ++p) ranges.push_back({p, {}});
  return ranges;
}

}  // namespace

SelfPlay::SelfPlay(const play::Definition& rules, double exploration, std::vector<RaiseSize> menu,
                   std::uint64_t seed)
    : rules_(rules),
      exploration_(exploration),
      menu_(std::move(menu)),
      hidden_(rules, 0, any_hands(rules), rules.board_cards(rules.streets() - 1)),
      random_(support::Use::tree_sampling, seed, 1),
      trees_(rules.players()),
      paths_(rules.players()) {}

void SelfPlay::run(std::int64_t iterations, support::Progress& progress) {
  progress.start(iterations);
  for (std::int64_t left = iterations; left > 0;) {
    const std::int64_t now = std::min(left, at_once);
    for (std::int64_t i = 0; i < now; ++i) iterate();
    progress.advance(now);
    left -= now;
  }
}

void SelfPlay::iterate() {
  const int players = rules_.players();
  hidden_.draw(random_, drawn_);
  Walk walk{play::Betting(rules_), {}, drawn_.holes, drawn_.board, 0};
  for (int p = 0; p < players; ++p) {
    paths_[p].assign(1, 0);
    paths_[p].push_back(trees_[p].chance_child(0, walk.holes[p].set));
  }
  while (!walk.betting.finished()) {
    if (walk.due() > 0) {
      const cards::CardSet cards = walk.turn_up();
      for (int p = 0; p < players; ++p) paths_[p].push_back(trees_[p].chance_child(paths_[p].back(), cards));
      continue;
    }
    const int player = walk.betting.player();
    const Options options = options_of(walk.betting, menu_);
    const bool is_new = trees_[player][paths_[player].back()].first_child < 0;
    for (int p = 0; p < players; ++p)
      trees_[p].expand(paths_[p].back(), p == player ? NodeKind::hero : NodeKind::opponent, player, options);
    if (is_new) break;
    const std::int32_t own = paths_[player].back();
    const std::int32_t chosen = select(trees_[player], own, exploration_) - trees_[player][own].first_child;
    walk.act(options.actions[chosen]);
    for (int p = 0; p < players; ++p) paths_[p].push_back(trees_[p][paths_[p].back()].first_child + chosen);
  }
  const std::vector<const Model*> models(players, &uniform_);
  while (!walk.betting.finished()) walk.finish(walk.betting.player(), models, menu_, random_);
  const auto won = walk.won();
  for (int p = 0; p < players; ++p)
    for (const std::int32_t node : paths_[p]) {
      Tree::Node& one = trees_[p][node];
      one.value += (won[p] - one.value) / static_cast<double>(++one.passes);
    }
}

std::vector<SelfPlay::Decision> SelfPlay::decisions() const {
  std::vector<Decision> found;
  for (int p = 0; p < rules_.players(); ++p)
    for (const auto& [hole, node] : trees_[p].chance_children(0)) {
      Decision so_far{p, {}, hole, {}, {}, {}};
      collect(p, node, so_far, play::Betting(rules_), found);
    }
  return found;
}

void SelfPlay::collect(int player, std::int32_t node, Decision& so_far, const play::Betting& betting,
                       std::vector<Decision>& found) const {
  const Tree& tree = trees_[player];
  if (tree[node].kind == NodeKind::chance) {
    for (const auto& [cards, child] : tree.chance_children(node)) {
      so_far.board.push_back(cards);
      collect(player, child, so_far, betting, found);
      so_far.board.pop_back();
    }
    return;
  }
  if (tree[node].first_child < 0) return;
  if (tree[node].kind == NodeKind::hero) {
    Decision decision = so_far;
    for (int i = 0; i < tree[node].actions; ++i) {
      const std::int32_t child = tree[node].first_child + i;
      decision.actions.push_back(play::action_text(rules_, tree.action(child)));
      decision.passes.push_back(tree[child].passes);
    }
    found.push_back(std::move(decision));
  }
  for (int i = 0; i < tree[node].actions; ++i) {
    const std::int32_t child = tree[node].first_child + i;
    play::Betting next = betting;
    next.apply(tree.action(child));
    const std::size_t length = so_far.history.size();
    so_far.history += play::action_text(rules_, tree.action(child));
    if (!next.finished()) {
      so_far.history.append(static_cast<std::size_t>(next.street() - betting.street()), '/');
      collect(player, child, so_far, next, found);
    }
    so_far.history.resize(length);
  }
}

}  // namespace pokerdata::search
