#include "pokerdata/evaluator/board_codes.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/evaluator/board_codes_kernel.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::evaluator {

void evaluate_board(const cards::Card* board, int count, StrengthCode* codes) {
  POKERDATA_DISPATCH(evaluate_board)(LastCardTables::get(), board, count, codes);
}

void evaluate_boards(const cards::Card* cards, std::int64_t boards, int count, StrengthCode* codes,
                     int threads) {
  threads = support::checked_threads(threads);
  for (std::int64_t board = 0; board < boards; ++board) {
    try {
      cards::check_cards(cards + board * count, count);
    } catch (const support::ArgumentError& error) {
      throw support::ArgumentError("board " + std::to_string(board) + ": " + error.what());
    }
  }
  constexpr std::int64_t chunk = 256;
  support::parallel_for((boards + chunk - 1) / chunk, threads, [&](std::int64_t item, int) {
    for (std::int64_t board = item * chunk; board < std::min(boards, (item + 1) * chunk); ++board)
      evaluate_board(cards + board * count, count, codes + board * cards::combinations);
  });
}

}  // namespace pokerdata::evaluator
