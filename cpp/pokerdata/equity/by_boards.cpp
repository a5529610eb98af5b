#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "pokerdata/equity/equity.hpp"
#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata {
namespace {

constexpr int chunks = 64;          // fixed, so that sums have one order at any number of threads
constexpr int boards_a_check = 64;  // about a millisecond between looks at Ctrl-C

// A complete board and how many boards are the same up to the symmetries.
struct Board {
  std::array<Card, 5> cards;
  int orbit;
};

// One board for each orbit of the completions.
std::vector<Board> orbits(const Contest& contest) {
  std::vector<Board> found;
  Board board{};
  std::copy(contest.board.begin(), contest.board.end(), board.cards.begin());
  const int dealt = static_cast<int>(contest.board.size());
  const auto image = [&](int permutation) {
    CardSet set = 0;
    for (int i = dealt; i < 5; ++i) set |= set_of(permuted(permutation, board.cards[i]));
    return set;
  };
  const auto deal = [&](auto& self, int at, int below) -> void {
    if (at == 5) {
      const CardSet set = image(0);
      int same = 0;
      for (const auto permutation : contest.symmetries) {
        const CardSet other = image(permutation);
        if (other < set) return;
        same += other == set;
      }
      board.orbit = static_cast<int>(contest.symmetries.size()) / same;
      found.push_back(board);
      return;
    }
    for (int card = 0; card < below; ++card) {
      if (contest.gone >> card & 1) continue;
      board.cards[at] = static_cast<Card>(card);
      self(self, at + 1, card);
    }
  };
  deal(deal, dealt, deck_size);
  return found;
}

// What one player's hands win and tie, [1,326] each.
struct Sums {
  std::array<double, combinations> wins{}, ties{};
};

// The opponent's hands so far, in rising strength: their weight, and that of those with each card.
struct Weighed {
  double all = 0;
  std::array<double, deck_size> holding{};

  void add(Combination hand, double weight) {
    all += weight;
    holding[hand.low] += weight;
    holding[hand.high] += weight;
  }
  // Of the hands that share no card with this one, if it is not among them itself.
  double apart_from(Combination hand) const { return all - holding[hand.low] - holding[hand.high]; }
};

void add_board(const ShowdownOrder& order, const Contest& contest, double orbit, std::array<Sums, 2>& sums) {
  std::array<Weighed, 2> below{};
  std::array<double, combinations> weaker[2];
  for (int g = 0; g < order.groups; ++g) {
    const int first = order.group_start[g], last = order.group_start[g + 1];
    for (int i = first; i < last; ++i) {
      const Combination hand = all_combinations[order.combination[i]];
      for (int p = 0; p < 2; ++p) weaker[p][i] = below[1 - p].apart_from(hand);
    }
    for (int i = first; i < last; ++i) {
      const int c = order.combination[i];
      for (int p = 0; p < 2; ++p) below[p].add(all_combinations[c], contest.weights_of(p)[c]);
    }
    for (int i = first; i < last; ++i) {
      const int c = order.combination[i];
      for (int p = 0; p < 2; ++p) {
        // The hand itself was taken off twice, once for each of its cards.
        const double own = contest.weights_of(1 - p)[c];
        const double equal = below[1 - p].apart_from(all_combinations[c]) + own - weaker[p][i];
        sums[p].wins[c] += orbit * weaker[p][i];
        sums[p].ties[c] += orbit * equal;
      }
    }
  }
}

// The weight of the opponent's hands that share no card with each hand, summed directly: 0 where there are
// none.
std::array<double, combinations> opposing(const double* weights) {
  std::array<double, combinations> sums{};
  for (int c = 0; c < combinations; ++c)
    for (int d = 0; d < combinations; ++d)
      if (!(all_combinations[c].cards() & all_combinations[d].cards())) sums[c] += weights[d];
  return sums;
}

std::int64_t completions(const Contest& contest) {
  const int left = deck_size - std::popcount(contest.gone) - 4, size = contest.to_come();
  std::int64_t count = 1;
  for (int i = 1; i <= size; ++i) count = count * (left - size + i) / i;
  return count;
}

}  // namespace

void equity_by_boards(const Contest& contest, double* tally, int threads, Progress& progress) {
  const std::vector<Board> boards = orbits(contest);
  const auto count = std::ssize(boards);
  progress.start(count);
  std::vector<std::array<Sums, 2>> parts(chunks);
  parallel_for(chunks, threads, [&](std::int64_t chunk, int) {
    ShowdownOrder order;
    const std::int64_t begin = count * chunk / chunks, end = count * (chunk + 1) / chunks;
    for (std::int64_t b = begin; b < end; ++b) {
      // The dead cards' hands are sorted, too; they weigh nothing.
      order.sort(boards[b].cards.data(), 5);
      add_board(order, contest, boards[b].orbit, parts[chunk]);
      if ((b - begin + 1) % boards_a_check == 0) progress.advance(boards_a_check);
    }
    progress.advance((end - begin) % boards_a_check);
  });
  auto& total = parts[0];
  for (int chunk = 1; chunk < chunks; ++chunk)
    for (int p = 0; p < 2; ++p)
      for (int c = 0; c < combinations; ++c) {
        total[p].wins[c] += parts[chunk][p].wins[c];
        total[p].ties[c] += parts[chunk][p].ties[c];
      }
  const auto runouts = static_cast<double>(completions(contest));
  const auto permutations = static_cast<double>(contest.symmetries.size());
  for (int p = 0; p < 2; ++p) {
    const auto others = opposing(contest.weights_of(1 - p));
    for (int c = 0; c < combinations; ++c) {
      if (contest.weights_of(p)[c] == 0 || others[c] == 0) continue;
      // A canonical board stands for its orbit, so hands take turns through the symmetries.
      double wins = 0, ties = 0;
      for (const auto permutation : contest.symmetries) {
        wins += total[p].wins[combination_maps()[permutation][c]];
        ties += total[p].ties[combination_maps()[permutation][c]];
      }
      const double all = others[c] * runouts;
      wins = std::clamp(wins / permutations, 0.0, all);
      ties = std::clamp(ties / permutations, 0.0, all - wins);
      double* row = tally + (std::int64_t{p} * combinations + c) * 3;
      row[0] += all - wins - ties;
      row[1] += wins;
      row[2] += ties;
    }
  }
}

}  // namespace pokerdata
