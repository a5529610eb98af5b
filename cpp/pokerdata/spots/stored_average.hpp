#pragma once
#include <atomic>
#include <vector>

#include "pokerdata/spots/half.hpp"
#include "pokerdata/spots/spot_solver.hpp"

namespace pokerdata::spots {

// An average in 16 bits, which lies as that of a solver in float does, whatever S is: of each hand at each
// decision its probabilities times 2^15, so that 2^-39 is the smallest; what is above 0 stays above 0. All
// are 0 where the sums are. Throws ArgumentError where sums are negative or not finite.
template <class S>
std::vector<Half> in_sixteen_bits(const SpotGame& game, const S* average, int threads,
                                  const std::atomic<bool>* stop);

}  // namespace pokerdata::spots
