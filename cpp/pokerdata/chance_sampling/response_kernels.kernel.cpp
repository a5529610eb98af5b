#include "pokerdata/chance_sampling/response_kernels.hpp"

#include "pokerdata/chance_sampling/card_sums.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::chance_sampling::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

using Row = Vector<float>;
constexpr int step = lanes<float>;

// Calls body(first number of the hand's row, first history, place of its state's first action).
template <class Body>
inline void for_each_hand(const HandStates& hands, const Body& body) {
  const std::int64_t width = std::int64_t{histories} * hands.actions;
  for (std::int64_t h = 0; h < hands.hands; ++h)
    for (int at = 0; at < histories; at += step) body(h * histories + at, hands.state[h] * width + at);
}

}  // namespace

void match_states(const HandStates& states, const float* regrets, float* strategy) {
  const int actions = states.actions;
  const Row uniform = broadcast(1.0f / static_cast<float>(actions));
  for_each_hand(states, [&](std::int64_t, std::int64_t at) {
    Row sum{};
    for (int a = 0; a < actions; ++a) sum += positive_part<float>(load(regrets + at + a * histories));
    const Row inverse = 1.0f / sum;
    for (int a = 0; a < actions; ++a) {
      const Row positive = positive_part<float>(load(regrets + at + a * histories));
      store(strategy + at + a * histories, sum >= smallest_normal<float> ? positive * inverse : uniform);
    }
  });
}

void follow_states(const HandStates& hands, const float* reach, const float* strategy, int action,
                   float* rows) {
  for_each_hand(hands, [&](std::int64_t row, std::int64_t at) {
    store(rows + row, load(reach + row) * load(strategy + at + action * histories));
  });
}

void add_average_of_states(const HandStates& hands, float weight, const float* reach, const float* strategy,
                           float* average) {
  for_each_hand(hands, [&](std::int64_t row, std::int64_t at) {
    const Row played = weight * load(reach + row);
    for (int a = 0; a < hands.actions; ++a) {
      float* sum = average + at + a * histories;
      store(sum, load(sum) + played * load(strategy + at + a * histories));
    }
  });
}

void add_regrets_of_states(const HandStates& hands, float weight, const float* strategy,
                           const float* const* values, float* regrets, float* out) {
  const int actions = hands.actions;
  for_each_hand(hands, [&](std::int64_t row, std::int64_t at) {
    Row value{};
    for (int a = 0; a < actions; ++a) value += load(strategy + at + a * histories) * load(values[a] + row);
    for (int a = 0; a < actions; ++a) {
      float* regret = regrets + at + a * histories;
      store(regret, load(regret) + weight * (load(values[a] + row) - value));
    }
    store(out + row, value);
  });
}

void best_action(int hands, int actions, const float* const* values, float* out, std::uint8_t* choice) {
  const std::int64_t size = std::int64_t{hands} * histories;
  for (std::int64_t i = 0; i < size; i += histories) {
    float best[histories];
    std::uint8_t chosen[histories];
    for (int h = 0; h < histories; ++h) {
      best[h] = values[0][i + h];
      chosen[h] = 0;
    }
    for (int a = 1; a < actions; ++a)
      for (int h = 0; h < histories; ++h) {
        const float value = values[a][i + h];
        chosen[h] = value > best[h] ? static_cast<std::uint8_t>(a) : chosen[h];
        best[h] = value > best[h] ? value : best[h];
      }
    for (int h = 0; h < histories; ++h) {
      out[i + h] = best[h];
      choice[i + h] = chosen[h];
    }
  }
}

void follow_choice(int hands, const float* reach, const std::uint8_t* choice, int action, float* rows) {
  const std::int64_t size = std::int64_t{hands} * histories;
  for (std::int64_t i = 0; i < size; ++i) rows[i] = choice[i] == action ? reach[i] : 0.0f;
}

void add_rows(int hands, int actions, const float* const* values, float* out) {
  const std::int64_t size = std::int64_t{hands} * histories;
  for (std::int64_t i = 0; i < size; i += step) {
    Row sum = load(values[0] + i);
    for (int a = 1; a < actions; ++a) sum += load(values[a] + i);
    store(out + i, sum);
  }
}

void fold_values(const HandCards& hands, const float* reach, const float* stakes, float* out) {
  for (int at = 0; at < histories; at += step) {
    CardSums sums;
    for (int h = 0; h < hands.count; ++h)
      sums.add(hands.low[h], hands.high[h], load(reach + h * histories + at));
    const Row chips = load(stakes + at);
    // The same two cards were taken away twice.
    for (int h = 0; h < hands.count; ++h)
      store(out + h * histories + at,
            chips * (sums.without(hands.low[h], hands.high[h]) + load(reach + h * histories + at)));
  }
}

// Weaker less stronger is (weaker) + (weaker and equal) - (all); a hand's own cards cancel in it.
void showdown_values(const HandCards& hands, const float* reach, const float* stakes, float* out) {
  for (int at = 0; at < histories; at += step) {
    CardSums sums;
    for (int h = 0; h < hands.count; ++h)
      sums.add(hands.low[h], hands.high[h], -load(reach + h * histories + at));
    const Row chips = load(stakes + at);
    for (int first = 0, end; first < hands.count; first = end) {
      end = hands.group_end[first];
      for (int h = first; h < end; ++h)
        sums.add(hands.low[h], hands.high[h], load(reach + h * histories + at));
      for (int h = first; h < end; ++h)
        store(out + h * histories + at, chips * sums.without(hands.low[h], hands.high[h]));
      for (int h = first; h < end; ++h)
        sums.add(hands.low[h], hands.high[h], load(reach + h * histories + at));
    }
  }
}

void copy_lanes(int hands, const float* from, const LaneRun& run, float* to) {
  for (std::int64_t h = 0; h < hands; ++h)
    for (int i = 0; i < run.length; ++i)
      to[h * histories + run.after + i] = from[h * histories + run.before + i];
}

void gather_hands(int hands, const std::uint16_t* at, const float* rows, float* out) {
  for (std::int64_t h = 0; h < hands; ++h)
    for (int i = 0; i < histories; i += step)
      store(out + h * histories + i, load(rows + std::int64_t{at[h]} * histories + i));
}

void scatter_hands(int hands, const std::uint16_t* at, const float* rows, float* out) {
  for (std::int64_t h = 0; h < hands; ++h)
    for (int i = 0; i < histories; i += step) {
      float* sum = out + std::int64_t{at[h]} * histories + i;
      store(sum, load(sum) + load(rows + h * histories + i));
    }
}

}  // namespace pokerdata::chance_sampling::POKERDATA_ISA
