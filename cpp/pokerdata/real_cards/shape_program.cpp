#include "pokerdata/real_cards/shape_program.hpp"

#include <algorithm>
#include <cstddef>

namespace pokerdata::real_cards {
namespace {

using Path = ShapeProgram::Path;

// Functionals in the order of the walk; they are renumbered afterwards.
struct Found {
  ShapeProgram::Leaves leaves;
  Path path[2];  // of showdown and fold
};

class Walk {
 public:
  Walk(const solvers::Shape& shape, int responder, bool best, ShapeProgram& program)
      : shape_(shape), responder_(responder), best_(best), program_(program) {
    value(0);
    number();
  }

 private:
  // Appends what leaves the value of a node on top.
  void value(std::int32_t at) {
    const solvers::ShapeNode& node = shape_.nodes[at];
    if (node.step != solvers::Step::decision) {
      take(at, Join::set, -1);
      return;
    }
    const bool acts = node.player == responder_;
    const Join join = acts && best_ ? Join::max : Join::add;
    bool started = false;
    const auto each = [&](bool decisions, const auto& body) {
      for (std::int32_t k = node.first; k < node.first + node.actions; ++k) {
        const std::int32_t child = shape_.child[k];
        if ((shape_.nodes[child].step == solvers::Step::decision) != decisions) continue;
        if (!acts) path_.push_back(k);
        body(k, child);
        if (!acts) path_.pop_back();
        started = true;
      }
    };
    // Decisions first: then leaves need no memory.
    each(true, [&](std::int32_t k, std::int32_t child) {
      if (started) {
        add({Operation::Kind::save, Source::row, Join::set, 0, -1});
        program_.most_saved = std::max(program_.most_saved, ++saved_);
      }
      value(child);
      if (acts && !best_) add({Operation::Kind::scale, Source::row, Join::set, 0, share(k)});
      if (started) {
        add({Operation::Kind::join_saved, Source::row, join, 0, -1});
        --saved_;
      }
    });
    std::int32_t open = -1;  // the functional of the opponent's leaves that another leaf may join
    each(false, [&](std::int32_t k, std::int32_t child) {
      if (!acts && open >= 0 && joins(open, child)) return;
      const std::int32_t functional = take(child, started ? join : Join::set, acts && !best_ ? share(k) : -1);
      if (!acts && open < 0) open = functional;
    });
  }

  // Adds a leaf to a functional that has none of its kind.
  bool joins(std::int32_t functional, std::int32_t leaf) {
    Found& found = found_[functional];
    const bool fold = shape_.nodes[leaf].step == solvers::Step::fold;
    std::int32_t& place = fold ? found.leaves.fold : found.leaves.showdown;
    if (shape_.nodes[leaf].step == solvers::Step::next_street || place >= 0) return false;
    place = leaf;
    found.path[fold] = path_;
    return true;
  }

  // Returns the functional that a leaf became, or -1.
  std::int32_t take(std::int32_t leaf, Join join, std::int32_t of_share) {
    if (shape_.nodes[leaf].step == solvers::Step::next_street) {
      add({Operation::Kind::take, Source::row, join, static_cast<std::int32_t>(program_.next_nodes.size()),
           of_share});
      program_.next_nodes.push_back(leaf);
      next_paths_.push_back(path_);
      return -1;
    }
    const auto functional = static_cast<std::int32_t>(found_.size());
    found_.push_back({{-1, -1}, {}});
    joins(functional, leaf);
    add({Operation::Kind::take, Source::functional, join, functional, of_share});
    return functional;
  }

  std::int32_t share(std::int32_t child) {
    program_.shares.push_back(child);
    return static_cast<std::int32_t>(program_.shares.size()) - 1;
  }

  void add(const Operation& operation) { program_.operations.push_back(operation); }

  void number() {
    std::vector<std::int32_t> order, place(found_.size());
    const auto append = [&](bool showdown, bool fold) {
      for (std::size_t f = 0; f < found_.size(); ++f)
        if ((found_[f].leaves.showdown >= 0) == showdown && (found_[f].leaves.fold >= 0) == fold)
          order.push_back(static_cast<std::int32_t>(f));
    };
    append(true, false);
    program_.first_fold = static_cast<int>(order.size());
    append(true, true);
    program_.showdowns = static_cast<int>(order.size());
    append(false, true);
    for (std::size_t f = 0; f < order.size(); ++f) {
      place[order[f]] = static_cast<std::int32_t>(f);
      program_.leaves.push_back(found_[order[f]].leaves);
    }
    for (const int fold : {0, 1})
      for (const std::int32_t f : order)
        if ((fold ? found_[f].leaves.fold : found_[f].leaves.showdown) >= 0)
          program_.vectors.push_back(found_[f].path[fold]);
    for (const Path& path : next_paths_) {
      program_.next_vectors.push_back(static_cast<std::int32_t>(program_.vectors.size()));
      program_.vectors.push_back(path);
    }
    for (Operation& operation : program_.operations)
      if (operation.kind == Operation::Kind::take && operation.source == Source::functional)
        operation.index = place[operation.index];
  }

  const solvers::Shape& shape_;
  int responder_;
  bool best_;
  ShapeProgram& program_;
  Path path_;
  int saved_ = 0;
  std::vector<Found> found_;
  std::vector<Path> next_paths_;
};

}  // namespace

ShapeProgram::ShapeProgram(const solvers::Shape& shape, int responder, bool best) {
  Walk(shape, responder, best, *this);
}

}  // namespace pokerdata::real_cards
