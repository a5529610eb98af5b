#include "pokerdata/spots/spot_plan.hpp"

#include <algorithm>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::spots {
namespace {

using games::NodeKind;

// Rows of one chunk take about this much, so that they stay in the cache.
constexpr std::size_t chunk_bytes = 256 << 10;

class StreetBuilder {
 public:
  StreetBuilder(const games::BettingTree& tree, int street, bool last)
      : tree_(tree), street_(street), last_(last) {}

  // Starts at a node: a decision of this street, or an all-in of an earlier one.
  void add_root(int node) {
    const auto item = static_cast<std::int32_t>(result.items.size());
    result.roots.push_back(item);
    result.items.push_back({});
    place(item, node);
  }

  PlanStreet result;
  std::vector<int> closings;  // nodes where the next street starts

 private:
  void place(std::int32_t at, int node) {
    Item item{ItemKind::decision, tree_.player[node], node, 0, 0, 0};
    const bool later = tree_.street[node] > street_;
    if (!later && tree_.kind[node] == NodeKind::fold) {
      item.kind = ItemKind::fold;
    } else if (later || (tree_.kind[node] == NodeKind::showdown && !last_)) {
      item.kind = ItemKind::closing;
      item.first = static_cast<std::int32_t>(closings.size());
      closings.push_back(node);
    } else if (tree_.kind[node] == NodeKind::showdown) {
      item.kind = ItemKind::showdown;
    } else {
      item.actions = tree_.actions(node);
      item.row = result.strategy_rows[item.player];
      result.strategy_rows[item.player] += item.actions;
      item.first = static_cast<std::int32_t>(result.items.size());
      result.items.resize(result.items.size() + item.actions);
      result.items[at] = item;
      for (int a = 0; a < item.actions; ++a) place(item.first + a, tree_.child[tree_.first_edge[node] + a]);
      return;
    }
    result.items[at] = item;
  }

  const games::BettingTree& tree_;
  int street_;
  bool last_;
};

RowNumbers number_rows(const PlanStreet& street, const Chunk& chunk, int player) {
  RowNumbers rows;
  const int count = chunk.end_item - chunk.first_item;
  for (auto* numbers : {&rows.reach, &rows.value}) numbers->assign(count, -1);
  for (int root = chunk.first_root; root < chunk.end_root; ++root)
    rows.reach[street.roots[root] - chunk.first_item] = rows.reach_rows++;
  for (int i = 0; i < count; ++i) {
    const Item& item = street.items[chunk.first_item + i];
    if (item.kind != ItemKind::decision) continue;
    // The opponent's reach stays the same where the player acts.
    for (int a = 0; a < item.actions; ++a)
      rows.reach[item.first - chunk.first_item + a] =
          item.player == player ? rows.reach[i] : rows.reach_rows++;
  }
  // A decision's value takes the place of its first child's.
  for (int i = count; i-- > 0;) {
    const Item& item = street.items[chunk.first_item + i];
    rows.value[i] =
        item.kind == ItemKind::decision ? rows.value[item.first - chunk.first_item] : rows.value_rows++;
  }
  return rows;
}

}  // namespace

double SpotPot::raked(double chips) const { return std::min(rake * (dead + 2 * chips), rake_cap); }

SpotPlan::SpotPlan(const games::BettingTree& tree, const SpotCards& cards) {
  const int count = static_cast<int>(cards.streets.size());
  if (tree.streets() > count)
    throw support::expected("betting", {"at most ", count, " streets"}, tree.streets());
  std::vector<int> starts(1, 0);
  for (int street = 0; street < count; ++street) {
    const bool last = street + 1 == count;
    StreetBuilder builder(tree, street, last);
    for (const int node : starts) builder.add_root(node);
    starts = builder.closings;
    streets.push_back(std::move(builder.result));
    PlanStreet& made = streets.back();
    int widest = 0;
    for (const SpotBoard& board : cards.streets[street].boards)
      for (const Hands& hands : board.hands) widest = std::max(widest, hands.states());
    const std::size_t row = sizeof(float) * static_cast<std::size_t>(solvers::padded<float>(widest));
    // About two rows an item.
    const std::size_t most = std::max<std::size_t>(1, chunk_bytes / (2 * row));
    const int roots = static_cast<int>(made.roots.size());
    for (int root = 0; root < roots;) {
      Chunk chunk{made.roots[root], 0, root, root};
      do {
        ++root;
        chunk.end_root = root;
        chunk.end_item = root < roots ? made.roots[root] : static_cast<std::int32_t>(made.items.size());
      } while (root < roots && (!last || static_cast<std::size_t>(chunk.end_item - chunk.first_item) < most));
      made.chunks.push_back(chunk);
    }
    for (const int player : {0, 1})
      for (const Chunk& chunk : made.chunks) made.rows[player].push_back(number_rows(made, chunk, player));
  }
}

template <class T>
SpotLayout<T>::SpotLayout(const SpotPlan& plan, const SpotCards& cards) {
  for (std::size_t street = 0; street < cards.streets.size(); ++street) {
    first.emplace_back();
    second_player.emplace_back();
    for (const SpotBoard& board : cards.streets[street].boards) {
      const auto& rows = plan.streets[street].strategy_rows;
      first.back().push_back(size);
      second_player.back().push_back(static_cast<std::size_t>(rows[0]) * width(board, 0));
      size += second_player.back().back() + static_cast<std::size_t>(rows[1]) * width(board, 1);
    }
  }
}

template struct SpotLayout<float>;
template struct SpotLayout<double>;

}  // namespace pokerdata::spots
