#include "pokerdata/spots/spot_view.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/spots/average_visitor.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::spots {
namespace {

// Keeps what one walk finds at one decision.
template <class S>
struct Watch : AverageVisitor<S> {
  int street, board, item;
  std::vector<double> reach, values;               // of the opponent, of the player
  std::vector<std::vector<double>> action_values;  // where the player acts

  Watch(const AverageVisitor<S>& visitor, int r, int b, int i)
      : AverageVisitor<S>(visitor), street(r), board(b), item(i) {}

  bool here(const Place& at) const { return at.street == street && at.board == board && at.item == item; }
  void at_decision(const Place& at, const double* row) {
    if (here(at)) reach.assign(row, row + opponents);
  }
  void own_up(const Place& at, double* const* rows) {
    if (here(at))
      for (int a = 0; a < at.actions; ++a) action_values.emplace_back(rows[a], rows[a] + at.rows);
    AverageVisitor<S>::own_up(at, rows);
    if (here(at)) values.assign(rows[0], rows[0] + at.rows);
  }
  void opponent_up(const Place& at, double* const* rows) {
    AverageVisitor<S>::opponent_up(at, rows);
    if (here(at)) values.assign(rows[0], rows[0] + at.rows);
  }
  int opponents = 0;  // states of the other player on the board
};

// Checks down: what equities are values of.
games::BettingTree check_down(int streets) {
  games::BettingTree tree;
  const auto add = [&](games::NodeKind kind, int street, int player, int children) {
    tree.kind.push_back(kind);
    tree.street.push_back(static_cast<std::uint8_t>(street));
    tree.player.push_back(static_cast<std::uint8_t>(player));
    tree.parent.push_back(static_cast<std::int32_t>(tree.kind.size()) - 2);
    tree.chips.push_back(0);
    tree.first_edge.push_back(static_cast<std::int32_t>(tree.child.size()));
    for (int i = 0; i < children; ++i) {
      tree.action.push_back(games::Action::check);
      tree.to.push_back(0);
      tree.child.push_back(static_cast<std::int32_t>(tree.kind.size()));
    }
  };
  for (int street = 0; street < streets; ++street) {
    tree.street_roots.push_back({static_cast<std::int32_t>(tree.kind.size())});
    for (const int player : {0, 1}) add(games::NodeKind::decision, street, player, 1);
  }
  add(games::NodeKind::showdown, streets - 1, 0, 0);
  tree.first_edge.push_back(static_cast<std::int32_t>(tree.child.size()));
  tree.no_limit = true;
  return tree;
}

// Sums of many deals come to nothing or all but for rounding, where a hand loses or wins each of them.
double whole_share(double share) {
  constexpr double rounding = 1e-12;
  return share < rounding ? 0 : share > 1 - rounding ? 1 : share;
}

}  // namespace

template <class S>
DecisionView view_decision(const SpotGame& game, const SpotLayout<Work<S>>& layout, const S* average,
                           int street, int board, int item, const StreetEnds* ends, int threads,
                           const std::atomic<bool>* stop) {
  const Item& decision = decision_at(game, street, board, item);
  if (ends && street > ends->street)
    throw support::ArgumentError("street: expected one up to " + std::to_string(ends->street) + ", got " +
                                 std::to_string(street));
  const SpotBoard& here = game.cards.streets[street].boards[board];
  std::vector<int> line(street + 1, board);
  for (int r = street; r > 0; --r) line[r - 1] = game.cards.streets[r].boards[line[r]].parent;
  SpotWalk<double> walk(game.tree, game.pot, game.cards, game.plan, threads);
  for (const int player : {0, 1})
    if (ends) walk.end_with(ends->street, player, ends->values[player]);
  const double chance = here.weight / game.cards.streets[street].deals;
  DecisionView view;
  for (const int player : {0, 1}) {
    Watch<S> watch({game, layout, average, false}, street, board, item);
    watch.opponents = here.hands[1 - player].states();
    walk.run(player, watch, line, stop);
    const Hands& mine = here.hands[player];
    view.sides[1 - player].reach = watch.reach;
    DecisionView::Side& side = view.sides[player];
    side.meets = meeting(here, player, watch.reach);
    const auto per_hand = [&](std::vector<double>& row) {
      for (int s = 0; s < mine.states(); ++s) row[s] /= mine.size[s] * chance * side.meets[s];
    };
    per_hand(watch.values);
    side.values = std::move(watch.values);
    if (decision.player != player) continue;
    for (std::vector<double>& row : watch.action_values) {
      per_hand(row);
      view.actions.insert(view.actions.end(), row.begin(), row.end());
    }
  }
  const int states = here.hands[decision.player].states(),
            width = SpotLayout<Work<S>>::width(here, decision.player);
  const S* const sums = average + layout.place(street, board, here, decision);
  view.strategy.resize(static_cast<std::size_t>(decision.actions) * states);
  for (int s = 0; s < states; ++s) {
    double total = 0;
    for (int a = 0; a < decision.actions; ++a) total += static_cast<double>(sums[a * width + s]);
    for (int a = 0; a < decision.actions; ++a)
      view.strategy[static_cast<std::size_t>(a) * states + s] =
          total > 0 ? static_cast<double>(sums[a * width + s]) / total : 1.0 / decision.actions;
  }
  return view;
}

std::array<std::vector<double>, 2> spot_equities(cards::CardSet board, cards::CardSet dead,
                                                 const std::array<std::span<const double>, 2>& weights,
                                                 int threads, const std::atomic<bool>* stop) {
  std::array<std::vector<double>, 2> result;
  for (std::vector<double>& row : result)
    row.assign(cards::combinations, std::numeric_limits<double>::quiet_NaN());
  if (!(deal_weight(board | dead, weights) > 0)) return result;
  SpotCards dealt = make_spot_cards(board, dead, weights);
  const int streets = static_cast<int>(dealt.streets.size());
  const SpotGame game(check_down(streets), {.dead = 2, .rake_cap = 0}, std::move(dealt));
  const SpotLayout<double> layout(game.plan, game.cards);
  const std::vector<double> sums(layout.size, 0.0);
  const DecisionView view = view_decision(game, layout, sums.data(), 0, 0, 0, nullptr, threads, stop);
  const SpotBoard& root = game.cards.streets[0].boards[0];
  for (const int player : {0, 1}) {
    const Hands& hands = root.hands[player];
    for (int s = 0; s < hands.states(); ++s)
      for (const std::uint8_t p : root.symmetries)
        if (view.sides[player].meets[s] > 0)
          result[player][isomorphism::combination_maps()[p][hands.combination[s]]] =
              whole_share((1 + view.sides[player].values[s]) / 2);
  }
  return result;
}

template DecisionView view_decision(const SpotGame&, const SpotLayout<float>&, const float*, int, int, int,
                                    const StreetEnds*, int, const std::atomic<bool>*);
template DecisionView view_decision(const SpotGame&, const SpotLayout<float>&, const std::int16_t*, int, int,
                                    int, const StreetEnds*, int, const std::atomic<bool>*);
template DecisionView view_decision(const SpotGame&, const SpotLayout<double>&, const double*, int, int, int,
                                    const StreetEnds*, int, const std::atomic<bool>*);

}  // namespace pokerdata::spots
