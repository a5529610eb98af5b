#pragma once
#include "pokerdata/support/vectors.hpp"

// For kernel files alone: it is compiled for each instruction set.
namespace pokerdata::chance_sampling::POKERDATA_ISA {

// Reach summed over hands, for a vector of histories: of all, and of those with each card.
struct CardSums {
  using Row = support::POKERDATA_ISA::Vector<float>;

  Row all{};
  Row with[52];

  CardSums() {
    for (Row& row : with) row = Row{};
  }
  void add(int low, int high, Row reach) {
    all += reach;
    with[low] += reach;
    with[high] += reach;
  }
  Row without(int low, int high) const { return all - with[low] - with[high]; }
};

}  // namespace pokerdata::chance_sampling::POKERDATA_ISA
