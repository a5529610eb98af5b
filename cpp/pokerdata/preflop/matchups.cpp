#include "pokerdata/preflop/matchups.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/preflop/matchup_kernel.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::preflop {
namespace {

constexpr int stripe = 64;  // rows of a work item
static_assert(matchup_side % stripe == 0 && matchup_side >= cards::combinations);
constexpr std::int64_t chunk = 32;                  // boards of a work item: about 0.5 ms
constexpr std::int64_t block = 16 * matchup_batch;  // boards whose places are kept at a time: 11 MB

// The places of all combinations on a board: the number of their group, from the weakest up. A byte holds
// it, as two ranks make at most 91 groups and flushes at most 45 more.
void place(const cards::Card* board, evaluator::ShowdownOrder& order, MatchupPlaces& row,
           MatchupPlaces& column) {
  order.sort(board, 5);
  std::fill_n(row.of, matchup_side, std::int8_t{-128});
  std::fill_n(column.of, matchup_side, std::int8_t{127});
  for (int g = 0; g < order.groups; ++g)
    for (int i = order.group_start[g]; i < order.group_start[g + 1]; ++i)
      row.of[order.combination[i]] = column.of[order.combination[i]] = static_cast<std::int8_t>(g - 127);
}

bool share_a_card(int i, int j) {
  return (cards::all_combinations[i].cards() & cards::all_combinations[j].cards()) != 0;
}

}  // namespace

void add_matchup_sums(std::int64_t first_board, std::int64_t last_board, std::uint32_t* wins, int threads,
                      support::Progress& progress) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(5);
  std::vector<std::uint32_t> by_orbit(boards.count());
  std::iota(by_orbit.begin(), by_orbit.end(), 0u);
  std::stable_sort(by_orbit.begin(), by_orbit.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return boards.orbit[a] < boards.orbit[b]; });
  std::vector<MatchupPlaces> rows(block), columns(block);
  const auto add = POKERDATA_DISPATCH(add_matchups);
  progress.start((last_board - first_board) * (1 + matchup_side / stripe));
  for (std::int64_t begin = first_board; begin < last_board; begin += block) {
    const std::int64_t end = std::min(begin + block, last_board);
    support::for_each_chunk(
        begin, end, chunk, 1, threads, progress, [&](std::int64_t first, std::int64_t last, int) {
          evaluator::ShowdownOrder order;
          for (std::int64_t i = first; i < last; ++i)
            place(boards.cards[by_orbit[i]].data(), order, rows[i - begin], columns[i - begin]);
        });
    support::parallel_for(matchup_side / stripe, threads, [&](std::int64_t item, int) {
      const int row = static_cast<int>(item) * stripe;
      for (std::int64_t first = begin, last = begin; first < end; first = last) {
        const std::uint32_t weight = boards.orbit[by_orbit[first]];
        while (last < end && last - first < matchup_batch && boards.orbit[by_orbit[last]] == weight) ++last;
        add({&rows[first - begin], &columns[first - begin], static_cast<int>(last - first), weight}, row,
            row + stripe, wins);
        progress.advance(last - first);
      }
    });
  }
}

void finish_matchups(const std::uint32_t* canonical, std::uint32_t* wins, std::uint32_t* ties, int threads) {
  // Summing over all 24 permutations counts every raw board 24 / orbit times.
  support::parallel_for(cards::combinations, threads, [&](std::int64_t i, int) {
    for (int j = 0; j < cards::combinations; ++j) {
      std::uint32_t sum = 0;
      if (!share_a_card(static_cast<int>(i), j))
        for (const auto& map : isomorphism::combination_maps())
          sum += canonical[map[i] * matchup_side + map[j]];
      wins[i * cards::combinations + j] = sum / isomorphism::permutation_count;
    }
  });
  support::parallel_for(cards::combinations, threads, [&](std::int64_t i, int) {
    for (int j = 0; j < cards::combinations; ++j)
      ties[i * cards::combinations + j] =
          share_a_card(static_cast<int>(i), j)
              ? 0
              : preflop_boards - wins[i * cards::combinations + j] - wins[j * cards::combinations + i];
  });
}

void preflop_matchups(std::uint32_t* wins, std::uint32_t* ties, int threads, support::Progress& progress) {
  std::vector<std::uint32_t> sums(std::size_t{matchup_side} * matchup_side);
  add_matchup_sums(0, isomorphism::Boards::get(5).count(), sums.data(), threads, progress);
  finish_matchups(sums.data(), wins, ties, threads);
}

}  // namespace pokerdata::preflop
