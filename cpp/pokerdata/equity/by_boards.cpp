#include "pokerdata/equity/by_boards.hpp"

#include <algorithm>
#include <bit>

#include "pokerdata/equity/completed_boards.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::equity {
namespace {

constexpr int chunks = 64;  // fixed, so that sums have one order at any number of threads

WinSums sums_over_boards(const Contest& contest, int threads, support::Progress& progress) {
  const std::vector<CompletedBoard> boards = completed_boards(contest);
  const auto count = std::ssize(boards);
  const auto add_board = contest.players == 2 ? &add_board_of_two : &add_board_of_three;
  progress.start(count);
  std::vector<WinSums> parts(chunks, WinSums(contest.players * cards::combinations * contest.players));
  support::parallel_for(chunks, threads, [&](std::int64_t chunk, int) {
    evaluator::ShowdownOrder order;
    for (std::int64_t b = count * chunk / chunks; b < count * (chunk + 1) / chunks; ++b) {
      // Hands with a dead card are sorted, too; they weigh nothing.
      order.sort(boards[b].cards.data(), 5);
      add_board(order, contest, boards[b].orbit, parts[chunk]);
      progress.advance();
    }
  });
  for (int chunk = 1; chunk < chunks; ++chunk)
    std::transform(parts[0].begin(), parts[0].end(), parts[chunk].begin(), parts[0].begin(), std::plus<>());
  return parts[0];
}

// Boards that complete the contest's when every player has a hand.
double completions(const Contest& contest) {
  return isomorphism::binomial(cards::deck_size - std::popcount(contest.gone) - 2 * contest.players,
                               contest.to_come());
}

}  // namespace

void equity_by_boards(const Contest& contest, double* tally, int threads, support::Progress& progress) {
  const int players = contest.players;
  WinSums sums = sums_over_boards(contest, threads, progress);
  for (int p = 0; p < players; ++p) {
    const auto beside = players == 2 ? beside_of_two(contest, p) : beside_of_three(contest, p);
    for (int c = 0; c < cards::combinations; ++c) {
      if (contest.weights_of(p)[c] == 0 || beside[c] == 0) continue;
      double* row = tally + (std::int64_t{p} * cards::combinations + c) * (players + 1);
      double left = beside[c] * completions(contest);
      for (int n = 1; n <= players; ++n) {
        // A board stands for its orbit, so hands take turns through the symmetries.
        double sum = 0;
        for (const auto permutation : contest.symmetries)
          sum += sums_of(sums, players, p, isomorphism::combination_maps()[permutation][c])[n - 1];
        sum = std::clamp(sum / static_cast<double>(contest.symmetries.size()), 0.0, left);
        row[n] += sum;
        left -= sum;
      }
      row[0] += left;
    }
  }
}

}  // namespace pokerdata::equity
