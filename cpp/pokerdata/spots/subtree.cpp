#include "pokerdata/spots/subtree.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::spots {
namespace {

using games::BettingTree;
using games::NodeKind;

// Nodes of one street of the whole tree, and how far they move.
struct Run {
  int first, end;
  int shift;  // of their numbers
};

// One past the subtree of a node on its own street, which is a run in preorder.
int end_on_street(const BettingTree& tree, int node) {
  const int end = street_nodes(tree, tree.street[node]).second;
  for (int next = node + 1; next < end; ++next)
    if (tree.parent[next] < node) return next;
  return end;
}

}  // namespace

std::pair<int, int> street_nodes(const BettingTree& tree, int street) {
  const auto first_from = [&](int r) {
    for (; r < tree.streets(); ++r)
      if (!tree.street_roots[r].empty()) return tree.street_roots[r].front();
    return tree.nodes();
  };
  return {first_from(street), first_from(street + 1)};
}

BettingTree subtree(const BettingTree& tree, int node, bool exchange) {
  if (node < 0 || node >= tree.nodes() || tree.kind[node] != NodeKind::decision)
    throw support::expected("node", {"a decision of a tree of ", tree.nodes(), " nodes"}, {node, "; e.g. 0"});
  const int base = tree.street[node];
  BettingTree found;
  found.no_limit = tree.no_limit;
  found.all_bets = tree.all_bets;
  // The streets that go on below a run of nodes are neighbours, too: they were started in the order of their
  // parents.
  std::vector<Run> runs{{node, end_on_street(tree, node), -node}};
  found.street_roots.push_back({0});
  for (int street = base + 1; street < tree.streets(); ++street) {
    const Run above = runs.back();
    const auto& roots = tree.street_roots[street];
    const auto from =
        std::find_if(roots.begin(), roots.end(), [&](int root) { return tree.parent[root] >= above.first; });
    const auto to = std::find_if(from, roots.end(), [&](int root) { return tree.parent[root] >= above.end; });
    const int start = above.end + above.shift;
    const int street_end = street_nodes(tree, street).second;
    const int first = from == roots.end() ? street_end : *from;
    const int end = to == roots.end() ? street_end : *to;
    runs.push_back({first, std::max(first, end), start - first});
    found.street_roots.emplace_back();
    for (auto root = from; root != to; ++root) found.street_roots.back().push_back(*root + start - first);
  }
  for (const Run& run : runs) {
    for (int old = run.first; old < run.end; ++old) {
      found.kind.push_back(tree.kind[old]);
      found.street.push_back(static_cast<std::uint8_t>(tree.street[old] - base));
      const bool has_player = tree.kind[old] != NodeKind::showdown;
      found.player.push_back(exchange && has_player ? 1 - tree.player[old] : tree.player[old]);
      const int up = tree.parent[old];
      found.parent.push_back(old == node ? -1 : up + runs[tree.street[up] - base].shift);
      found.chips.push_back(exchange && tree.kind[old] == NodeKind::fold ? -tree.chips[old]
                                                                         : tree.chips[old]);
      found.first_edge.push_back(static_cast<int>(found.child.size()));
      for (int e = tree.first_edge[old]; e < tree.first_edge[old + 1]; ++e) {
        found.action.push_back(tree.action[e]);
        found.to.push_back(tree.to[e]);
        found.child.push_back(tree.child[e] + runs[tree.street[tree.child[e]] - base].shift);
      }
    }
  }
  found.first_edge.push_back(static_cast<int>(found.child.size()));
  return found;
}

}  // namespace pokerdata::spots
