#pragma once

namespace pokerdata::solvers {

// The rows of one leaf: the opponent's reach and the values to fill in, [state][history], and the chips
// at stake after each history, with the sign of the player whose values are wanted.
//
// Kernels work on whole vectors of histories and run over the end of a state's histories into the next
// state's, which they write later. So 64 bytes must follow each of these arrays, for reading and, after
// `values`, for writing.
template <class T>
struct LeafRows {
  const T* reach;
  T* values;
  const T* stakes;
};

}  // namespace pokerdata::solvers
