#include "pokerdata/real_cards/columns.hpp"

#include <algorithm>

namespace pokerdata::real_cards {
namespace {

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
    const ShapeProgram& p = programs.back();
    scratch =
        std::max(scratch, std::size_t(lanes) * scratch_rows(p.functionals(), p.showdowns, p.summed, p.stack));
    most_rows = std::max(most_rows, p.next_nodes.size());
  }
  std::vector<std::vector<std::size_t>> first_of_batch(streets());
  for (int r = 0; r < streets(); ++r) {
    first.push_back(all.size());
    for (std::size_t b = 0; b < plan.streets[r].batches.size(); ++b) {
      const solvers::Batch& batch = plan.streets[r].batches[b];
      const ShapeProgram& p = programs[batch.shape];
      first_of_batch[r].push_back(all.size());
      for (int at = 0; at < batch.histories(); at += lanes) {
        all.push_back({r, static_cast<std::int32_t>(b), batch.shape, at,
                       std::min(lanes, batch.histories() - at), table_size, own_size, factors_size});
        table_size += std::size_t(lanes) * p.vectors.size() * states[r];
        factors_size += std::size_t(lanes) * p.fold_rows.size();
        if (!own_states.empty()) own_size += std::size_t(lanes) * p.shares.size() * own_states[r];
      }
    }
  }
  first.push_back(all.size());
  runs.resize(streets() - 1);
  for (int r = 0; r + 1 < streets(); ++r) find_runs(r, first_of_batch[r], first_of_batch[r + 1]);
}

void ColumnLayout::find_runs(int street, const std::vector<std::size_t>& first_of_batch,
                             const std::vector<std::size_t>& first_of_next) {
  for (std::size_t b = 0; b < plan.streets[street].batches.size(); ++b) {
    const solvers::Batch& batch = plan.streets[street].batches[b];
    const std::vector<std::int32_t>& nodes = programs[batch.shape].next_nodes;
    for (const solvers::Run& run : batch.targets) {
      const auto row =
          static_cast<std::int32_t>(std::find(nodes.begin(), nodes.end(), run.node) - nodes.begin());
      for (int done = 0; done < run.length;) {
        const int before = run.before + done, after = run.after + done;
        const int length = std::min({run.length - done, lanes - before % lanes, lanes - after % lanes});
        runs[street].push_back({static_cast<std::int32_t>(first_of_batch[b] + before / lanes), row,
                                static_cast<std::int32_t>(first_of_next[run.batch] + after / lanes),
                                before % lanes, after % lanes, length});
        done += length;
      }
    }
  }
}

std::vector<std::int32_t> ColumnLayout::roots(int street) const {
  std::vector<std::int32_t> found;
  for (std::size_t c = first[street]; c < first[street + 1]; ++c) {
    const std::vector<std::int32_t>& roots = plan.streets[street].batches[all[c].batch].roots;
    found.insert(found.end(), roots.begin() + all[c].first, roots.begin() + all[c].first + all[c].count);
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
      const auto stake = [&](std::size_t row) {
        return p.staked[row] < 0 ? 1.0 : chips(column, h, responder, p.staked[row]);
      };
      std::vector<double> stakes;
      for (std::size_t v = 0; v < p.vectors.size(); ++v) stakes.push_back(stake(v));
      for (std::size_t f = 0; f < p.fold_rows.size(); ++f) {
        const double won = chips(column, h, responder, p.leaves[p.showdowns + f].fold);
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

double Columns::chips(const Column& column, int lane, int responder, std::int32_t leaf) const {
  const solvers::Batch& batch = plan.streets[column.street].batches[column.batch];
  const double won = batch.chips[leaf][column.first + lane];
  // Those of folds are told as won by player 1.
  const bool fold = plan.shapes[column.shape].nodes[leaf].step == solvers::Step::fold;
  return fold && responder == 1 ? -won : won;
}

// out: [state][path][lane], the product of the probabilities on the path, times a factor.
void Columns::fill(const games::BettingTree& tree, const Column& column, const StrategyView& strategy,
                   const std::vector<ShapeProgram::Path>& paths, int lane, const std::vector<double>& times,
                   float* out) const {
  const std::int32_t root = plan.streets[column.street].batches[column.batch].roots[column.first + lane];
  const std::int32_t edge = tree.first_edge[root] - tree.first_edge[tree.street_roots[column.street].front()];
  const std::size_t states = strategy.states[column.street];
  for (std::size_t v = 0; v < paths.size(); ++v)
    for (std::size_t s = 0; s < states; ++s) {
      double reach = 1;
      for (const std::int32_t child : paths[v])
        reach *= strategy.streets[column.street][std::size_t(edge + child) * states + s];
      out[(s * paths.size() + v) * lanes + lane] =
          reach < least_reach ? 0.0f : static_cast<float>(reach * times[v]);
    }
}

}  // namespace pokerdata::real_cards
