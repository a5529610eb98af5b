#include "pokerdata/real_cards/shape_program.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace pokerdata::real_cards {
namespace {

using Path = ShapeProgram::Path;
using solvers::Step;

// Functionals in the order of the walk; they are renumbered afterwards.
struct Found {
  ShapeProgram::Leaves leaves;
  Path path[2];  // of showdown and fold
};

class Walk {
 public:
  Walk(const solvers::Shape& shape, int responder, bool best, ShapeProgram& program)
      : shape_(shape), responder_(responder), best_(best), program_(program) {
    value(0, 0);
    number();
  }

 private:
  // Appends what finds the value of a node while so many others are kept.
  void value(std::int32_t at, int kept) {
    const solvers::ShapeNode& node = shape_.nodes[at];
    if (node.step != Step::decision) {
      leaf(at, Join::set, -1);
      return;
    }
    const bool acts = node.player == responder_;
    const Join join = acts && best_ ? Join::max : Join::add;
    bool started = false;
    const auto each = [&](auto which, const auto& body) {
      for (std::int32_t k = node.first; k < node.first + node.actions; ++k) {
        const std::int32_t child = shape_.child[k];
        if (!which(shape_.nodes[child].step)) continue;
        if (!acts) path_.push_back(k);
        body(child, acts && !best_ ? share(k) : -1);
        if (!acts) path_.pop_back();
        started = true;
      }
    };
    // Decisions first: then leaves need no memory. Nor does one that a single operation values.
    each([](Step step) { return step == Step::decision; },
         [&](std::int32_t child, std::int32_t of_share) {
           const std::size_t first = program_.operations.size();
           value(child, started ? kept + 1 : kept);
           if (of_share >= 0) add({Source::value, Join::set, -1, -1, of_share});
           if (!started) return;
           if (program_.operations.size() == first + 1) {
             program_.operations[first].join = join;
             return;
           }
           program_.operations[first - 1].keep = true;
           program_.values_at_once = std::max(program_.values_at_once, kept + 2);
           add({Source::kept, join, -1, -1, -1});
         });
    std::ptrdiff_t showdown = -1;  // the operation of a showdown, which a fold may join
    each([](Step step) { return step != Step::decision && step != Step::fold; },
         [&](std::int32_t child, std::int32_t of_share) {
           if (shape_.nodes[child].step == Step::showdown) showdown = std::ssize(program_.operations);
           leaf(child, started ? join : Join::set, of_share);
         });
    each([](Step step) { return step == Step::fold; },
         [&](std::int32_t child, std::int32_t of_share) {
           if (showdown < 0 || (acts && !best_)) {
             leaf(child, started ? join : Join::set, of_share);
             return;
           }
           Operation& operation = program_.operations[showdown];
           if (acts) {
             operation.source = Source::showdown_or_fold;
             operation.second = functional({-1, child});
           } else {
             found_[operation.index].leaves.fold = child;
             found_[operation.index].path[1] = path_;
           }
           showdown = -1;
         });
  }

  void leaf(std::int32_t at, Join join, std::int32_t of_share) {
    switch (shape_.nodes[at].step) {
      case Step::next_street:
        add({Source::row, join, static_cast<std::int32_t>(program_.next_nodes.size()), -1, of_share});
        program_.next_nodes.push_back(at);
        next_paths_.push_back(path_);
        break;
      case Step::showdown:
        add({Source::showdown, join, functional({at, -1}), -1, of_share});
        break;
      default:  // fold
        add({Source::fold, join, functional({-1, at}), -1, of_share});
    }
  }

  std::int32_t functional(ShapeProgram::Leaves leaves) {
    found_.push_back({leaves, {path_, path_}});
    return static_cast<std::int32_t>(found_.size()) - 1;
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
    number_rows(order);
    for (Operation& operation : program_.operations) {
      if (operation.source == Source::row || operation.source == Source::kept ||
          operation.source == Source::value)
        continue;
      operation.index = place[operation.index];
      if (operation.second >= 0) operation.second = place[operation.second];
      if (operation.source == Source::showdown && operation.index >= program_.first_fold)
        operation.source = Source::showdown_and_fold;
    }
  }

  // order: functionals of the walk, as the kernel has them.
  void number_rows(const std::vector<std::int32_t>& order) {
    for (int f = 0; f < program_.showdowns; ++f)
      add_row(found_[order[f]].path[0], found_[order[f]].leaves.showdown);
    for (int f = program_.first_fold; f < program_.showdowns; ++f)
      add_row(found_[order[f]].path[1], found_[order[f]].leaves.fold);
    // The responder folds with the same reach as he calls with.
    for (int f = program_.showdowns; f < program_.functionals(); ++f)
      program_.fold_rows.push_back(row_with(found_[order[f]].path[1]));
    program_.summed = static_cast<int>(program_.vectors.size());
    for (const Path& path : next_paths_) program_.next_vectors.push_back(unstaked_row_with(path));
  }
  std::int32_t add_row(const Path& path, std::int32_t staked) {
    program_.vectors.push_back(path);
    program_.staked.push_back(staked);
    return static_cast<std::int32_t>(program_.vectors.size()) - 1;
  }
  std::int32_t row_with(const Path& path) {
    const auto known = std::find(program_.vectors.begin(), program_.vectors.end(), path);
    if (known == program_.vectors.end()) return add_row(path, -1);
    return static_cast<std::int32_t>(known - program_.vectors.begin());
  }
  std::int32_t unstaked_row_with(const Path& path) {
    for (std::size_t v = 0; v < program_.vectors.size(); ++v)
      if (program_.vectors[v] == path && program_.staked[v] < 0) return static_cast<std::int32_t>(v);
    return add_row(path, -1);
  }

  const solvers::Shape& shape_;
  int responder_;
  bool best_;
  ShapeProgram& program_;
  Path path_;
  std::vector<Found> found_;
  std::vector<Path> next_paths_;
};

}  // namespace

ShapeProgram::ShapeProgram(const solvers::Shape& shape, int responder, bool best) {
  Walk(shape, responder, best, *this);
}

}  // namespace pokerdata::real_cards
