#include "pokerdata/solvers/best_response.hpp"

#include <algorithm>

#include "pokerdata/solvers/average_strategies.hpp"

namespace pokerdata::solvers {
namespace {

// The player takes, at each decision, what his model does with its probability, else the best action.
template <class T>
struct BestOfHeld : AgainstAverage<T, true> {
  void own_up(const DecisionRows& at, double* const* rows) const {
    const T* const model = this->own + this->place(at);
    for (int s = 0; s < at.cells; ++s) {
      double best = rows[0][s], held = 0, value = 0;
      for (int a = 0; a < at.actions; ++a) {
        const auto part = static_cast<double>(model[a * padded<T>(at.cells) + s]);
        best = std::max(best, rows[a][s]);
        held += part;
        value += part * rows[a][s];
      }
      rows[0][s] = value + std::max(1 - held, 0.0) * best;
    }
  }
};

// The opponent plays a model, whose probabilities become its reach on the way down.
template <class T>
struct CarryDown : AgainstAverage<T, true> {
  T* model;
  double probability;

  void opponent_down(const DecisionRows& at, const double* reach, double* const* rows) const {
    AgainstAverage<T, true>::opponent_down(at, reach, rows);
    T* const to = model + this->place(at);
    for (int a = 0; a < at.actions; ++a)
      for (int s = 0; s < at.cells; ++s)
        to[a * padded<T>(at.cells) + s] = static_cast<T>(probability * rows[a][s]);
  }
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
Evaluation Evaluator::evaluate(const StrategyLayout<T>& layout, const T* average, const HeldPlayer<T>& held,
                               const std::atomic<bool>* stop) {
  Evaluation result = evaluate(layout, average, stop);
  double& best = result.best_response[held.player];
  const T* const model = held.model.data();
  if (held.per_game()) {
    AgainstAverage<T, false> as_modelled{layout, average, model};
    const double p = held.probability;
    best = p == 0 ? best : p * walk_.run(held.player, as_modelled, stop) + (1 - p) * best;
  } else {
    BestOfHeld<T> visitor{{layout, average, model}};
    best = walk_.run(held.player, visitor, stop);
  }
  return result;
}

template <class T>
double Evaluator::best_response(TiedStates<T>& tied, const T* average, int player,
                                const std::atomic<bool>* stop) {
  return tied.best_response(walk_, average, player, stop);
}

template <class T>
void Evaluator::carry_down(const StrategyLayout<T>& layout, HeldPlayer<T>& held) {
  CarryDown<T> visitor{{layout, held.model.data()}, held.model.data(), held.probability};
  walk_.run(1 - held.player, visitor);
}

template <class T>
double Evaluator::expected_value(const StrategyLayout<T>& layout, const T* average, int player,
                                 const std::atomic<bool>* stop) {
  AgainstAverage<T, false> mean{layout, average, average};
  return walk_.run(player, mean, stop);
}

template <class T>
std::int64_t unreached_sets(const games::Game& game, const WalkPlan& plan, const StrategyLayout<T>& layout,
                            const T* average, int player) {
  std::int64_t unreached = 0;
  for (int r = 0; r < game.tree.streets(); ++r) {
    const std::vector<bool> dealt = game.dealt(r);
    const WalkPlan::Street& street = plan.streets[r];
    for (std::size_t b = street.first_block; b < street.first_block + street.blocks; ++b) {
      const WalkPlan::Block& block = plan.blocks[b];
      const int histories = plan.batch(block).histories(), width = padded<T>(block.cells);
      const int first = game.streets[r].boards[block.board].first;
      for (const ShapeNode& node : plan.shape(block).nodes) {
        if (node.step != Step::decision || node.player == 1 - player) continue;
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
  template Evaluation Evaluator::evaluate(const StrategyLayout<T>&, const T*, const HeldPlayer<T>&,      \
                                          const std::atomic<bool>*);                                     \
  template double Evaluator::best_response(TiedStates<T>&, const T*, int, const std::atomic<bool>*);     \
  template void Evaluator::carry_down(const StrategyLayout<T>&, HeldPlayer<T>&);                         \
  template double Evaluator::expected_value(const StrategyLayout<T>&, const T*, int,                     \
                                            const std::atomic<bool>*);                                   \
  template std::int64_t unreached_sets(const games::Game&, const WalkPlan&, const StrategyLayout<T>&,    \
                                       const T*, int);
POKERDATA_INSTANTIATE(float)
POKERDATA_INSTANTIATE(double)
#undef POKERDATA_INSTANTIATE

}  // namespace pokerdata::solvers
