#pragma once
#include <cstdint>
#include <vector>

namespace pokerdata::evaluator {

// How hands of one size become codes: codes[lower[sum of 2..7] + upper[sum of 8..K]], which numbers the
// multisets nearly without gaps. The two small tables stay in the first cache, `codes` has 100 kB.
struct BatchTables {
  std::vector<std::uint16_t> lower, upper;  // by sum
  std::vector<std::uint16_t> codes;
  const std::uint16_t* flush_codes;  // EvaluatorTables::flush_codes

  static const BatchTables& get(int count);
};

}  // namespace pokerdata::evaluator
