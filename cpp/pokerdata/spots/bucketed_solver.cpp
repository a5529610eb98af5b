#include "pokerdata/spots/bucketed_solver.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "pokerdata/spots/bucketed_visitors.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::spots {

template <class T>
BucketedSpotSolver<T>::BucketedSpotSolver(const SpotGame& game, const solvers::UpdatePolicy& policy,
                                          SpotBuckets buckets, int responder, int threads)
    : game_(game),
      policy_(policy),
      buckets_(std::move(buckets)),
      responder_(responder),
      threads_(support::checked_threads(threads)),
      walk_(game.tree, game.pot, game.cards, game.plan, threads_),
      piece_(SpotWalk<T>::pieces(game.cards)) {
  if (policy.optimistic || policy.simultaneous)
    throw support::expected("algorithm", "cfr, cfr+, lcfr or dcfr with players in turn for a spot",
                            "an optimistic or simultaneous one; e.g. 'dcfr'");
  if (game.pot.rake != 0) throw support::expected("rake", "none where buckets are solved", game.pot.rake);
  if (responder < -1 || responder > 1)
    throw support::expected("responder", "0, 1, or -1 for none", responder);
  const std::size_t streets = game.cards.streets.size();
  sides_.resize(streets);
  sums_.resize(streets);
  weight_.resize(streets);
  deals_.resize(streets);
  choice_.resize(streets);
  number_.resize(streets);
  decisions_.resize(streets);
  for (std::size_t street = 0; street < streets; ++street) {
    const auto& boards = game.cards.streets[street].boards;
    const PlanStreet& plan = game.plan.streets[street];
    for (const int player : {0, 1}) {
      const SpotBuckets::Side& side = buckets_.streets[street][player];
      std::vector<T>& weight = weight_[street][player];
      weight.resize(side.of.size());
      deals_[street][player].resize(side.of.size());
      for (std::size_t b = 0; b < boards.size(); ++b) {
        const Hands& hands = boards[b].hands[player];
        for (int s = 0; s < hands.states(); ++s) {
          const std::size_t at = side.first[b] + s;
          weight[at] =
              street == 0
                  ? static_cast<T>(game.cards.weight[player][s])
                  : weight_[street - 1][player]
                           [buckets_.streets[street - 1][player].first[boards[b].parent] + hands.parent[s]];
          deals_[street][player][at] = static_cast<T>(boards[b].weight) * static_cast<T>(hands.size[s]);
        }
      }
      if (!learns(player)) continue;
      const std::size_t size = static_cast<std::size_t>(plan.strategy_rows[player]) * side.count;
      sides_[street][player] = {std::vector<double>(size), std::vector<double>(size), std::vector<T>(size)};
      sums_[street][player].resize(size * pieces(static_cast<int>(street)));
      play(static_cast<int>(street), player);
    }
    if (responder_ < 0) continue;
    number_[street].assign(plan.items.size(), -1);
    for (std::size_t i = 0; i < plan.items.size(); ++i)
      if (plan.items[i].kind == ItemKind::decision && plan.items[i].player == responder_) {
        if (plan.items[i].actions > 256)
          throw support::ArgumentError("actions of a decision: expected at most 256 where a player responds");
        number_[street][i] = decisions_[street]++;
      }
    choice_[street].resize(buckets_.streets[street][responder_].of.size() * decisions_[street]);
  }
}

template <class T>
int BucketedSpotSolver<T>::pieces(int street) const {
  if (street + 1 == static_cast<int>(game_.cards.streets.size())) return piece_.back() + 1;
  return static_cast<int>(game_.cards.streets[street].boards.size());
}

template <class T>
template <class Work>
void BucketedSpotSolver<T>::for_each_decision(int player, const Work& work) const {
  for (std::size_t street = 0; street < sides_.size(); ++street) {
    const std::vector<Item>& items = game_.plan.streets[street].items;
    support::parallel_for(std::ssize(items), threads_, [&](std::int64_t i, int) {
      if (items[i].kind == ItemKind::decision && items[i].player == player)
        work(static_cast<int>(street), items[i]);
    });
  }
}

// Regret matching of all that a player has on a street.
template <class T>
void BucketedSpotSolver<T>::play(int street, int player) {
  Side& side = sides_[street][player];
  const std::size_t count = buckets_.streets[street][player].count;
  for (const Item& item : game_.plan.streets[street].items) {
    if (item.kind != ItemKind::decision || item.player != player) continue;
    const std::size_t first = static_cast<std::size_t>(item.row) * count;
    for (std::size_t b = 0; b < count; ++b) {
      double sum = 0;
      for (int a = 0; a < item.actions; ++a) sum += std::max(side.regrets[first + a * count + b], 0.0);
      for (int a = 0; a < item.actions; ++a)
        side.strategy[first + a * count + b] = static_cast<T>(
            sum > 0 ? std::max(side.regrets[first + a * count + b], 0.0) / sum : 1.0 / item.actions);
    }
  }
}

// Adds what the walk found that was worth of a player's actions to his regrets.
template <class T>
void BucketedSpotSolver<T>::update(int player, const solvers::Update& update) {
  for_each_decision(player, [&](int street, const Item& item) {
    Side& side = sides_[street][player];
    const std::size_t count = buckets_.streets[street][player].count;
    const std::size_t first = static_cast<std::size_t>(item.row) * count;
    std::vector<double> worth(item.actions * count);
    for (int piece = 0; piece < pieces(street); ++piece) {
      const double* const from = sums_[street][player].data() + piece * side.regrets.size() + first;
      for (std::size_t i = 0; i < worth.size(); ++i) worth[i] += from[i];
    }
    for (std::size_t b = 0; b < count; ++b) {
      double value = 0;
      for (int a = 0; a < item.actions; ++a)
        value += worth[a * count + b] * static_cast<double>(side.strategy[first + a * count + b]);
      for (int a = 0; a < item.actions; ++a) {
        double& regret = side.regrets[first + a * count + b];
        regret += worth[a * count + b] - value;
        regret *= regret > 0 ? update.positive : update.negative;
      }
    }
  });
  for (std::size_t street = 0; street < sides_.size(); ++street) play(static_cast<int>(street), player);
}

// Counts what a player played, weighted by his reach, in his average.
template <class T>
void BucketedSpotSolver<T>::count(int player, const solvers::Update& update) {
  for_each_decision(player, [&](int street, const Item& item) {
    Side& side = sides_[street][player];
    const std::size_t count = buckets_.streets[street][player].count;
    const std::size_t first = static_cast<std::size_t>(item.row) * count;
    std::vector<double> reached(count);
    for (int piece = 0; piece < pieces(street); ++piece) {
      const double* const from = sums_[street][player].data() + piece * side.regrets.size() + first;
      for (std::size_t b = 0; b < count; ++b) reached[b] += from[b];
    }
    for (int a = 0; a < item.actions; ++a)
      for (std::size_t b = 0; b < count; ++b)
        side.average[first + a * count + b] +=
            update.average_weight * reached[b] * static_cast<double>(side.strategy[first + a * count + b]);
  });
}

template <class T>
void BucketedSpotSolver<T>::iterate(std::int64_t count, support::Progress& progress) {
  iterations_.run(count, progress, [&](std::int64_t t, const std::atomic<bool>* stop) {
    const solvers::Update now = policy_.at(t);
    if (now.average_scale != 1)
      for (auto& street : sides_)
        for (Side& side : street)
          for (double& sum : side.average) sum *= now.average_scale;
    const int first = responder_ == 1 ? 1 : 0;
    for (const int player : {first, 1 - first}) {
      for (auto& street : sums_)
        for (std::vector<double>& sums : street) std::fill(sums.begin(), sums.end(), 0.0);
      BucketedVisitor<T> visitor{*this};
      walk_.run(player, visitor, stop);
      if (learns(1 - player)) this->count(1 - player, now);
      if (learns(player)) update(player, now);
    }
  });
}

template <class T>
std::vector<double> BucketedSpotSolver<T>::strategy(int street, int player, bool current) const {
  if (street < 0 || street >= static_cast<int>(sides_.size()) || player < 0 || player > 1 || !learns(player))
    throw support::expected("strategy", "a street of the spot and a player who learns",
                            {street, " and ", player});
  const Side& side = sides_[street][player];
  if (current) return {side.strategy.begin(), side.strategy.end()};
  std::vector<double> found = side.average;
  const std::size_t count = buckets_.streets[street][player].count;
  for (const Item& item : game_.plan.streets[street].items) {
    if (item.kind != ItemKind::decision || item.player != player) continue;
    double* const first = found.data() + static_cast<std::size_t>(item.row) * count;
    for (std::size_t b = 0; b < count; ++b) {
      double sum = 0;
      for (int a = 0; a < item.actions; ++a) sum += first[a * count + b];
      for (int a = 0; a < item.actions; ++a)
        first[a * count + b] = sum > 0 ? first[a * count + b] / sum : 1.0 / item.actions;
    }
  }
  return found;
}

template <class T>
std::array<double, 2> BucketedSpotSolver<T>::best_responses(bool current, support::Progress& progress) {
  iterations_.check_usable();
  walk_.release();  // one walk at a time has memory for its rows
  SpotWalk<double> walk(game_.tree, game_.pot, game_.cards, game_.plan, threads_);
  std::array<double, 2> found{};
  for (const int player : {0, 1}) {
    if (!learns(1 - player)) continue;
    std::vector<std::vector<double>> played;
    for (std::size_t street = 0; street < sides_.size(); ++street)
      played.push_back(strategy(static_cast<int>(street), 1 - player, current));
    BucketedValues<T> visitor{*this, played};
    found[player] = walk.run(player, visitor, &progress.cancelled);
  }
  return found;
}

template <class T>
std::vector<double> BucketedSpotSolver<T>::joined(std::vector<double> Side::* member) const {
  std::vector<double> all;
  for (const auto& street : sides_)
    for (const Side& side : street) all.insert(all.end(), (side.*member).begin(), (side.*member).end());
  return all;
}

template <class T>
void BucketedSpotSolver<T>::restore(std::int64_t iteration, std::span<const double> regrets,
                                    std::span<const double> average) {
  std::size_t size = 0;
  for (const auto& street : sides_)
    for (const Side& side : street) size += side.regrets.size();
  if (iteration < 0 || regrets.size() != size || average.size() != size)
    throw support::expected("saved state", {size, " regrets and strategy sums"},
                            {regrets.size(), " and ", average.size(), "; was it saved from another spot?"});
  std::size_t at = 0;
  for (std::size_t street = 0; street < sides_.size(); ++street)
    for (const int player : {0, 1}) {
      Side& side = sides_[street][player];
      std::copy_n(regrets.begin() + at, side.regrets.size(), side.regrets.begin());
      std::copy_n(average.begin() + at, side.average.size(), side.average.begin());
      at += side.regrets.size();
      if (learns(player)) play(static_cast<int>(street), player);
    }
  iterations_.restore(iteration);
}

template <class T>
std::uint64_t BucketedSpotSolver<T>::memory(const SpotGame& game, const SpotBuckets& buckets, int responder,
                                            int threads) {
  std::uint64_t bytes = SpotWalk<T>::own_memory(game.cards) + SpotWalk<double>::own_memory(game.cards) +
                        std::max(SpotWalk<T>::run_memory(game.cards, game.plan, threads),
                                 SpotWalk<double>::run_memory(game.cards, game.plan, threads));
  const std::uint64_t last = SpotWalk<T>::pieces(game.cards).back() + 1;
  for (std::size_t street = 0; street < buckets.streets.size(); ++street) {
    const PlanStreet& plan = game.plan.streets[street];
    const std::uint64_t pieces =
        street + 1 == buckets.streets.size() ? last : game.cards.streets[street].boards.size();
    for (const int player : {0, 1}) {
      const SpotBuckets::Side& side = buckets.streets[street][player];
      bytes += side.of.size() * (sizeof(std::uint16_t) + 2 * sizeof(T));
      if (player == responder)
        bytes += side.of.size() * std::count_if(plan.items.begin(), plan.items.end(), [&](const Item& item) {
                   return item.kind == ItemKind::decision && item.player == player;
                 });
      else
        bytes += static_cast<std::uint64_t>(plan.strategy_rows[player]) * side.count *
                 ((pieces + 4) * sizeof(double) + sizeof(T));
    }
  }
  return bytes;
}

template class BucketedSpotSolver<float>;
template class BucketedSpotSolver<double>;

}  // namespace pokerdata::spots
