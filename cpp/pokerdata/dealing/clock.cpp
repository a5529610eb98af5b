#include "pokerdata/dealing/clock.hpp"

#include <chrono>

namespace pokerdata::dealing {

std::int64_t now() {
  using namespace std::chrono;
  static const auto begun = steady_clock::now();
  static const auto at = duration_cast<microseconds>(system_clock::now().time_since_epoch());
  return (at + duration_cast<microseconds>(steady_clock::now() - begun)).count();
}

}  // namespace pokerdata::dealing
