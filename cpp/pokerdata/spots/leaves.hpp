#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

namespace pokerdata::spots {

// The hands of both players on a board, as kernels of leaves need them: `mine` are those whose values are
// wanted, `theirs` those whose reach is known.
template <class T>
struct LeafHands {
  int mine, theirs;                      // states
  const std::uint8_t *my_low, *my_high;  // orbits of cards
  const std::uint8_t *their_low, *their_high;
  const std::uint16_t* same;  // my states: theirs of the same hands, or `theirs`
  int orbits;
  // Where symmetries make one state of several hands: my hands times the board's probability, their hands,
  // and how many of these hold any one card of the orbit of the low or high card. Null where none do.
  const T *my_size, *their_size, *their_low_share, *their_high_share;
  const std::uint16_t* ties;  // as Hands has them
  int tie_count;
};

// A leaf: their reach, my values, and what it is worth: values[s] = won * (reach of weaker hands less that of
// stronger ones) + met * (reach of all that share no card). A fold has won = 0.
template <class T>
struct Leaf {
  const T* reach;
  T* values;
  T won, met;
};

// Leaves are side by side in vectors, and hands are gone through in rising strength. Sums of their reach over
// all hands and over the hands with each card give, by inclusion and exclusion, the sum over hands that share
// no card.
POKERDATA_KERNELS(
    // panel: memory of leaf_panel() numbers
    template <class T> void evaluate_leaves(const LeafHands<T>& hands, const Leaf<T>* leaves, int count,
                                            bool showdowns, T* panel);
    // to[i] = from[index[i]], i < count, and zeros up to padded
    template <class T>
    void gather_row(const T* from, const std::uint16_t* index, int count, int padded, T* to);
    // to[index[i]] += from[i]
    template <class T> void scatter_row(const T* from, const std::uint16_t* index, int count, T* to);)

// Numbers in the panel for so many padded states of both players.
constexpr std::size_t leaf_panel(std::size_t mine, std::size_t theirs) { return (mine + theirs + 64) * 16; }

}  // namespace pokerdata::spots
