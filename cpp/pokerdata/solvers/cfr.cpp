#include "pokerdata/solvers/cfr.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "pokerdata/solvers/node_kernels.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata {
namespace {

// The walk of one player's update.
template <class T>
struct RegretUpdate {
  static constexpr bool wants_own_reach = true;
  const JointCountGame& game;
  const StrategyLayout<T>& layout;
  T* regrets;
  T* average;
  Update update;

  void opponent_down(int node, const T* reach, T* const* rows) const {
    POKERDATA_DISPATCH(split_reach<T>)(regrets + layout.offset[node], actions(node), width(node), reach,
                                       rows);
  }
  void own_down(int node, const T* reach, T* const* rows) const {
    POKERDATA_DISPATCH(split_reach_and_average<T>)
    (regrets + layout.offset[node], average + layout.offset[node], static_cast<T>(update.average_weight),
     actions(node), width(node), reach, rows);
  }
  void own_up(int node, T* const* rows) const {
    POKERDATA_DISPATCH(update_regrets<T>)
    (regrets + layout.offset[node], static_cast<T>(update.positive), static_cast<T>(update.negative),
     actions(node), width(node), rows);
  }
  void opponent_up(int node, T* const* rows) const {
    POKERDATA_DISPATCH(sum_rows<T>)(actions(node), width(node), rows);
  }
  int actions(int node) const { return game.tree.actions(node); }
  int width(int node) const { return padded<T>(game.streets[game.tree.street[node]].states); }
};

}  // namespace

template <class T>
CfrSolver<T>::CfrSolver(const JointCountGame& game, const UpdatePolicy& policy, int threads)
    : game_(game),
      policy_(policy),
      threads_(checked_threads(threads)),
      layout_(game),
      regrets_(layout_.size),
      average_(layout_.size),
      terminals_(game),
      walk_(game, threads_) {}

template <class T>
void CfrSolver<T>::check_usable() const {
  if (broken_)
    throw ArgumentError("this solver was stopped in the middle of iteration " +
                        std::to_string(iteration_ + 1) + "; restore a saved state first, or make a new one");
}

template <class T>
void CfrSolver<T>::iterate(std::int64_t count, Progress& progress) {
  if (count < 0)
    throw ArgumentError("bad number of iterations " + std::to_string(count) + ": want 0 or more, e.g. 100");
  check_usable();
  progress.start(count);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto start = std::chrono::steady_clock::now();
    RegretUpdate<T> visitor{game_, layout_, regrets_.data(), average_.data(), policy_.at(iteration_ + 1)};
    const std::atomic<bool>* stop = slow_ || iteration_ == 0 ? &progress.cancelled : nullptr;
    broken_ = true;
    for (const int player : {0, 1}) walk_.run(player, terminals_, visitor, stop);
    broken_ = false;
    ++iteration_;
    slow_ = std::chrono::steady_clock::now() - start > std::chrono::milliseconds(500);
    progress.advance();
  }
}

template <class T>
Evaluator& CfrSolver<T>::evaluator() {
  if (!evaluator_) evaluator_ = std::make_unique<Evaluator>(game_, threads_);
  return *evaluator_;
}

template <class T>
Evaluation CfrSolver<T>::evaluate(Progress& progress) {
  check_usable();
  return evaluator().evaluate(game_, layout_, average_.data(), &progress.cancelled);
}

template <class T>
double CfrSolver<T>::expected_value(int player, Progress& progress) {
  check_usable();
  if (player != 0 && player != 1)
    throw ArgumentError("bad player " + std::to_string(player + 1) + ": want 1 or 2");
  return evaluator().expected_value(game_, layout_, average_.data(), player, &progress.cancelled);
}

template <class T>
std::int64_t CfrSolver<T>::unreached_sets() const {
  return pokerdata::unreached_sets(game_, layout_, average_.data());
}

template <class T>
void CfrSolver<T>::restore(std::int64_t iteration, std::span<const T> regrets, std::span<const T> average) {
  if (iteration < 0) throw ArgumentError("bad iteration " + std::to_string(iteration) + ": want 0 or more");
  if (regrets.size() != regrets_.size() || average.size() != average_.size())
    throw ArgumentError("bad saved state: got " + std::to_string(regrets.size()) + " regrets and " +
                        std::to_string(average.size()) + " strategy sums; want " +
                        std::to_string(regrets_.size()) +
                        " of each, as this game has; was it saved from another game?");
  std::copy(regrets.begin(), regrets.end(), regrets_.data());
  std::copy(average.begin(), average.end(), average_.data());
  iteration_ = iteration;
  broken_ = false;
}

template <class T>
std::vector<float> CfrSolver<T>::average_strategy(int street) const {
  const BettingTree& tree = game_.tree;
  if (street < 0 || street >= tree.streets())
    throw ArgumentError("bad street " + std::to_string(street) + ": want 0 to " +
                        std::to_string(tree.streets() - 1));
  const int states = game_.streets[street].states, stride = padded<T>(states);
  const int first = tree.street_roots[street].front(), end = tree.street_end(street);
  std::vector<float> result(static_cast<std::size_t>(tree.first_edge[end] - tree.first_edge[first]) * states);
  float* out = result.data();
  for (int node = first; node < end; ++node) {
    const T* sums = average_.data() + layout_.offset[node];
    const int actions = tree.actions(node);
    for (int s = 0; s < states; ++s) {
      double total = 0;
      for (int a = 0; a < actions; ++a) total += static_cast<double>(sums[a * stride + s]);
      for (int a = 0; a < actions; ++a)
        out[a * states + s] =
            static_cast<float>(total > 0 ? static_cast<double>(sums[a * stride + s]) / total : 1.0 / actions);
    }
    out += actions * states;
  }
  return result;
}

template <class T>
std::uint64_t CfrSolver<T>::memory(const JointCountGame& game, int threads) {
  threads = checked_threads(threads);
  return 2 * sizeof(T) * StrategyLayout<T>(game).size + Terminals<T>::memory(game) +
         PublicWalk<T>::memory(game, threads) + Terminals<double>::memory(game) +
         PublicWalk<double>::memory(game, threads);
}

template class CfrSolver<float>;
template class CfrSolver<double>;

}  // namespace pokerdata
