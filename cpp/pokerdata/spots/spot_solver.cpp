#include "pokerdata/spots/spot_solver.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "pokerdata/spots/average_visitor.hpp"
#include "pokerdata/spots/nodes.hpp"

namespace pokerdata::spots {
namespace {

// Both play by their regrets, and the player's are updated.
template <class S>
struct RegretVisitor {
  using T = Work<S>;

  const SpotGame& game;
  const SpotLayout<T>& layout;
  Stored<S>& regrets;
  Stored<S>& average;
  solvers::Update update;
  const Locks<T>& locks;
  decltype(&portable::split_reach<T>) split = POKERDATA_DISPATCH(split_reach<T>);
  decltype(&portable::update_regrets<T>) learn = POKERDATA_DISPATCH(update_regrets<T>);
  solvers::NodeKernels<T> kernels{};

  // His strategy goes into his average where the other one answers it, so nobody's own reach is needed.
  void opponent_down(const Place& at, const T* reach, T* const* rows) const {
    const std::size_t place = place_of(game, layout, at);
    const int width = solvers::padded<T>(at.states);
    const std::size_t count = static_cast<std::size_t>(at.actions) * width;
    const T* const known = regrets.template look<0>(place, count);
    T* const sums = average.template open<1>(place, count);
    const T weight = static_cast<T>(update.average_weight);
    if (const T* const locked = locks.empty() ? nullptr : locks.at(place))
      POKERDATA_DISPATCH(split_reach_locked<T>)(known, locked, sums, weight, at.actions, width, reach, rows);
    else
      split(known, sums, weight, at.actions, width, reach, rows);
    average.close(place, count, sums);
  }
  void own_up(const Place& at, T* const* rows) const {
    const std::size_t place = place_of(game, layout, at);
    const int width = solvers::padded<T>(at.states);
    const std::size_t count = static_cast<std::size_t>(at.actions) * width;
    const T positive = static_cast<T>(update.positive), negative = static_cast<T>(update.negative);
    T* const known = regrets.template open<0>(place, count);
    if (const T* const locked = locks.empty() ? nullptr : locks.at(place))
      POKERDATA_DISPATCH(update_regrets_locked<T>)(known, locked, positive, negative, at.actions, width,
                                                   rows);
    else
      learn(known, positive, negative, at.actions, width, rows);
    // Rows of values end in whatever the memory of the thread held.
    for (int a = 0; a < at.actions; ++a)
      std::fill(known + a * width + at.states, known + (a + 1) * width, T{0});
    regrets.close(place, count, known);
  }
  void opponent_up(const Place& at, T* const* rows) const {
    kernels.sum_rows(at.actions, solvers::padded<T>(at.rows), rows);
  }
};

}  // namespace

const Item& decision_at(const SpotGame& game, int street, int board, int item) {
  if (street < 0 || street >= static_cast<int>(game.plan.streets.size()) || board < 0 ||
      board >= static_cast<int>(game.cards.streets[street].boards.size()) || item < 0 ||
      item >= static_cast<int>(game.plan.streets[street].items.size()) ||
      game.plan.streets[street].items[item].kind != ItemKind::decision)
    throw support::expected("decision", "one of the spot",
                            {"street ", street, ", board ", board, ", item ", item});
  return game.plan.streets[street].items[item];
}

std::vector<double> root_meets(const SpotGame& game, int player) {
  if (player != 0 && player != 1) throw support::expected("player", "0 or 1", player);
  const SpotBoard& root = game.cards.streets[0].boards[0];
  std::vector<double> meets = meeting(root, player, game.cards.weight[1 - player]);
  for (std::size_t s = 0; s < meets.size(); ++s) meets[s] *= root.hands[player].size[s];
  return meets;
}

template <class S>
SpotValues average_values(const SpotGame& game, const SpotLayout<Work<S>>& layout, const S* average,
                          const Locks<Work<S>>& locks, int threads, const std::atomic<bool>* stop) {
  SpotWalk<double> walk(game.tree, game.pot, game.cards, game.plan, threads);
  AverageVisitor<S> best{game, layout, average, true, &locks}, mean{game, layout, average, false};
  SpotValues result;
  for (const int player : {0, 1}) {
    result.best_response[player] = walk.run(player, best, stop);
    // Without rake one wins what the other loses.
    result.expected[player] =
        player == 1 && game.pot.rake == 0 ? -result.expected[0] : walk.run(player, mean, stop);
  }
  return result;
}

template <class S>
SpotSolver<S>::SpotSolver(const SpotGame& game, const solvers::UpdatePolicy& policy, int threads)
    : game_(game),
      policy_(policy),
      threads_(support::checked_threads(threads)),
      layout_(game.plan, game.cards),
      regrets_(layout_.size),
      average_(layout_.size),
      walk_(game.tree, game.pot, game.cards, game.plan, threads_) {
  if (policy.optimistic || policy.simultaneous)
    throw support::expected("algorithm", "cfr, cfr+, lcfr or dcfr with players in turn for a spot",
                            "an optimistic or simultaneous one; e.g. 'dcfr'");
}

template <class S>
template <class Body>
void SpotSolver<S>::for_each_decision(const Body& body) const {
  for (std::size_t street = 0; street < game_.plan.streets.size(); ++street) {
    const auto& boards = game_.cards.streets[street].boards;
    for (std::size_t b = 0; b < boards.size(); ++b)
      for (const Item& item : game_.plan.streets[street].items)
        if (item.kind == ItemKind::decision)
          body(layout_.place(static_cast<int>(street), static_cast<int>(b), boards[b], item),
               static_cast<std::size_t>(item.actions) * SpotLayout<T>::width(boards[b], item.player));
  }
}

template <class S>
std::vector<Work<S>> SpotSolver<S>::all(const Stored<S>& stored) const {
  std::vector<T> result(layout_.size);
  for_each_decision([&](std::size_t place, std::size_t count) {
    std::copy_n(stored.template look<0>(place, count), count, result.data() + place);
  });
  return result;
}

template <class S>
void SpotSolver<S>::iterate(std::int64_t count, support::Progress& progress) {
  iterations_.run(count, progress, [&](std::int64_t t, const std::atomic<bool>* stop) {
    const solvers::Update update = policy_.at(t);
    RegretVisitor<S> visitor{game_, layout_, regrets_, average_, update, locks_};
    if (update.average_scale != 1) average_.scale(update.average_scale);
    if (gadget_) gadget_->scale_average(update.average_scale);
    for (const int player : {0, 1}) {
      if (gadget_ && player != gadget_->opponent()) {
        walk_.begin_with(1 - player, gadget_->reach());
        gadget_->count(update.average_weight);
      }
      walk_.run(player, visitor, stop);
      if (gadget_ && player == gadget_->opponent()) {
        const std::span<const T> values = walk_.root_values(player);
        gadget_->learn(std::vector<double>(values.begin(), values.end()), update);
      }
    }
  });
}

// One walk at a time has memory for its rows.
template <class S>
SpotWalk<double> SpotSolver<S>::evaluation() {
  walk_.release();
  return {game_.tree, game_.pot, game_.cards, game_.plan, threads_};
}

template <class S>
SpotValues SpotSolver<S>::evaluate(support::Progress& progress) {
  iterations_.check_usable();
  if (!gadget_) {
    walk_.release();
    return average_values(game_, layout_, sums().data(), locks_, threads_, &progress.cancelled);
  }
  SpotWalk<double> walk = evaluation();
  AverageVisitor<S> best{game_, layout_, sums().data(), true, &locks_},
      mean{game_, layout_, sums().data(), false};
  SpotValues result;
  const int opponent = gadget_->opponent(), player = 1 - opponent;
  walk.run(opponent, best, &progress.cancelled);
  result.best_response[opponent] = gadget_->best_value(walk.root_values(opponent));
  walk.run(opponent, mean, &progress.cancelled);
  result.expected[opponent] = gadget_->mean_value(walk.root_values(opponent));
  result.expected[player] = -result.expected[opponent];
  walk.begin_with(opponent, gadget_->average_reach());
  const double sum = walk.run(player, best, &progress.cancelled) * game_.cards.deals;
  walk.begin_with(opponent, game_.cards.weight[opponent]);
  result.best_response[player] = gadget_->others_value(sum);
  return result;
}

template <class S>
std::vector<double> SpotSolver<S>::root_values(int player, bool best, support::Progress& progress) {
  iterations_.check_usable();
  if (player != 0 && player != 1) throw support::expected("player", "0 or 1", player);
  AverageVisitor<S> visitor{game_, layout_, sums().data(), best, &locks_};
  SpotWalk<double> walk = evaluation();
  walk.run(player, visitor, &progress.cancelled);
  const std::span<const double> values = walk.root_values(player);
  return {values.begin(), values.end()};
}

template <class S>
void SpotSolver<S>::set_gadget(int opponent, GadgetRule rule, std::span<const double> kept,
                               std::span<const double> weight) {
  if (opponent != 0 && opponent != 1) throw support::expected("opponent", "0 or 1", opponent);
  if (game_.pot.rake != 0)
    throw support::expected("rake", "none where a strategy is solved anew", game_.pot.rake);
  if (iteration() > 0)
    throw support::expected("gadget", "one before the first iteration", {"it after ", iteration()});
  gadget_.emplace(opponent, rule, std::vector<double>(kept.begin(), kept.end()),
                  std::vector<double>(weight.begin(), weight.end()), root_meets(game_, opponent));
  walk_.begin_with(opponent, gadget_->reach());
}

template <class S>
void SpotSolver<S>::restore(std::int64_t iteration, std::span<const T> regrets, std::span<const T> average) {
  if (iteration < 0) throw support::expected("iteration", "0 or more", iteration);
  if (gadget_) throw support::expected("saved state", "none with a gadget", "one");
  if (regrets.size() != layout_.size || average.size() != layout_.size)
    throw support::expected(
        "saved state",
        {layout_.size, " regrets and ", layout_.size, " strategy sums, as this spot and algorithm have"},
        {regrets.size(), " and ", average.size(), "; was it saved from others?"});
  for_each_decision([&](std::size_t place, std::size_t count) {
    for (auto [to, from] : {std::pair{&regrets_, regrets}, std::pair{&average_, average}}) {
      T* const rows = to->template open<0>(place, count);
      std::copy_n(from.data() + place, count, rows);
      to->close(place, count, rows);
    }
  });
  iterations_.restore(iteration);
}

template <class S>
void SpotSolver<S>::lock(int street, int board, int item, std::span<const double> play) {
  const Item& decision = decision_at(game_, street, board, item);
  const SpotBoard& here = game_.cards.streets[street].boards[board];
  const int states = here.hands[decision.player].states(), width = solvers::padded<T>(states);
  if (play.size() != static_cast<std::size_t>(decision.actions) * states)
    throw support::expected("lock", {decision.actions, " actions of ", states, " states"},
                            {play.size(), " numbers"});
  const std::size_t place = layout_.place(street, board, here, decision);
  T* const locked = locks_.add(place, static_cast<std::size_t>(decision.actions) * width);
  const std::size_t count = static_cast<std::size_t>(decision.actions) * width;
  T* const sums = average_.template open<0>(place, count);
  for (int s = 0; s < states; ++s) {
    double total = 0;
    for (int a = 0; a < decision.actions; ++a) total += play[static_cast<std::size_t>(a) * states + s];
    if (!(total > 0)) continue;
    for (int a = 0; a < decision.actions; ++a)
      sums[a * width + s] = locked[a * width + s] =
          static_cast<T>(play[static_cast<std::size_t>(a) * states + s] / total);
  }
  average_.close(place, count, sums);
}

template <class S>
std::uint64_t SpotSolver<S>::memory(const SpotGame& game, int threads) {
  return 2 * Stored<S>::bytes(SpotLayout<T>(game.plan, game.cards).size) +
         SpotWalk<T>::own_memory(game.cards) + SpotWalk<double>::own_memory(game.cards) +
         SpotWalk<double>::run_memory(game.cards, game.plan, threads);
}

template SpotValues average_values(const SpotGame&, const SpotLayout<float>&, const float*,
                                   const Locks<float>&, int, const std::atomic<bool>*);
template SpotValues average_values(const SpotGame&, const SpotLayout<float>&, const std::int16_t*,
                                   const Locks<float>&, int, const std::atomic<bool>*);
template SpotValues average_values(const SpotGame&, const SpotLayout<float>&, const Half*,
                                   const Locks<float>&, int, const std::atomic<bool>*);
template SpotValues average_values(const SpotGame&, const SpotLayout<double>&, const double*,
                                   const Locks<double>&, int, const std::atomic<bool>*);
template class SpotSolver<float>;
template class SpotSolver<double>;
template class SpotSolver<std::int16_t>;

}  // namespace pokerdata::spots
