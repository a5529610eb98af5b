#include "pokerdata/spots/spot_view.hpp"

#include <string>
#include <utility>

#include "pokerdata/spots/average_visitor.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::spots {
namespace {

// Keeps what one walk finds at some decisions.
template <class S>
struct Watch : AverageVisitor<S> {
  struct Seen {
    std::vector<double> reach, values;         // of the opponent, of the player
    std::vector<std::vector<double>> actions;  // where the player acts
  };
  int street, board;
  const std::vector<int>& number_of;  // of each item its place in `seen`, or -1
  int opponents;                      // states of the other player on the board
  std::vector<Seen> seen;

  Seen* here(const Place& at) {
    if (at.street != street || at.board != board || number_of[at.item] < 0) return nullptr;
    return &seen[number_of[at.item]];
  }
  void at_decision(const Place& at, const double* row) {
    if (Seen* const found = here(at)) found->reach.assign(row, row + opponents);
  }
  void own_up(const Place& at, double* const* rows) {
    Seen* const found = here(at);
    if (found)
      for (int a = 0; a < at.actions; ++a) found->actions.emplace_back(rows[a], rows[a] + at.rows);
    AverageVisitor<S>::own_up(at, rows);
    if (found) found->values.assign(rows[0], rows[0] + at.rows);
  }
  void opponent_up(const Place& at, double* const* rows) {
    AverageVisitor<S>::opponent_up(at, rows);
    if (Seen* const found = here(at)) found->values.assign(rows[0], rows[0] + at.rows);
  }
};

}  // namespace

template <class S>
std::vector<DecisionView> view_decisions(const SpotGame& game, const SpotLayout<Work<S>>& layout,
                                         const S* average, int street, int board, std::span<const int> items,
                                         const StreetEnds* ends, int threads, const std::atomic<bool>* stop) {
  for (const int item : items) decision_at(game, street, board, item);
  if (items.empty()) return {};
  if (ends && street > ends->street) throw support::expected("street", {"one up to ", ends->street}, street);
  const auto& all = game.plan.streets[street].items;
  std::vector<int> number_of(all.size(), -1);
  for (std::size_t i = 0; i < items.size(); ++i) number_of[items[i]] = static_cast<int>(i);
  const SpotBoard& here = game.cards.streets[street].boards[board];
  std::vector<int> line(street + 1, board);
  for (int r = street; r > 0; --r) line[r - 1] = game.cards.streets[r].boards[line[r]].parent;
  SpotWalk<double> walk(game.tree, game.pot, game.cards, game.plan, threads);
  for (const int player : {0, 1})
    if (ends) walk.end_with(ends->street, player, ends->values[player]);
  const double chance = here.weight / game.cards.streets[street].deals;
  std::vector<DecisionView> views(items.size());
  for (const int player : {0, 1}) {
    Watch<S> watch{{game, layout, average, false},
                   street,
                   board,
                   number_of,
                   here.hands[1 - player].states(),
                   std::vector<typename Watch<S>::Seen>(items.size())};
    walk.run(player, watch, line, stop);
    const Hands& mine = here.hands[player];
    for (std::size_t i = 0; i < items.size(); ++i) {
      auto& seen = watch.seen[number_of[items[i]]];
      DecisionView& view = views[i];
      DecisionView::Side& side = view.sides[player];
      side.meets = meeting(here, player, seen.reach);
      view.sides[1 - player].reach = seen.reach;
      const auto per_hand = [&](std::vector<double> row) {
        for (int s = 0; s < mine.states(); ++s) row[s] /= mine.size[s] * chance * side.meets[s];
        return row;
      };
      side.values = per_hand(seen.values);
      if (all[items[i]].player != player) continue;
      for (const std::vector<double>& row : seen.actions) {
        const std::vector<double> values = per_hand(row);
        view.actions.insert(view.actions.end(), values.begin(), values.end());
      }
    }
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& decision = all[items[i]];
    const int states = here.hands[decision.player].states(),
              width = SpotLayout<Work<S>>::width(here, decision.player);
    const S* const sums = average + layout.place(street, board, here, decision);
    std::vector<double>& strategy = views[i].strategy;
    strategy.resize(static_cast<std::size_t>(decision.actions) * states);
    for (int s = 0; s < states; ++s) {
      double total = 0;
      for (int a = 0; a < decision.actions; ++a) total += value_of(sums[a * width + s]);
      for (int a = 0; a < decision.actions; ++a)
        strategy[static_cast<std::size_t>(a) * states + s] =
            total > 0 ? value_of(sums[a * width + s]) / total : 1.0 / decision.actions;
    }
  }
  return views;
}

template std::vector<DecisionView> view_decisions(const SpotGame&, const SpotLayout<float>&, const float*,
                                                  int, int, std::span<const int>, const StreetEnds*, int,
                                                  const std::atomic<bool>*);
template std::vector<DecisionView> view_decisions(const SpotGame&, const SpotLayout<float>&,
                                                  const std::int16_t*, int, int, std::span<const int>,
                                                  const StreetEnds*, int, const std::atomic<bool>*);
template std::vector<DecisionView> view_decisions(const SpotGame&, const SpotLayout<float>&, const Half*, int,
                                                  int, std::span<const int>, const StreetEnds*, int,
                                                  const std::atomic<bool>*);
template std::vector<DecisionView> view_decisions(const SpotGame&, const SpotLayout<double>&, const double*,
                                                  int, int, std::span<const int>, const StreetEnds*, int,
                                                  const std::atomic<bool>*);

}  // namespace pokerdata::spots
