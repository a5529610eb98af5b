#pragma once
#include <cstdint>

#include "pokerdata/evaluator/last_card.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::evaluator {

// Over all hands of `count` cards whose highest card is `first`.
// add_codes: adds up their codes. add_categories: counts them by category.
POKERDATA_KERNELS(std::uint64_t add_codes(const LastCardTables& tables, int count, int first);
                  void add_categories(const LastCardTables& tables, int count, int first,
                                      std::uint64_t* counts);)

}  // namespace pokerdata::evaluator
