#include "pokerdata/solvers/best_response.hpp"

#include "pokerdata/solvers/node_kernels.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata {
namespace {

// The opponent plays the average strategy; the player takes the best action or, for the expected value,
// plays the average too.
template <class T, bool Best>
struct AgainstAverage {
  static constexpr bool wants_own_reach = false;
  const JointCountGame& game;
  const StrategyLayout<T>& layout;
  const T* average;

  void opponent_down(int node, const double* reach, double* const* rows) const {
    POKERDATA_DISPATCH(split_reach_by_average<T>)
    (average + layout.offset[node], padded<T>(states(node)), game.tree.actions(node),
     padded<double>(states(node)), reach, rows);
  }
  void own_down(int, const double*, double* const*) const {}
  void own_up(int node, double* const* rows) const {
    const int width = padded<double>(states(node));
    if constexpr (Best) {
      POKERDATA_DISPATCH(max_rows<double>)(game.tree.actions(node), width, rows);
    } else {
      POKERDATA_DISPATCH(mean_rows_by_average<T>)
      (average + layout.offset[node], padded<T>(states(node)), game.tree.actions(node), width, rows);
    }
  }
  void opponent_up(int node, double* const* rows) const {
    POKERDATA_DISPATCH(sum_rows<double>)(game.tree.actions(node), padded<double>(states(node)), rows);
  }
  int states(int node) const { return game.streets[game.tree.street[node]].states; }
};

}  // namespace

template <class T>
Evaluation Evaluator::evaluate(const JointCountGame& game, const StrategyLayout<T>& layout, const T* average,
                               const std::atomic<bool>* stop) {
  Evaluation result;
  for (const int player : {0, 1}) {
    AgainstAverage<T, true> best{game, layout, average};
    result.best_response[player] = walk_.run(player, terminals_, best, stop);
  }
  result.expected_value = expected_value(game, layout, average, 0, stop);
  return result;
}

template <class T>
double Evaluator::expected_value(const JointCountGame& game, const StrategyLayout<T>& layout,
                                 const T* average, int player, const std::atomic<bool>* stop) {
  AgainstAverage<T, false> mean{game, layout, average};
  return walk_.run(player, terminals_, mean, stop);
}

template <class T>
std::int64_t unreached_sets(const JointCountGame& game, const StrategyLayout<T>& layout, const T* average) {
  std::int64_t unreached = 0;
  for (int r = 0; r < game.tree.streets(); ++r) {
    const std::vector<bool> dealt = game.dealt(r);
    const int states = game.streets[r].states;
    for (int node = game.tree.street_roots[r].front(); node < game.tree.street_end(r); ++node) {
      if (game.tree.kind[node] != NodeKind::decision) continue;
      for (int s = 0; s < states; ++s) {
        T sum = 0;
        for (int a = 0; a < game.tree.actions(node); ++a)
          sum += average[layout.offset[node] + static_cast<std::size_t>(a) * padded<T>(states) + s];
        unreached += dealt[s] && !(sum > 0);
      }
    }
  }
  return unreached;
}

#define POKERDATA_INSTANTIATE(T)                                                                            \
  template Evaluation Evaluator::evaluate(const JointCountGame&, const StrategyLayout<T>&, const T*,        \
                                          const std::atomic<bool>*);                                        \
  template double Evaluator::expected_value(const JointCountGame&, const StrategyLayout<T>&, const T*, int, \
                                            const std::atomic<bool>*);                                      \
  template std::int64_t unreached_sets(const JointCountGame&, const StrategyLayout<T>&, const T*);
POKERDATA_INSTANTIATE(float)
POKERDATA_INSTANTIATE(double)
#undef POKERDATA_INSTANTIATE

}  // namespace pokerdata
