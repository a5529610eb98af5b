#include "pokerdata/strength/potential.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/strength/potential_kernel.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::strength {
namespace {

using Places = std::array<PresentPlace, cards::combinations>;
using Sums = std::array<std::uint32_t[potential_sums], cards::combinations>;
using Suits = std::vector<std::uint8_t>;  // suit permutations

Places present_places(const evaluator::ShowdownOrder& order) {
  Places places{};
  std::array<std::uint8_t, cards::deck_size> holding{};
  for (int g = 0; g < order.groups; ++g) {
    const std::uint16_t first = order.group_start[g], last = order.group_start[g + 1];
    const auto weaker = holding;
    for (std::uint16_t i = first; i < last; ++i) {
      const auto [low, high] = cards::all_combinations[order.combination[i]];
      places[order.combination[i]] = {
          i, first, last, {low, high}, {holding[low]++, holding[high]++}, {weaker[low], weaker[high]}, {}};
    }
    for (int i = first; i < last; ++i) {
      PresentPlace& hand = places[order.combination[i]];
      for (int k = 0; k < 2; ++k) hand.card_not_stronger[k] = holding[hand.card[k]];
    }
  }
  return places;
}

// Calls visit(cards, weight) for one of each orbit of run-outs under the suit permutations that keep the
// board; weight is the size of the orbit.
template <class Visit>
void for_each_run_out(cards::CardSet board, int extra, const Suits& suits, const Visit& visit) {
  for (int x = 0; x < cards::deck_size; ++x)
    for (int y = extra == 2 ? x + 1 : x; y < (extra == 2 ? cards::deck_size : x + 1); ++y) {
      const cards::CardSet cards =
          cards::set_of(static_cast<cards::Card>(x)) | cards::set_of(static_cast<cards::Card>(y));
      if (cards & board) continue;
      const std::array<cards::Card, 2> run_out{static_cast<cards::Card>(x), static_cast<cards::Card>(y)};
      if (const int orbit = isomorphism::orbit_of_least(cards, suits))
        visit(run_out, static_cast<std::uint32_t>(orbit));
    }
}

// suits: all permutations that keep the board, or the identity alone.
void count_potential(const cards::Card* board, int size, int extra, const Suits& suits,
                     std::uint32_t* counts) {
  evaluator::ShowdownOrder order;
  order.sort(board, size);
  const Places places = present_places(order);
  std::array<std::uint16_t, cards::combinations> ahead, tied;
  evaluator::count_opponents(order, ahead.data(), tied.data());

  Sums sums{};
  evaluator::ShowdownOrder final_order;
  std::array<cards::Card, 5> final_board;
  std::copy_n(board, size, final_board.begin());
  const cards::CardSet dead = cards::set_of({board, static_cast<std::size_t>(size)});
  const auto add = POKERDATA_DISPATCH(add_run_out);
  for_each_run_out(dead, extra, suits, [&](const auto& run_out, std::uint32_t weight) {
    std::copy_n(run_out.begin(), extra, final_board.begin() + size);
    final_order.sort(final_board.data(), size + extra);
    add(places.data(), final_order.combination.data(), final_order.group_start.data(), final_order.groups,
        weight, sums.data());
  });
  // Opponents of a hand, and run-outs that both leave.
  const auto opponents = isomorphism::binomial(cards::deck_size - size - 2, 2),
             run_outs = isomorphism::binomial(cards::deck_size - size - 4, extra);

  std::fill_n(counts, cards::combinations * potential_cells, 0u);
  for (int i = 0; i < order.hands; ++i) {
    const int c = order.combination[i];
    // below[now][finally]: opponents now below (weaker; weaker or equal; any) and finally below.
    std::uint32_t below[3][3];
    for (int k = 0; k < potential_sums; ++k) {
      std::uint32_t sum = 0;
      for (const int p : suits) sum += sums[isomorphism::combination_maps()[p][c]][k];
      below[k % 3][k / 3] = sum / static_cast<std::uint32_t>(suits.size());
    }
    below[0][2] = run_outs * ahead[i];
    below[1][2] = run_outs * (ahead[i] + tied[i]);
    below[2][2] = run_outs * opponents;
    for (int now = 0; now < 3; ++now)
      for (int finally = 0; finally < 3; ++finally) {
        const auto at = [&](int n, int f) { return n < 0 || f < 0 ? 0u : below[n][f]; };
        counts[c * potential_cells + now * 3 + finally] =
            at(now, finally) - at(now - 1, finally) - at(now, finally - 1) + at(now - 1, finally - 1);
      }
  }
}

template <class T>
void fill_table(int size, int extra, Stretch stretch, T* table, int threads, support::Progress& progress) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(size);
  progress.start(stretch.count());
  support::parallel_for(stretch.count(), threads, [&](std::int64_t place, int) {
    const std::int64_t board = stretch.first + place;
    std::array<std::uint32_t, cards::combinations * potential_cells> counts;
    count_potential(boards.cards[board].data(), size, extra, boards.stabiliser(board), counts.data());
    T* row = table + place * cards::combinations * potential_cells;
    for (int c = 0; c < cards::combinations; ++c) {
      const bool absent = cards::all_combinations[c].cards() & boards.set(board);
      for (int k = 0; k < potential_cells; ++k) {
        const int at = c * potential_cells + k;
        row[at] = absent ? std::numeric_limits<T>::max() : static_cast<T>(counts[at]);
      }
    }
    progress.advance();
  });
}

}  // namespace

void count_potential(const cards::Card* board, int size, int extra, std::uint32_t* counts) {
  count_potential(board, size, extra, {0}, counts);
}

void potential_table(int size, Stretch stretch, std::uint16_t* one_card, int threads,
                     support::Progress& progress) {
  fill_table(size, 1, stretch, one_card, threads, progress);
}

void potential_table(int size, Stretch stretch, std::uint32_t* two_cards, int threads,
                     support::Progress& progress) {
  fill_table(size, 2, stretch, two_cards, threads, progress);
}

}  // namespace pokerdata::strength
