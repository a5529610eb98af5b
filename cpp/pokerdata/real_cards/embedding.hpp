#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "pokerdata/solvers/walk_plan.hpp"

namespace pokerdata::real_cards {

// How the betting of one shape is found within that of a larger one, so that the larger one's program serves
// it as well: some raises are missing. What the opponent does not do there counts nothing. What the responder
// cannot do must not be the best for him, so it is worth the showdown that he can have.
struct Embedding {
  static constexpr std::int32_t none = -1;    // he comes to nothing behind it
  static constexpr std::int32_t always = -2;  // behind it he is with all that he comes with
  std::vector<std::int32_t> child;            // of each child of the larger shape: that of the smaller
  std::vector<std::int32_t> node;             // of each node of the larger shape, or none

  static Embedding identity(const solvers::Shape& shape);
  // Nothing if the smaller one is not found there.
  static std::optional<Embedding> find(const solvers::Shape& smaller, const solvers::Shape& larger,
                                       int responder);
};

}  // namespace pokerdata::real_cards
