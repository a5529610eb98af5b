#include "pokerdata/evaluator/showdown.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "pokerdata/evaluator/evaluate.hpp"

namespace pokerdata {
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

void ShowdownOrder::sort(const Card* board, int count) {
  const EvaluatorTables& tables = EvaluatorTables::get();
  PartialHand partial;
  CardSet dead = 0;
  for (int i = 0; i < count; ++i) {
    partial.add(tables, board[i]);
    dead |= set_of(board[i]);
  }
  // Flushes aside, the strength depends on the two ranks alone.
  const StrengthCode* codes = tables.rank_codes[count + 2].data();
  StrengthCode by_ranks[rank_count][rank_count];
  for (int r = 0; r < rank_count; ++r) {
    const std::uint32_t state = tables.next[partial.state * rank_count + r];
    for (int q = 0; q <= r; ++q) {
      const std::uint32_t last = state == no_state ? no_state : tables.next[state * rank_count + q];
      by_ranks[r][q] = last == no_state ? StrengthCode{0} : codes[last - state_offsets[count + 2]];
    }
  }
  int flush_suit = -1;
  for (int suit = 0; suit < 4; ++suit)
    if (std::popcount(partial.suits[suit]) >= 3) flush_suit = suit;

  std::array<std::uint32_t, combinations> keys, scratch;
  hands = 0;
  for (int b = 1; b < deck_size; ++b) {
    if (dead >> b & 1) continue;
    const unsigned suited_b = flush_suit == (b & 3) ? partial.suits[flush_suit] | 1u << (b >> 2)
                                                    : (flush_suit < 0 ? 0u : partial.suits[flush_suit]);
    for (int a = 0; a < b; ++a) {
      if (dead >> a & 1) continue;
      StrengthCode code = by_ranks[b >> 2][a >> 2];
      if (flush_suit >= 0)
        code =
            std::max(code, tables.flush_codes[flush_suit == (a & 3) ? suited_b | 1u << (a >> 2) : suited_b]);
      keys[hands++] = std::uint32_t{code} << 11 | static_cast<std::uint32_t>(combination_of(a, b));
    }
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
  std::array<std::uint16_t, deck_size> holding{};  // hands so far that hold each card
  for (int g = 0; g < order.groups; ++g) {
    const int first = order.group_start[g], last = order.group_start[g + 1];
    for (int i = first; i < last; ++i) {
      const auto [a, b] = all_combinations[order.combination[i]];
      weaker[i] = static_cast<std::uint16_t>(first - holding[a] - holding[b]);
    }
    for (int i = first; i < last; ++i) {
      const auto [a, b] = all_combinations[order.combination[i]];
      ++holding[a];
      ++holding[b];
    }
    for (int i = first; i < last; ++i) {
      const auto [a, b] = all_combinations[order.combination[i]];
      // The hand itself was taken off twice, once for each of its cards.
      equal[i] = static_cast<std::uint16_t>(last - holding[a] - holding[b] + 1 - weaker[i]);
    }
  }
}

}  // namespace pokerdata
