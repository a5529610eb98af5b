#include "pokerdata/solvers/cfr.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace pokerdata::solvers {
template <class T>
CfrSolver<T>::CfrSolver(const games::Game& game, const UpdatePolicy& policy, int threads)
    : game_(game),
      policy_(policy),
      threads_(support::checked_threads(threads)),
      plan_(game),
      layout_(plan_),
      regrets_(policy.optimistic ? 2 * layout_.size : layout_.size),
      next_regrets_(policy.simultaneous ? regrets_.size() : 0),
      average_(layout_.size),
      terminals_(game),
      walk_(game, plan_, terminals_, threads_) {}

template <class T>
void CfrSolver<T>::hold(int player, typename HeldPlayer<T>::Once once, double probability,
                        const std::vector<std::span<const T>>& model) {
  if (iteration() > 0)
    throw support::expected("held player", "before the first iteration", {"it after ", iteration()});
  check_player("held player", player);
  if (tied_ || responder_ >= 0)
    throw support::ArgumentError("held player: expected none where a player is tied or best responds");
  if (!(probability >= 0 && probability <= 1))
    throw support::expected("probability of the model", "0 to 1", {probability, "; e.g. 0.9"});
  if (static_cast<int>(model.size()) != game_.tree.streets())
    throw support::expected("model", {game_.tree.streets(), " streets"}, model.size());
  auto held = std::make_unique<HeldPlayer<T>>();
  held->player = player;
  held->once = once;
  held->probability = probability;
  held->model = support::AlignedArray<T>(layout_.size);
  for (int street = 0; street < game_.tree.streets(); ++street)
    scatter(street, model[street], held->model.data());
  if (held->per_game()) evaluator().carry_down(layout_, *held);
  held_ = std::move(held);
}

template <class T>
void CfrSolver<T>::check_new(const char* what) const {
  if (iteration() > 0)
    throw support::expected(what, "before the first iteration", {"it after ", iteration()});
  if (held_) throw support::ArgumentError(std::string(what) + ": expected none where a player is held");
  if (policy_.simultaneous)
    throw support::expected(what, "an algorithm with players in turn", "simultaneous updates; e.g. 'dcfr'");
}

template <class T>
void CfrSolver<T>::check_player(const char* what, int player) const {
  if (player != 0 && player != 1) throw support::expected(what, "1 or 2", std::int64_t{player} + 1);
}

template <class T>
void CfrSolver<T>::tie(std::array<bool, 2> players,
                       const std::vector<std::span<const std::int32_t>>& classes) {
  check_new("classes");
  if (responder_ >= 0 && players[responder_])
    throw support::ArgumentError("classes: expected none of the player who best responds");
  tied_ = std::make_unique<TiedStates<T>>(game_, plan_, layout_, players, classes, threads_);
}

template <class T>
void CfrSolver<T>::respond(int player) {
  check_new("responder");
  check_player("responder", player);
  if (tied_ && tied_->ties(player))
    throw support::expected("responder", "a player who is not tied", player + 1);
  responder_ = player;
}

template <class T>
double CfrSolver<T>::tied_best_response(int player, support::Progress& progress) {
  iterations_.check_usable();
  check_player("player", player);
  if (!tied_ || !tied_->ties(player)) throw support::expected("player", "one who is tied", player + 1);
  return evaluator().best_response(*tied_, average_.data(), player, &progress.cancelled);
}

template <class T>
void CfrSolver<T>::iterate(std::int64_t count, support::Progress& progress) {
  iterations_.run(count, progress, [&](std::int64_t t, const std::atomic<bool>* stop) {
    const Update update = policy_.at(t);
    if (update.average_scale != 1)
      for (T& sum : std::span(average_.data(), average_.size())) sum *= static_cast<T>(update.average_scale);
    const int first = responder_ == 1 ? 1 : 0;
    for (const int player : {first, 1 - first}) this->update(player, update, stop);
    if (policy_.simultaneous) std::swap(regrets_, next_regrets_);
  });
}

template <class T>
void CfrSolver<T>::update(int player, const Update& update, const std::atomic<bool>* stop) {
  const std::size_t to_prediction = policy_.optimistic ? layout_.size : 0;
  if (player == responder_) {
    RespondBest<T> visitor{layout_, regrets_.data(), to_prediction};
    walk_.run(player, visitor, stop);
    return;
  }
  const bool tied = tied_ && tied_->ties(player);
  const RegretUpdate<T> visitor{layout_,
                                regrets_.data(),
                                policy_.simultaneous ? next_regrets_.data() : regrets_.data(),
                                to_prediction,
                                average_.data(),
                                update,
                                held_ && held_->player == player ? held_.get() : nullptr,
                                held_ && held_->player != player ? held_.get() : nullptr,
                                tied ? tied_->gains() : nullptr,
                                responder_ >= 0};
  walk_.run(player, visitor, stop);
  if (tied) tied_->learn(player, update, to_prediction, regrets_.data(), average_.data());
}

template <class T>
Evaluator& CfrSolver<T>::evaluator() {
  if (!evaluator_) evaluator_ = std::make_unique<Evaluator>(game_, plan_, threads_);
  return *evaluator_;
}

template <class T>
Evaluation CfrSolver<T>::evaluate(support::Progress& progress) {
  iterations_.check_usable();
  return held_ ? evaluator().evaluate(layout_, average_.data(), *held_, &progress.cancelled)
               : evaluator().evaluate(layout_, average_.data(), &progress.cancelled);
}

template <class T>
double CfrSolver<T>::expected_value(int player, support::Progress& progress) {
  iterations_.check_usable();
  check_player("player", player);
  return evaluator().expected_value(layout_, average_.data(), player, &progress.cancelled);
}

template <class T>
std::int64_t CfrSolver<T>::unreached_sets(int player) const {
  return solvers::unreached_sets(game_, plan_, layout_, average_.data(), player);
}

template <class T>
void CfrSolver<T>::restore(std::int64_t iteration, std::span<const T> regrets, std::span<const T> average) {
  if (iteration < 0) throw support::expected("iteration", "0 or more", iteration);
  if (regrets.size() != regrets_.size() || average.size() != average_.size())
    throw support::expected("saved state",
                            {regrets_.size(), " regrets and ", average_.size(),
                             " strategy sums, as this game and algorithm have"},
                            {regrets.size(), " and ", average.size(), "; was it saved from others?"});
  std::copy(regrets.begin(), regrets.end(), regrets_.data());
  std::copy(average.begin(), average.end(), average_.data());
  iterations_.restore(iteration);
}

template <class T>
void CfrSolver<T>::check_street(int street) const {
  if (street < 0 || street >= game_.tree.streets())
    throw support::expected("street", {"0 to ", game_.tree.streets() - 1}, street);
}

template <class T>
template <class Body>
void CfrSolver<T>::for_each_decision(int street, const Body& body) const {
  const games::BettingTree& tree = game_.tree;
  const std::size_t states = game_.streets[street].states;
  const int first = tree.first_edge[tree.street_roots[street].front()];
  const WalkPlan::Street& part = plan_.streets[street];
  for (std::size_t b = part.first_block; b < part.first_block + part.blocks; ++b) {
    const WalkPlan::Block& block = plan_.blocks[b];
    const Batch& batch = plan_.batch(block);
    const games::Board& board = game_.streets[street].boards[block.board];
    const std::size_t width = padded<T>(block.cells);
    for (const ShapeNode& node : plan_.shape(block).nodes) {
      if (node.step != Step::decision) continue;
      const std::size_t sums = layout_.offset[b] + node.first * width;
      for (int h = 0; h < batch.histories(); ++h) {
        const std::size_t row = tree.first_edge[batch.roots[h]] - first + node.first;
        for (int s = 0; s < board.states; ++s)
          body(Decision{sums + s * batch.histories() + h, width, row * states + board.first + s, states,
                        node.actions});
      }
    }
  }
}

template <class T>
int CfrSolver<T>::strategy_rows(int street) const {
  check_street(street);
  const games::BettingTree& tree = game_.tree;
  return tree.first_edge[tree.street_end(street)] - tree.first_edge[tree.street_roots[street].front()];
}

// Weights of cells, in proportion among the actions of a decision; uniform where all are 0.
template <class T>
template <class Weight>
std::vector<T> CfrSolver<T>::in_proportion(int street, const Weight& weight) const {
  std::vector<T> result(static_cast<std::size_t>(strategy_rows(street)) * game_.streets[street].states);
  for_each_decision(street, [&](const Decision& at) {
    double total = 0;
    for (int a = 0; a < at.actions; ++a) total += weight(at.cell + a * at.width);
    for (int a = 0; a < at.actions; ++a)
      result[at.position + a * at.states] =
          static_cast<T>(total > 0 ? weight(at.cell + a * at.width) / total : 1.0 / at.actions);
  });
  return result;
}

template <class T>
std::vector<T> CfrSolver<T>::average_strategy(int street) const {
  return in_proportion(street, [&](std::size_t i) { return static_cast<double>(average_.data()[i]); });
}

template <class T>
std::vector<T> CfrSolver<T>::current_strategy(int street) const {
  return in_proportion(street, [&](std::size_t i) {
    const T* const regret = regrets_.data() + i;
    const T weight = policy_.optimistic ? regret[0] + regret[layout_.size] : regret[0];
    return std::max(static_cast<double>(weight), 0.0);
  });
}

template <class T>
void CfrSolver<T>::scatter(int street, std::span<const T> values, T* array) const {
  const std::size_t cells = static_cast<std::size_t>(strategy_rows(street)) * game_.streets[street].states;
  if (values.size() != cells)
    throw support::expected("strategy", {strategy_rows(street), " rows of ", game_.streets[street].states},
                            {values.size(), " numbers"});
  for_each_decision(street, [&](const Decision& at) {
    for (int a = 0; a < at.actions; ++a) array[at.cell + a * at.width] = values[at.position + a * at.states];
  });
}

template <class T>
void CfrSolver<T>::set_average(int street, std::span<const T> strategy) {
  scatter(street, strategy, average_.data());
}

template <class T>
std::uint64_t CfrSolver<T>::memory(const games::Game& game, const UpdatePolicy& policy, int threads,
                                   bool held, std::span<const std::int32_t> classes) {
  threads = support::checked_threads(threads);
  const WalkPlan plan(game);
  const std::uint64_t regrets = (policy.optimistic ? 2 : 1) * (policy.simultaneous ? 2 : 1);
  // The sums of the average, average_strategy(), and the model of a player who is held to it.
  const std::uint64_t arrays = regrets + 2 + (held ? 1 : 0);
  const StrategyLayout<T> layout(plan);
  return arrays * sizeof(T) * layout.size +
         (classes.empty() ? 0 : TiedStates<T>::memory(game, plan, layout, classes, threads)) +
         Terminals<T>::memory(game) + PublicWalk<T>::memory(plan, threads) + Terminals<double>::memory(game) +
         PublicWalk<double>::memory(plan, threads);
}

template class CfrSolver<float>;
template class CfrSolver<double>;

}  // namespace pokerdata::solvers
