#include "pokerdata/spots/nodes.hpp"

#include "pokerdata/support/vectors.hpp"

namespace pokerdata::spots::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

// Calls body with the number of actions as a constant where it is a usual one, so that loops unroll.
template <class Body>
inline void with_actions(int actions, const Body& body) {
  switch (actions) {
    case 2:
      return body([] { return 2; });
    case 3:
      return body([] { return 3; });
    case 4:
      return body([] { return 4; });
    default:
      return body([actions] { return actions; });
  }
}

// The strategy of a few states, from regrets [actions][stride].
template <class T>
struct Matching {
  Vector<T> inverse, uniform;
  decltype(Vector<T>{} < Vector<T>{}) known;

  Matching(const T* regrets, int stride, int actions) {
    Vector<T> sum{};
    for (int a = 0; a < actions; ++a) sum += positive_part<T>(load(regrets + a * stride));
    known = sum >= smallest_normal<T>;
    inverse = T{1} / sum;
    uniform = broadcast(T{1} / static_cast<T>(actions));
  }
  Vector<T> probability(Vector<T> regret) const {
    return known ? positive_part<T>(regret) * inverse : uniform;
  }
};

}  // namespace

template <class T>
void split_reach(const T* regrets, T* average, T weight, int actions, int states, const T* reach,
                 T* const* rows) {
  with_actions(actions, [&](auto count) {
    const std::ptrdiff_t ahead = static_cast<std::ptrdiff_t>(count()) * states;
    for (int s = 0; s < states; s += lanes<T>) {
      for (int a = 0; a < count(); ++a) {
        __builtin_prefetch(regrets + a * states + s + ahead);
        __builtin_prefetch(average + a * states + s + ahead, 1);
      }
      const Matching<T> strategy(regrets + s, states, count());
      const Vector<T> r = load(reach + s);
      for (int a = 0; a < count(); ++a) {
        const Vector<T> played = r * strategy.probability(load(regrets + a * states + s));
        T* const sum = average + a * states + s;
        store(sum, load(sum) + weight * played);
        store(rows[a] + s, played);
      }
    }
  });
}

template <class T>
void update_regrets(T* regrets, T positive, T negative, int actions, int states, T* const* rows) {
  with_actions(actions, [&](auto count) {
    const std::ptrdiff_t behind = static_cast<std::ptrdiff_t>(count()) * states;
    for (int s = 0; s < states; s += lanes<T>) {
      for (int a = 0; a < count(); ++a) __builtin_prefetch(regrets + a * states + s - behind, 1);
      const Matching<T> strategy(regrets + s, states, count());
      Vector<T> value{};
      for (int a = 0; a < count(); ++a)
        value += load(rows[a] + s) * strategy.probability(load(regrets + a * states + s));
      for (int a = 0; a < count(); ++a) {
        T* const regret = regrets + a * states + s;
        const Vector<T> sum = load(regret) + (load(rows[a] + s) - value);
        store(regret, sum * (sum > T{0} ? broadcast(positive) : broadcast(negative)));
      }
      store(rows[0] + s, value);
    }
  });
}

namespace {

// Whether the states are locked.
template <class T>
inline auto is_locked(const T* locked, int states, int actions) {
  Vector<T> sum{};
  for (int a = 0; a < actions; ++a) sum += load(locked + a * states);
  return sum > T{0};
}

}  // namespace

template <class T>
void split_reach_locked(const T* regrets, const T* locked, T* average, T weight, int actions, int states,
                        const T* reach, T* const* rows) {
  for (int s = 0; s < states; s += lanes<T>) {
    const Matching<T> strategy(regrets + s, states, actions);
    const auto fixed = is_locked(locked + s, states, actions);
    const Vector<T> r = load(reach + s);
    for (int a = 0; a < actions; ++a) {
      const Vector<T> free = r * strategy.probability(load(regrets + a * states + s));
      T* const sum = average + a * states + s;
      store(sum, fixed ? load(sum) : load(sum) + weight * free);
      store(rows[a] + s, fixed ? r * load(locked + a * states + s) : free);
    }
  }
}

template <class T>
void update_regrets_locked(T* regrets, const T* locked, T positive, T negative, int actions, int states,
                           T* const* rows) {
  for (int s = 0; s < states; s += lanes<T>) {
    const Matching<T> strategy(regrets + s, states, actions);
    const auto fixed = is_locked(locked + s, states, actions);
    Vector<T> value{};
    for (int a = 0; a < actions; ++a) {
      const Vector<T> free = strategy.probability(load(regrets + a * states + s));
      value += load(rows[a] + s) * (fixed ? load(locked + a * states + s) : free);
    }
    for (int a = 0; a < actions; ++a) {
      T* const regret = regrets + a * states + s;
      const Vector<T> before = load(regret), sum = before + (load(rows[a] + s) - value);
      const Vector<T> after = sum * (sum > T{0} ? broadcast(positive) : broadcast(negative));
      store(regret, fixed ? before : after);
    }
    store(rows[0] + s, value);
  }
}

// Evaluation is rare, so a plain loop does.
template <class T>
void max_rows_locked(const T* locked, int stride, int actions, int states, double* const* rows) {
  for (int s = 0; s < states; ++s) {
    double sum = 0, mean = 0, best = rows[0][s];
    for (int a = 0; a < actions; ++a) {
      const double part = static_cast<double>(locked[a * stride + s]);
      sum += part;
      mean += part * rows[a][s];
      best = rows[a][s] > best ? rows[a][s] : best;
    }
    rows[0][s] = sum > 0 ? mean / sum : best;
  }
}

#define POKERDATA_INSTANTIATE(T)                                                              \
  template void split_reach(const T*, T*, T, int, int, const T*, T* const*);                  \
  template void update_regrets(T*, T, T, int, int, T* const*);                                \
  template void split_reach_locked(const T*, const T*, T*, T, int, int, const T*, T* const*); \
  template void update_regrets_locked(T*, const T*, T, T, int, int, T* const*);               \
  template void max_rows_locked(const T*, int, int, int, double* const*);
POKERDATA_INSTANTIATE(float)
POKERDATA_INSTANTIATE(double)
#undef POKERDATA_INSTANTIATE

}  // namespace pokerdata::spots::POKERDATA_ISA
