#include "pokerdata/abstraction/reached.hpp"

#include <cstdint>

#include "pokerdata/support/vectors.hpp"

namespace pokerdata::abstraction::POKERDATA_ISA {
namespace {

using support::POKERDATA_ISA::load_any;
using support::POKERDATA_ISA::store_any;
using Numbers = support::POKERDATA_ISA::Vector<std::uint16_t>;
constexpr int lanes = support::POKERDATA_ISA::lanes<std::uint16_t>;
constexpr std::uint16_t none = 0xFFFF;

}  // namespace

void count_reached(const std::uint16_t* least, const std::uint16_t* first, int steps, int count,
                   std::uint16_t* values) {
  int c = 0;
  for (; c + lanes <= count; c += lanes) {
    const Numbers value = load_any(values + c);
    Numbers found = load_any(first + c);
    for (int k = 0; k < steps; ++k)
      found -= (Numbers)(value >= load_any(least + k * count + c));  // true is -1
    store_any(values + c, found | (Numbers)(value == none));
  }
  for (; c < count; ++c) {
    if (values[c] == none) continue;
    int found = first[c];
    for (int k = 0; k < steps; ++k) found += values[c] >= least[k * count + c];
    values[c] = static_cast<std::uint16_t>(found);
  }
}

}  // namespace pokerdata::abstraction::POKERDATA_ISA
