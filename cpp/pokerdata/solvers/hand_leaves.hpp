#pragma once
#include <cstdint>

#include "pokerdata/solvers/leaf_rows.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::solvers {

// Hands of two cards that the symmetries of a board map on each other, one private state, as kernels need it.
template <class T>
struct HandOrbit {
  T size;                   // hands it stands for
  T low_share, high_share;  // how many of these hold any one card of the orbit of its low or high card
  T scale;                  // size times the probability of the board with any two hands
  std::int32_t low, high;   // these orbits
  std::int32_t group_end;   // one past the last state of equal strength; on the last street only
};
// There are at most so many orbits of cards.
inline constexpr int max_orbits = 64;

// Values of all hands at leaves in time linear in the hands: sums of the opponent's reach over all hands and
// over the hands with each card give, by inclusion and exclusion, the sum over hands that share no card.
POKERDATA_KERNELS(
    // values[s][h] = stakes[h] * scale[s] * (reach of the hands that share no card with one of s)
    template <class T> void fold_hands(const HandOrbit<T>* hands, int states, int orbits, int histories,
                                       const LeafRows<T>* leaves, int count);
    // the same for the reach of weaker hands less that of stronger ones; states in rising strength
    template <class T> void showdown_hands(const HandOrbit<T>* hands, int states, int orbits, int histories,
                                           const LeafRows<T>* leaves, int count);)

}  // namespace pokerdata::solvers
