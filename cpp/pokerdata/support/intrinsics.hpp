#pragma once
// For kernel files only: intrinsics are always inlined, so no copy of them can end up in another processor's
// code.
#if defined(__GNUC__) && !defined(__clang__)
// GCC's header leaves operands that no lane reads uninitialised, and GCC warns of it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#else
#include <immintrin.h>
#endif
