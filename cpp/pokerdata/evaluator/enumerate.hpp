#pragma once
#include <array>
#include <cstdint>

#include "pokerdata/evaluator/strength_code.hpp"

namespace pokerdata::evaluator {

// All hands of `count` = 5, 6 or 7 cards (133,784,560 for 7), each looked up once: how many fall into each
// category, and the sum of their codes.
std::array<std::uint64_t, category_count> count_categories(int count, int threads);
std::uint64_t sum_codes(int count, int threads);

}  // namespace pokerdata::evaluator
