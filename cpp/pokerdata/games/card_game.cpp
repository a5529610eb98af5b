#include "pokerdata/games/card_game.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <string>
#include <utility>

#include "pokerdata/games/symmetry.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::games {
namespace {

constexpr double max_states = 50e6;
constexpr double max_deals = 9.2e18;  // counted in 64 bits

double choose(int n, int k) {
  double result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

// At least so many hands on boards there are up to suits.
void check_size(const Rules& betting, const BettingTree& tree, const CardRules& cards) {
  if (cards.copies) return;
  double states = choose(cards.deck(), cards.hole);
  for (int i = 2; i <= cards.suits; ++i) states /= i;
  int left = cards.deck() - cards.hole;
  for (int r = 0; r < tree.streets(); ++r) {
    states *= choose(left, cards.board[r]);
    left -= cards.board[r];
    if (states < max_states) continue;
    const int first = tree.street_roots[r].front();
    const double rows = tree.first_edge[tree.street_end(r)] - tree.first_edge[first];
    throw support::CapacityError(
        "'" + betting.name + "' has at least " + std::to_string(static_cast<std::int64_t>(states / 1e6)) +
        " million hands on boards on street " + std::to_string(r + 1) + ", which take " +
        std::to_string(static_cast<std::int64_t>(states * rows * 8 / 1e9)) +
        " GB of regrets and strategy sums in float32; expected at most 50 million, or a card abstraction");
  }
}

struct Hand {
  cards::CardSet cards;
  std::uint16_t size;
  std::uint64_t strength;
};

class Builder {
 public:
  Builder(const Rules& betting, const CardRules& cards)
      : cards_(cards), game_{betting, build_betting_tree(betting), {}, {}} {}

  Game build() {
    const int streets = game_.tree.streets();
    if (static_cast<int>(cards_.board.size()) != streets)
      throw support::expected({"rules '", game_.rules.name, "'"},
                              {"a number of board cards for each of the ", streets, " streets"},
                              {cards_.board.size(), " of them; e.g. (0, 1)"});
    check_size(game_.rules, game_.tree, cards_);
    const double pairs =
        choose(cards_.deck(), cards_.hole) * choose(cards_.deck() - cards_.hole, cards_.hole);
    std::vector<Place> places{{Symmetry(cards_), 0, 1, {}}};
    int left = cards_.deck() - 2 * cards_.hole;
    double deals = pairs;
    for (int r = 0; r < streets; ++r) {
      last_ = r + 1 == streets;
      deals *= choose(left, cards_.board[r]);
      left -= cards_.board[r];
      if (deals > max_deals)
        throw support::CapacityError("'" + game_.rules.name + "' has more than 2^63 deals up to street " +
                                     std::to_string(r + 1) + "; expected fewer board cards");
      street_ = &game_.streets.emplace_back();
      street_->total = static_cast<std::uint64_t>(deals);
      std::vector<Place> next;
      for (std::size_t i = 0; i < places.size(); ++i) {
        const Place& from = places[i];
        for_each_set(from.symmetry.left(), cards_.board[r], [&](cards::CardSet turned) {
          const std::uint64_t orbit = from.symmetry.orbit_of_least(turned);
          if (orbit == 0) return;
          Place place{from.symmetry.keeping(turned), from.board | turned, from.weight * orbit, {}};
          add_board(static_cast<int>(i), r == 0 ? nullptr : &from, place, turned);
          if (!last_) next.push_back(std::move(place));
        });
      }
      places = std::move(next);
      view_counts();
    }
    return std::move(game_);
  }

 private:
  // A board while its children are built.
  struct Place {
    Symmetry symmetry;
    cards::CardSet board;
    std::uint64_t weight;
    std::vector<cards::CardSet> hands;  // of its states, rising
  };

  void add_board(int parent, const Place* from, Place& place, cards::CardSet turned) {
    std::vector<Hand> hands;
    for_each_set(place.symmetry.left(), cards_.hole, [&](cards::CardSet cards) {
      if (const std::uint64_t orbit = place.symmetry.orbit_of_least(cards))
        hands.push_back({cards, static_cast<std::uint16_t>(orbit),
                         last_ ? hand_strength(cards_, place.board | cards) : 0});
    });
    if (last_ && cards_.hole == 2)
      std::stable_sort(hands.begin(), hands.end(),
                       [](const Hand& a, const Hand& b) { return a.strength < b.strength; });
    Street& street = *street_;
    const int states = static_cast<int>(hands.size());
    if (street.states + double(states) > max_states)
      throw support::CapacityError(
          "'" + game_.rules.name + "' has more than 50 million hands on boards on street " +
          std::to_string(game_.streets.size()) + "; expected a smaller deck or a card abstraction");
    street.boards.push_back({parent, street.states, states, {}, {}});
    street.cards.board.push_back(turned);
    street.cards.weight.push_back(place.weight);
    for (const Hand& hand : hands) {
      street.cards.hand.push_back(hand.cards);
      street.cards.size.push_back(hand.size);
      if (!last_) place.hands.push_back(hand.cards);
      if (!from) continue;
      const auto at =
          std::lower_bound(from->hands.begin(), from->hands.end(), from->symmetry.least(hand.cards));
      street.parents.push_back(static_cast<std::int32_t>(at - from->hands.begin()));
    }
    street.states += states;
    if (cards_.hole == 1)
      count_deals(place, hands);
    else
      street.hands.push_back(hand_board(place, hands));
  }

  // How many deals of this board, and of those it stands for, give each pair of states.
  void count_deals(const Place& place, const std::vector<Hand>& hands) {
    const std::size_t n = hands.size();
    const std::size_t start = deals_.size();
    deals_.resize(start + n * n);
    if (last_) wins_.resize(start + n * n);
    for_each_set(place.symmetry.left(), cards_.hole, [&](cards::CardSet other) {
      const cards::CardSet least = place.symmetry.least(other);
      const std::size_t t =
          std::find_if(hands.begin(), hands.end(), [&](const Hand& h) { return h.cards == least; }) -
          hands.begin();
      for (std::size_t s = 0; s < n; ++s) {
        if (hands[s].cards & other) continue;
        const std::uint64_t deals = place.weight * hands[s].size;
        deals_[start + s * n + t] += deals;
        if (last_ && hands[s].strength > hands[t].strength) wins_[start + s * n + t] += deals;
      }
    });
  }

  HandBoard hand_board(const Place& place, const std::vector<Hand>& hands) const {
    HandBoard board;
    board.weight = place.weight;
    std::array<std::uint8_t, 65> orbit{};  // by the bit of a card; countr_zero is at most 64
    std::vector<cards::CardSet> least;
    for_each_set(place.symmetry.left(), 1, [&](cards::CardSet card) {
      const cards::CardSet of = place.symmetry.least(card);
      const auto at = std::find(least.begin(), least.end(), of);
      if (at == least.end()) board.orbit_size.push_back(0);
      const auto number = static_cast<std::uint8_t>(at - least.begin());
      if (at == least.end()) least.push_back(of);
      ++board.orbit_size[number];
      orbit[std::countr_zero(card)] = number;
    });
    for (const Hand& hand : hands) {
      board.size.push_back(hand.size);
      board.low.push_back(orbit[std::countr_zero(hand.cards)]);
      board.high.push_back(orbit[std::countr_zero(hand.cards & (hand.cards - 1))]);
      if (!last_) continue;
      const bool first = board.group.empty();
      const std::uint64_t before = first ? 0 : hands[board.group.size() - 1].strength;
      board.group.push_back(
          first ? 0 : static_cast<std::uint16_t>(board.group.back() + (hand.strength != before)));
    }
    return board;
  }

  // Hands the counts of a street to the game, and shows them to its boards.
  void view_counts() {
    if (cards_.hole != 1) return;
    const auto deals = std::make_shared<const std::vector<std::uint64_t>>(std::exchange(deals_, {}));
    const auto wins = std::make_shared<const std::vector<std::uint64_t>>(std::exchange(wins_, {}));
    game_.counts.push_back(deals);
    game_.counts.push_back(wins);
    std::size_t at = 0;
    for (Board& board : street_->boards) {
      const auto cells = static_cast<std::size_t>(board.states) * board.states;
      board.deals = {deals->data() + at, cells};
      if (last_) board.wins = {wins->data() + at, cells};
      at += cells;
    }
  }

  const CardRules& cards_;
  Game game_;
  Street* street_ = nullptr;
  bool last_ = false;
  std::vector<std::uint64_t> deals_, wins_;  // of the street, board after board
};

}  // namespace

Game make_card_game(const Rules& betting, const CardRules& cards) {
  check_rules(betting);
  check_card_rules(cards);
  return Builder(betting, cards).build();
}

}  // namespace pokerdata::games
