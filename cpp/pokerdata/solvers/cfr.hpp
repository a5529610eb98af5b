#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pokerdata/games/game.hpp"
#include "pokerdata/solvers/best_response.hpp"
#include "pokerdata/solvers/held_player.hpp"
#include "pokerdata/solvers/iterations.hpp"
#include "pokerdata/solvers/regret_update.hpp"
#include "pokerdata/solvers/tied_states.hpp"
#include "pokerdata/solvers/update_policy.hpp"
#include "pokerdata/solvers/walk_plan.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::solvers {

// Counterfactual regret minimisation in vector form. One iteration updates player 1 and then player 2,
// against player 1's new strategy or, if updates are simultaneous, his old one; the average takes the
// strategy from before the update, weighted by the player's own reach. The game must outlive the solver.
template <class T>
class CfrSolver {
 public:
  CfrSolver(const games::Game& game, const UpdatePolicy& policy, int threads);

  // Holds a player to a model of himself (see HeldPlayer): he learns how to play where he is free, and his
  // average is what he plays altogether. The model is given street by street, in the order of
  // average_strategy(): probabilities of actions, times that of the model if that is settled per decision.
  // Then evaluate() takes for his best response the best that he may play. Throws ArgumentError after the
  // first iteration, for a probability outside 0 to 1, and for a model of another size.
  void hold(int player, typename HeldPlayer<T>::Once once, double probability,
            const std::vector<std::span<const T>>& model);

  // Ties players to play alike in all states of a class (see TiedStates). What evaluate() tells is of the
  // game itself, in which nobody is tied. Throws ArgumentError after the first iteration, where somebody is
  // held, for simultaneous updates, and for classes that do not fit.
  void tie(std::array<bool, 2> players, const std::vector<std::span<const std::int32_t>>& classes);
  // From now on a player, not tied, comes first in each iteration, with a best response to what the other one
  // plays; his average is that of his responses (CFR-BR: Johanson, Bard, Burch & Bowling 2012). Throws
  // ArgumentError as tie() does.
  void respond(int player);
  // The most that a tied player wins against the average of the other one, in chips a game.
  double tied_best_response(int player, support::Progress& progress);
  // Whether the classes of tied players forget nothing.
  bool recalls() const { return !tied_ || tied_->recalls(); }

  // Runs `count` iterations; progress advances by one each. Cancelled, it stops between two iterations and
  // the solver stays usable. In the first iteration, and where one takes more than half a second, it stops
  // at once and is not usable until it is restored.
  void iterate(std::int64_t count, support::Progress& progress);
  Evaluation evaluate(support::Progress& progress);
  double expected_value(int player, support::Progress& progress);
  // of player 0 or 1, or -1 for both
  std::int64_t unreached_sets(int player = -1) const;

  bool usable() const { return iterations_.usable(); }
  std::int64_t iteration() const { return iterations_.done(); }
  // The sums of regrets and, behind them if the policy is optimistic, the regrets of the last iteration.
  std::span<const T> regrets() const { return {regrets_.data(), regrets_.size()}; }
  std::span<const T> average() const { return {average_.data(), average_.size()}; }
  // Goes on from saved arrays, to the same bits. Throws ArgumentError if their sizes are others.
  void restore(std::int64_t iteration, std::span<const T> regrets, std::span<const T> average);

  // The normalised average of a street: [edges of the street in the tree's order, states].
  std::vector<T> average_strategy(int street) const;
  // The strategy of the next iteration, in the same order.
  std::vector<T> current_strategy(int street) const;

  // Edges of the street.
  int strategy_rows(int street) const;
  // Takes probabilities of a street, in the order of average_strategy(), for the sums of the average.
  void set_average(int street, std::span<const T> strategy);

  // Bytes this solver, its evaluation and average_strategy() of all streets will need; of a game in which a
  // player is held to a model, or tied to so many classes on each street, more.
  static std::uint64_t memory(const games::Game& game, const UpdatePolicy& policy, int threads,
                              bool held = false, std::span<const std::int32_t> classes = {});

 private:
  void check_new(const char* what) const;
  void check_player(const char* what, int player) const;
  void update(int player, const Update& update, const std::atomic<bool>* stop);
  void check_street(int street) const;
  // Where the actions of a state after one history lie: in the solver's arrays from `cell` on, `width` apart,
  // and in the order of average_strategy() from `position` on, `states` apart.
  struct Decision {
    std::size_t cell, width, position, states;
    int actions;
  };
  template <class Body>
  void for_each_decision(int street, const Body& body) const;
  // Sets the numbers of a street in an array that is laid out as the regrets.
  void scatter(int street, std::span<const T> values, T* array) const;
  template <class Weight>
  std::vector<T> in_proportion(int street, const Weight& weight) const;
  Evaluator& evaluator();

  const games::Game& game_;
  UpdatePolicy policy_;
  int threads_;
  WalkPlan plan_;
  StrategyLayout<T> layout_;
  support::AlignedArray<T> regrets_, next_regrets_, average_;  // next_regrets_ only for simultaneous updates
  Terminals<T> terminals_;
  PublicWalk<T> walk_;
  std::unique_ptr<HeldPlayer<T>> held_;   // if any
  std::unique_ptr<TiedStates<T>> tied_;   // if any
  int responder_ = -1;                    // or -1
  std::unique_ptr<Evaluator> evaluator_;  // made at the first evaluation
  Iterations iterations_;
};

}  // namespace pokerdata::solvers
