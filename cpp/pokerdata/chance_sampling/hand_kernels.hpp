#pragma once
#include <cstdint>

#include "pokerdata/chance_sampling/class_kernels.hpp"
#include "pokerdata/support/isa.hpp"

// What happens between the classes of a street and single hands: at leaves, and where streets meet. Rows of
// hands are [hand][history], in rising strength. 64 bytes must lie before and after rows of hands.
namespace pokerdata::chance_sampling {

// The hands of a sampled board in rising strength, on one street.
struct RankedHands {
  int count;
  const std::uint8_t *low, *high;  // cards
  const std::uint16_t* group_end;  // one past the last hand of equal strength
  const std::uint16_t* class_of;
};

// A leaf of a street's betting on the walk for one player. A hand is reached with the probability root (by
// the betting before the street) times that of its class (by the betting on it).
struct Leaf {
  const float* opponent_root;  // [hand]
  const float* opponent;       // [class]
  const float* own;            // [class]
  const float* stakes;         // [history], chips with the sign of the player, per opposing hand
  float* sums;                 // [class]: becomes the sums of the hands' values
  float* root_values;          // [hand]: values * own are added
};

// Lanes [before, before + length) of one row are lanes [after, after + length) of another.
struct LaneRun {
  int before, after, length;
};

POKERDATA_KERNELS(
    // rows[class] = sum of root over its hands
    void sum_over_hands(const RankedHands& hands, int classes, const float* root, float* rows);
    // values of a fold: stakes * opponent's reach of the hands that share no card
    void fold_leaf(const RankedHands& hands, int classes, const Leaf& leaf);
    // values of a showdown: stakes * (reach of the weaker hands - reach of the stronger ones)
    void showdown_leaf(const RankedHands& hands, int classes, const Leaf& leaf);
    // values of the next street's root, [hand], for the histories of a run; adds to the sums
    void street_leaf(const RankedHands& hands, const float* values, const LaneRun& run, const Leaf& leaf);
    // lanes of next = root * reach of the class
    void enter_street(const RankedHands& hands, const float* root, const float* reach, const LaneRun& run,
                      float* next);)

}  // namespace pokerdata::chance_sampling
