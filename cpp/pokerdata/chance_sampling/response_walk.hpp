#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/chance_sampling/batches.hpp"
#include "pokerdata/chance_sampling/sampled_turn.hpp"
#include "pokerdata/chance_sampling/street_walk.hpp"
#include "pokerdata/support/aligned_array.hpp"

namespace pokerdata::chance_sampling {

// The street from which the opponent plays a best response.
inline constexpr int first_response = 2;

// Where what an opponent who sees his cards does is kept.
struct ResponsePlan {
  ResponsePlan(const Batches& batches, cards::CardSet deck, std::int64_t flop_classes);

  std::array<std::int64_t, first_response> classes;  // of hands, before the flop and on it
  std::vector<std::size_t> trunk;  // of each place before the turn: its first regret, as of Batches
  std::size_t trunk_cells = 0;
  std::vector<std::vector<int>> number;            // of each decision of a shape: which one of its player's
  std::vector<std::array<std::size_t, 2>> choice;  // of each place from the turn on, by player: first choice
  std::array<std::size_t, 2> choices{};            // in all
  int turn_hands, river_hands;
  int walk_rows = 0;  // most rows that a walk holds at once
};

// Memory of an iteration. Rows have a hand of the turn for each place.
class ResponseRows {
 public:
  ResponseRows(const ResponsePlan& plan, std::size_t places, int threads);
  float* reach(std::size_t place, int player) { return rows_.data() + (3 * place + player) * row_; }
  float* values(std::size_t place) { return rows_.data() + (3 * place + 2) * row_; }
  std::uint8_t* choices() { return choices_.data(); }
  // Rows of a thread, last in, first out.
  float* walk(int thread) { return walks_[thread].data(); }
  std::size_t row() const { return row_; }
  static std::uint64_t memory(const ResponsePlan& plan, std::size_t places, int threads);

 private:
  std::size_t row_;
  support::AlignedArray<float> rows_;
  std::vector<std::uint8_t> choices_;
  std::vector<support::AlignedArray<float>> walks_;
};

// The betting of one street after the histories of one batch, for one player over states and his opponent who
// sees his cards, on one turn. River batches take all rivers in turn.
class ResponseWalk {
 public:
  struct Memory {
    float *regrets, *average;
    const float* strategy;  // of the player over states, as it was before the iteration
    float* trunk;
    ResponseRows& rows;
    int thread;
  };
  ResponseWalk(const Batches& batches, const ResponsePlan& plan, std::size_t place, const SampledTurn& turn,
               int hero, const SampledUpdate& update, const Memory& memory);

  // Hands the reach of one of them on to the next street.
  void descend_hero();
  void descend_opponent();
  // The opponent's values and best responses, from the next street's; before the turn his regrets.
  void respond();
  // The player's values, regrets and average, from the next street's values.
  void learn();

 private:
  // The hands of the street, and what their players take them for.
  struct Level {
    HandCards cards;
    const std::uint16_t* state;
    std::uint8_t* choices;
  };

  template <class Body>
  void on_each_board(const Body& body);
  void descend(std::int32_t node, const float* reach, int player);
  const float* values_for_opponent(std::int32_t node, const float* hero);
  const float* values_for_hero(std::int32_t node, const float* hero, const float* opponent);
  const float* leaf(std::int32_t node, int player, const float* reach);
  const float* hero_strategy(const solvers::ShapeNode& node) const;
  float* trunk(const solvers::ShapeNode& node) const;
  const float* opponent_strategy(const solvers::ShapeNode& node);
  std::uint8_t* choice(std::int32_t node) const;
  void follow_opponent(std::int32_t node, const float* strategy, int action, const float* reach, float* out);
  float* take(int rows = 1);
  HandStates hero_states(const solvers::ShapeNode& node) const {
    return {level_.state, level_.cards.count, node.actions};
  }
  TouchedStates opponent_states(const solvers::ShapeNode& node) const {
    return {turn_.seen(street_).data(), level_.cards.count, node.actions};
  }

  const Batches& batches_;
  const ResponsePlan& plan_;
  const std::size_t number_;
  const Batches::Place& place_;
  const solvers::Batch& batch_;
  const solvers::Shape& shape_;
  const SampledTurn& turn_;
  const int street_, hero_;
  const SampledUpdate update_;
  const Memory memory_;
  Level level_;
  std::size_t used_ = 0;
  std::vector<const float*> values_;  // a stack: rows of the actions' values of the nodes above
};

}  // namespace pokerdata::chance_sampling
