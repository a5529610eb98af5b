#include "pokerdata/solvers/best_response.hpp"

#include "pokerdata/solvers/node_kernels.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::solvers {
namespace {

// The opponent plays the average strategy; the player takes the best action or, for the expected value,
// plays the average too.
template <class T, bool Best>
struct AgainstAverage {
  static constexpr bool wants_own_reach = false;
  const StrategyLayout<T>& layout;
  const T* average;

  void opponent_down(const DecisionRows& at, const double* reach, double* const* rows) const {
    POKERDATA_DISPATCH(split_reach_by_average<T>)
    (place(at), padded<T>(at.cells), at.actions, width(at), reach, rows);
  }
  void own_down(const DecisionRows&, const double*, double* const*) const {}
  void own_up(const DecisionRows& at, double* const* rows) const {
    if constexpr (Best) {
      POKERDATA_DISPATCH(max_rows<double>)(at.actions, width(at), rows);
    } else {
      POKERDATA_DISPATCH(mean_rows_by_average<T>)
      (place(at), padded<T>(at.cells), at.actions, width(at), rows);
    }
  }
  void opponent_up(const DecisionRows& at, double* const* rows) const {
    POKERDATA_DISPATCH(sum_rows<double>)(at.actions, width(at), rows);
  }
  const T* place(const DecisionRows& at) const {
    return average + layout.offset[at.block] + at.row * padded<T>(at.cells);
  }
  static int width(const DecisionRows& at) { return padded<double>(at.cells); }
};

}  // namespace

template <class T>
Evaluation Evaluator::evaluate(const StrategyLayout<T>& layout, const T* average,
                               const std::atomic<bool>* stop) {
  Evaluation result;
  for (const int player : {0, 1}) {
    AgainstAverage<T, true> best{layout, average};
    result.best_response[player] = walk_.run(player, best, stop);
  }
  result.expected_value = expected_value(layout, average, 0, stop);
  return result;
}

template <class T>
double Evaluator::expected_value(const StrategyLayout<T>& layout, const T* average, int player,
                                 const std::atomic<bool>* stop) {
  AgainstAverage<T, false> mean{layout, average};
  return walk_.run(player, mean, stop);
}

template <class T>
std::int64_t unreached_sets(const games::Game& game, const WalkPlan& plan, const StrategyLayout<T>& layout,
                            const T* average) {
  std::int64_t unreached = 0;
  for (int r = 0; r < game.tree.streets(); ++r) {
    const std::vector<bool> dealt = game.dealt(r);
    const WalkPlan::Street& street = plan.streets[r];
    for (std::size_t b = street.first_block; b < street.first_block + street.blocks; ++b) {
      const WalkPlan::Block& block = plan.blocks[b];
      const int histories = plan.batch(block).histories(), width = padded<T>(block.cells);
      const int first = game.streets[r].boards[block.board].first;
      for (const ShapeNode& node : plan.shape(block).nodes) {
        if (node.step != Step::decision) continue;
        const T* const sums = average + layout.offset[b] + static_cast<std::size_t>(node.first) * width;
        for (int cell = 0; cell < block.cells; ++cell) {
          T sum = 0;
          for (int a = 0; a < node.actions; ++a) sum += sums[a * width + cell];
          unreached += dealt[first + cell / histories] && !(sum > 0);
        }
      }
    }
  }
  return unreached;
}

#define POKERDATA_INSTANTIATE(T)                                                                         \
  template Evaluation Evaluator::evaluate(const StrategyLayout<T>&, const T*, const std::atomic<bool>*); \
  template double Evaluator::expected_value(const StrategyLayout<T>&, const T*, int,                     \
                                            const std::atomic<bool>*);                                   \
  template std::int64_t unreached_sets(const games::Game&, const WalkPlan&, const StrategyLayout<T>&,    \
                                       const T*);
POKERDATA_INSTANTIATE(float)
POKERDATA_INSTANTIATE(double)
#undef POKERDATA_INSTANTIATE

}  // namespace pokerdata::solvers
