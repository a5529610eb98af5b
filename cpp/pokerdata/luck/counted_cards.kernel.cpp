#include "pokerdata/luck/counted_cards.hpp"

#include <cstddef>
#include <cstdint>

#include "pokerdata/support/vectors.hpp"

namespace pokerdata::luck::POKERDATA_ISA {
namespace {

using support::POKERDATA_ISA::load_any;
using support::POKERDATA_ISA::store_any;
using Numbers = support::POKERDATA_ISA::Vector<std::int32_t>;
constexpr std::size_t lanes = support::POKERDATA_ISA::lanes<std::int32_t>;

// Counts of `states` states from first[h] + from on, for the hands of one vector.
template <int states>
void count_here(const std::int32_t* const* rows, int cards, const std::int32_t* first, std::size_t h,
                std::size_t hands, int from, bool adds, std::int32_t* counts) {
  Numbers found[states] = {};
  const Numbers base = load_any(first + h) + from;
  for (int card = 0; card < cards; ++card) {
    const Numbers which = load_any(rows[card] + h) - base;
    for (int k = 0; k < states; ++k) found[k] -= which == k;  // true is -1
  }
  for (int k = 0; k < states; ++k) {
    std::int32_t* here = counts + static_cast<std::size_t>(from + k) * hands + h;
    store_any(here, adds ? load_any(here) + found[k] : found[k]);
  }
}

}  // namespace

void find_range(const std::int32_t* const* rows, int cards, std::size_t hands, std::int32_t* least,
                std::int32_t* largest) {
  std::size_t h = 0;
  for (; h + lanes <= hands; h += lanes) {
    Numbers low = load_any(least + h), high = load_any(largest + h);
    for (int card = 0; card < cards; ++card) {
      const Numbers state = load_any(rows[card] + h);
      low = (state >= 0) & (state < low) ? state : low;
      high = state > high ? state : high;
    }
    store_any(least + h, low);
    store_any(largest + h, high);
  }
  for (; h < hands; ++h)
    for (int card = 0; card < cards; ++card) {
      const std::int32_t state = rows[card][h];
      if (state >= 0 && state < least[h]) least[h] = state;
      if (state > largest[h]) largest[h] = state;
    }
}

void count_cards(const std::int32_t* const* rows, int cards, const std::int32_t* first, std::size_t hands,
                 int following, bool adds, std::int32_t* counts) {
  std::size_t h = 0;
  for (; h + lanes <= hands; h += lanes) {
    int from = 0;
    for (; from + 5 <= following; from += 5) count_here<5>(rows, cards, first, h, hands, from, adds, counts);
    for (; from + 2 <= following; from += 2) count_here<2>(rows, cards, first, h, hands, from, adds, counts);
    if (from < following) count_here<1>(rows, cards, first, h, hands, from, adds, counts);
  }
  for (; h < hands; ++h) {
    for (int k = 0; !adds && k < following; ++k) counts[static_cast<std::size_t>(k) * hands + h] = 0;
    for (int card = 0; card < cards; ++card) {
      const std::int32_t which = rows[card][h] - first[h];
      if (which >= 0 && which < following) ++counts[static_cast<std::size_t>(which) * hands + h];
    }
  }
}

}  // namespace pokerdata::luck::POKERDATA_ISA
