#pragma once

#include <cstdint>

namespace pokerdata::dealing {

// Microseconds since 1970 by the clock of the system when it was first asked, and from there on by one that
// nobody sets: who plays has the time that he is given, whatever happens to the clock of the system
// meanwhile.
std::int64_t now();

}  // namespace pokerdata::dealing
