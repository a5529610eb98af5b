#include "pokerdata/search/search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::search {
namespace {

constexpr std::int64_t at_once = 64;  // iterations between two looks at the clock and Ctrl-C

cards::CardSet known_cards(const Problem& problem) {
  return problem.hole.set | cards::set_of(std::span<const cards::Card>(problem.board));
}

const Problem& checked(const Problem& problem) {
  if (problem.betting.finished())
    throw support::expected("state", "one in which somebody acts", "a hand that is over");
  return problem;
}

}  // namespace

Search::Search(Problem problem, Settings settings, std::vector<const Model*> models,
               std::vector<const Model*> playout, std::uint64_t seed)
    : problem_((checked(problem), std::move(problem))),
      settings_(std::move(settings)),
      models_(std::move(models)),
      playout_(std::move(playout)),
      hero_(problem_.betting.player()),
      hidden_(problem_.betting.rules(), known_cards(problem_), problem_.ranges,
              problem_.betting.rules().board_cards(problem_.betting.rules().streets() - 1) -
                  static_cast<int>(problem_.board.size())),
      random_(support::Use::tree_sampling, seed, 0) {
  if (settings_.merge_suits) {
    std::vector<cards::CardSet> kept = {problem_.hole.set};
    for (const cards::Card card : problem_.board) kept.push_back(cards::set_of(card));
    symmetry_ = SuitSymmetry(problem_.betting.rules(), kept, problem_.ranges);
  }
  if (settings_.exact_leaves && says_nothing_of_cards())
    leaf_values_.emplace(hidden_, hero_, problem_.hole, settings_.equity);
}

// Whether what the others do leaves the chances of their hands as they are.
bool Search::says_nothing_of_cards() const {
  return std::all_of(hidden_.players().begin(), hidden_.players().end(), [&](const auto& hands) {
    return hands.holes.size() == 1 || !models_[hands.player]->sees_cards();
  });
}

void Search::run(std::int64_t iterations, support::Progress& progress) {
  progress.start(iterations);
  for (std::int64_t left = iterations; left > 0;) {
    const std::int64_t now = std::min(left, at_once);
    for (std::int64_t i = 0; i < now; ++i) iterate();
    progress.advance(now);
    left -= now;
  }
}

void Search::run_for(double seconds, support::Progress& progress) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  do {
    for (std::int64_t i = 0; i < at_once; ++i) iterate();
    progress.advance(at_once);
  } while (std::chrono::duration<double>(Clock::now() - begin).count() < seconds);
}

double Search::played_out(const Walk& walk) {
  double sum = 0;
  for (int i = 0; i < settings_.playouts; ++i) {
    Walk rest = walk;
    rest.finish(hero_, playout_, settings_.menu, random_);
    sum += rest.won_by(hero_);
  }
  return sum / settings_.playouts;
}

double Search::leaf_value(std::int32_t node, const Walk& walk) {
  if (!leaf_values_ || !walk.betting.finished() || walk.betting.folded(hero_) || walk.betting.in() == 1)
    return walk.won_by(hero_);
  Tree::Node& leaf = tree_[node];
  if (!leaf.exact) {
    const auto found = leaf_values_->value(walk, leaf.passes);
    if (!found) return walk.won_by(hero_);
    leaf.exact = true;
    leaf.value = *found;
    leaf.squares = 0;
  }
  return leaf.value;
}

void Search::iterate() {
  hidden_.draw(random_, drawn_);
  Walk walk{problem_.betting, problem_.history, drawn_.holes, {}, static_cast<int>(problem_.board.size())};
  walk.holes[hero_] = problem_.hole;
  const auto rest = std::copy(problem_.board.begin(), problem_.board.end(), walk.board.begin());
  std::copy_n(drawn_.board.begin(), walk.board.end() - rest, rest);
  SuitSymmetry::Left left = symmetry_.all();
  path_.clear();
  std::int32_t node = 0;
  const auto enter = [&](std::int32_t to) {
    node = to;
    path_.push_back({to, tree_[to].value * static_cast<double>(tree_[to].passes)});
  };
  enter(0);
  ++iterations_;
  for (;;) {
    if (walk.over_for(hero_)) return back_up(leaf_value(node, walk), 1);
    if (walk.due() > 0) {
      enter(tree_.chance_child(node, SuitSymmetry::least(walk.turn_up(), left)));
      continue;
    }
    const int player = walk.betting.player();
    const Options options = options_of(walk.betting, settings_.menu);
    if (tree_[node].first_child < 0) {
      tree_.expand(node, player == hero_ ? NodeKind::hero : NodeKind::opponent, player, options);
      if (!settings_.expand_all) return back_up(played_out(walk), 1);
      break;
    }
    const std::int32_t child = choose(node, walk, options);
    walk.act(tree_.action(child));
    enter(child);
  }
  // All actions of a new node, on the same cards.
  const Options options = options_of(walk.betting, settings_.menu);
  std::array<double, most_options> shares{};
  if (tree_[node].kind == NodeKind::opponent)
    shares = models_[walk.betting.player()]->shares(walk.view(), options);
  double sum = 0;
  for (int i = 0; i < options.count; ++i) {
    Walk next = walk;
    next.act(options.actions[i]);
    Tree::Node& child = tree_[tree_[node].first_child + i];
    child.value = played_out(next);
    child.passes = 1;
    child.likely += shares[i];
    sum += child.value;
  }
  back_up(sum / options.count, options.count);
}

std::int32_t Search::choose(std::int32_t node, const Walk& walk, const Options& options) {
  if (walk.betting.player() == hero_) return select(tree_, node, settings_.exploration);
  const auto shares = models_[walk.betting.player()]->shares(walk.view(), options);
  const std::int32_t first = tree_[node].first_child;
  for (int i = 0; i < options.count; ++i) tree_[first + i].likely += shares[i];
  if (settings_.select_opponents) return select(tree_, node, settings_.exploration);
  return first + drawn(shares, options.count, random_);
}

void Search::back_up(double value, std::int64_t passes) {
  double changed = 0;  // the value of the node below times its passes
  for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
    Tree::Node& node = tree_[step->node];
    const double before = step->value;
    const double off = value - node.value;
    node.passes += passes;
    node.spread += changed;
    if (step != path_.rbegin()) node.through += passes;
    if (settings_.backup == Backup::mean || node.kind == NodeKind::leaf || step == path_.rbegin()) {
      node.value += off * static_cast<double>(passes) / static_cast<double>(node.passes);
      node.squares += static_cast<double>(passes) * off * (value - node.value);
      if (settings_.backup != Backup::mean && node.first_child >= 0) back_up_children(node);
    } else {
      back_up_children(node);
    }
    changed = node.value * static_cast<double>(node.passes) - before;
  }
}

// The value of a node from those of its children, where there are any.
void Search::back_up_children(Tree::Node& node) {
  if (node.kind == NodeKind::chance) {
    node.value = node.spread / static_cast<double>(node.through);
    return;
  }
  if (node.kind == NodeKind::hero) {
    node.value = hero_value(node);
    return;
  }
  double sum = 0, likely = 0;
  for (std::int32_t child = node.first_child; child < node.first_child + node.actions; ++child) {
    const Tree::Node& one = tree_[child];
    if (one.passes == 0) continue;
    sum += one.likely * one.value;
    likely += one.likely;
  }
  if (likely > 0) node.value = sum / likely;
}

double Search::hero_value(const Tree::Node& node) const {
  const Tree::Node* best = nullptr;
  const Tree::Node* most = nullptr;  // visited; of equal ones that of the larger value
  double sum = 0;
  std::int64_t passes = 0;
  for (std::int32_t child = node.first_child; child < node.first_child + node.actions; ++child) {
    const Tree::Node& one = tree_[child];
    if (one.passes == 0) continue;
    if (!best || one.value > best->value) best = &one;
    if (!most || one.passes > most->passes || (one.passes == most->passes && one.value > most->value))
      most = &one;
    sum += static_cast<double>(one.passes) * one.value;
    passes += one.passes;
  }
  if (!best) return node.value;
  if (settings_.backup == Backup::max) return best->value;
  if (settings_.backup == Backup::most_visited) return most->value;
  return (most->value + sum / static_cast<double>(passes)) / 2;
}

}  // namespace pokerdata::search
