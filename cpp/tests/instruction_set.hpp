#pragma once
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"

// What a test program returns where this processor lacks the instruction set that POKERDATA_ISA asks for; 77,
// as cpp/tests/CMakeLists.txt says.
inline constexpr int not_here = 77;

inline bool instruction_set_is_here() {
  try {
    pokerdata::support::active_isa();
    return true;
  } catch (const pokerdata::support::ArgumentError&) {
    return false;
  }
}
