#include <algorithm>

#include "pokerdata/equity/by_boards.hpp"

namespace pokerdata::equity {
namespace {

struct Held {
  cards::Combination cards;
  cards::CardSet set;
  std::int16_t combination;
  std::int16_t group;  // of equal strength, rising
  double weight;
};

// The hands of one player so far, with each pair of cards looked up at once.
struct Third {
  Weighed weighed;
  std::array<double, cards::deck_size * cards::deck_size> pairs{};

  void add(const Held& hand) {
    weighed.add(hand.cards, hand.weight);
    pair(hand.cards.low, hand.cards.high) = pair(hand.cards.high, hand.cards.low) = hand.weight;
  }
  // The weight of the hands that share no card with two hands that share none: those with one of the four
  // cards are taken off, and those with two of them were taken off twice.
  double apart_from(cards::Combination a, cards::Combination b) const {
    return weighed.all - with(a) - with(b) + pair(a.low, b.low) + pair(a.low, b.high) + pair(a.high, b.low) +
           pair(a.high, b.high);
  }

 private:
  double with(cards::Combination hand) const {
    return weighed.holding[hand.low] + weighed.holding[hand.high] - pair(hand.low, hand.high);
  }
  double& pair(int x, int y) { return pairs[x * cards::deck_size + y]; }
  double pair(int x, int y) const { return pairs[x * cards::deck_size + y]; }
};

// A player's hands; by rising strength if they come from an order.
std::vector<Held> held_by(const Contest& contest, int player, const evaluator::ShowdownOrder& order) {
  std::vector<Held> held;
  for (int g = 0; g < order.groups; ++g)
    for (int i = order.group_start[g]; i < order.group_start[g + 1]; ++i) {
      const int c = order.combination[i];
      const double weight = contest.weights_of(player)[c];
      if (weight == 0) continue;
      held.push_back({cards::all_combinations[c], cards::all_combinations[c].cards(),
                      static_cast<std::int16_t>(c), static_cast<std::int16_t>(g), weight});
    }
  return held;
}

// Hands of the player against each of `second` and the sums of `third`.
void add_player(const std::vector<Held>& own, const std::vector<Held>& second, const std::vector<Held>& third,
                int player, double orbit, WinSums& sums) {
  Third below, level;  // weaker than the hand; and as strong, too
  auto next_below = third.begin(), next_level = third.begin();
  for (const Held& hand : own) {
    for (; next_below != third.end() && next_below->group < hand.group; ++next_below) below.add(*next_below);
    for (; next_level != third.end() && next_level->group <= hand.group; ++next_level) level.add(*next_level);
    const bool third_may_tie = next_level != next_below;
    double by_winners[3] = {};
    for (const Held& other : second) {
      if (other.group > hand.group) break;
      if (other.set & hand.set) continue;
      const int tied = other.group == hand.group;
      const double weaker = below.apart_from(hand.cards, other.cards);
      by_winners[tied] += other.weight * weaker;
      if (third_may_tie)
        by_winners[tied + 1] += other.weight * (level.apart_from(hand.cards, other.cards) - weaker);
    }
    double* row = sums_of(sums, 3, player, hand.combination);
    for (int n = 0; n < 3; ++n) row[n] += orbit * by_winners[n];
  }
}

}  // namespace

void add_board_of_three(const evaluator::ShowdownOrder& order, const Contest& contest, double orbit,
                        WinSums& sums) {
  std::array<std::vector<Held>, 3> held;
  for (int p = 0; p < 3; ++p) held[p] = held_by(contest, p, order);
  for (int p = 0; p < 3; ++p) {
    const auto &one = held[(p + 1) % 3], &other = held[(p + 2) % 3];
    const bool fewer = one.size() <= other.size();
    add_player(held[p], fewer ? one : other, fewer ? other : one, p, orbit, sums);
  }
}

std::array<double, cards::combinations> beside_of_three(const Contest& contest, int player) {
  // Every hand counts once as if it were the same strength.
  evaluator::ShowdownOrder all;
  all.groups = 1;
  all.hands = cards::combinations;
  all.group_start[0] = 0;
  all.group_start[1] = cards::combinations;
  for (int c = 0; c < cards::combinations; ++c) all.combination[c] = static_cast<std::uint16_t>(c);
  const auto own = held_by(contest, player, all), second = held_by(contest, (player + 1) % 3, all),
             third = held_by(contest, (player + 2) % 3, all);
  Third sums;
  for (const Held& hand : third) sums.add(hand);
  std::array<double, cards::combinations> beside{};
  for (const Held& hand : own) {
    double sum = 0;
    bool any = false;
    for (const Held& other : second) {
      if (other.set & hand.set) continue;
      sum += other.weight * sums.apart_from(hand.cards, other.cards);
      any = any || std::any_of(third.begin(), third.end(),
                               [&](const Held& h) { return !(h.set & (hand.set | other.set)); });
    }
    beside[hand.combination] = any ? sum : 0;
  }
  return beside;
}

}  // namespace pokerdata::equity
