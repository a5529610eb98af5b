#pragma once

// Run-time dispatch. A kernel file FOLDER/NAME.kernel.cpp is compiled once for each instruction set, in the
// namespace pokerdata::FOLDER::POKERDATA_ISA; POKERDATA_DISPATCH(function), written in the folder's
// namespace, picks the best one that this processor runs (or the one forced by the environment variable
// POKERDATA_ISA, for tests).
namespace pokerdata::support {

enum class Isa { portable, avx2, avx512 };

// The instruction set in use; decided once, at the first call. Throws ArgumentError if POKERDATA_ISA
// names none, or one that this processor or build lacks.
Isa active_isa();
const char* isa_name(Isa isa);

}  // namespace pokerdata::support

// Declares the functions of a kernel file for every instruction set, in the namespace of the folder.
#define POKERDATA_KERNELS(...) \
  namespace portable {         \
  __VA_ARGS__                  \
  }                            \
  namespace avx2 {             \
  __VA_ARGS__                  \
  }                            \
  namespace avx512 {           \
  __VA_ARGS__                  \
  }

#if defined(POKERDATA_HAS_avx512)
#define POKERDATA_DISPATCH(function)                                                           \
  (::pokerdata::support::active_isa() == ::pokerdata::support::Isa::avx512 ? &avx512::function \
   : ::pokerdata::support::active_isa() == ::pokerdata::support::Isa::avx2 ? &avx2::function   \
                                                                           : &portable::function)
#else
#define POKERDATA_DISPATCH(function) (&portable::function)
#endif
