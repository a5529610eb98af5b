#include "pokerdata/equity/by_boards.hpp"

namespace pokerdata::equity {

void add_board_of_two(const evaluator::ShowdownOrder& order, const Contest& contest, double orbit,
                      WinSums& sums) {
  std::array<Weighed, 2> below{};
  std::array<double, cards::combinations> weaker[2];
  for (int g = 0; g < order.groups; ++g) {
    const int first = order.group_start[g], last = order.group_start[g + 1];
    for (int i = first; i < last; ++i) {
      const cards::Combination hand = cards::all_combinations[order.combination[i]];
      for (int p = 0; p < 2; ++p) weaker[p][i] = below[1 - p].apart_from(hand);
    }
    for (int i = first; i < last; ++i) {
      const int c = order.combination[i];
      for (int p = 0; p < 2; ++p) below[p].add(cards::all_combinations[c], contest.weights_of(p)[c]);
    }
    for (int i = first; i < last; ++i) {
      const int c = order.combination[i];
      for (int p = 0; p < 2; ++p) {
        // The hand itself was taken off twice, once for each of its cards.
        const double own = contest.weights_of(1 - p)[c];
        const double equal = below[1 - p].apart_from(cards::all_combinations[c]) + own - weaker[p][i];
        double* row = sums_of(sums, 2, p, c);
        row[0] += orbit * weaker[p][i];
        row[1] += orbit * equal;
      }
    }
  }
}

std::array<double, cards::combinations> beside_of_two(const Contest& contest, int player) {
  std::array<double, cards::combinations> sums{};
  for (int c = 0; c < cards::combinations; ++c)
    for (int d = 0; d < cards::combinations; ++d)
      if (!(cards::all_combinations[c].cards() & cards::all_combinations[d].cards()))
        sums[c] += contest.weights_of(1 - player)[d];
  return sums;
}

}  // namespace pokerdata::equity
