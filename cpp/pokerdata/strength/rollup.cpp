#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/strength/strength.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::strength {
namespace {

template <class T>
inline constexpr T absent = std::numeric_limits<T>::max();

// Calls visit(canonical next board, combination map to it) for each card that may come.
template <class Visit>
void for_each_next(const isomorphism::Boards& boards, std::int64_t board, const Visit& visit) {
  for (int card = 0; card < cards::deck_size; ++card) {
    const std::int64_t at = board * cards::deck_size + card;
    if (boards.next[at] != isomorphism::no_board)
      visit(boards.next[at], isomorphism::combination_maps()[boards.next_permutation[at]].data());
  }
}

// Marks the combinations that share a card with the board.
template <class T>
void mark_absent(cards::CardSet board, T* row) {
  for (int c = 0; c < cards::combinations; ++c)
    if (cards::all_combinations[c].cards() & board) row[c] = absent<T>;
}

}  // namespace

void turn_strength(const std::uint16_t* river, Stretch stretch, std::uint32_t* ehs, std::uint32_t* ehs2_river,
                   int threads, support::Progress& progress) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(4);
  progress.start(stretch.count());
  support::parallel_for(stretch.count(), threads, [&](std::int64_t place, int) {
    const std::int64_t board = stretch.first + place;
    std::uint32_t* sum = ehs + place * cards::combinations;
    std::uint32_t* squares = ehs2_river + place * cards::combinations;
    std::fill_n(sum, cards::combinations, 0u);
    std::fill_n(squares, cards::combinations, 0u);
    for_each_next(boards, board, [&](std::uint32_t next, const std::uint16_t* map) {
      const std::uint16_t* row = river + std::int64_t{next} * cards::combinations;
      for (int c = 0; c < cards::combinations; ++c) {
        const std::uint16_t value = row[map[c]];
        const std::uint32_t n = value == absent<std::uint16_t> ? 0u : value;
        sum[c] += n;
        squares[c] += n * n;
      }
    });
    mark_absent(boards.set(board), sum);
    mark_absent(boards.set(board), squares);
    progress.advance();
  });
}

void flop_strength(const std::uint32_t* turn_ehs, const std::uint32_t* turn_ehs2_river, Stretch stretch,
                   std::uint32_t* ehs, std::uint32_t* ehs2_river, std::uint64_t* ehs2_next, int threads,
                   support::Progress& progress) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(3);
  progress.start(stretch.count());
  support::parallel_for(stretch.count(), threads, [&](std::int64_t place, int) {
    const std::int64_t board = stretch.first + place;
    std::array<std::uint64_t, cards::combinations> sum{}, squares{}, next_squares{};
    for_each_next(boards, board, [&](std::uint32_t next, const std::uint16_t* map) {
      const std::uint32_t* row = turn_ehs + std::int64_t{next} * cards::combinations;
      const std::uint32_t* row2 = turn_ehs2_river + std::int64_t{next} * cards::combinations;
      for (int c = 0; c < cards::combinations; ++c) {
        const std::uint64_t n = row[map[c]];
        if (n == absent<std::uint32_t>) continue;
        sum[c] += n;
        squares[c] += row2[map[c]];
        next_squares[c] += n * n;
      }
    });
    const std::int64_t at = place * cards::combinations;
    for (int c = 0; c < cards::combinations; ++c) {
      // Each completion came twice, once in either order of its two cards.
      ehs[at + c] = static_cast<std::uint32_t>(sum[c] / 2);
      ehs2_river[at + c] = static_cast<std::uint32_t>(squares[c] / 2);
      ehs2_next[at + c] = next_squares[c];
    }
    mark_absent(boards.set(board), ehs + at);
    mark_absent(boards.set(board), ehs2_river + at);
    mark_absent(boards.set(board), ehs2_next + at);
    progress.advance();
  });
}

void preflop_strength(const std::uint32_t* flop_ehs, const std::uint32_t* flop_ehs2_river, std::uint64_t* ehs,
                      std::uint64_t* ehs2_river, std::uint64_t* ehs2_next) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(3);
  // Weighted by orbit on the canonical flops, then symmetrised: summing over all 24 permutations counts
  // every raw flop 24 / orbit times.
  std::array<std::uint64_t, cards::combinations> sum{}, squares{}, next_squares{};
  for (std::int64_t board = 0; board < boards.count(); ++board) {
    const std::uint64_t weight = boards.orbit[board];
    for (int c = 0; c < cards::combinations; ++c) {
      const std::uint64_t n = flop_ehs[board * cards::combinations + c];
      if (n == absent<std::uint32_t>) continue;
      sum[c] += weight * n;
      squares[c] += weight * flop_ehs2_river[board * cards::combinations + c];
      next_squares[c] += weight * n * n;
    }
  }
  for (int c = 0; c < cards::combinations; ++c) {
    ehs[c] = ehs2_river[c] = ehs2_next[c] = 0;
    for (const auto& map : isomorphism::combination_maps()) {
      ehs[c] += sum[map[c]];
      ehs2_river[c] += squares[map[c]];
      ehs2_next[c] += next_squares[map[c]];
    }
    ehs[c] /= isomorphism::permutation_count;
    ehs2_river[c] /= isomorphism::permutation_count;
    ehs2_next[c] /= isomorphism::permutation_count;
  }
}

}  // namespace pokerdata::strength
