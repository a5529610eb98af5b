#pragma once
#include <cstdint>

#include "pokerdata/evaluator/last_card.hpp"

namespace pokerdata {

// Over all hands of `count` cards whose highest card is `first`.
// add_codes: adds up their codes. add_categories: counts them by category.
#define POKERDATA_ENUMERATION_KERNELS                                          \
  std::uint64_t add_codes(const LastCardTables& tables, int count, int first); \
  void add_categories(const LastCardTables& tables, int count, int first, std::uint64_t* counts);

namespace portable {
POKERDATA_ENUMERATION_KERNELS
}
#ifdef POKERDATA_HAS_avx512
namespace avx2 {
POKERDATA_ENUMERATION_KERNELS
}
namespace avx512 {
POKERDATA_ENUMERATION_KERNELS
}
#endif
#undef POKERDATA_ENUMERATION_KERNELS

}  // namespace pokerdata
