#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/support/progress.hpp"
#include "pokerdata/support/random.hpp"
#include "pokerdata/trees/game_tree.hpp"

namespace pokerdata::trees {

// Upper confidence bounds applied to a tree (Kocsis and Szepesvari 2006), all players at once: independent
// searches side by side. A decision is an information set, or, where players are taken to see everything, a
// node.
class Uct {
 public:
  // Where a search begins.
  struct Start {
    std::vector<std::int32_t> nodes;
    std::vector<double> weights;  // of the nodes, 0 or more; they sum to 1
  };

  // The tree must outlive it. starts: of each search. exploration: in units of utility.
  Uct(const GameTree& tree, bool sees_all, double exploration, std::vector<Start> starts, std::uint64_t seed);

  // Goes on with so many iterations of each search; Ctrl-C leaves all with the same number.
  void run(std::int64_t iterations, support::Progress& progress);

  std::int64_t iterations() const { return iterations_; }
  int searches() const { return static_cast<int>(starts_.size()); }
  // How often each action was taken, [searches][edges], over all nodes of its information set.
  std::vector<std::int64_t> passes() const;
  // What each player won in all, [searches][players].
  const std::vector<double>& won() const { return won_; }

 private:
  struct Action {
    std::int64_t passes = 0;
    double sum = 0;  // of what its player won
  };
  void iterate(int search);
  int drawn(int search, const std::vector<double>& weights);
  int chance_child(int search, int node);
  // The action with the largest bound, the first of equal ones, an untried one before all.
  int select(const Action* actions, int count, std::int64_t visits) const;

  const GameTree& tree_;
  bool sees_all_;
  double exploration_;
  std::vector<Start> starts_;
  std::vector<support::Random> random_;  // of each search
  std::size_t slots_, decisions_;
  std::vector<Action> actions_;       // [searches][slots]: by edge, or by the node that an action leads to
  std::vector<std::int64_t> visits_;  // [searches][decisions]
  std::vector<double> won_;
  std::int64_t iterations_ = 0;
  std::vector<std::pair<Action*, int>> path_;  // and whose action it was
};

}  // namespace pokerdata::trees
