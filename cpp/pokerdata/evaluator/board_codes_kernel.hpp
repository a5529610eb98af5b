#pragma once
#include <cstdint>

#include "pokerdata/evaluator/last_card.hpp"

namespace pokerdata {

// codes[1326] of all hole cards on one board of `count` valid cards.
#define POKERDATA_BOARD_KERNEL                                                            \
  void evaluate_board(const LastCardTables& tables, const std::uint8_t* board, int count, \
                      std::uint16_t* codes);

namespace portable {
POKERDATA_BOARD_KERNEL
}
#ifdef POKERDATA_HAS_avx512
namespace avx2 {
POKERDATA_BOARD_KERNEL
}
namespace avx512 {
POKERDATA_BOARD_KERNEL
}
#endif
#undef POKERDATA_BOARD_KERNEL

}  // namespace pokerdata
