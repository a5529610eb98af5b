#include "pokerdata/equity/pot_places_kernel.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::equity::POKERDATA_ISA {
namespace {

using Words = support::POKERDATA_ISA::Vector<std::uint16_t>;
constexpr int words = support::POKERDATA_ISA::lanes<std::uint16_t>;
using support::POKERDATA_ISA::load_any;
using support::POKERDATA_ISA::store_any;

}  // namespace

void find_places(const std::uint16_t* codes, int players, std::uint16_t* places) {
  for (int d = 0; d < showdown_deals; d += words) {
    Words best = load_any(codes + d), winners{};
    for (int p = 1; p < players; ++p) {
      const Words code = load_any(codes + p * showdown_deals + d);
      best = code > best ? code : best;
    }
    for (int p = 0; p < players; ++p)
      winners -= reinterpret_cast<Words>(load_any(codes + p * showdown_deals + d) == best);
    for (int p = 0; p < players; ++p) {
      const auto wins = reinterpret_cast<Words>(load_any(codes + p * showdown_deals + d) == best);
      store_any(places + p * showdown_deals + d, winners & wins);
    }
  }
}

int count_place(const std::uint16_t* column, int place) {
  Words sums{};
  const Words wanted = Words{} + static_cast<std::uint16_t>(place);
  for (int d = 0; d < showdown_deals; d += words)
    sums -= reinterpret_cast<Words>(load_any(column + d) == wanted);
  int sum = 0;
  for (int i = 0; i < words; ++i) sum += sums[i];
  return sum;
}

}  // namespace pokerdata::equity::POKERDATA_ISA
