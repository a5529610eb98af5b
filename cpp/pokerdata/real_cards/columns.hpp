#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/real_cards/embedding.hpp"
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

// A history that ends where a street starts.
struct Lane {
  std::int32_t batch, history;  // of the street's plan, and among those of the batch
  std::int32_t embedding;       // of its shape in that of its column
};

// Histories that the kernel takes at once: as many as a vector has lanes, all with the column's shape or one
// that is found in it. After all-ins, when all that is left is a showdown, a few vectors of them.
struct Column {
  std::int32_t street, shape;
  bool settled;
  std::int32_t vectors;             // side by side
  std::int32_t first, count;        // lanes
  std::size_t start;                // vectors of the street in the columns before
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
  std::span<const Column> of(int street) const {
    return std::span(all).subspan(first[street], columns(street));
  }
  // Numbers of all columns of a street for one hand or class of hands, and of one.
  std::size_t width(int street) const { return std::size_t(lanes) * vectors[street]; }
  std::size_t width(const Column& column) const { return std::size_t(lanes) * column.vectors; }
  // Where the numbers of a column start for a hand or class of hands.
  std::size_t place(const Column& column, std::size_t row) const {
    return column.start * lanes * cards::combinations + row * width(column);
  }
  const ShapeProgram& program(const Column& column) const { return programs[column.shape]; }
  // Whether there are histories on the last street after all-ins.
  bool any_settled() const {
    const std::span<const Column> last = of(streets() - 1);
    return std::any_of(last.begin(), last.end(), [](const Column& column) { return column.settled; });
  }
  // The node of the betting tree at which a street starts for a lane, one a history, in the order of columns.
  std::vector<std::int32_t> roots(int street) const;
  std::uint64_t bytes() const { return (table_size + own_size + factors_size) * sizeof(float); }

  int lanes;
  solvers::WalkPlan plan;
  std::vector<ShapeProgram> programs;  // of each shape of the plan
  std::vector<Embedding> embeddings;
  std::vector<Column> all;             // street by street
  std::vector<Lane> all_lanes;         // column by column
  std::vector<std::size_t> first;      // of each street among the columns; one more
  std::vector<std::size_t> vectors;    // of each street
  std::vector<std::vector<Run>> runs;  // of each street to the next
  std::size_t table_size = 0, own_size = 0, factors_size = 0;
  std::size_t scratch = 0;  // numbers that the kernel needs at most
  std::size_t most_rows = 0;

 private:
  void lay_out(int street, int responder, int states, int own_states);
  std::vector<std::int32_t> shapes_of(int street) const;
  void find_runs(int street);
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
  double chips(const Column& column, const Lane& lane, int responder, std::int32_t leaf) const;
  void fill(const games::BettingTree& tree, const Column& column, const StrategyView& strategy,
            const std::vector<ShapeProgram::Path>& paths, int lane, const std::vector<double>& times,
            float* out) const;
};

}  // namespace pokerdata::real_cards
