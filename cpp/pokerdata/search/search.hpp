#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "pokerdata/search/leaf_values.hpp"
#include "pokerdata/search/suit_symmetry.hpp"
#include "pokerdata/search/tree.hpp"
#include "pokerdata/search/walk.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::search {

struct Settings {
  double exploration = 0;  // chips: of the bound by which the hero selects
  Backup backup = Backup::mean;
  // On the way down, actions of opponents are drawn by their models; or selected by the hero's bound, which
  // says what looks best for him where he has looked least.
  bool select_opponents = false;
  bool expand_all = false;  // whether all children of a new node are played out, and not the node alone
  int playouts = 1;         // hands played to the end from a new node
  bool merge_suits =
      true;  // whether boards that differ by suits alone are one, where cards known leave them alike
  std::vector<RaiseSize> menu = {{1, 1}, {0, 1}};
  bool exact_leaves = true;   // whether showdowns are valued by `LeafValues`, where these hold
  LeafValues::Equity equity;  // for them
};

// The hand that a player thinks about.
struct Problem {
  play::Betting betting;
  std::string history;
  Hole hole;                               // of the hero, who acts
  std::vector<cards::Card> board;          // as far as it has turned up
  std::vector<HiddenCards::Range> ranges;  // of all others who did not fold
};

// Upper confidence bounds applied to trees (Kocsis and Szepesvari 2006): each iteration draws what the hero
// cannot see, goes down his tree of what he can see, plays the hand to its end, and brings the result back
// up.
class Search {
 public:
  // models, playout: of each player, by position; the hero's plays in playouts alone. They and the rules must
  // outlive the search. Throws ArgumentError for what is no such problem.
  Search(Problem problem, Settings settings, std::vector<const Model*> models,
         std::vector<const Model*> playout, std::uint64_t seed);

  // Goes on with so many iterations; their number is all that decides about the result.
  void run(std::int64_t iterations, support::Progress& progress);
  // Goes on until seconds have passed, at least one iteration.
  void run_for(double seconds, support::Progress& progress);

  const Tree& tree() const { return tree_; }
  std::int64_t iterations() const { return iterations_; }

 private:
  struct Step {
    std::int32_t node;
    double value;  // the node's, times its passes, before this iteration
  };
  void iterate();
  std::int32_t choose(std::int32_t node, const Walk& walk, const Options& options);
  void back_up(double value, std::int64_t passes);
  void back_up_children(Tree::Node& node);
  double hero_value(const Tree::Node& node) const;
  double played_out(const Walk& walk);
  double leaf_value(std::int32_t node, const Walk& walk);
  bool says_nothing_of_cards() const;

  Problem problem_;
  Settings settings_;
  std::vector<const Model*> models_, playout_;
  int hero_;
  HiddenCards hidden_;
  std::optional<LeafValues> leaf_values_;
  SuitSymmetry symmetry_;
  support::Random random_;
  Tree tree_;
  HiddenCards::Drawn drawn_;
  std::vector<Step> path_;
  std::int64_t iterations_ = 0;
};

}  // namespace pokerdata::search
