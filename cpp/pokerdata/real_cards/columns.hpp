#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/real_cards/shape_program.hpp"
#include "pokerdata/solvers/walk_plan.hpp"
#include "pokerdata/support/aligned_array.hpp"

namespace pokerdata::real_cards {

// Reach below this counts as none, so that products of two of them are normal numbers.
inline constexpr double least_reach = 1e-18;

// A strategy over states: for each street probabilities [edges of the street, states]; not owned.
struct StrategyView {
  std::vector<const float*> streets;
  std::vector<int> states;
};

// Histories of one shape that end where a street starts, as many as a vector has lanes.
struct Column {
  std::int32_t street, batch, shape;
  std::int32_t first, count;        // histories of the batch
  std::size_t table, own, factors;  // where its numbers start
};

// The betting of a game laid out for the kernel, for one responder.
struct ColumnLayout {
  // Histories that go on: lanes of a column, from a node on, to lanes of a column of the next street.
  struct Run {
    std::int32_t column, row;            // of the earlier street; row of ShapeProgram::next_nodes
    std::int32_t next;                   // column
    std::int32_t before, after, length;  // lanes
  };

  // own_states: of what the responder plays, or empty for a best response.
  ColumnLayout(const games::BettingTree& tree, int responder, const std::vector<int>& states,
               const std::vector<int>& own_states);

  int streets() const { return static_cast<int>(plan.streets.size()); }
  std::size_t columns(int street) const { return first[street + 1] - first[street]; }
  const ShapeProgram& program(const Column& column) const { return programs[column.shape]; }
  // The node of the betting tree at which a street starts for a lane, one a history, in the order of columns.
  std::vector<std::int32_t> roots(int street) const;
  std::uint64_t bytes() const { return (table_size + own_size + factors_size) * sizeof(float); }

  int lanes;
  solvers::WalkPlan plan;
  std::vector<ShapeProgram> programs;  // of each shape of the plan
  std::vector<Column> all;             // street by street
  std::vector<std::size_t> first;      // of each street among them; one more
  std::vector<std::vector<Run>> runs;  // of each street to the next
  std::size_t table_size = 0, own_size = 0, factors_size = 0;
  std::size_t scratch = 0;  // numbers that the kernel needs at most
  std::size_t most_rows = 0;

 private:
  void find_runs(int street, const std::vector<std::size_t>& first_of_batch,
                 const std::vector<std::size_t>& first_of_next);
};

// The same with the numbers: what is at stake, and the strategies.
struct Columns : ColumnLayout {
  // own: what the responder plays, or null for a best response.
  Columns(const games::BettingTree& tree, int responder, const StrategyView& opponent,
          const StrategyView* own);

  support::AlignedArray<float> table, own;
  support::AlignedArray<float> factors;  // [fold alone][lane]: chips, by those of its row of reach

 private:
  // Chips that the responder wins at a leaf, for a lane; at a showdown as the stronger.
  double chips(const Column& column, int lane, int responder, std::int32_t leaf) const;
  void fill(const games::BettingTree& tree, const Column& column, const StrategyView& strategy,
            const std::vector<ShapeProgram::Path>& paths, int lane, const std::vector<double>& times,
            float* out) const;
};

}  // namespace pokerdata::real_cards
