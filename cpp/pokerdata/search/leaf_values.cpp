#include "pokerdata/search/leaf_values.hpp"

#include <algorithm>
#include <vector>

namespace pokerdata::search {
namespace {

// Showdowns that are enumerated in the time of one iteration; a look-up counts as some of them.
constexpr double outcomes_an_iteration = 64, outcomes_of_look_up = 1024;
constexpr double most_outcomes = 1 << 26;  // about a second
constexpr double pairs_of_an_outcome = 8;  // pairs of hands whose strengths are known

// Stronger, equal, weaker, as 2, 1 and 0.
int compared(std::uint64_t one, std::uint64_t other) { return one > other ? 2 : one == other ? 1 : 0; }

// What the hero wins by how two others stand to him and to each other.
class Payoffs {
 public:
  Payoffs(const play::Betting& betting, int hero, std::span<const int> others) {
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        for (int between = 0; between < 3; ++between) {
          std::array<std::uint64_t, play::most_players> strengths{};
          strengths[hero] = 15;
          strengths[others[0]] = 5 + 10 * a + (a == b && a != 1 ? between : 0);
          if (others.size() > 1) strengths[others[1]] = 5 + 10 * b + (a == b && a != 1 ? 1 : 0);
          chips_[a][b][between] =
              static_cast<double>(play::payoffs(betting, strengths)[hero]) / play::parts_of_chip;
        }
  }
  double one(int a) const { return chips_[a][0][0]; }
  double two(int a, int b, int between) const { return chips_[a][b][between]; }

 private:
  double chips_[3][3][3];
};

struct Held {
  cards::CardSet set;
  std::uint64_t strength;
  double weight;
};

}  // namespace

std::optional<double> LeafValues::value(const Walk& walk, std::int64_t passes) const {
  std::array<int, 2> opponents;
  std::size_t count = 0;
  for (const HiddenCards::Hands& hands : hidden_.players()) {
    if (walk.betting.folded(hands.player)) {
      if (!hands.any) return {};  // cards that he likely took would count
    } else if (count == opponents.size()) {
      return {};
    } else {
      opponents[count++] = hands.player;
    }
  }
  const Opponents left(opponents.data(), count);
  const double paid = static_cast<double>(passes) * outcomes_an_iteration;
  const double costs = outcomes(walk, left);
  if (costs <= paid && costs <= most_outcomes) return enumerated(walk, left);
  if (count == 1 && outcomes_of_look_up <= paid) return looked_up(walk, opponents[0]);
  return {};
}

double LeafValues::outcomes(const Walk& walk, Opponents opponents) const {
  const int due = walk.rules().board_cards(walk.rules().streets() - 1) - walk.dealt;
  double hands = 0, pairs = 1;
  for (const int opponent : opponents) {
    const auto size = static_cast<double>(hidden_.hands_of(opponent)->holes.size());
    hands += size;
    pairs *= size;
  }
  double found = hands + (opponents.size() > 1 ? pairs / pairs_of_an_outcome : 0);
  for (int i = 0; i < due; ++i)
    found *= static_cast<double>(std::ssize(hidden_.deck()) - walk.dealt - i) / (i + 1);
  return found;
}

std::optional<double> LeafValues::looked_up(const Walk& walk, int opponent) const {
  if (!equity_ || !hidden_.hands_of(opponent)->any) return {};
  const double share = equity_({walk.board.data(), static_cast<std::size_t>(walk.dealt)});
  if (share < 0) return {};
  const Payoffs payoffs(walk.betting, hero_, std::array{opponent});
  return payoffs.one(2) + share * (payoffs.one(0) - payoffs.one(2));
}

double LeafValues::enumerated(const Walk& walk, Opponents opponents) const {
  const Payoffs payoffs(walk.betting, hero_, opponents);
  const play::Definition& rules = walk.rules();
  const int whole = rules.board_cards(rules.streets() - 1);
  cards::CardSet shown = 0;
  for (int i = 0; i < walk.dealt; ++i) shown |= cards::set_of(walk.board[i]);
  std::vector<cards::Card> free;
  for (const cards::Card card : hidden_.deck())
    if ((shown >> card & 1) == 0) free.push_back(card);

  double sum = 0, weights = 0;
  std::array<std::vector<Held>, 2> held;
  const auto on = [&](cards::CardSet board) {
    const std::uint64_t mine = rules.strength(hole_.set | board);
    for (std::size_t i = 0; i < opponents.size(); ++i) {
      held[i].clear();
      const HiddenCards::Hands& hands = *hidden_.hands_of(opponents[i]);
      double before = 0;
      for (std::size_t h = 0; h < hands.holes.size(); ++h) {
        const cards::CardSet set = hands.holes[h].set;
        if ((set & board) == 0) held[i].push_back({set, rules.strength(set | board), hands.upto[h] - before});
        before = hands.upto[h];
      }
    }
    for (const Held& a : held[0]) {
      const int first = compared(a.strength, mine);
      if (opponents.size() == 1) {
        sum += a.weight * payoffs.one(first);
        weights += a.weight;
        continue;
      }
      for (const Held& b : held[1]) {
        if (a.set & b.set) continue;
        const double weight = a.weight * b.weight;
        sum += weight * payoffs.two(first, compared(b.strength, mine), compared(a.strength, b.strength));
        weights += weight;
      }
    }
  };
  const auto complete = [&](auto&& self, cards::CardSet board, std::size_t from, int due) -> void {
    if (due == 0) return on(board);
    for (std::size_t i = from; i < free.size(); ++i)
      self(self, board | cards::set_of(free[i]), i + 1, due - 1);
  };
  complete(complete, shown, 0, whole - walk.dealt);
  return sum / weights;
}

}  // namespace pokerdata::search
