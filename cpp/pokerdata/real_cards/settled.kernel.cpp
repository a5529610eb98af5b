#include <algorithm>

#include "pokerdata/real_cards/settled_kernel.hpp"
#include "pokerdata/support/known_count.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::real_cards::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

using Row = Vector<float>;
using Counts = Vector<std::int16_t>;
constexpr int step = lanes<float>, counted = lanes<std::int16_t>;

void count_members(const HandsView& hands, const Member* member, const Member* end, int sign,
                   std::int16_t* row) {
  for (; member != end; ++member) {
    std::int16_t& count = row[hands.classes[member->kind].like];
    count = static_cast<std::int16_t>(count + sign * static_cast<int>(member->count));
  }
}

// Hands of a group come in, or go from equal to weaker.
void count_group(const HandsView& hands, const Group& group, int row, std::int16_t* all,
                 std::int16_t* by_card) {
  count_members(hands, hands.group_members + group.members, hands.group_members + group.end_members, 1, all);
  for (int c = group.first_card; c < group.end_card; ++c) {
    const CardHands& with = hands.group_cards[c];
    count_members(hands, hands.group_members + with.first, hands.group_members + with.end, 1,
                  by_card + with.card * row);
  }
}

// Values of `hands` hands side by side, of `vectors` vectors. counts: of each hand.
template <int hands, int vectors>
inline void multiply(const SettledView& view, const float* const* counts, int first, float* const* to) {
  Row sums[hands][vectors];
#pragma GCC unroll 6
  for (int h = 0; h < hands; ++h)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) sums[h][v] = Row{};
  const float* reach = view.scratch + first * step;
  for (int k = 0; k < view.classes; ++k, reach += view.vectors * step)
#pragma GCC unroll 6
    for (int h = 0; h < hands; ++h) {
      const Row count = broadcast(counts[h][k]);
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) sums[h][v] = multiply_add(count, load(reach + v * step), sums[h][v]);
    }
#pragma GCC unroll 6
  for (int h = 0; h < hands; ++h)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      float* const at = to[h] + (first + v) * step;
      store(at, load(at) + sums[h][v]);
    }
}

template <int hands>
inline void multiply_hands(const SettledView& view, const Hand* hand) {
  const float* counts[hands];
  float* to[hands];
  for (int h = 0; h < hands; ++h) {
    counts[h] = view.counts + hand[h].combination * std::int64_t{view.row};
    to[h] = view.values + hand[h].combination * std::int64_t{view.vectors} * step;
  }
  int first = 0;
  for (; first + 4 <= view.vectors; first += 4) multiply<hands, 4>(view, counts, first, to);
  with_known_count<3>(view.vectors - first,
                      [&]<int vectors>() { multiply<hands, vectors>(view, counts, first, to); });
}

}  // namespace

void count_showdowns(const HandsView& hands, const CountsView& to) {
  const int row = to.row;
  std::int16_t *const all = to.scratch, *const by_card = to.scratch + row;
  std::fill_n(to.scratch, settled_scratch * row, std::int16_t{0});
  // At first all hands are stronger.
  for (int c = 0; c < hands.card_count; ++c) {
    const CardHands& with = hands.cards[c];
    std::int16_t* const card = by_card + with.card * row;
    count_members(hands, hands.members + with.first, hands.members + with.end, -1, card);
    const Counts alike = broadcast(static_cast<std::int16_t>(with.alike));
    for (int k = 0; k < row; k += counted) store(all + k, load(all + k) + alike * load(card + k));
  }
  // Every hand was counted with both of its cards.
  for (int k = 0; k < row; k += counted) store(all + k, load(all + k) >> 1);
  const Group* group = hands.groups;
  const Group* const end = group + hands.stretches[hands.stretch_count - 1].end_group;
  for (int h = 0; group != end; ++group) {
    count_group(hands, *group, row, all, by_card);
    for (; h < group->end_valued; ++h) {
      const Hand& hand = hands.hands[h];
      const std::int16_t *const low = by_card + hand.low * row, *const high = by_card + hand.high * row;
      std::int16_t* const found = to.counts + hand.combination * std::int64_t{row};
      const Counts times = broadcast(static_cast<std::int16_t>(to.times * static_cast<int>(hand.alike)));
      for (int k = 0; k < row; k += counted)
        store(found + k, load(found + k) + times * (load(all + k) - load(low + k) - load(high + k)));
    }
    count_group(hands, *group, row, all, by_card);
  }
}

void settle_counts(const SettledView& view) {
  for (int k = 0; k < view.classes; ++k)
    for (int v = 0; v < view.vectors; ++v) {
      const std::int64_t at = (std::int64_t{k} * view.vectors + v) * step;
      store(view.scratch + at, load(view.reach + at) * load(view.chips + v * step));
    }
  // With four vectors each, as many sums as registers hold: the opponent's reach comes from the second cache.
  constexpr int together = vector_bytes == 64 ? 6 : 3;
  int h = 0;
  for (; h + together <= view.hand_count; h += together) multiply_hands<together>(view, view.hands + h);
  for (; h < view.hand_count; ++h) multiply_hands<1>(view, view.hands + h);
}

}  // namespace pokerdata::real_cards::POKERDATA_ISA
