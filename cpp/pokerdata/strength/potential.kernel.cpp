#include <cstdint>

#include "pokerdata/strength/potential_kernel.hpp"

namespace pokerdata::strength::POKERDATA_ISA {
namespace {

constexpr int words = 19;  // of 64 bits, for the 1,176 hands on a flop

int bits_below(std::uint64_t word, int end) {
  return __builtin_popcountll(word & ((std::uint64_t{1} << end) - 1));
}

// The hands passed so far in rising final strength, as bits in the order of present strength: all of them,
// and those that hold each card (at most 49 a card).
struct Passed {
  std::uint64_t all[words + 1] = {};
  int before[words + 1] = {};  // bits in the words before
  std::uint64_t holding[52] = {};

  void add(const PresentPlace& hand) {
    all[hand.place >> 6] |= std::uint64_t{1} << (hand.place & 63);
    for (int k = 0; k < 2; ++k) holding[hand.card[k]] |= std::uint64_t{1} << hand.card_place[k];
  }
  void count_words() {
    for (int w = 0; w < words; ++w) before[w + 1] = before[w] + __builtin_popcountll(all[w]);
  }
  // Of those passed, the ones below a present place; less those that share a card with the hand.
  int below(const PresentPlace& hand, int end, const std::uint8_t* card_end) const {
    return before[end >> 6] + bits_below(all[end >> 6], end & 63) -
           bits_below(holding[hand.card[0]], card_end[0]) - bits_below(holding[hand.card[1]], card_end[1]);
  }
  // Adds the three sums of a hand. A hand that has itself been passed was taken off twice.
  void sum(const PresentPlace& hand, int passed, int itself, std::uint32_t weight,
           std::uint32_t* sums) const {
    sums[0] += weight * static_cast<std::uint32_t>(below(hand, hand.weaker, hand.card_weaker));
    sums[1] +=
        weight * static_cast<std::uint32_t>(below(hand, hand.not_stronger, hand.card_not_stronger) + itself);
    sums[2] += weight * static_cast<std::uint32_t>(passed - __builtin_popcountll(holding[hand.card[0]]) -
                                                   __builtin_popcountll(holding[hand.card[1]]) + itself);
  }
};

}  // namespace

void add_run_out(const PresentPlace* places, const std::uint16_t* combination,
                 const std::uint16_t* group_start, int groups, std::uint32_t weight,
                 std::uint32_t (*sums)[potential_sums]) {
  Passed passed;
  for (int g = 0; g < groups; ++g) {
    const int first = group_start[g], last = group_start[g + 1];
    for (int i = first; i < last; ++i)
      passed.sum(places[combination[i]], first, 0, weight, sums[combination[i]]);
    for (int i = first; i < last; ++i) passed.add(places[combination[i]]);
    passed.count_words();
    for (int i = first; i < last; ++i)
      passed.sum(places[combination[i]], last, 1, weight, sums[combination[i]] + 3);
  }
}

}  // namespace pokerdata::strength::POKERDATA_ISA
