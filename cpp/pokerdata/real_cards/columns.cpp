#include "pokerdata/real_cards/columns.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "pokerdata/real_cards/settled_rivers.hpp"

namespace pokerdata::real_cards {
namespace {

// Numbers of histories after all-ins in a column: what is summed for them stays in the first-level cache.
constexpr std::size_t most_settled = SettledRivers::most_numbers;
// So many states that no more than 16 histories fit into one batch of the plan.
constexpr std::int32_t plenty = 1 << 20;

solvers::WalkPlan plan_of(const games::BettingTree& tree) {
  games::Game game;
  game.tree = tree;
  game.streets.resize(tree.streets());
  for (games::Street& street : game.streets) {
    street.boards = {games::Board{0, 0, plenty, {}, {}}};
    street.cards.hand = {0};  // states are cards, so all-ins are settled on the last street
  }
  return solvers::WalkPlan(game);
}

}  // namespace

ColumnLayout::ColumnLayout(const games::BettingTree& tree, int responder, const std::vector<int>& states,
                           const std::vector<int>& own_states)
    : lanes(POKERDATA_DISPATCH(width)()), plan(plan_of(tree)) {
  for (const solvers::Shape& shape : plan.shapes) {
    programs.emplace_back(shape, responder, own_states.empty());
    most_rows = std::max(most_rows, programs.back().next_nodes.size());
  }
  for (int r = 0; r < streets(); ++r)
    lay_out(r, responder, states[r], own_states.empty() ? 0 : own_states[r]);
  first.push_back(all.size());
  for (int r = 0; r + 1 < streets(); ++r) find_runs(r);
}

// Shapes of a street; those of the last one with the most to do first, so that others find their place in
// them.
std::vector<std::int32_t> ColumnLayout::shapes_of(int street) const {
  std::vector<std::int32_t> found;
  for (const solvers::Batch& batch : plan.streets[street].batches)
    if (std::find(found.begin(), found.end(), batch.shape) == found.end()) found.push_back(batch.shape);
  if (street + 1 == streets())
    std::stable_sort(found.begin(), found.end(), [&](std::int32_t a, std::int32_t b) {
      return programs[a].functionals() > programs[b].functionals();
    });
  return found;
}

void ColumnLayout::lay_out(int street, int responder, int states, int own_states) {
  first.push_back(all.size());
  vectors.push_back(0);
  const bool last = street + 1 == streets();
  const std::vector<std::int32_t> shapes = shapes_of(street);
  std::vector<std::vector<Lane>> waiting(shapes.size());  // histories, the last one first
  for (std::size_t s = 0; s < shapes.size(); ++s)
    for (std::size_t b = plan.streets[street].batches.size(); b-- > 0;)
      if (const solvers::Batch& batch = plan.streets[street].batches[b]; batch.shape == shapes[s])
        for (int h = batch.histories(); h-- > 0;) waiting[s].push_back({static_cast<std::int32_t>(b), h, 0});
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    const solvers::Shape& shape = plan.shapes[shapes[s]];
    const ShapeProgram& p = programs[shapes[s]];
    const bool settled = shape.nodes.front().step == solvers::Step::showdown;
    while (!waiting[s].empty()) {
      const std::size_t most = settled ? most_settled : std::size_t(lanes);
      Column column{street, shapes[s],      settled,    1,        static_cast<std::int32_t>(all_lanes.size()),
                    0,      vectors.back(), table_size, own_size, factors_size};
      std::size_t room = most;
      for (std::size_t other = s; other < (last && !settled ? shapes.size() : s + 1) && room > 0; ++other) {
        if (waiting[other].empty()) continue;
        std::optional<Embedding> found = other == s
                                             ? Embedding::identity(shape)
                                             : Embedding::find(plan.shapes[shapes[other]], shape, responder);
        if (!found) continue;
        for (; !waiting[other].empty() && room > 0; --room) {
          all_lanes.push_back(waiting[other].back());
          all_lanes.back().embedding = static_cast<std::int32_t>(embeddings.size());
          waiting[other].pop_back();
        }
        embeddings.push_back(std::move(*found));
      }
      column.count = static_cast<std::int32_t>(most - room);
      column.vectors = (column.count + lanes - 1) / lanes;
      vectors.back() += column.vectors;
      const std::size_t numbers = width(column);
      table_size += numbers * (settled ? 1 : p.vectors.size() * states);
      factors_size += numbers * p.fold_rows.size();
      own_size += numbers * p.shares.size() * own_states;
      scratch = std::max(scratch, numbers * scratch_rows(p.functionals(), p.showdowns, p.summed,
                                                         p.values_at_once, cards::combinations));
      all.push_back(column);
    }
  }
}

void ColumnLayout::find_runs(int street) {
  struct Place {
    std::int32_t column, lane;
  };
  // Of each history of the batches.
  const auto places_of = [&](int r) {
    std::vector<std::vector<Place>> places;
    for (const solvers::Batch& batch : plan.streets[r].batches) places.emplace_back(batch.histories());
    for (std::size_t c = first[r]; c < first[r + 1]; ++c)
      for (int h = 0; h < all[c].count; ++h) {
        const Lane& lane = all_lanes[all[c].first + h];
        places[lane.batch][lane.history] = {static_cast<std::int32_t>(c), h};
      }
    return places;
  };
  const std::vector<std::vector<Place>> before = places_of(street), after = places_of(street + 1);
  std::vector<Run>& found = runs.emplace_back();
  for (std::size_t b = 0; b < plan.streets[street].batches.size(); ++b) {
    const solvers::Batch& batch = plan.streets[street].batches[b];
    const std::vector<std::int32_t>& nodes = programs[batch.shape].next_nodes;
    for (const solvers::Run& run : batch.targets) {
      const auto row =
          static_cast<std::int32_t>(std::find(nodes.begin(), nodes.end(), run.node) - nodes.begin());
      bool goes_on = false;
      for (int i = 0; i < run.length; ++i) {
        const Place from = before[b][run.before + i], to = after[run.batch][run.after + i];
        if (goes_on) {
          Run& last = found.back();
          goes_on = last.column == from.column && last.next == to.column &&
                    last.before + last.length == from.lane && last.after + last.length == to.lane;
        }
        if (goes_on)
          ++found.back().length;
        else
          found.push_back({from.column, row, to.column, from.lane, to.lane, 1});
        goes_on = true;
      }
    }
  }
}

std::vector<std::int32_t> ColumnLayout::roots(int street) const {
  std::vector<std::int32_t> found;
  for (const Column& column : of(street))
    for (int h = 0; h < column.count; ++h) {
      const Lane& lane = all_lanes[column.first + h];
      found.push_back(plan.streets[street].batches[lane.batch].roots[lane.history]);
    }
  return found;
}

Columns::Columns(const games::BettingTree& tree, int responder, const StrategyView& opponent,
                 const StrategyView* played)
    : ColumnLayout(tree, responder, opponent.states, played ? played->states : std::vector<int>{}),
      table(table_size),
      own(own_size),
      factors(factors_size) {
  for (const Column& column : all) {
    const ShapeProgram& p = program(column);
    std::vector<ShapeProgram::Path> shares;
    for (const std::int32_t child : p.shares) shares.push_back({child});
    const std::vector<double> ones(shares.size(), 1.0);
    for (int h = 0; h < column.count; ++h) {
      const Lane& lane = all_lanes[column.first + h];
      const auto stake = [&](std::size_t row) {
        return p.staked[row] < 0 ? 1.0 : chips(column, lane, responder, p.staked[row]);
      };
      if (column.settled) {
        table.data()[column.table + h] = static_cast<float>(stake(0));
        continue;
      }
      std::vector<double> stakes;
      for (std::size_t v = 0; v < p.vectors.size(); ++v) stakes.push_back(stake(v));
      for (std::size_t f = 0; f < p.fold_rows.size(); ++f) {
        const double won = chips(column, lane, responder, p.leaves[p.showdowns + f].fold);
        // Who folds has not put in more than who calls, so where that is nothing this is, too.
        const double staked = stakes[p.fold_rows[f]];
        factors.data()[column.factors + f * lanes + h] =
            staked == 0 ? 0.0f : static_cast<float>(won / staked);
      }
      fill(tree, column, opponent, p.vectors, h, stakes, table.data() + column.table);
      if (played) fill(tree, column, *played, shares, h, ones, own.data() + column.own);
    }
  }
}

double Columns::chips(const Column& column, const Lane& lane, int responder, std::int32_t leaf) const {
  const std::int32_t node = embeddings[lane.embedding].node[leaf];
  if (node == Embedding::none) return 0;
  const solvers::Batch& batch = plan.streets[column.street].batches[lane.batch];
  const double won = batch.chips[node][lane.history];
  // Those of folds are told as won by player 1.
  const bool fold = plan.shapes[batch.shape].nodes[node].step == solvers::Step::fold;
  return fold && responder == 1 ? -won : won;
}

// out: [state][path][lane], the product of the probabilities on the path, times a factor.
void Columns::fill(const games::BettingTree& tree, const Column& column, const StrategyView& strategy,
                   const std::vector<ShapeProgram::Path>& paths, int lane, const std::vector<double>& times,
                   float* out) const {
  const Lane& of = all_lanes[column.first + lane];
  const std::vector<std::int32_t>& numbers = embeddings[of.embedding].child;
  const std::int32_t root = plan.streets[column.street].batches[of.batch].roots[of.history];
  const std::int32_t edge = tree.first_edge[root] - tree.first_edge[tree.street_roots[column.street].front()];
  const std::size_t states = strategy.states[column.street];
  for (std::size_t v = 0; v < paths.size(); ++v)
    for (std::size_t s = 0; s < states; ++s) {
      double reach = 1;
      for (const std::int32_t child : paths[v]) {
        const std::int32_t number = numbers[child];
        if (number == Embedding::none)
          reach = 0;
        else if (number != Embedding::always)
          reach *= strategy.streets[column.street][std::size_t(edge + number) * states + s];
      }
      out[(s * paths.size() + v) * lanes + lane] =
          reach < least_reach ? 0.0f : static_cast<float>(reach * times[v]);
    }
}

}  // namespace pokerdata::real_cards
