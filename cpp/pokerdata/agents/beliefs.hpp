#pragma once
#include <span>
#include <vector>

#include "pokerdata/agents/abstract_agent.hpp"

namespace pokerdata::agents {

// What is known of an agent's play by who sees the betting alone: the places in its tree where it may stand,
// and for each of several hands how likely the agent has come there. Translation at random makes several
// places.
class Beliefs {
 public:
  // least: what a probability of 0 in the strategy counts as, so that a hand is not ruled out.
  Beliefs(const AbstractAgent& agent, int hands, double least);

  // The other player made a move.
  void see(const BettingState& before, Move move);
  // The agent made a move. states: of its hands on the street, as its PrivateStates tell.
  void act(const BettingState& before, Move move, std::span<const int> states);

  // From now on for other hands: each is as likely as the one it comes from.
  void regroup(std::span<const int> from);

  // The agent's possible moves, each with the likelihood of every hand that comes here and makes it.
  struct Likely {
    Move move;
    std::vector<double> hands;
  };
  std::vector<Likely> moves(const BettingState& now, std::span<const int> states) const;
  // The likelihood of every hand that comes here.
  std::vector<double> hands() const;

 private:
  struct Place {
    int node;
    std::vector<double> hands;
  };
  static void add(std::vector<Place>& places, int node, std::vector<double> hands, double share);
  int child(int edge) const { return edge < 0 ? AbstractAgent::off_tree : agent_->tree().child[edge]; }

  const AbstractAgent* agent_;
  double least_;
  std::vector<Place> places_;
};

}  // namespace pokerdata::agents
