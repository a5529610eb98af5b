#include "pokerdata/solvers/node_kernels.hpp"

#include "pokerdata/support/vectors.hpp"

namespace pokerdata::solvers::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

// The strategy of a few states at a node, from regrets [actions][stride].
template <class T, bool optimistic>
struct Matching {
  std::size_t to_prediction;
  Vector<T> inverse, uniform;
  decltype(Vector<T>{} < Vector<T>{}) known;

  Matching(const T* regrets, std::size_t prediction, int stride, int actions) : to_prediction(prediction) {
    Vector<T> sum{};
    for (int a = 0; a < actions; ++a) sum += weight(regrets + a * stride);
    known = sum >= smallest_normal<T>;
    inverse = T{1} / sum;
    uniform = broadcast(T{1} / static_cast<T>(actions));
  }
  Vector<T> weight(const T* regret) const {
    if constexpr (optimistic)
      return positive_part<T>(load(regret) + load(regret + to_prediction));
    else
      return positive_part<T>(load(regret));
  }
  Vector<T> probability(const T* regret) const { return known ? weight(regret) * inverse : uniform; }
};

// Calls body with the number of actions as a constant where it is a usual one, so that loops unroll.
template <class Body>
inline void with_actions(int actions, const Body& body) {
  switch (actions) {
    case 2:
      return body([] { return 2; });
    case 3:
      return body([] { return 3; });
    default:
      return body([actions] { return actions; });
  }
}

// The same, and whether regret matching is optimistic.
template <class Body>
inline void with_matching(int actions, std::size_t to_prediction, const Body& body) {
  with_actions(actions, [&](auto count) {
    if (to_prediction == 0)
      body(count, [] { return false; });
    else
      body(count, [] { return true; });
  });
}

// Updates the regrets of a few states, all of whose pointers but the rows' stand at state s, and returns the
// value of what their strategy plays.
template <class T, bool optimistic>
inline Vector<T> update_of_states(const T* regrets, T* learned, std::size_t to_prediction, T positive,
                                  T negative, int actions, int states, T* const* rows, int s) {
  const Matching<T, optimistic> strategy(regrets, to_prediction, states, actions);
  Vector<T> value{};
  for (int a = 0; a < actions; ++a) value += load(rows[a] + s) * strategy.probability(regrets + a * states);
  for (int a = 0; a < actions; ++a) {
    const int i = a * states;
    const Vector<T> gain = load(rows[a] + s) - value, sum = load(regrets + i) + gain;
    store(learned + i, sum * (sum > T{0} ? broadcast(positive) : broadcast(negative)));
    if constexpr (optimistic) store(learned + i + to_prediction, gain);
  }
  return value;
}

}  // namespace

template <class T>
void split_reach(const T* regrets, std::size_t to_prediction, int actions, int states, const T* reach,
                 T* const* rows) {
  with_matching(actions, to_prediction, [&](auto count, auto optimistic) {
    for (int s = 0; s < states; s += lanes<T>) {
      const Matching<T, optimistic()> strategy(regrets + s, to_prediction, states, count());
      const Vector<T> r = load(reach + s);
      for (int a = 0; a < count(); ++a)
        store(rows[a] + s, r * strategy.probability(regrets + a * states + s));
    }
  });
}

template <class T>
void split_reach_and_average(const T* regrets, std::size_t to_prediction, T* average, T weight, int actions,
                             int states, const T* reach, T* const* rows) {
  with_matching(actions, to_prediction, [&](auto count, auto optimistic) {
    for (int s = 0; s < states; s += lanes<T>) {
      const Matching<T, optimistic()> strategy(regrets + s, to_prediction, states, count());
      const Vector<T> r = load(reach + s);
      for (int a = 0; a < count(); ++a) {
        const Vector<T> played = r * strategy.probability(regrets + a * states + s);
        T* sum = average + a * states + s;
        store(sum, load(sum) + weight * played);
        store(rows[a] + s, played);
      }
    }
  });
}

template <class T>
void update_regrets(const T* regrets, T* learned, std::size_t to_prediction, T positive, T negative,
                    int actions, int states, T* const* rows) {
  with_matching(actions, to_prediction, [&](auto count, auto optimistic) {
    for (int s = 0; s < states; s += lanes<T>) {
      const Vector<T> value = update_of_states<T, optimistic()>(regrets + s, learned + s, to_prediction,
                                                                positive, negative, count(), states, rows, s);
      store(rows[0] + s, value);
    }
  });
}

template <class T>
void find_gains(const T* regrets, T* gains, std::size_t to_prediction, int actions, int states,
                T* const* rows) {
  with_matching(actions, to_prediction, [&](auto count, auto optimistic) {
    for (int s = 0; s < states; s += lanes<T>) {
      const Matching<T, optimistic()> strategy(regrets + s, to_prediction, states, count());
      Vector<T> value{};
      for (int a = 0; a < count(); ++a)
        value += load(rows[a] + s) * strategy.probability(regrets + a * states + s);
      for (int a = 0; a < count(); ++a) store(gains + a * states + s, load(rows[a] + s) - value);
      store(rows[0] + s, value);
    }
  });
}

template <class T>
void choose_best(T* regrets, int actions, int states, T* const* rows) {
  for (int s = 0; s < states; s += lanes<T>) {
    Vector<T> best = load(rows[0] + s);
    for (int a = 1; a < actions; ++a) {
      const Vector<T> x = load(rows[a] + s);
      best = x > best ? x : best;
    }
    Vector<T> left = broadcast(T{1});
    for (int a = 0; a < actions; ++a) {
      const Vector<T> taken = load(rows[a] + s) == best ? left : Vector<T>{};
      left -= taken;
      store(regrets + a * states + s, taken);
    }
    store(rows[0] + s, best);
  }
}

template <class T>
void update_regrets_of_held(const T* regrets, T* learned, const T* model, std::size_t to_prediction,
                            T positive, T negative, int actions, int states, T* const* rows) {
  with_matching(actions, to_prediction, [&](auto count, auto optimistic) {
    for (int s = 0; s < states; s += lanes<T>) {
      const Vector<T> value = update_of_states<T, optimistic()>(regrets + s, learned + s, to_prediction,
                                                                positive, negative, count(), states, rows, s);
      Vector<T> held{}, worth{};
      for (int a = 0; a < count(); ++a) {
        const Vector<T> part = load(model + a * states + s);
        held += part;
        worth += part * load(rows[a] + s);
      }
      store(rows[0] + s, worth + positive_part<T>(T{1} - held) * value);
    }
  });
}

template <class T>
void split_reach_of_held(const T* regrets, std::size_t to_prediction, const T* model, bool per_decision,
                         T* average, T weight, int actions, int states, const T* reach, T* const* rows) {
  with_matching(actions, to_prediction, [&](auto count, auto optimistic) {
    for (int s = 0; s < states; s += lanes<T>) {
      const Matching<T, optimistic()> strategy(regrets + s, to_prediction, states, count());
      const Vector<T> r = load(reach + s);
      Vector<T> held{};
      for (int a = 0; a < count(); ++a) held += load(model + a * states + s);
      const Vector<T> part = per_decision ? r : broadcast(T{1});
      const Vector<T> free = per_decision ? r * positive_part<T>(T{1} - held) : positive_part<T>(r - held);
      for (int a = 0; a < count(); ++a) {
        const int i = a * states + s;
        const Vector<T> played = part * load(model + i) + free * strategy.probability(regrets + i);
        if (average) store(average + i, load(average + i) + weight * played);
        store(rows[a] + s, played);
      }
    }
  });
}

template <class T>
void sum_rows(int actions, int states, T* const* rows) {
  for (int s = 0; s < states; s += lanes<T>) {
    Vector<T> sum = load(rows[0] + s);
    for (int a = 1; a < actions; ++a) sum += load(rows[a] + s);
    store(rows[0] + s, sum);
  }
}

template <class T>
void max_rows(int actions, int states, T* const* rows) {
  for (int s = 0; s < states; s += lanes<T>) {
    Vector<T> best = load(rows[0] + s);
    for (int a = 1; a < actions; ++a) {
      const Vector<T> x = load(rows[a] + s);
      best = x > best ? x : best;
    }
    store(rows[0] + s, best);
  }
}

// Evaluation is rare, so plain loops do; the average may have another type than the rows.
template <class T>
void split_reach_by_average(const T* average, int stride, int actions, int states, const double* reach,
                            double* const* rows) {
  for (int s = 0; s < states; ++s) {
    double sum = 0;
    for (int a = 0; a < actions; ++a) sum += static_cast<double>(average[a * stride + s]);
    for (int a = 0; a < actions; ++a)
      rows[a][s] = reach[s] * (sum > 0 ? static_cast<double>(average[a * stride + s]) / sum : 1.0 / actions);
  }
}

template <class T>
void mean_rows_by_average(const T* average, int stride, int actions, int states, double* const* rows) {
  for (int s = 0; s < states; ++s) {
    double sum = 0;
    for (int a = 0; a < actions; ++a) sum += static_cast<double>(average[a * stride + s]);
    double value = 0;
    for (int a = 0; a < actions; ++a)
      value += rows[a][s] * (sum > 0 ? static_cast<double>(average[a * stride + s]) / sum : 1.0 / actions);
    rows[0][s] = value;
  }
}

#define POKERDATA_INSTANTIATE(T)                                                                        \
  template void split_reach(const T*, std::size_t, int, int, const T*, T* const*);                      \
  template void split_reach_and_average(const T*, std::size_t, T*, T, int, int, const T*, T* const*);   \
  template void update_regrets(const T*, T*, std::size_t, T, T, int, int, T* const*);                   \
  template void find_gains(const T*, T*, std::size_t, int, int, T* const*);                             \
  template void choose_best(T*, int, int, T* const*);                                                   \
  template void update_regrets_of_held(const T*, T*, const T*, std::size_t, T, T, int, int, T* const*); \
  template void split_reach_of_held(const T*, std::size_t, const T*, bool, T*, T, int, int, const T*,   \
                                    T* const*);                                                         \
  template void sum_rows(int, int, T* const*);                                                          \
  template void split_reach_by_average(const T*, int, int, int, const double*, double* const*);         \
  template void mean_rows_by_average(const T*, int, int, int, double* const*);
POKERDATA_INSTANTIATE(float)
POKERDATA_INSTANTIATE(double)
#undef POKERDATA_INSTANTIATE
template void max_rows(int, int, double* const*);

}  // namespace pokerdata::solvers::POKERDATA_ISA
