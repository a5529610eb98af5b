#include <algorithm>
#include <array>

#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/strength/strength.hpp"
#include "pokerdata/support/chunks.hpp"

namespace pokerdata::strength {
namespace {

constexpr std::int64_t chunk = 32;  // boards a work item: about 0.5 ms

// Calls store(row, order, weaker, equal) for each board of a stretch; the first has row 0.
template <class Store>
void for_each_order(int size, Stretch stretch, int threads, support::Progress& progress, const Store& store) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(size);
  progress.start(stretch.count());
  support::for_each_chunk(stretch.first, stretch.last, chunk, 1, threads, progress,
                          [&](std::int64_t first, std::int64_t last, int) {
                            evaluator::ShowdownOrder order;
                            std::array<std::uint16_t, cards::combinations> weaker, equal;
                            for (std::int64_t board = first; board < last; ++board) {
                              order.sort(boards.cards[board].data(), size);
                              evaluator::count_opponents(order, weaker.data(), equal.data());
                              store(board - stretch.first, order, weaker, equal);
                            }
                          });
}

}  // namespace

void river_strength(Stretch stretch, std::uint16_t* n, int threads, support::Progress& progress) {
  for_each_order(
      5, stretch, threads, progress,
      [&](std::int64_t place, const evaluator::ShowdownOrder& order, const auto& weaker, const auto& equal) {
        std::uint16_t* row = n + place * cards::combinations;
        std::fill_n(row, cards::combinations, std::uint16_t{0xFFFF});
        for (int i = 0; i < order.hands; ++i)
          row[order.combination[i]] = static_cast<std::uint16_t>(2 * weaker[i] + equal[i]);
      });
}

void present_strength(int size, Stretch stretch, std::uint16_t* ahead, std::uint16_t* tied, int threads,
                      support::Progress& progress) {
  for_each_order(
      size, stretch, threads, progress,
      [&](std::int64_t place, const evaluator::ShowdownOrder& order, const auto& weaker, const auto& equal) {
        std::uint16_t* ahead_row = ahead + place * cards::combinations;
        std::uint16_t* tied_row = tied + place * cards::combinations;
        std::fill_n(ahead_row, cards::combinations, std::uint16_t{0xFFFF});
        std::fill_n(tied_row, cards::combinations, std::uint16_t{0xFFFF});
        for (int i = 0; i < order.hands; ++i) {
          ahead_row[order.combination[i]] = weaker[i];
          tied_row[order.combination[i]] = equal[i];
        }
      });
}

}  // namespace pokerdata::strength
