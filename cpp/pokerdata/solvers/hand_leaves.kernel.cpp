#include "pokerdata/solvers/hand_leaves.hpp"

#include "pokerdata/support/vectors.hpp"

namespace pokerdata::solvers::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

// Reach summed over hands: of all, and of those with a card of each orbit.
template <class T>
struct ReachSums {
  Vector<T> all{};
  Vector<T> with[max_orbits];

  explicit ReachSums(int orbits) {
    for (int c = 0; c < orbits; ++c) with[c] = Vector<T>{};
  }
  void add(const HandOrbit<T>& hand, Vector<T> reach) {
    all += hand.size * reach;
    with[hand.low] += hand.low_share * reach;
    with[hand.high] += hand.high_share * reach;
  }
  Vector<T> without_cards_of(const HandOrbit<T>& hand) const {
    return all - with[hand.low] - with[hand.high];
  }
};

// Calls body(chunk) for every vector of histories of the leaves, the last of a leaf first.
template <class T, class Body>
void for_each_chunk(int histories, const LeafRows<T>* leaves, int count, const Body& body) {
  for (int i = 0; i < count; ++i)
    for (int at = (histories - 1) / lanes<T> * lanes<T>; at >= 0; at -= lanes<T>)
      body(LeafRows<T>{leaves[i].reach + at, leaves[i].values + at, leaves[i].stakes + at});
}

}  // namespace

template <class T>
void fold_hands(const HandOrbit<T>* hands, int states, int orbits, int histories, const LeafRows<T>* leaves,
                int count) {
  const std::int64_t stride = histories;
  for_each_chunk(histories, leaves, count, [&](const LeafRows<T>& chunk) {
    ReachSums<T> sums(orbits);
    for (int s = 0; s < states; ++s) sums.add(hands[s], load_any(chunk.reach + s * stride));
    const Vector<T> stakes = load_any(chunk.stakes);
    for (int s = 0; s < states; ++s) {
      // The same two cards were taken away twice.
      const Vector<T> meets = sums.without_cards_of(hands[s]) + load_any(chunk.reach + s * stride);
      store_any(chunk.values + s * stride, meets * (stakes * hands[s].scale));
    }
  });
}

// Weaker less stronger is (weaker) + (weaker and equal) - (all); a hand's own cards cancel in it.
template <class T>
void showdown_hands(const HandOrbit<T>* hands, int states, int orbits, int histories,
                    const LeafRows<T>* leaves, int count) {
  const std::int64_t stride = histories;
  for_each_chunk(histories, leaves, count, [&](const LeafRows<T>& chunk) {
    ReachSums<T> sums(orbits);
    for (int s = 0; s < states; ++s) sums.add(hands[s], -load_any(chunk.reach + s * stride));
    const Vector<T> stakes = load_any(chunk.stakes);
    for (int first = 0, end; first < states; first = end) {
      end = hands[first].group_end;
      for (int s = first; s < end; ++s) sums.add(hands[s], load_any(chunk.reach + s * stride));
      for (int s = first; s < end; ++s)
        store_any(chunk.values + s * stride, sums.without_cards_of(hands[s]) * (stakes * hands[s].scale));
      for (int s = first; s < end; ++s) sums.add(hands[s], load_any(chunk.reach + s * stride));
    }
  });
}

#define POKERDATA_INSTANTIATE(T)                                                         \
  template void fold_hands(const HandOrbit<T>*, int, int, int, const LeafRows<T>*, int); \
  template void showdown_hands(const HandOrbit<T>*, int, int, int, const LeafRows<T>*, int);
POKERDATA_INSTANTIATE(float)
POKERDATA_INSTANTIATE(double)
#undef POKERDATA_INSTANTIATE

}  // namespace pokerdata::solvers::POKERDATA_ISA
