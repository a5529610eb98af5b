#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pokerdata/solvers/iterations.hpp"
#include "pokerdata/solvers/update_policy.hpp"
#include "pokerdata/spots/gadget.hpp"
#include "pokerdata/spots/locks.hpp"
#include "pokerdata/spots/spot_walk.hpp"
#include "pokerdata/spots/stored.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::spots {

// Values in chips a deal, centred as those of walks.
struct SpotValues {
  std::array<double, 2> best_response{};  // of each player against the other's strategy
  std::array<double, 2> expected{};       // of each when both play theirs
};

// A spot: betting, pot and cards.
struct SpotGame {
  games::BettingTree tree;
  SpotPot pot;
  SpotCards cards;
  SpotPlan plan;

  SpotGame(games::BettingTree betting, const SpotPot& chips, SpotCards dealt)
      : tree(std::move(betting)), pot(chips), cards(std::move(dealt)), plan(tree, cards) {}
};

// Throws ArgumentError for a place that is no decision.
const Item& decision_at(const SpotGame& game, int street, int board, int item);

// Of a player's states where the spot begins: the other one's range that meets a hand, summed over the hands
// of a state.
std::vector<double> root_meets(const SpotGame& game, int player);

// What an average is worth that lies as in the solver. Players who respond best keep to their locks.
template <class S>
SpotValues average_values(const SpotGame& game, const SpotLayout<Work<S>>& layout, const S* average,
                          const Locks<Work<S>>& locks, int threads, const std::atomic<bool>* stop);

// Counterfactual regret minimisation on a spot, player 1 (out of position) first. The game must outlive it.
// Regrets and sums of strategies are stored as S: float, double, or 16 bits.
template <class S>
class SpotSolver {
 public:
  using T = Work<S>;

  SpotSolver(const SpotGame& game, const solvers::UpdatePolicy& policy, int threads);

  // Runs `count` iterations; progress advances by one each. Cancelled, it stops between two iterations and
  // the solver stays usable. In the first iteration, and where one takes more than half a second, it stops at
  // once and is not usable until it is restored.
  void iterate(std::int64_t count, support::Progress& progress);
  SpotValues evaluate(support::Progress& progress);

  bool usable() const { return iterations_.usable(); }
  std::int64_t iteration() const { return iterations_.done(); }
  // As they were stored, the exponents of 16 bits applied: what restore() takes.
  std::vector<T> regrets() const { return all(regrets_); }
  std::vector<T> average() const { return all(average_); }
  // The sums as they are stored: right up to a factor for each decision.
  std::span<const S> sums() const { return average_.numbers(); }
  // Goes on from saved arrays, to the same bits. Throws ArgumentError if their sizes are others.
  void restore(std::int64_t iteration, std::span<const T> regrets, std::span<const T> average);

  const SpotLayout<T>& layout() const { return layout_; }
  // From now on hands play [actions][states] at a decision, which sum to 1 for locked hands and to 0 for the
  // others. Their average is that, too. Throws ArgumentError for a place that is no decision.
  void lock(int street, int board, int item, std::span<const double> play);

  // From now on a player, the opponent, comes into the spot by a rule, with hands of weight [states] where it
  // asks for them, and the other one's strategy is solved anew. Values are then those of that game, and there
  // is no restoring. kept [states]: as root_values tells it. Throws ArgumentError where there is rake, after
  // the first iteration, and for numbers that do not fit.
  void set_gadget(int opponent, GadgetRule rule, std::span<const double> kept,
                  std::span<const double> weight);
  // What a player's states are worth where the spot begins when the other one plays his average strategy, and
  // he his best response or his own: chips, centred, times the other one's range that meets a hand, summed
  // over the hands of a state, [states].
  std::vector<double> root_values(int player, bool best, support::Progress& progress);

  // Bytes this solver and its evaluation will need, besides the game.
  static std::uint64_t memory(const SpotGame& game, int threads);

 private:
  template <class Body>
  void for_each_decision(const Body& body) const;
  std::vector<T> all(const Stored<S>& stored) const;
  SpotWalk<double> evaluation();

  const SpotGame& game_;
  solvers::UpdatePolicy policy_;
  int threads_;
  SpotLayout<T> layout_;
  Stored<S> regrets_, average_;
  SpotWalk<T> walk_;
  Locks<T> locks_;
  std::optional<Gadget> gadget_;
  solvers::Iterations iterations_;
};

}  // namespace pokerdata::spots
