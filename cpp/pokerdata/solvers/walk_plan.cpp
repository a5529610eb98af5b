#include "pokerdata/solvers/walk_plan.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::solvers {
namespace {

// Rows of a block may take this much, counted in float32: most of a second-level cache.
constexpr std::int64_t block_bytes = 1 << 20;
// Batches are whole vectors of float32.
constexpr int batch_step = support::vector_alignment / 4;

// A street root, and how it is reached: through a node of an earlier batch, after one of its histories.
struct Root {
  std::int32_t node;
  std::int32_t batch, through, history;
};

// The nodes below a root on its street, in the order of the shape, with the root's own chips. After an all-in
// that was called, where it is not settled at once, the root of each later street is the showdown itself.
struct Instance {
  Shape shape;
  std::vector<int> chips;
  std::vector<std::int32_t> next_roots;  // of each node of the shape; -1 but where the next street starts
};

class Reader {
 public:
  // settles: whether showdowns are settled on this street.
  Reader(const games::BettingTree& tree, std::int32_t root, bool settles) : tree_(tree), settles_(settles) {
    add(root);
    // Actions come in the order of their decision nodes.
    for (std::size_t at = 0; at < found_.shape.nodes.size(); ++at) {
      ShapeNode& node = found_.shape.nodes[at];
      if (node.step != Step::decision) continue;
      node.first = static_cast<std::int32_t>(found_.shape.child.size());
      found_.shape.child.insert(found_.shape.child.end(), children_[at].begin(), children_[at].end());
    }
  }
  Instance take() { return std::move(found_); }

 private:
  std::int32_t add_node(Step step, int player, int chips, std::int32_t next_root) {
    found_.shape.nodes.push_back({step, static_cast<std::uint8_t>(player), -1, 0});
    found_.chips.push_back(chips);
    found_.next_roots.push_back(next_root);
    children_.emplace_back();
    return static_cast<std::int32_t>(found_.shape.nodes.size()) - 1;
  }
  std::int32_t add(std::int32_t node) {
    const games::NodeKind kind = tree_.kind[node];
    if (kind == games::NodeKind::showdown && !settles_) return add_node(Step::next_street, 0, 0, node);
    const Step step = kind == games::NodeKind::decision ? Step::decision
                      : kind == games::NodeKind::fold   ? Step::fold
                                                        : Step::showdown;
    const std::int32_t at = add_node(step, tree_.player[node], tree_.chips[node], -1);
    found_.shape.nodes[at].actions = tree_.actions(node);
    for (int e = tree_.first_edge[node]; e < tree_.first_edge[node + 1]; ++e) {
      const std::int32_t child = tree_.child[e];
      const std::int32_t below =
          tree_.starts_street(child) ? add_node(Step::next_street, 0, 0, child) : add(child);
      children_[at].push_back(below);
    }
    return at;
  }

  const games::BettingTree& tree_;
  bool settles_;
  Instance found_;
  std::vector<std::vector<std::int32_t>> children_;
};

// The same for two shapes only if they are the same: all that is said of a node, in whole numbers.
std::vector<std::int32_t> signature(const Shape& shape) {
  std::vector<std::int32_t> numbers;
  for (const ShapeNode& node : shape.nodes)
    numbers.insert(numbers.end(), {static_cast<std::int32_t>(node.step), node.player, node.actions});
  return numbers;
}

void number_rows(Shape& shape) {
  for (const int player : {0, 1}) {
    RowNumbers& rows = shape.rows[player];
    const std::size_t nodes = shape.nodes.size();
    rows.opponent.assign(nodes, -1);
    rows.own.assign(nodes, -1);
    rows.value.assign(nodes, -1);
    int count = 0;
    rows.opponent[0] = count++;
    rows.own[0] = count++;
    const std::int32_t unused = count++;  // own reach below the last decision
    for (std::size_t at = 0; at < nodes; ++at) {
      const ShapeNode& node = shape.nodes[at];
      if (node.step != Step::decision) {
        rows.value[at] = count++;
        continue;
      }
      for (int a = 0; a < node.actions; ++a) {
        const std::int32_t child = shape.child[node.first + a];
        const Step step = shape.nodes[child].step;
        const bool acts = node.player == player, leaf = step == Step::fold || step == Step::showdown;
        rows.opponent[child] = acts ? rows.opponent[at] : count++;
        rows.own[child] = !acts ? rows.own[at] : leaf ? unused : count++;
      }
    }
    for (std::size_t at = nodes; at-- > 0;)
      if (shape.nodes[at].step == Step::decision)
        rows.value[at] = rows.value[shape.child[shape.nodes[at].first]];
    shape.row_count = std::max(shape.row_count, count);
  }
}

// Roots of a street whose subtrees have one shape.
struct Group {
  std::vector<Root> roots;
  std::vector<Instance> instances;
};

std::vector<Group> group_by_shape(const games::BettingTree& tree, const std::vector<Root>& roots,
                                  bool settles) {
  std::map<std::vector<std::int32_t>, std::size_t> known;
  std::vector<Group> groups;
  for (const Root& root : roots) {
    Instance instance = Reader(tree, root.node, settles).take();
    const auto [at, is_new] = known.try_emplace(signature(instance.shape), groups.size());
    if (is_new) groups.emplace_back();
    groups[at->second].roots.push_back(root);
    groups[at->second].instances.push_back(std::move(instance));
  }
  return groups;
}

// Histories of a shape in one batch, on boards of at most so many states.
std::size_t batch_size(const Shape& shape, const std::vector<games::Board>& boards) {
  const auto fewer = [](const games::Board& a, const games::Board& b) { return a.states < b.states; };
  const std::int64_t states = std::max_element(boards.begin(), boards.end(), fewer)->states;
  const std::int64_t fit = block_bytes / (4 * states * shape.row_count);
  return static_cast<std::size_t>(std::max<std::int64_t>(fit / batch_step * batch_step, batch_step));
}

std::int32_t cells_of(const games::Board& board, const Batch& batch) {
  const std::int64_t cells = std::int64_t{board.states} * batch.histories();
  if (cells > most_cells)
    throw support::CapacityError("private states: expected at most " +
                                 std::to_string(most_cells / batch.histories()) + " here, got " +
                                 std::to_string(board.states));
  return static_cast<std::int32_t>(cells);
}

Batch make_batch(const Group& group, std::size_t first, std::size_t end) {
  Batch batch{};
  const std::size_t nodes = group.instances[0].shape.nodes.size();
  batch.chips.resize(nodes);
  for (std::size_t i = first; i < end; ++i) {
    batch.roots.push_back(group.roots[i].node);
    for (std::size_t n = 0; n < nodes; ++n) batch.chips[n].push_back(group.instances[i].chips[n]);
  }
  for (std::int32_t h = 0; h < batch.histories(); ++h) {
    const Root& root = group.roots[first + h];
    Run* last = batch.sources.empty() ? nullptr : &batch.sources.back();
    if (last && last->batch == root.batch && last->node == root.through &&
        last->before + last->length == root.history)
      ++last->length;
    else
      batch.sources.push_back({root.batch, root.through, root.history, h, 1});
  }
  return batch;
}

// Tells the batches that a batch comes from where they go on.
void link(WalkPlan::Street& before, const Batch& batch, std::int32_t number) {
  for (Run run : batch.sources) {
    Batch& source = before.batches[run.batch];
    run.batch = number;
    source.targets.push_back(run);
  }
}

// Roots of the next street, where histories that end in one node of the shape are neighbours.
void append_next_roots(const Group& group, std::size_t first_batch, std::size_t size,
                       std::vector<Root>& next) {
  const std::vector<ShapeNode>& nodes = group.instances[0].shape.nodes;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (nodes[n].step != Step::next_street) continue;
    for (std::size_t i = 0; i < group.instances.size(); ++i)
      next.push_back({group.instances[i].next_roots[n], static_cast<std::int32_t>(first_batch + i / size),
                      static_cast<std::int32_t>(n), static_cast<std::int32_t>(i % size)});
  }
}

std::vector<std::int32_t> first_children(std::size_t boards, const std::vector<games::Board>& below) {
  std::vector<std::int32_t> first;
  for (std::size_t b = 0, child = 0; b <= boards; ++b) {
    first.push_back(static_cast<std::int32_t>(child));
    while (child < below.size() && below[child].parent == static_cast<std::int32_t>(b)) ++child;
  }
  return first;
}

}  // namespace

WalkPlan::WalkPlan(const games::Game& game, bool board_known) {
  std::vector<Root> roots{{0, 0, 0, 0}};
  for (int r = 0; r < game.tree.streets(); ++r) {
    const std::vector<games::Board>& boards = game.streets[r].boards;
    Street street;
    street.first_block = blocks.size();
    std::vector<Root> next;
    for (const Group& group : group_by_shape(game.tree, roots, board_known || game.settles(r))) {
      Shape shape = group.instances[0].shape;
      number_rows(shape);
      const std::size_t size = batch_size(shape, boards), first_batch = street.batches.size();
      for (std::size_t first = 0; first < group.roots.size(); first += size) {
        Batch batch = make_batch(group, first, std::min(first + size, group.roots.size()));
        batch.shape = static_cast<std::int32_t>(shapes.size());
        batch.first_block = blocks.size();
        const auto number = static_cast<std::int32_t>(street.batches.size());
        if (r > 0) link(streets[r - 1], batch, number);
        for (std::size_t b = 0; b < boards.size(); ++b)
          blocks.push_back({r, number, static_cast<std::int32_t>(b), cells_of(boards[b], batch)});
        street.batches.push_back(std::move(batch));
      }
      append_next_roots(group, first_batch, size, next);
      shapes.push_back(std::move(shape));
    }
    street.blocks = blocks.size() - street.first_block;
    if (r + 1 < game.tree.streets())
      street.first_child = first_children(boards.size(), game.streets[r + 1].boards);
    streets.push_back(std::move(street));
    roots = std::move(next);
  }
}

}  // namespace pokerdata::solvers
