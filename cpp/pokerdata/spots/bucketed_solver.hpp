#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/solvers/iterations.hpp"
#include "pokerdata/solvers/update_policy.hpp"
#include "pokerdata/spots/spot_buckets.hpp"
#include "pokerdata/spots/spot_solver.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::spots {

// Counterfactual regret minimisation on a spot by players who see buckets in place of hands. What they play
// is one distribution for each decision of a street and bucket, whatever the cards; it is walked, and valued,
// on real cards. Both of them learn so, which finds an equilibrium of the abstraction; or one learns, and the
// other one, the responder, sees his cards and comes first in each iteration with a best response: CFR-BR
// (Johanson, Bard, Burch & Bowling 2012). Nothing is sampled.
//
// The same bits on any number of threads: what is summed over boards is summed in pieces that do not depend
// on it. The game must outlive the solver.
template <class T>
class BucketedSpotSolver {
 public:
  // responder: 0, 1, or -1 for none. Throws ArgumentError for optimistic or simultaneous updates and for
  // rake.
  BucketedSpotSolver(const SpotGame& game, const solvers::UpdatePolicy& policy, SpotBuckets buckets,
                     int responder, int threads);

  // As SpotSolver::iterate().
  void iterate(std::int64_t count, support::Progress& progress);
  // What each player who responds best to the average of the other one wins on real cards, in chips a deal,
  // centred; of a responder, whom nobody answers, nothing is known, and the other's entry is 0. `current`: to
  // what the other one plays next.
  std::array<double, 2> best_responses(bool current, support::Progress& progress);

  bool usable() const { return iterations_.usable(); }
  std::int64_t iteration() const { return iterations_.done(); }
  // Of a street and player: [strategy rows][buckets], probabilities.
  std::vector<double> strategy(int street, int player, bool current) const;
  // All regrets and sums of the average, one after the other: what restore() takes.
  std::vector<double> regrets() const { return joined(&Side::regrets); }
  std::vector<double> average() const { return joined(&Side::average); }
  void restore(std::int64_t iteration, std::span<const double> regrets, std::span<const double> average);

  // Bytes that this solver takes, besides the game.
  static std::uint64_t memory(const SpotGame& game, const SpotBuckets& buckets, int responder, int threads);

 private:
  // What a player has on one street, [strategy rows][buckets].
  struct Side {
    std::vector<double> regrets, average;
    std::vector<T> strategy;
  };
  template <class U>
  friend struct BucketedVisitor;
  template <class U>
  friend struct BucketedValues;

  bool learns(int player) const { return player != responder_; }
  int pieces(int street) const;
  void update(int player, const solvers::Update& update);
  void count(int player, const solvers::Update& update);
  void play(int street, int player);
  template <class Work>
  void for_each_decision(int player, const Work& work) const;
  std::vector<double> joined(std::vector<double> Side::* member) const;

  const SpotGame& game_;
  solvers::UpdatePolicy policy_;
  SpotBuckets buckets_;
  int responder_;
  int threads_;
  SpotWalk<T> walk_;
  std::vector<std::int32_t> piece_;         // of each board of the last street
  std::vector<std::array<Side, 2>> sides_;  // [street][player]
  // [street][player]: of each piece, [strategy rows][buckets]: what actions of hands are worth, and the reach
  // of decisions, in the row of their first action
  std::vector<std::array<std::vector<double>, 2>> sums_;
  // [street][player]: weight of each state, as buckets are laid out: chips of a state count by it
  std::vector<std::array<std::vector<T>, 2>> weight_, deals_;
  // Of a responder: the best action of each state, [board][decision][state] of each street
  std::vector<std::vector<std::uint8_t>> choice_;
  std::vector<std::vector<std::int32_t>> number_;  // [street][item]: of his decisions
  std::vector<std::int32_t> decisions_;            // of his on each street
  solvers::Iterations iterations_;
};

}  // namespace pokerdata::spots
