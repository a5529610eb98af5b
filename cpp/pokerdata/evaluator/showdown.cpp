#include "pokerdata/evaluator/showdown.hpp"

#include <utility>

#include "pokerdata/evaluator/board_codes.hpp"

namespace pokerdata::evaluator {
namespace {

// Keys are code << 11 | combination, listed in rising combination; two stable counting passes over the
// bytes of the code sort them.
void sort_by_code(std::uint32_t* keys, std::uint32_t* scratch, int count) {
  std::array<std::uint16_t, 256> low{}, high{};
  for (int i = 0; i < count; ++i) {
    ++low[keys[i] >> 11 & 255];
    ++high[keys[i] >> 19];
  }
  std::uint16_t low_sum = 0, high_sum = 0;
  for (int b = 0; b < 256; ++b) {
    low_sum = static_cast<std::uint16_t>(low_sum + std::exchange(low[b], low_sum));
    high_sum = static_cast<std::uint16_t>(high_sum + std::exchange(high[b], high_sum));
  }
  for (int i = 0; i < count; ++i) scratch[low[keys[i] >> 11 & 255]++] = keys[i];
  for (int i = 0; i < count; ++i) keys[high[scratch[i] >> 19]++] = scratch[i];
}

}  // namespace

void ShowdownOrder::sort(const cards::Card* board, int count) {
  std::array<StrengthCode, cards::combinations> codes;
  evaluate_board(board, count, codes.data());
  std::array<std::uint32_t, cards::combinations> keys, scratch;
  hands = 0;
  for (int c = 0; c < cards::combinations; ++c) {
    keys[hands] = std::uint32_t{codes[c]} << 11 | static_cast<std::uint32_t>(c);
    hands += codes[c] != 0;
  }
  sort_by_code(keys.data(), scratch.data(), hands);
  groups = 0;
  std::uint32_t previous = ~0u;
  for (int i = 0; i < hands; ++i) {
    combination[i] = keys[i] & 2047;
    if (keys[i] >> 11 != previous) group_start[groups++] = static_cast<std::uint16_t>(i);
    previous = keys[i] >> 11;
  }
  group_start[groups] = static_cast<std::uint16_t>(hands);
}

void count_opponents(const ShowdownOrder& order, std::uint16_t* weaker, std::uint16_t* equal) {
  std::array<std::uint16_t, cards::deck_size> holding{};  // hands so far that hold each card
  for (int g = 0; g < order.groups; ++g) {
    const int first = order.group_start[g], last = order.group_start[g + 1];
    for (int i = first; i < last; ++i) {
      const auto [a, b] = cards::all_combinations[order.combination[i]];
      weaker[i] = static_cast<std::uint16_t>(first - holding[a] - holding[b]);
    }
    for (int i = first; i < last; ++i) {
      const auto [a, b] = cards::all_combinations[order.combination[i]];
      ++holding[a];
      ++holding[b];
    }
    for (int i = first; i < last; ++i) {
      const auto [a, b] = cards::all_combinations[order.combination[i]];
      // The hand itself was taken off twice, once for each of its cards.
      equal[i] = static_cast<std::uint16_t>(last - holding[a] - holding[b] + 1 - weaker[i]);
    }
  }
}

}  // namespace pokerdata::evaluator
