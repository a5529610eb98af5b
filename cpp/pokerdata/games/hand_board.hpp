#pragma once
#include <cstdint>
#include <vector>

namespace pokerdata::games {

// The hands of two cards on a board, up to the symmetries that keep the board: what it takes to find the
// values of all of them at a leaf in one pass. An orbit is a set of cards that these symmetries exchange.
struct HandBoard {
  std::uint64_t weight = 0;             // deals of the board that it stands for
  std::vector<std::uint16_t> size;      // hands that each state stands for
  std::vector<std::uint8_t> low, high;  // the orbits of both cards of each state
  std::vector<std::uint8_t> orbit_size;
  // On the last street states come in rising strength, and this is the number of the group of equal ones.
  std::vector<std::uint16_t> group;
};

}  // namespace pokerdata::games
