#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pokerdata/games/betting_tree.hpp"

namespace pokerdata::games {

constexpr std::size_t max_tree_nodes = 20'000'000;

// What the players see at a decision, besides the street.
struct Situation {
  std::array<std::int32_t, 2> paid;  // chips put in by each since the tree began
  int player;                        // to act
  int bets;                          // bets and raises so far on this street
  std::int32_t last_raise;           // chips of the last of them
  bool opened;                       // has the other player acted on this street?

  std::int32_t level() const { return paid[0] > paid[1] ? paid[0] : paid[1]; }
};

// Builds betting trees street by street. Subclasses say what may be bet.
class TreeBuilder {
 public:
  virtual ~TreeBuilder() = default;
  BettingTree build(const std::array<std::int32_t, 2>& paid);

 protected:
  // The stack and the least bet matter without limits alone.
  TreeBuilder(int streets, bool no_limit, std::int32_t stack, std::int32_t least_bet)
      : streets_(streets), no_limit_(no_limit), stack_(stack), least_bet_(least_bet) {}

  // The first decision of a street; caller: who called the last bet of the street before, or -1.
  virtual Situation start_street(const std::array<std::int32_t, 2>& paid, int caller) = 0;
  // What the player may bet or raise to, rising.
  virtual std::vector<std::int32_t> raises(const Situation& now) const = 0;
  // Whether a blind or bet lies there already, so that more is a raise.
  virtual bool is_bet_on(const Situation& now) const { return now.bets > 0; }
  // What a CapacityError says of a tree with more than max_tree_nodes.
  virtual std::string too_large() const = 0;

  int street() const { return street_; }
  int streets() const { return streets_; }
  std::int32_t stack() const { return stack_; }
  // The smallest legal raise: by the last one, or all-in.
  std::int32_t least_raise(const Situation& now) const;

 private:
  // A finished street that goes on: where the next one starts.
  struct Continuation {
    int parent, edge;
    std::array<std::int32_t, 2> paid;
    int caller;
  };
  struct Move {
    Action action;
    std::int32_t to;  // chips that the player has put in afterwards
  };

  void check_size(std::size_t nodes) const;
  int add(NodeKind kind, int parent, int player, std::int32_t chips);
  int decide(int parent, const Situation& now);
  int act(int node, int edge, const Situation& now, const Move& move);

  int streets_;
  bool no_limit_;
  std::int32_t stack_, least_bet_;
  BettingTree tree_;
  std::vector<Continuation> continuations_;
  int street_ = 0;
};

}  // namespace pokerdata::games
