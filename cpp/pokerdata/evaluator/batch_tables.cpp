#include "pokerdata/evaluator/batch_tables.hpp"

#include <algorithm>
#include <array>

#include "pokerdata/evaluator/batch_kernel.hpp"
#include "pokerdata/evaluator/evaluate.hpp"

namespace pokerdata::evaluator {
namespace {

constexpr int part_ranks = 2 * key_group;
// With the largest keys alone, which is above any sum of seven cards.
constexpr int key_sums = 7 * rank_keys[key_group - 1] * key_step;

// Counts of the six ranks of a part, with their number of cards and the sum of their keys.
struct Part {
  std::array<std::uint8_t, part_ranks> counts{};
  int cards = 0;
  int sum = 0;
};

// All parts of at most `most` cards, fewer cards first.
std::vector<Part> list_parts(int most) {
  std::vector<Part> parts = {Part{}};
  for (int rank = 0; rank < part_ranks; ++rank) {
    const int key = rank_keys[rank % key_group] * (rank < key_group ? 1 : key_step);
    const std::vector<Part> shorter = parts;
    for (int k = 1; k <= 4; ++k)
      for (Part part : shorter) {
        part.counts[rank] = static_cast<std::uint8_t>(k);
        part.cards += k;
        part.sum += k * key;
        if (part.cards <= most) parts.push_back(part);
      }
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.cards < b.cards; });
  return parts;
}

BatchTables build(int count) {
  const std::vector<Part> parts = list_parts(count);
  BatchTables tables;
  tables.flush_codes = EvaluatorTables::get().flush_codes.data();
  tables.lower.assign(key_sums, 0);
  tables.upper.assign(key_sums, 0);
  for (std::size_t i = 0; i < parts.size(); ++i) tables.upper[parts[i].sum] = static_cast<std::uint16_t>(i);
  for (const Part& low : parts) {
    tables.lower[low.sum] = static_cast<std::uint16_t>(tables.codes.size());
    for (const Part& high : parts) {
      const int aces = count - low.cards - high.cards;
      if (aces < 0) break;
      std::array<std::uint8_t, rank_count> counts{};
      std::copy(low.counts.begin(), low.counts.end(), counts.begin());
      std::copy(high.counts.begin(), high.counts.end(), counts.begin() + part_ranks);
      counts[rank_count - 1] = static_cast<std::uint8_t>(aces);
      // With more than four aces there is no such hand.
      tables.codes.push_back(aces > 4 ? StrengthCode{0} : code_of_counts(counts));
    }
  }
  return tables;
}

}  // namespace

const BatchTables& BatchTables::get(int count) {
  static const BatchTables five = build(5);
  static const BatchTables six = build(6);
  static const BatchTables seven = build(7);
  return count == 5 ? five : count == 6 ? six : seven;
}

}  // namespace pokerdata::evaluator
