#include "pokerdata/trees/tree_solver.hpp"

#include "pokerdata/trees/evaluation.hpp"

namespace pokerdata::trees {

TreeSolver::TreeSolver(const GameTree& tree, const solvers::UpdatePolicy& policy, Pruning pruning,
                       int responder)
    : tree_(tree),
      policy_(policy),
      responder_(responder),
      state_(tree, policy.optimistic),
      walk_(tree, pruning),
      strategy_(tree.edges()),
      values_(tree.edges()),
      played_(tree.edges()),
      reach_(tree.perfect_recall ? 0 : tree.sets()),
      node_reach_(tree.perfect_recall ? 0 : tree.nodes()) {
  if (responder < -1 || responder >= tree.players)
    throw support::expected("responder", {"a player, 0 to ", tree.players - 1, ", or none"}, responder);
  if (responder >= 0) {
    need_perfect_recall(tree, "a best response", responder);
    if (policy.simultaneous || pruning != Pruning::none)
      throw support::expected("algorithm", "players in turn and no pruning where one best responds",
                              "another; e.g. 'cfr+'");
  }
  restore(state_);
}

void TreeSolver::restore(TreeState state) {
  state_.restore(std::move(state));
  for (int p = 0; p < tree_.players; ++p) play_regrets(p);
}

void TreeSolver::iterate(std::int64_t count, support::Progress& progress) {
  if (count < 0) throw support::expected("iterations", "0 or more", {count, "; e.g. 100"});
  progress.start(count);
  for (std::int64_t i = 0; i < count; ++i) {
    const solvers::Update now = policy_.at(state_.iteration + 1);
    if (now.average_scale != 1)
      for (double& sum : state_.average) sum *= now.average_scale;
    if (responder_ >= 0) respond(now);
    for (int p = 0; p < tree_.players; ++p) {
      if (p == responder_) continue;
      walk_.run(p, strategy_.data(), state_.regrets.data(), values_.data());
      update(p, now);
      if (!policy_.simultaneous) play_regrets(p);
    }
    if (policy_.simultaneous)
      for (int p = 0; p < tree_.players; ++p) play_regrets(p);
    ++state_.iteration;
    progress.advance();
  }
}

void TreeSolver::respond(const solvers::Update& update) {
  best_response(tree_, strategy_, responder_, strategy_.data());
  for (const int s : tree_.sets_of[responder_]) {
    const int before = tree_.edge_before[s];
    const double reach = before < 0 ? 1 : played_[before];
    for (int a = tree_.first_edge[s]; a < tree_.first_edge[s + 1]; ++a) {
      played_[a] = reach * strategy_[a];
      state_.average[a] += update.average_weight * played_[a];
    }
  }
}

void TreeSolver::update(int player, const solvers::Update& update) {
  if (!tree_.perfect_recall) add_own_reach(player);
  double* prediction = state_.prediction.empty() ? nullptr : state_.prediction.data();
  for (const int s : tree_.sets_of[player]) {
    const int e = tree_.first_edge[s], actions = tree_.actions(s), before = tree_.edge_before[s];
    const double reach = !tree_.perfect_recall ? reach_[s] : before < 0 ? 1 : played_[before];
    double value = 0;
    for (int a = e; a < e + actions; ++a) {
      played_[a] = reach * strategy_[a];
      state_.average[a] += update.average_weight * played_[a];
      value += values_[a] * strategy_[a];
    }
    add_regrets(state_.regrets.data() + e, prediction ? prediction + e : nullptr, values_.data() + e, value,
                update, actions);
  }
}

// Without perfect recall a set has no single reach of its own; it is summed over the nodes (Lanctot et al.
// 2012).
void TreeSolver::add_own_reach(int player) {
  for (const int s : tree_.sets_of[player]) reach_[s] = 0;
  node_reach_[0] = 1;
  for (const int n : tree_.inner) {
    const bool own = tree_.player[n] == player;
    if (own) reach_[tree_.set[n]] += node_reach_[n];
    const int first = tree_.first_child[n];
    for (int c = first; c < tree_.first_child[n + 1]; ++c)
      node_reach_[c] = node_reach_[n] * (own ? strategy_[tree_.edge(n) + c - first] : 1);
  }
}

void TreeSolver::play_regrets(int player) {
  for (const int s : tree_.sets_of[player]) state_.match_set(tree_, s, strategy_.data());
}

}  // namespace pokerdata::trees
