#pragma once
#include <array>
#include <cstdint>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/evaluator/showdown.hpp"

namespace pokerdata {

// The hands of a river board in rising strength, with n = 2 * wins + ties of each.
struct RiverHands {
  ShowdownOrder order;
  std::array<std::uint16_t, combinations> n;

  void deal(const Card* board) {
    std::array<std::uint16_t, combinations> equal;
    order.sort(board, 5);
    count_opponents(order, n.data(), equal.data());
    for (int i = 0; i < order.hands; ++i) n[i] = static_cast<std::uint16_t>(2 * n[i] + equal[i]);
  }
};

}  // namespace pokerdata
