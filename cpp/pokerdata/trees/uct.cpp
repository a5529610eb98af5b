#include "pokerdata/trees/uct.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pokerdata::trees {
namespace {

constexpr std::int64_t at_once = 64;  // iterations of all searches between two looks at Ctrl-C
// Searches over hands of poker have the first streams of a seed.
constexpr std::uint64_t first_stream = 2;

}  // namespace

Uct::Uct(const GameTree& tree, bool sees_all, double exploration, std::vector<Start> starts,
         std::uint64_t seed)
    : tree_(tree),
      sees_all_(sees_all),
      exploration_(exploration),
      starts_(std::move(starts)),
      slots_(static_cast<std::size_t>(sees_all ? tree.nodes() : tree.edges())),
      decisions_(static_cast<std::size_t>(sees_all ? tree.nodes() : tree.sets())),
      actions_(starts_.size() * slots_),
      visits_(starts_.size() * decisions_),
      won_(starts_.size() * static_cast<std::size_t>(tree.players)) {
  for (std::size_t search = 0; search < starts_.size(); ++search)
    random_.emplace_back(support::Use::tree_sampling, seed, first_stream + search);
}

void Uct::run(std::int64_t iterations, support::Progress& progress) {
  progress.start(iterations);
  for (std::int64_t left = iterations; left > 0;) {
    const std::int64_t now = std::min(left, at_once);
    for (int search = 0; search < searches(); ++search)
      for (std::int64_t i = 0; i < now; ++i) iterate(search);
    iterations_ += now;
    left -= now;
    progress.advance(now);
  }
}

int Uct::drawn(int search, const std::vector<double>& weights) {
  double left = random_[search].fraction();
  int last = 0;  // with a weight, for what rounding leaves
  for (int i = 0; i < std::ssize(weights); ++i) {
    if (weights[i] > 0) last = i;
    left -= weights[i];
    if (left < 0) return i;
  }
  return last;
}

int Uct::chance_child(int search, int node) {
  double left = random_[search].fraction();
  int last = tree_.first_child[node];
  for (int child = last; child < tree_.first_child[node + 1]; ++child) {
    if (tree_.chance[child] > 0) last = child;
    left -= tree_.chance[child];
    if (left < 0) return child;
  }
  return last;
}

int Uct::select(const Action* actions, int count, std::int64_t visits) const {
  const double logarithm = std::log(static_cast<double>(visits));
  double most = -std::numeric_limits<double>::infinity();
  int best = 0;
  for (int i = 0; i < count; ++i) {
    if (actions[i].passes == 0) return i;
    const auto passes = static_cast<double>(actions[i].passes);
    const double bound = actions[i].sum / passes + exploration_ * std::sqrt(logarithm / passes);
    if (bound > most) {
      most = bound;
      best = i;
    }
  }
  return best;
}

void Uct::iterate(int search) {
  const Start& start = starts_[search];
  int node = start.nodes[drawn(search, start.weights)];
  path_.clear();
  bool is_new = false;  // what comes is played at random
  while (tree_.player[node] != terminal_player) {
    if (tree_.player[node] == chance_player) {
      node = chance_child(search, node);
      continue;
    }
    const int first = tree_.first_child[node], count = tree_.first_child[node + 1] - first;
    int chosen = 0;
    if (!is_new) {
      const int decision = sees_all_ ? node : tree_.set[node];
      const std::int64_t visits = visits_[static_cast<std::size_t>(search) * decisions_ + decision]++;
      is_new = visits == 0;
      if (!is_new) {
        const int slot = sees_all_ ? first : tree_.edge(node);
        Action* actions = &actions_[static_cast<std::size_t>(search) * slots_ + slot];
        chosen = select(actions, count, visits);
        path_.emplace_back(actions + chosen, tree_.player[node]);
      }
    }
    if (is_new) chosen = random_[search].below(static_cast<std::uint32_t>(count));
    node = first + chosen;
  }
  for (const auto& [action, player] : path_) {
    ++action->passes;
    action->sum += tree_.utility[player][node];
  }
  for (int p = 0; p < tree_.players; ++p)
    won_[static_cast<std::size_t>(search) * tree_.players + p] += tree_.utility[p][node];
}

std::vector<std::int64_t> Uct::passes() const {
  const auto edges = static_cast<std::size_t>(tree_.edges());
  std::vector<std::int64_t> found(starts_.size() * edges);
  for (std::size_t search = 0; search < starts_.size(); ++search) {
    if (!sees_all_) {
      for (std::size_t edge = 0; edge < edges; ++edge)
        found[search * edges + edge] = actions_[search * slots_ + edge].passes;
      continue;
    }
    for (int node = 0; node < tree_.nodes(); ++node) {
      if (tree_.player[node] < 0) continue;
      const int first = tree_.first_child[node];
      for (int child = first; child < tree_.first_child[node + 1]; ++child)
        found[search * edges + tree_.edge(node) + (child - first)] +=
            actions_[search * slots_ + child].passes;
    }
  }
  return found;
}

}  // namespace pokerdata::trees
