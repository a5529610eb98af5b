#pragma once
#include <string>

namespace pokerdata::agents {

// How a bet that the betting tree of a strategy does not have is taken for one of its neighbours there.
//   pseudo_harmonic        at random (Ganzfried and Sandholm 2013)
//   pseudo_harmonic_split  the one that is at least as likely by the former
//   soft                   at random, by geometric similarity (Schnizlein, Bowling and Szafron 2009)
//   hard                   the one of greater geometric similarity (the same)
//   nearest                the one nearer in chips
enum class Translation { pseudo_harmonic, pseudo_harmonic_split, soft, hard, nearest };

// Throws ArgumentError for a name that is none of "pseudo-harmonic", "pseudo-harmonic-split", "soft", "hard"
// and "nearest".
Translation translation_of(const std::string& name);

// The probability that a bet of `size` is taken for the smaller neighbour; sizes in pots, 0 < low <= size <=
// high. Where both are as near by a rule without chance, the smaller one is taken.
double share_of_lower(Translation translation, double low, double high, double size);

}  // namespace pokerdata::agents
