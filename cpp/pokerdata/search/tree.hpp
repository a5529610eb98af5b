#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "pokerdata/search/options.hpp"

namespace pokerdata::search {

enum class NodeKind : std::uint8_t { hero, opponent, chance, leaf };

// How values of children become that of a node.
//   mean          of all that came back through the node
//   max           hero: of his best action; opponents: the mean by what they were thought to do; chance: by
//                 passes
//   most_visited  hero: of the action with most passes; others as max
//   mix           hero: half of that, half the mean of his actions by passes; others as max
enum class Backup : std::uint8_t { mean, max, most_visited, mix };

// What a player has seen: actions and cards, one after the other. Nodes are numbers; the root is 0.
class Tree {
 public:
  struct Node {
    NodeKind kind = NodeKind::leaf;
    std::int8_t player = -1;
    std::uint8_t actions = 0;       // children of a decision, once it is expanded
    bool exact = false;             // of a leaf: value is no mean of draws
    std::int32_t first_child = -1;  // they are neighbours
    std::int64_t passes = 0;
    double value = 0;          // chips that the hero wins
    double squares = 0;        // of a mean: sum of squared deviations
    double likely = 0;         // of an opponent's action: the sum of its shares
    std::int64_t through = 0;  // passes that went on below it
    double spread = 0;         // the values of children times their passes
  };

  Tree() { nodes_.emplace_back(); }

  Node& operator[](std::int32_t node) { return nodes_[node]; }
  const Node& operator[](std::int32_t node) const { return nodes_[node]; }
  std::int64_t size() const { return std::ssize(nodes_); }

  // Makes a decision of a node. It takes effect once.
  void expand(std::int32_t node, NodeKind kind, int player, const Options& options);
  // What a child's action was.
  play::Action action(std::int32_t child) const { return actions_[child]; }

  // The child of a chance node for some cards, a new one where there is none yet.
  std::int32_t chance_child(std::int32_t node, std::uint64_t cards);
  // All of them, with their cards, in the order in which they came.
  std::vector<std::pair<std::uint64_t, std::int32_t>> chance_children(std::int32_t node) const;

 private:
  std::int32_t add();

  std::vector<Node> nodes_;
  std::vector<play::Action> actions_ = {{play::ActionKind::call}};
  struct Key {
    std::int32_t node;
    std::uint64_t cards;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t x = key.cards * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(key.node);
      x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
      return static_cast<std::size_t>(x ^ (x >> 32));
    }
  };
  std::unordered_map<Key, std::int32_t, Hash> dealt_;
};

// The child with the largest value + exploration * sqrt(ln(passes of the parent) / passes); one without
// passes comes first.
std::int32_t select(const Tree& tree, std::int32_t node, double exploration);

}  // namespace pokerdata::search
