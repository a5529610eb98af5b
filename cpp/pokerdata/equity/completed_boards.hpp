#pragma once
#include <array>
#include <vector>

#include "pokerdata/equity/equity.hpp"

namespace pokerdata::equity {

// A complete board and how many boards are the same up to the symmetries of a contest.
struct CompletedBoard {
  std::array<cards::Card, 5> cards;
  int orbit;
};

// One board for each orbit of the boards that may come, whatever the players hold.
std::vector<CompletedBoard> completed_boards(const Contest& contest);

}  // namespace pokerdata::equity
