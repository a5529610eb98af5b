#include "pokerdata/spots/leaves.hpp"

#include "pokerdata/support/vectors.hpp"

namespace pokerdata::spots::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

template <int... is>
struct Numbers {};
template <int n, int... is>
struct UpTo : UpTo<n - 1, n - 1, is...> {};
template <int... is>
struct UpTo<0, is...> {
  using type = Numbers<is...>;
};

// Blocks of `step` numbers: the even ones of a and b in turn, and the odd ones.
template <int step, class V, int... is>
inline void exchange(V& a, V& b, Numbers<is...>) {
  constexpr int n = sizeof...(is);
  const V even = __builtin_shufflevector(a, b, (is / step % 2 == 0 ? is : n + is - step)...);
  const V odd = __builtin_shufflevector(a, b, (is / step % 2 == 0 ? is + step : n + is)...);
  a = even;
  b = odd;
}

// Rows become columns.
template <class T, int step = 1>
inline void transpose(Vector<T>* rows) {
  if constexpr (step < lanes<T>) {
    for (int i = 0; i < lanes<T>; ++i)
      if (!(i & step)) exchange<step>(rows[i], rows[i + step], typename UpTo<lanes<T>>::type{});
    transpose<T, 2 * step>(rows);
  }
}

// Reach of the leaves side by side: panel[s] has state s of all of them.
template <class T>
inline void read_rows(const Leaf<T>* leaves, int states, Vector<T>* panel) {
  for (int s = 0; s < states; s += lanes<T>) {
    for (int i = 0; i < lanes<T>; ++i) panel[s + i] = load(leaves[i].reach + s);
    transpose<T>(panel + s);
  }
}

template <class T, bool merged>
struct Sums {
  const LeafHands<T>& hands;
  Vector<T> all{};
  Vector<T> with[52];

  explicit Sums(const LeafHands<T>& h) : hands(h) {
    for (int c = 0; c < h.orbits; ++c) with[c] = Vector<T>{};
  }
  void add(int s, Vector<T> reach) {
    if constexpr (merged) {
      all += hands.their_size[s] * reach;
      with[hands.their_low[s]] += hands.their_low_share[s] * reach;
      with[hands.their_high[s]] += hands.their_high_share[s] * reach;
    } else {
      all += reach;
      with[hands.their_low[s]] += reach;
      with[hands.their_high[s]] += reach;
    }
  }
  Vector<T> without_cards_of(int s) const { return all - with[hands.my_low[s]] - with[hands.my_high[s]]; }
};

// Values of my states, states of a vector of leaves at a time, to the leaves' rows.
template <class T, class Value>
inline void write_rows(const Leaf<T>* leaves, int states, const Value& value) {
  Vector<T> block[lanes<T>];
  for (int s = 0; s < states; s += lanes<T>) {
    for (int i = 0; i < lanes<T>; ++i) block[i] = s + i < states ? value(s + i) : Vector<T>{};
    transpose<T>(block);
    for (int i = 0; i < lanes<T>; ++i) store(leaves[i].values + s, block[i]);
  }
}

template <class T, bool merged>
void evaluate(const LeafHands<T>& hands, const Leaf<T>* leaves, bool showdowns, Vector<T>* theirs,
              Vector<T>* mine) {
  constexpr int n = lanes<T>;
  read_rows(leaves, (hands.theirs + n - 1) / n * n, theirs);
  theirs[hands.theirs] = Vector<T>{};  // of hands that they do not have
  Vector<T> won, met;
  bool meets = false;
  for (int i = 0; i < n; ++i) {
    won[i] = leaves[i].won;
    met[i] = leaves[i].met;
    meets |= leaves[i].met != T{0};
  }
  Sums<T, merged> sums(hands);
  const auto sized = [&](int s, Vector<T> value) {
    if constexpr (merged)
      return hands.my_size[s] * value;
    else
      return value;
  };
  // The same two cards are taken away twice.
  const auto met_by = [&](int s) { return sums.without_cards_of(s) + theirs[hands.same[s]]; };
  if (!showdowns) {
    for (int s = 0; s < hands.theirs; ++s) sums.add(s, theirs[s]);
    write_rows<T>(leaves, hands.mine, [&](int s) { return sized(s, met * met_by(s)); });
    return;
  }
  // Weaker less stronger is (weaker) + (weaker and equal) - (all); a hand's own cards cancel in it.
  int at = 0, own = 0;
  for (int g = 0; g < hands.tie_count; ++g) {
    const std::uint16_t* const ends = hands.ties + 3 * g;
    for (; at < ends[0]; ++at) sums.add(at, theirs[at]);
    if (ends[1] == ends[0]) {
      for (; own < ends[2]; ++own) {
        const Vector<T> weaker = sums.without_cards_of(own);
        mine[own] = weaker + weaker;
      }
      continue;
    }
    for (int s = own; s < ends[2]; ++s) mine[s] = sums.without_cards_of(s);
    for (; at < ends[1]; ++at) sums.add(at, theirs[at]);
    for (; own < ends[2]; ++own) mine[own] += sums.without_cards_of(own);
  }
  for (; at < hands.theirs; ++at) sums.add(at, theirs[at]);
  if (meets)
    write_rows<T>(leaves, hands.mine, [&](int s) {
      return sized(s, won * (mine[s] - sums.without_cards_of(s)) + met * met_by(s));
    });
  else
    write_rows<T>(leaves, hands.mine,
                  [&](int s) { return sized(s, won * (mine[s] - sums.without_cards_of(s))); });
}

}  // namespace

template <class T>
void evaluate_leaves(const LeafHands<T>& hands, const Leaf<T>* leaves, int count, bool showdowns, T* panel) {
  constexpr int n = lanes<T>;
  Vector<T>* const theirs = reinterpret_cast<Vector<T>*>(panel);
  Vector<T>* const mine = theirs + (hands.theirs + 2 * n) / n * n;
  for (int first = 0; first < count; first += n) {
    if (hands.their_size)
      evaluate<T, true>(hands, leaves + first, showdowns, theirs, mine);
    else
      evaluate<T, false>(hands, leaves + first, showdowns, theirs, mine);
  }
}

template <class T>
void gather_row(const T* from, const std::uint16_t* index, int count, int padded, T* to) {
  for (int i = 0; i < count; ++i) to[i] = from[index[i]];
  for (int i = count; i < padded; ++i) to[i] = T{0};
}

template <class T>
void scatter_row(const T* from, const std::uint16_t* index, int count, T* to) {
  for (int i = 0; i < count; ++i) to[index[i]] += from[i];
}

#define POKERDATA_INSTANTIATE(T)                                                     \
  template void evaluate_leaves(const LeafHands<T>&, const Leaf<T>*, int, bool, T*); \
  template void gather_row(const T*, const std::uint16_t*, int, int, T*);            \
  template void scatter_row(const T*, const std::uint16_t*, int, T*);
POKERDATA_INSTANTIATE(float)
POKERDATA_INSTANTIATE(double)
#undef POKERDATA_INSTANTIATE

}  // namespace pokerdata::spots::POKERDATA_ISA
