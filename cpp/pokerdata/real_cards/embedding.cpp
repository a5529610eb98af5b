#include "pokerdata/real_cards/embedding.hpp"

#include <numeric>

namespace pokerdata::real_cards {
namespace {

using solvers::Shape;
using solvers::ShapeNode;
using solvers::Step;

class Search {
 public:
  Search(const Shape& smaller, const Shape& larger, int responder)
      : smaller_(smaller), larger_(larger), responder_(responder) {}

  // Whether what is below a node of the smaller shape is found below one of the larger; fills `into` if
  // given.
  bool found(std::int32_t small, std::int32_t large, Embedding* into) const {
    const ShapeNode& s = smaller_.nodes[small];
    const ShapeNode& l = larger_.nodes[large];
    if (s.step != l.step || s.player != l.player || s.actions > l.actions) return false;
    if (into) into->node[large] = small;
    if (s.step != Step::decision) return true;
    std::int32_t k = s.first;
    for (std::int32_t j = l.first; j < l.first + l.actions; ++j) {
      const std::int32_t child = larger_.child[j];
      if (k < s.first + s.actions && found(smaller_.child[k], child, nullptr)) {
        if (into) {
          into->child[j] = k;
          found(smaller_.child[k], child, into);
        }
        ++k;
      } else if (!is_missing(s, l, child, into)) {
        return false;
      }
    }
    return k == s.first + s.actions;
  }

 private:
  // Whether a child of the larger shape may be one that the smaller one's node has not.
  bool is_missing(const ShapeNode& small, const ShapeNode& large, std::int32_t child, Embedding* into) const {
    const ShapeNode& missing = larger_.nodes[child];
    if (missing.step != Step::decision) return false;
    if (large.player != responder_) return true;
    const std::int32_t here = showdown(smaller_, small), there = showdown(larger_, missing);
    if (here < 0 || there < 0 || missing.player == responder_) return false;
    if (into) {
      into->child[there] = Embedding::always;
      into->node[larger_.child[there]] = smaller_.child[here];
    }
    return true;
  }
  // The child of a node that is a showdown.
  static std::int32_t showdown(const Shape& shape, const ShapeNode& node) {
    for (std::int32_t k = node.first; k < node.first + node.actions; ++k)
      if (shape.nodes[shape.child[k]].step == Step::showdown) return k;
    return -1;
  }

  const Shape &smaller_, &larger_;
  int responder_;
};

}  // namespace

Embedding Embedding::identity(const Shape& shape) {
  Embedding same{std::vector<std::int32_t>(shape.child.size()),
                 std::vector<std::int32_t>(shape.nodes.size())};
  std::iota(same.child.begin(), same.child.end(), 0);
  std::iota(same.node.begin(), same.node.end(), 0);
  return same;
}

std::optional<Embedding> Embedding::find(const Shape& smaller, const Shape& larger, int responder) {
  Embedding into{std::vector<std::int32_t>(larger.child.size(), none),
                 std::vector<std::int32_t>(larger.nodes.size(), none)};
  if (!Search(smaller, larger, responder).found(0, 0, &into)) return {};
  return into;
}

}  // namespace pokerdata::real_cards
