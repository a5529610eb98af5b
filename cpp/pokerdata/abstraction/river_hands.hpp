#pragma once
#include <array>
#include <cstdint>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/evaluator/showdown.hpp"

namespace pokerdata::abstraction {

// The hands of a river board in rising strength, with n = 2 * wins + ties of each.
struct RiverHands {
  evaluator::ShowdownOrder order;
  std::array<std::uint16_t, cards::combinations> n;

  void deal(const cards::Card* board) {
    std::array<std::uint16_t, cards::combinations> equal;
    order.sort(board, 5);
    evaluator::count_opponents(order, n.data(), equal.data());
    for (int i = 0; i < order.hands; ++i) n[i] = static_cast<std::uint16_t>(2 * n[i] + equal[i]);
  }
};

}  // namespace pokerdata::abstraction
