#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "pokerdata/games/game.hpp"
#include "pokerdata/solvers/held_player.hpp"
#include "pokerdata/solvers/public_walk.hpp"
#include "pokerdata/solvers/terminals.hpp"
#include "pokerdata/solvers/tied_states.hpp"
#include "pokerdata/solvers/walk_plan.hpp"

namespace pokerdata::solvers {

// Values in chips a game.
struct Evaluation {
  std::array<double, 2> best_response{};  // each player's best response to the other's strategy
  double expected_value = 0;              // of player 1 when both play theirs

  double exploitability() const { return (best_response[0] + best_response[1]) / 2; }
};

// Exact values of strategy sums (normalised on the fly; an information set whose sums are all 0 plays
// uniformly), in float64 whatever the type of the sums. Game and plan must outlive it.
class Evaluator {
 public:
  Evaluator(const games::Game& game, const WalkPlan& plan, int threads)
      : terminals_(game), walk_(game, plan, terminals_, threads) {}

  template <class T>
  Evaluation evaluate(const StrategyLayout<T>& layout, const T* average, const std::atomic<bool>* stop);
  // The same where one player is held to a model, whose best response is the best that he may play.
  template <class T>
  Evaluation evaluate(const StrategyLayout<T>& layout, const T* average, const HeldPlayer<T>& held,
                      const std::atomic<bool>* stop);
  // of player 0 or 1
  template <class T>
  double expected_value(const StrategyLayout<T>& layout, const T* average, int player,
                        const std::atomic<bool>* stop);
  // What a player wins against the average of the other one by the best that a player who is tied can do.
  template <class T>
  double best_response(TiedStates<T>& tied, const T* average, int player, const std::atomic<bool>* stop);
  // Turns the probabilities of a model that is played once per game into its reach, times its probability.
  template <class T>
  void carry_down(const StrategyLayout<T>& layout, HeldPlayer<T>& held);

 private:
  Terminals<double> terminals_;
  PublicWalk<double> walk_;
};

// Information sets (of states that can be dealt) of a player, or -1 for both, whose strategy sums are all 0.
template <class T>
std::int64_t unreached_sets(const games::Game& game, const WalkPlan& plan, const StrategyLayout<T>& layout,
                            const T* average, int player);

}  // namespace pokerdata::solvers
