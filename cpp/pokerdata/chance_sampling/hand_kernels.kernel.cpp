#include "pokerdata/chance_sampling/hand_kernels.hpp"

#include "pokerdata/chance_sampling/card_sums.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::chance_sampling::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

using Row = Vector<float>;
constexpr int step = lanes<float>;

// One vector of histories of a leaf, hand by hand.
struct Column {
  const RankedHands& hands;
  const Leaf& leaf;
  int at;  // first history

  Column(const RankedHands& h, const Leaf& l, int first) : hands(h), leaf(l), at(first) {}

  Row reach(int h) const {
    return load(leaf.opponent_root + h * histories + at) *
           load(leaf.opponent + hands.class_of[h] * histories + at);
  }
  void deliver(int h, Row value) const {
    const int row = hands.class_of[h] * histories + at;
    float* sum = leaf.sums + row;
    store(sum, load(sum) + value);
    float* root = leaf.root_values + h * histories + at;
    store(root, load(root) + load(leaf.own + row) * value);
  }
};

template <class Body>
inline void for_each_column(const RankedHands& hands, int classes, const Leaf& leaf, const Body& body) {
  for (int i = 0; i < classes * histories; i += step) store(leaf.sums + i, Row{});
  for (int at = 0; at < histories; at += step) body(Column(hands, leaf, at));
}

// Which lanes of a vector that starts at lane `first` belong to a run.
inline auto lanes_of(const LaneRun& run, int first) {
  Row lane{};
  for (int i = 0; i < step; ++i) lane[i] = static_cast<float>(first + i);
  return (lane >= static_cast<float>(run.after)) & (lane < static_cast<float>(run.after + run.length));
}

// Writes those lanes alone: the others may be another thread's.
template <class Mask>
inline void store_where(float* p, Mask wanted, Row row) {
#if defined(POKERDATA_ISA_avx512)
  _mm512_mask_store_ps(p, _mm512_movepi32_mask((__m512i)wanted), row);
#elif defined(POKERDATA_ISA_avx2)
  _mm256_maskstore_ps(p, (__m256i)wanted, row);
#else
  for (int i = 0; i < step; ++i)
    if (wanted[i]) p[i] = row[i];
#endif
}

}  // namespace

void sum_over_hands(const RankedHands& hands, int classes, const float* root, float* rows) {
  for (int i = 0; i < classes * histories; i += step) store(rows + i, Row{});
  for (int h = 0; h < hands.count; ++h)
    for (int at = 0; at < histories; at += step) {
      float* row = rows + hands.class_of[h] * histories + at;
      store(row, load(row) + load(root + h * histories + at));
    }
}

void fold_leaf(const RankedHands& hands, int classes, const Leaf& leaf) {
  for_each_column(hands, classes, leaf, [&](const Column& column) {
    CardSums sums;
    for (int h = 0; h < hands.count; ++h) sums.add(hands.low[h], hands.high[h], column.reach(h));
    const Row stakes = load(leaf.stakes + column.at);
    // The same two cards were taken away twice.
    for (int h = 0; h < hands.count; ++h)
      column.deliver(h, stakes * (sums.without(hands.low[h], hands.high[h]) + column.reach(h)));
  });
}

// Weaker less stronger is (weaker) + (weaker and equal) - (all); a hand's own cards cancel in it.
void showdown_leaf(const RankedHands& hands, int classes, const Leaf& leaf) {
  for_each_column(hands, classes, leaf, [&](const Column& column) {
    CardSums sums;
    for (int h = 0; h < hands.count; ++h) sums.add(hands.low[h], hands.high[h], -column.reach(h));
    const Row stakes = load(leaf.stakes + column.at);
    for (int first = 0, end; first < hands.count; first = end) {
      end = hands.group_end[first];
      for (int h = first; h < end; ++h) sums.add(hands.low[h], hands.high[h], column.reach(h));
      for (int h = first; h < end; ++h) column.deliver(h, stakes * sums.without(hands.low[h], hands.high[h]));
      for (int h = first; h < end; ++h) sums.add(hands.low[h], hands.high[h], column.reach(h));
    }
  });
}

void street_leaf(const RankedHands& hands, const float* values, const LaneRun& run, const Leaf& leaf) {
  const int shift = run.before - run.after;
  for (int at = 0; at < histories; at += step) {
    const auto wanted = lanes_of(run, at);
    const Column column(hands, leaf, at);
    for (int h = 0; h < hands.count; ++h) {
      const Row value = load_any(values + h * histories + at + shift);
      column.deliver(h, wanted ? value : Row{});
    }
  }
}

void enter_street(const RankedHands& hands, const float* root, const float* reach, const LaneRun& run,
                  float* next) {
  const int shift = run.before - run.after;
  for (int at = 0; at < histories; at += step) {
    const auto wanted = lanes_of(run, at);
    for (int h = 0; h < hands.count; ++h) {
      const Row passed = load_any(root + h * histories + at + shift) *
                         load_any(reach + hands.class_of[h] * histories + at + shift);
      store_where(next + h * histories + at, wanted, passed);
    }
  }
}

}  // namespace pokerdata::chance_sampling::POKERDATA_ISA
