#include "pokerdata/evaluator/board_codes.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/evaluator/board_codes_kernel.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata {

void evaluate_board(const Card* board, int count, StrengthCode* codes) {
  POKERDATA_DISPATCH(evaluate_board)(LastCardTables::get(), board, count, codes);
}

void evaluate_boards(const Card* cards, std::int64_t boards, int count, StrengthCode* codes, int threads) {
  threads = checked_threads(threads);
  for (std::int64_t board = 0; board < boards; ++board) {
    try {
      check_cards(cards + board * count, count);
    } catch (const ArgumentError& error) {
      throw ArgumentError("board " + std::to_string(board) + ": " + error.what());
    }
  }
  constexpr std::int64_t chunk = 256;
  parallel_for((boards + chunk - 1) / chunk, threads, [&](std::int64_t item, int) {
    for (std::int64_t board = item * chunk; board < std::min(boards, (item + 1) * chunk); ++board)
      evaluate_board(cards + board * count, count, codes + board * combinations);
  });
}

}  // namespace pokerdata
