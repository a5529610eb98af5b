#pragma once
#include <vector>

#include "pokerdata/luck/measuring.hpp"
#include "pokerdata/luck/strengths.hpp"

namespace pokerdata::luck {

// How the baseline of DIVAT plays a street.
struct DivatStreet {
  // From which effective hand rank on it makes so many bets, rising.
  std::vector<double> make;
  // Facing a bet it folds where its rank is below to call / (pot + to call) plus this. Never where `folds` is
  // false.
  double offset = 0;
  bool folds = true;
};

// One number of a hand of a limit game: the sum over the streets that were played of what the betting was
// worth to player 0 less what it would have been worth if both had played the baseline from where the street
// began. Worth is the equity in the pot of both hands, all shown down, less own chips; that of a fold is
// exact. The effective rank is the greater of final and present strength (outside Texas hold'em the final one
// alone, as rankings there need not know boards that are not whole). It is an estimate of skill, and biased.
// Throws ArgumentError for rows that are not one a street, games without limits, and as `held_result`.
Measure divat(const Setting& setting, const StrengthTables& tables, const std::vector<DivatStreet>& baseline);

}  // namespace pokerdata::luck
