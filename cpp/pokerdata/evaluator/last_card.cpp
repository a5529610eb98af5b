#include "pokerdata/evaluator/last_card.hpp"

#include <array>
#include <vector>

#include "pokerdata/evaluator/evaluate.hpp"

namespace pokerdata::evaluator {
namespace {

std::uint8_t category_byte(StrengthCode code) { return static_cast<std::uint8_t>(category_of(code)); }

struct Storage {
  std::array<std::uint32_t, 8> offsets;
  std::array<std::vector<std::uint16_t>, 7> codes;
  std::array<std::vector<std::uint8_t>, 7> categories;
  std::vector<std::uint16_t> flush_codes;
  std::vector<std::uint8_t> flush_category, flush_categories;
  LastCardTables tables{};

  Storage() {
    const EvaluatorTables& all = EvaluatorTables::get();
    for (int size = 0; size < 8; ++size) offsets[size] = static_cast<std::uint32_t>(state_offsets[size]);
    for (int size = 4; size < 7; ++size) {
      for (int state = 0; state < multiset_counts[size]; ++state)
        for (int rank = 0; rank < row_size; ++rank) {
          const std::uint32_t after =
              rank < rank_count ? all.next[(state_offsets[size] + state) * rank_count + rank] : no_state;
          const StrengthCode code =
              after == no_state ? StrengthCode{0} : all.rank_codes[size + 1][after - offsets[size + 1]];
          codes[size].push_back(code);
          categories[size].push_back(category_byte(code));
        }
      tables.codes[size] = codes[size].data();
      tables.categories[size] = categories[size].data();
    }
    for (unsigned map = 0; map < 8192; ++map) {
      flush_category.push_back(category_byte(all.flush_codes[map]));
      for (int rank = 0; rank < row_size; ++rank) {
        const StrengthCode code = all.flush_codes[(map | 1u << rank) & 8191];
        flush_codes.push_back(code);
        flush_categories.push_back(category_byte(code));
      }
    }
    tables.next = all.next;
    tables.state_offsets = offsets.data();
    tables.flush = all.flush_codes.data();
    tables.flush_category = flush_category.data();
    tables.flush_codes = flush_codes.data();
    tables.flush_categories = flush_categories.data();
  }
};

}  // namespace

const LastCardTables& LastCardTables::get() {
  static const Storage storage;
  return storage.tables;
}

}  // namespace pokerdata::evaluator
