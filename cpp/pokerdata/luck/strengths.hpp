#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/luck/looked_up.hpp"

namespace pokerdata::luck {

// Sums of 2 * wins + ties over all opposing hands and boards to come, [canonical boards * 1,326], as the
// tables of strength hold them; each null where there is no table. They must outlive what looks them up.
struct StrengthTables {
  const std::uint32_t* flop = nullptr;
  const std::uint32_t* turn = nullptr;
  const std::uint16_t* river = nullptr;

  bool on(int street) const {
    return (street == 1 && flop != nullptr) || (street == 2 && turn != nullptr) ||
           (street == 3 && river != nullptr);
  }
};

// How strong a hand that is held is against a random one, 0 to 1: finally, over all cards to come (EHS), by
// look-up in tables of hold'em, else counted. From a flop of hold'em without table some milliseconds.
double final_strength(const StrengthTables& tables, LookedUp& cards, int player, int street);

// The same as the board stands now; final_strength where no cards are turned up.
double present_strength(const StrengthTables& tables, LookedUp& cards, int player, int street);

// Means over the card of a street, before it is dealt, of the final strengths of both hands and of their
// product. One card is dealt on the street.
struct MeanStrengths {
  std::array<double, 2> of_player;
  double product;
};
MeanStrengths mean_strengths(const StrengthTables& tables, LookedUp& cards, int street);

}  // namespace pokerdata::luck
