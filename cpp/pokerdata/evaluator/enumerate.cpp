#include "pokerdata/evaluator/enumerate.hpp"

#include <string>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/evaluator/enumerate_kernel.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::evaluator {
namespace {

// Calls work(first) for each highest card of the hands, those with the most hands first.
template <class Work>
void for_each_highest(int count, int threads, const Work& work) {
  if (count < 5 || count > 7) throw support::expected("cards", "5, 6 or 7", {count, "; e.g. 7"});
  const int least = count - 1;
  support::parallel_for(cards::deck_size - least, support::checked_threads(threads),
                        [&](std::int64_t item, int) { work(cards::deck_size - 1 - static_cast<int>(item)); });
}

}  // namespace

std::array<std::uint64_t, category_count> count_categories(int count, int threads) {
  const auto kernel = POKERDATA_DISPATCH(add_categories);
  std::array<std::array<std::uint64_t, category_count>, cards::deck_size> sums{};
  for_each_highest(count, threads,
                   [&](int first) { kernel(LastCardTables::get(), count, first, sums[first].data()); });
  std::array<std::uint64_t, category_count> total{};
  for (const auto& sum : sums)
    for (int c = 0; c < category_count; ++c) total[c] += sum[c];
  return total;
}

std::uint64_t sum_codes(int count, int threads) {
  const auto kernel = POKERDATA_DISPATCH(add_codes);
  std::array<std::uint64_t, cards::deck_size> sums{};
  for_each_highest(count, threads,
                   [&](int first) { sums[first] = kernel(LastCardTables::get(), count, first); });
  std::uint64_t total = 0;
  for (const auto sum : sums) total += sum;
  return total;
}

}  // namespace pokerdata::evaluator
