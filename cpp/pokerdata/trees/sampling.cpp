#include "pokerdata/trees/sampling.hpp"

#include <algorithm>

namespace pokerdata::trees {
namespace {

// The walk is a recursion of some 250 bytes a move, and threads may have stacks of 2 MB.
constexpr int deepest = 1000;

int depth_of(const GameTree& tree) {
  std::vector<int> depth(tree.nodes());
  for (const int n : tree.inner)
    for (int c = tree.first_child[n]; c < tree.first_child[n + 1]; ++c) depth[c] = depth[n] + 1;
  return depth.back();  // nodes are numbered layer by layer
}

}  // namespace

Sampling sampling_of(const std::string& name) {
  if (name == "chance") return Sampling::chance;
  if (name == "external") return Sampling::external;
  if (name == "outcome") return Sampling::outcome;
  throw support::expected("sampling", "chance, external or outcome", {"'", name, "'; e.g. 'external'"});
}

SampledSolver::SampledSolver(const GameTree& tree, Sampling sampling, double exploration, std::uint64_t seed)
    : tree_(tree),
      sampling_(sampling),
      exploration_(exploration),
      seed_(seed),
      state_(tree, false),
      strategy_(tree.edges()),
      reach_(tree.players) {
  if (!(exploration > 0 && exploration <= 1))
    throw support::expected("exploration", "more than 0, at most 1", {exploration, "; e.g. 0.6"});
  if (depth_of(tree) > deepest)
    throw support::CapacityError("this game is " + std::to_string(depth_of(tree)) +
                                 " moves deep; sampling goes to " + std::to_string(deepest) +
                                 ", use an algorithm without sampling");
  restore(state_);
}

void SampledSolver::restore(TreeState state) {
  state_.restore(std::move(state));
  for (int s = 0; s < tree_.sets(); ++s) state_.match_set(tree_, s, strategy_.data());
}

void SampledSolver::iterate(std::int64_t count, support::Progress& progress) {
  if (count < 0) throw support::expected("iterations", "0 or more", {count, "; e.g. 100"});
  progress.start(count);
  for (std::int64_t i = 0; i < count; ++i) {
    for (player_ = 0; player_ < tree_.players; ++player_) {
      const std::int64_t walk = state_.iteration * tree_.players + player_;
      random_ = support::Random(support::Use::tree_sampling, seed_, static_cast<std::uint64_t>(walk));
      std::fill(reach_.begin(), reach_.end(), 1.0);
      touched_.clear();
      visit(0, 1);
      for (const int s : touched_) state_.match_set(tree_, s, strategy_.data());
    }
    ++state_.iteration;
    progress.advance();
  }
}

int SampledSolver::draw(const double* probability, int actions) {
  double left = random_.fraction();
  int last = 0;
  for (int a = 0; a < actions; ++a) {
    if (probability[a] <= 0) continue;
    last = a;
    left -= probability[a];
    if (left < 0) break;
  }
  return last;
}

// An estimate of the utility the player expects from this node on. `sampled` is the probability of the
// sampled actions on the way; that of chance events cancels against their reach everywhere.
double SampledSolver::visit(int node, double sampled) {
  const int player = tree_.player[node];
  if (player == terminal_player) return tree_.utility[player_][node];
  ++visited_;
  if (player == player_) return visit_own(node, sampled);
  if (player != chance_player) return visit_other(node, sampled);
  const int first = tree_.first_child[node];
  return visit(first + draw(tree_.chance.data() + first, tree_.first_child[node + 1] - first), sampled);
}

double SampledSolver::visit_other(int node, double sampled) {
  const int player = tree_.player[node], actions = tree_.actions(tree_.set[node]);
  const int first = tree_.first_child[node], e = tree_.edge(node);
  if (player == (player_ + 1) % tree_.players) average(node, sampled);
  const double reach = reach_[player];
  double value = 0;
  if (sampling_ == Sampling::chance) {
    for (int a = 0; a < actions; ++a) {
      reach_[player] = reach * strategy_[e + a];
      value += strategy_[e + a] * visit(first + a, sampled);
    }
  } else {
    const int a = draw(strategy_.data() + e, actions);
    reach_[player] = reach * strategy_[e + a];
    value = visit(first + a, sampled * strategy_[e + a]);
  }
  reach_[player] = reach;
  return value;
}

double SampledSolver::visit_own(int node, double sampled) {
  const int actions = tree_.actions(tree_.set[node]), first = tree_.first_child[node], e = tree_.edge(node);
  const double reach = reach_[player_];
  const std::size_t top = values_.size();
  values_.resize(top + actions);
  double value = 0;
  if (sampling_ == Sampling::outcome) {
    std::fill(values_.begin() + top, values_.end(), 0.0);
    const bool explore = random_.fraction() < exploration_;
    const int a = explore ? std::min(static_cast<int>(random_.fraction() * actions), actions - 1)
                          : draw(strategy_.data() + e, actions);
    const double probability = exploration_ / actions + (1 - exploration_) * strategy_[e + a];
    reach_[player_] = reach * strategy_[e + a];
    const double result = visit(first + a, sampled * probability) / probability;
    values_[top + a] = result;
    value = strategy_[e + a] * result;
  } else {
    for (int a = 0; a < actions; ++a) {
      reach_[player_] = reach * strategy_[e + a];
      const double result = visit(first + a, sampled);
      values_[top + a] = result;
      value += strategy_[e + a] * result;
    }
  }
  reach_[player_] = reach;
  double weight = 1 / sampled;
  for (int p = 0; p < tree_.players; ++p)
    if (p != player_) weight *= reach_[p];
  for (int a = 0; a < actions; ++a) state_.regrets[e + a] += weight * (values_[top + a] - value);
  touched_.push_back(tree_.set[node]);
  values_.resize(top);
  return value;
}

void SampledSolver::average(int node, double sampled) {
  const int player = tree_.player[node], set = tree_.set[node];
  const double weight = reach_[player] / sampled;
  for (int e = tree_.first_edge[set]; e < tree_.first_edge[set + 1]; ++e)
    state_.average[e] += weight * strategy_[e];
}

}  // namespace pokerdata::trees
