#include "pokerdata/chance_sampling/class_kernels.hpp"

#include "pokerdata/support/vectors.hpp"

namespace pokerdata::chance_sampling::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

using Row = Vector<float>;
constexpr int step = lanes<float>;

// Calls body(class, first history, place of the state's first action) for every vector of every class.
template <class Body>
inline void for_each_class(const TouchedStates& touched, const Body& body) {
  const std::int64_t width = std::int64_t{histories} * touched.actions;
  for (int c = 0; c < touched.classes; ++c)
    for (int h = 0; h < histories; h += step) body(c, h, touched.state[c] * width + h);
}

}  // namespace

void match_regrets(const TouchedStates& touched, const float* regrets, float* strategy) {
  const int actions = touched.actions;
  const Row uniform = broadcast(1.0f / static_cast<float>(actions));
  for_each_class(touched, [&](int c, int h, std::int64_t at) {
    Row sum{};
    for (int a = 0; a < actions; ++a) sum += positive_part<float>(load(regrets + at + a * histories));
    const Row inverse = 1.0f / sum;
    float* out = strategy + std::int64_t{c} * actions * histories + h;
    for (int a = 0; a < actions; ++a) {
      const Row positive = positive_part<float>(load(regrets + at + a * histories));
      store(out + a * histories, sum >= smallest_normal<float> ? positive * inverse : uniform);
    }
  });
}

void follow_action(const TouchedStates& touched, const float* reach, const float* strategy, int action,
                   float* rows) {
  const int actions = touched.actions;
  for (std::int64_t c = 0; c < touched.classes; ++c)
    for (int h = 0; h < histories; h += step)
      store(rows + c * histories + h,
            load(reach + c * histories + h) * load(strategy + (c * actions + action) * histories + h));
}

void add_to_average(const TouchedStates& touched, float weight, const float* hands, const float* reach,
                    const float* strategy, float* average) {
  const int actions = touched.actions;
  for_each_class(touched, [&](int c, int h, std::int64_t at) {
    const std::int64_t row = std::int64_t{c} * histories + h;
    const Row played = weight * load(hands + row) * load(reach + row);
    const float* probability = strategy + std::int64_t{c} * actions * histories + h;
    for (int a = 0; a < actions; ++a) {
      float* sum = average + at + a * histories;
      store(sum, load(sum) + played * load(probability + a * histories));
    }
  });
}

void add_regrets(const TouchedStates& touched, float weight, const float* strategy,
                 const float* const* values, float* regrets, float* out) {
  const int actions = touched.actions;
  for_each_class(touched, [&](int c, int h, std::int64_t at) {
    const std::int64_t row = std::int64_t{c} * histories + h;
    const float* probability = strategy + std::int64_t{c} * actions * histories + h;
    Row value{};
    for (int a = 0; a < actions; ++a) value += load(probability + a * histories) * load(values[a] + row);
    for (int a = 0; a < actions; ++a) {
      float* regret = regrets + at + a * histories;
      store(regret, load(regret) + weight * (load(values[a] + row) - value));
    }
    store(out + row, value);
  });
}

void add_values(const TouchedStates& touched, const float* const* values, float* out) {
  const std::int64_t size = std::int64_t{touched.classes} * histories;
  for (std::int64_t i = 0; i < size; i += step) {
    Row sum = load(values[0] + i);
    for (int a = 1; a < touched.actions; ++a) sum += load(values[a] + i);
    store(out + i, sum);
  }
}

}  // namespace pokerdata::chance_sampling::POKERDATA_ISA
