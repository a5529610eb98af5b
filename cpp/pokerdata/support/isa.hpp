#pragma once

// Run-time dispatch. A kernel file NAME.kernel.cpp is compiled once for each instruction set with
// POKERDATA_ISA naming the namespace; POKERDATA_DISPATCH(function) picks the best one that this
// processor runs (or the one forced by the environment variable POKERDATA_ISA, for tests).
namespace pokerdata {

enum class Isa { portable, avx2, avx512 };

// The instruction set in use; decided once, at the first call. Throws ArgumentError if POKERDATA_ISA
// names none, or one that this processor or build lacks.
Isa active_isa();
const char* isa_name(Isa isa);

}  // namespace pokerdata

#if defined(POKERDATA_HAS_avx512)
#define POKERDATA_DISPATCH(function)                                         \
  (::pokerdata::active_isa() == ::pokerdata::Isa::avx512 ? &avx512::function \
   : ::pokerdata::active_isa() == ::pokerdata::Isa::avx2 ? &avx2::function   \
                                                         : &portable::function)
#else
#define POKERDATA_DISPATCH(function) (&portable::function)
#endif
