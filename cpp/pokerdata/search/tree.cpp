#include "pokerdata/search/tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::search {

std::int32_t Tree::add() {
  if (size() == std::numeric_limits<std::int32_t>::max())
    throw support::CapacityError(
        "the search tree: expected at most 2,147,483,647 nodes; stop after fewer iterations");
  nodes_.emplace_back();
  actions_.push_back({play::ActionKind::call});
  return static_cast<std::int32_t>(nodes_.size()) - 1;
}

void Tree::expand(std::int32_t node, NodeKind kind, int player, const Options& options) {
  if (nodes_[node].first_child >= 0) return;
  std::int32_t first = -1;
  for (int i = 0; i < options.count; ++i) {
    const std::int32_t child = add();
    actions_[child] = options.actions[i];
    if (i == 0) first = child;
  }
  nodes_[node].kind = kind;
  nodes_[node].player = static_cast<std::int8_t>(player);
  nodes_[node].actions = static_cast<std::uint8_t>(options.count);
  nodes_[node].first_child = first;
}

std::int32_t Tree::chance_child(std::int32_t node, std::uint64_t cards) {
  nodes_[node].kind = NodeKind::chance;
  const auto [found, is_new] = dealt_.try_emplace({node, cards}, -1);
  if (is_new) {
    const std::int32_t child = add();
    dealt_[{node, cards}] = child;
    return child;
  }
  return found->second;
}

std::vector<std::pair<std::uint64_t, std::int32_t>> Tree::chance_children(std::int32_t node) const {
  std::vector<std::pair<std::uint64_t, std::int32_t>> found;
  for (const auto& [key, child] : dealt_)
    if (key.node == node) found.emplace_back(key.cards, child);
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return found;
}

std::int32_t select(const Tree& tree, std::int32_t node, double exploration) {
  const Tree::Node& parent = tree[node];
  const double logarithm = std::log(static_cast<double>(std::max<std::int64_t>(parent.passes, 1)));
  std::int32_t best = parent.first_child;
  double most = -std::numeric_limits<double>::infinity();
  for (std::int32_t child = parent.first_child; child < parent.first_child + parent.actions; ++child) {
    const Tree::Node& one = tree[child];
    if (one.passes == 0) return child;
    const double bound = one.value + exploration * std::sqrt(logarithm / static_cast<double>(one.passes));
    if (bound > most) {
      most = bound;
      best = child;
    }
  }
  return best;
}

}  // namespace pokerdata::search
