#include "pokerdata/spots/spot_cards.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>

#include "pokerdata/evaluator/evaluate.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::spots {
namespace {

using cards::Card;
using cards::CardSet;
using Weights = std::array<std::span<const double>, 2>;

bool keeps(int permutation, CardSet board, CardSet dead, const Weights& weights) {
  if (isomorphism::permuted_set(permutation, board) != board ||
      isomorphism::permuted_set(permutation, dead) != dead)
    return false;
  const auto& map = isomorphism::combination_maps()[permutation];
  const CardSet blocked = board | dead;
  for (int c = 0; c < cards::combinations; ++c) {
    if (cards::all_combinations[c].cards() & blocked) continue;
    for (const auto& w : weights)
      if (w[map[c]] != w[c]) return false;
  }
  return true;
}

// The state of each hand on the parent board, by player.
using StateOf = std::array<std::array<std::uint16_t, cards::combinations>, 2>;
constexpr std::uint16_t no_state = 0xFFFF;

class Dealer {
 public:
  using Strengths = std::vector<evaluator::StrengthCode>;

  Dealer(CardSet dead, const Weights& weights) : dead_(dead), weights_(weights) {}

  // Orbits of cards and states of both players; `from` are the states on the parent board, if there is one.
  void add_hands(SpotBoard& board, const StateOf* from, bool last) const {
    find_orbits(board);
    std::array<Strengths, 2> strengths;
    for (const int player : {0, 1}) strengths[player] = fill(board, player, from, last);
    for (const int player : {0, 1}) {
      const Hands &mine = board.hands[player], &theirs = board.hands[1 - player];
      std::array<std::uint16_t, cards::combinations> place;
      place.fill(static_cast<std::uint16_t>(theirs.states()));
      for (int s = 0; s < theirs.states(); ++s) place[theirs.combination[s]] = static_cast<std::uint16_t>(s);
      for (const std::uint16_t c : mine.combination) board.hands[player].same.push_back(place[c]);
      if (last) board.hands[player].ties = ties(strengths[player], strengths[1 - player]);
    }
  }

  // The state of every hand, not only of those that stand for others.
  static StateOf states_of(const SpotBoard& board) {
    StateOf result;
    for (const int player : {0, 1}) {
      result[player].fill(no_state);
      const Hands& hands = board.hands[player];
      for (int s = 0; s < hands.states(); ++s)
        for (const std::uint8_t p : board.symmetries)
          result[player][isomorphism::combination_maps()[p][hands.combination[s]]] =
              static_cast<std::uint16_t>(s);
    }
    return result;
  }

 private:
  void find_orbits(SpotBoard& board) const {
    for (Card card = 0; card < cards::deck_size; ++card) {
      const CardSet set = cards::set_of(card);
      if (set & (board.cards | dead_)) continue;
      const int size = isomorphism::orbit_of_least(set, board.symmetries);
      if (size == 0) continue;
      for (const std::uint8_t p : board.symmetries)
        board.orbit_of[isomorphism::permuted(p, card)] = static_cast<std::uint8_t>(board.orbit_size.size());
      board.orbit_size.push_back(static_cast<std::uint8_t>(size));
    }
  }

  static std::vector<std::uint16_t> ties(const Strengths& mine, const Strengths& theirs) {
    std::vector<std::uint16_t> result;
    for (std::size_t s = 0, t = 0; s < mine.size();) {
      const auto strength = mine[s];
      while (t < theirs.size() && theirs[t] < strength) ++t;
      result.push_back(static_cast<std::uint16_t>(t));
      while (t < theirs.size() && theirs[t] == strength) ++t;
      result.push_back(static_cast<std::uint16_t>(t));
      while (s < mine.size() && mine[s] == strength) ++s;
      result.push_back(static_cast<std::uint16_t>(s));
    }
    result.shrink_to_fit();
    return result;
  }

  // Strengths on the last street, rising.
  Strengths fill(SpotBoard& board, int player, const StateOf* from, bool last) const {
    struct Found {
      std::uint16_t combination;
      std::uint8_t size;
      evaluator::StrengthCode strength;
    };
    std::vector<Found> found;
    const auto& maps = isomorphism::combination_maps();
    const evaluator::EvaluatorTables& tables = evaluator::EvaluatorTables::get();
    std::array<Card, 7> all{};
    int count = 2;
    if (last)
      for (CardSet rest = board.cards; rest; rest &= rest - 1)
        all[count++] = static_cast<Card>(std::countr_zero(rest));
    for (int c = 0; c < cards::combinations; ++c) {
      const cards::Combination& hand = cards::all_combinations[c];
      if (!(weights_[player][c] > 0) || hand.cards() & (board.cards | dead_)) continue;
      int keep = 0;
      bool least = true;
      for (const std::uint8_t p : board.symmetries) {
        least &= maps[p][c] >= c;
        keep += maps[p][c] == c;
      }
      if (!least) continue;
      all[0] = hand.low;
      all[1] = hand.high;
      found.push_back({static_cast<std::uint16_t>(c),
                       static_cast<std::uint8_t>(static_cast<int>(board.symmetries.size()) / keep),
                       last ? evaluator::evaluate(tables, all.data(), count) : evaluator::StrengthCode{}});
    }
    if (last)
      std::stable_sort(found.begin(), found.end(),
                       [](const Found& a, const Found& b) { return a.strength < b.strength; });
    Hands& hands = board.hands[player];
    Strengths strengths;
    for (const Found& one : found) {
      const cards::Combination& hand = cards::all_combinations[one.combination];
      hands.combination.push_back(one.combination);
      hands.size.push_back(one.size);
      hands.low.push_back(board.orbit_of[hand.low]);
      hands.high.push_back(board.orbit_of[hand.high]);
      if (from) hands.parent.push_back((*from)[player][one.combination]);
      if (last) strengths.push_back(one.strength);
    }
    return strengths;
  }

  CardSet dead_;
  const Weights& weights_;
};

// What is left of a sum when all of it is taken away in parts.
constexpr double rounding = 1e-12;

}  // namespace

double deal_weight(CardSet blocked, const Weights& weights) {
  std::vector<std::pair<CardSet, double>> second;
  for (int c = 0; c < cards::combinations; ++c) {
    const CardSet hand = cards::all_combinations[c].cards();
    if (!(hand & blocked) && weights[1][c] > 0) second.emplace_back(hand, weights[1][c]);
  }
  double sum = 0;
  for (int c = 0; c < cards::combinations; ++c) {
    const CardSet hand = cards::all_combinations[c].cards();
    if (hand & blocked || !(weights[0][c] > 0)) continue;
    for (const auto& [other, weight] : second)
      if (!(hand & other)) sum += weights[0][c] * weight;
  }
  return sum;
}

void check_weights(const Weights& weights) {
  for (const auto& w : weights) {
    if (w.size() != cards::combinations) throw support::expected("weights", "1326 numbers", w.size());
    // No permutation of suits keeps a weight that is no number, not even the identity.
    for (const double weight : w)
      if (!(std::isfinite(weight) && weight >= 0))
        throw support::expected("weights", "finite numbers of 0 or more", weight);
  }
}

std::vector<std::uint8_t> symmetries_of(CardSet board, CardSet dead, const Weights& weights) {
  std::vector<std::uint8_t> found;
  for (int p = 0; p < isomorphism::permutation_count; ++p)
    if (keeps(p, board, dead, weights)) found.push_back(static_cast<std::uint8_t>(p));
  return found;
}

SpotCards make_spot_cards(CardSet board, CardSet dead, const Weights& weights) {
  check_weights(weights);
  return make_spot_cards(board, dead, weights, symmetries_of(board, dead, weights));
}

SpotCards make_spot_cards(CardSet board, CardSet dead, const Weights& weights,
                          std::vector<std::uint8_t> symmetries) {
  const int known = std::popcount(board);
  if (known < 3 || known > 5) throw support::expected("board", "3 to 5 cards", {known, "; e.g. Td 9d 6h"});
  check_weights(weights);
  const Dealer dealer(dead, weights);
  SpotCards result;
  result.streets.emplace_back();
  SpotBoard& first = result.streets[0].boards.emplace_back();
  first.cards = board;
  first.symmetries = std::move(symmetries);
  dealer.add_hands(first, nullptr, known == 5);

  for (int street = 1; known + street <= 5; ++street) {
    SpotStreet next;
    const SpotStreet& above = result.streets.back();
    // Two hands and the board so far are gone.
    next.deals = above.deals * (cards::deck_size - 4 - (known + street - 1) - std::popcount(dead));
    for (std::size_t b = 0; b < above.boards.size(); ++b) {
      const SpotBoard& parent = above.boards[b];
      const StateOf from = Dealer::states_of(parent);
      for (Card card = 0; card < cards::deck_size; ++card) {
        const CardSet set = cards::set_of(card);
        if (set & (parent.cards | dead)) continue;
        const int orbit = isomorphism::orbit_of_least(set, parent.symmetries);
        if (orbit == 0) continue;
        SpotBoard child;
        child.parent = static_cast<std::int32_t>(b);
        child.cards = parent.cards | set;
        child.weight = parent.weight * static_cast<std::uint32_t>(orbit);
        for (const std::uint8_t p : parent.symmetries)
          if (isomorphism::permuted(p, card) == card) child.symmetries.push_back(p);
        dealer.add_hands(child, &from, known + street == 5);
        // A card that all hands of a player hold cannot come.
        if (child.hands[0].states() > 0 && child.hands[1].states() > 0)
          next.boards.push_back(std::move(child));
      }
    }
    result.streets.push_back(std::move(next));
  }

  const SpotBoard& root = result.streets[0].boards[0];
  for (const int player : {0, 1})
    for (const std::uint16_t c : root.hands[player].combination)
      result.weight[player].push_back(weights[player][c]);
  result.deals = deal_weight(board | dead, weights);
  if (!std::isfinite(result.deals))
    throw support::ArgumentError("ranges: expected weights whose products have a finite sum; e.g. 0 to 1");
  if (!(result.deals > 0))
    throw support::expected("ranges",
                            "at least one hand of each player that shares no card with the board, the dead "
                            "cards and the other hand",
                            "none; e.g. AA and KK on 2c 3d 4h");
  return result;
}

std::vector<double> meeting(const SpotBoard& board, int player, const std::vector<double>& reach) {
  const Hands &mine = board.hands[player], &theirs = board.hands[1 - player];
  double all = 0;
  std::array<double, cards::deck_size> with{};
  for (int s = 0; s < theirs.states(); ++s) {
    const double hands = theirs.size[s] * reach[s];
    all += hands;
    with[theirs.low[s]] += hands / board.orbit_size[theirs.low[s]];
    with[theirs.high[s]] += hands / board.orbit_size[theirs.high[s]];
  }
  std::vector<double> result;
  for (int s = 0; s < mine.states(); ++s) {
    const double same = mine.same[s] < theirs.states() ? reach[mine.same[s]] : 0;
    const double left = all - with[mine.low[s]] - with[mine.high[s]] + same;
    result.push_back(left > rounding * all ? left : 0);
  }
  return result;
}

}  // namespace pokerdata::spots
