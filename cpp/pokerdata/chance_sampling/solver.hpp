#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/chance_sampling/batches.hpp"
#include "pokerdata/chance_sampling/sampled_board.hpp"
#include "pokerdata/chance_sampling/street_walk.hpp"
#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/solvers/iterations.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::chance_sampling {

// How samples add up. The regrets of iteration t have the weight t^alpha, and the strategy from before the
// update t^gamma.
struct SampledPolicy {
  double alpha = 0;
  double gamma = 1;

  SampledUpdate at(std::int64_t iteration) const;
};

// Counterfactual regret minimisation with public chance sampling (Johanson et al. 2012) for two players with
// two cards of a deck of 52: an iteration deals one board, and updates player 1 and then player 2 in all of
// the betting tree, with all hands that the board leaves. Hands of one state are one information set: their
// regrets, in chips a hand against all opposing hands, add up.
class PublicChanceSolver {
 public:
  // states: of each street; look_up must stay usable. Throws ArgumentError for more than four streets.
  PublicChanceSolver(const games::BettingTree& tree, std::vector<int> states, StatesOfBoard look_up,
                     const SampledPolicy& policy, std::uint64_t seed, int threads);

  // Runs `count` iterations; progress advances by one each. Cancelled, it stops between two iterations, but
  // within an iteration, and not usable until it is restored, in the first and where one takes more than half
  // a second.
  void iterate(std::int64_t count, support::Progress& progress);

  bool usable() const { return iterations_.usable(); }
  std::int64_t iteration() const { return iterations_.done(); }
  // Throws ArgumentError for a street that is none.
  int states(int street) const;
  std::span<const float> regrets() const { return {regrets_.data(), regrets_.size()}; }
  std::span<const float> average() const { return {average_.data(), average_.size()}; }
  // Goes on from saved arrays, to the same bits. Throws ArgumentError if their sizes differ from regrets().
  void restore(std::int64_t iteration, std::span<const float> regrets, std::span<const float> average);

  // The normalised average of a street: float32 [edges of the street in the tree's order, states].
  std::vector<float> average_strategy(int street) const;
  // The sums of regrets, in the same shape.
  std::vector<float> regrets(int street) const;
  // Information sets without any sum of the average: never dealt, or never reached by the player's own
  // strategy. They play uniformly.
  std::int64_t unreached_sets() const;

  // bytes it takes
  static std::uint64_t memory(const games::BettingTree& tree, const std::vector<int>& states, int threads);
  // Leaves that a walk takes, each for 16 histories; time goes with them.
  static std::int64_t leaf_visits(const games::BettingTree& tree);

 private:
  void walk(int player, const SampledUpdate& update, const std::atomic<bool>* stop);

  games::BettingTree tree_;
  Batches batches_;
  StatesOfBoard look_up_;
  SampledPolicy policy_;
  std::uint64_t seed_;
  int threads_;
  std::vector<std::size_t> order_;  // of places, as threads share them
  support::AlignedArray<float> regrets_, average_;
  RootRows roots_;
  std::vector<ClassRows> rows_;  // of each thread
  SampledBoard board_;
  solvers::Iterations iterations_;
};

}  // namespace pokerdata::chance_sampling
