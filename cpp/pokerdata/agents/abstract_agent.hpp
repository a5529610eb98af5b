#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pokerdata/agents/agent.hpp"
#include "pokerdata/agents/private_states.hpp"
#include "pokerdata/agents/translation.hpp"
#include "pokerdata/games/betting_tree.hpp"

namespace pokerdata::agents {

// A strategy of a betting tree, as tables hold it.
struct StrategyRows {
  // For each street, probabilities [edges of the street, states]; not owned.
  std::vector<const float*> streets;
};

// A strategy at play in the real game: the hand is looked up, bets that the tree does not have are taken for
// ones that it has, and its own bets are the same share of the real pot as of the tree's (all-in stays
// all-in). The real betting leaves the tree where the other raises and the tree has no raise left (its caps,
// its menu, or both all-in there), and where an all-in was called there, but less is in the pot here. From
// then on it checks and calls to the end of the hand, with any cards.
class AbstractAgent : public Agent {
 public:
  // Throws ArgumentError for invalid rules.
  AbstractAgent(const games::Rules& rules, const games::CardRules& cards,
                std::shared_ptr<const PrivateStates> states, StrategyRows rows, Translation translation);

  std::unique_ptr<Seat> sit() const override;
  void check_game(const games::Rules& rules, const games::CardRules& cards) const override;

  // Where the betting stands in the tree; off_tree where it has left it.
  static constexpr int root = 0, off_tree = -1;

  const games::BettingTree& tree() const { return tree_; }
  const games::CardRules& cards() const { return cards_; }
  const games::Rules& rules() const { return rules_; }
  const PrivateStates& states() const { return *states_; }
  // Whether a node is a decision of the player who acts in the real hand, on the same street.
  bool at_decision(int node, const BettingState& now) const;
  // The probabilities of the edges of a decision node, one for each action: element i of the result is
  // chances[i * stride].
  struct Chances {
    const float* first;
    std::int64_t stride;
    float operator[](int i) const { return first[i * stride]; }
  };
  Chances chances(int node, int state) const {
    const int street = tree_.street[node];
    const std::int64_t columns = columns_[street];
    const std::int64_t row = tree_.first_edge[node] - first_edge_[street];
    return {rows_.streets[street] + row * columns + state, columns};
  }
  // The probabilities of one of them, in every state.
  const float* row(int node, int edge) const {
    const Chances first = chances(node, 0);
    return first.first + edge * first.stride;
  }
  // What an edge of a decision node is in the real hand.
  Move move_of(int edge, int node, const BettingState& now) const;
  // The edges that a real move is taken for: the lower one with probability `lower_share`, else the higher;
  // off_tree where there is none.
  struct Taken {
    int lower, higher;
    double lower_share;
  };
  Taken taken_for(Move move, int node, const BettingState& before) const;

 private:
  games::Rules rules_;
  games::CardRules cards_;
  games::BettingTree tree_;
  std::shared_ptr<const PrivateStates> states_;
  StrategyRows rows_;
  Translation translation_;
  std::vector<std::int32_t> first_edge_;  // of each street
  std::vector<std::int64_t> columns_;     // states of each street
};

}  // namespace pokerdata::agents
