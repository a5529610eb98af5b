#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/chance_sampling/batches.hpp"
#include "pokerdata/chance_sampling/flop_hands.hpp"
#include "pokerdata/chance_sampling/response_walk.hpp"
#include "pokerdata/chance_sampling/sampled_turn.hpp"
#include "pokerdata/chance_sampling/solver.hpp"
#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/solvers/iterations.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::chance_sampling {

// CFR-BR (Johanson, Bard, Burch & Bowling 2012) on sampled boards, for two players with two cards each, four
// streets and a board of 0, 3, 4 and 5 cards. An iteration deals a flop and a turn. For each seat a player
// over states learns against an opponent who sees his cards: on the turn and the river he plays a best
// response, all rivers dealt; before, where best responses want more boards, he learns, too, by regret
// matching over hands up to suits, none of them merged. So what either is worth is right on average over
// boards, and no response knows a card to come. The two seats are independent problems.
class ResponseSolver {
 public:
  // deck: all four suits of each rank. states: of each street; look_up must stay usable. Throws ArgumentError
  // for games of other streets and decks with fewer than nine cards.
  ResponseSolver(const games::BettingTree& tree, cards::CardSet deck, std::vector<int> states,
                 StatesOfBoard look_up, const SampledPolicy& policy, std::uint64_t seed, int threads);

  // Runs `count` iterations; progress advances by one each. Cancelled as PublicChanceSolver is.
  void iterate(std::int64_t count, support::Progress& progress);

  bool usable() const { return iterations_.usable(); }
  std::int64_t iteration() const { return iterations_.done(); }
  int states(int street) const;
  std::span<const float> regrets() const { return {regrets_.data(), regrets_.size()}; }
  std::span<const float> average() const { return {average_.data(), average_.size()}; }
  // Regrets of the opponents before the turn.
  std::span<const float> trunk() const { return {trunk_.data(), trunk_.size()}; }
  // Goes on from saved arrays, to the same bits. Throws ArgumentError if their sizes differ.
  void restore(std::int64_t iteration, std::span<const float> regrets, std::span<const float> average,
               std::span<const float> trunk);

  // As of PublicChanceSolver.
  std::vector<float> average_strategy(int street) const;
  std::vector<float> regrets(int street) const;
  std::int64_t unreached_sets() const;

  // bytes it takes
  static std::uint64_t memory(const games::BettingTree& tree, cards::CardSet deck,
                              const std::vector<int>& states, int threads);

 private:
  using Work = void (ResponseWalk::*)();
  void learn(int hero, const SampledUpdate& update, const std::atomic<bool>* stop);
  void each(int street, int hero, const SampledUpdate& update, const std::atomic<bool>* stop, Work work);
  void refresh(bool all);

  games::BettingTree tree_;
  cards::CardSet deck_;
  Batches batches_;
  StatesOfBoard look_up_;
  SampledPolicy policy_;
  std::uint64_t seed_;
  int threads_;
  std::vector<std::size_t> order_;  // of places, as threads share them
  FlopHands flops_;
  SampledTurn turn_;
  ResponsePlan plan_;
  support::AlignedArray<float> regrets_, average_, strategy_, trunk_;
  ResponseRows rows_;
  solvers::Iterations iterations_;
};

}  // namespace pokerdata::chance_sampling
