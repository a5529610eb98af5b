#pragma once
// For kernel files only: vectors of numbers in the instruction set being compiled.
#include <cstddef>
#include <cstdint>
#if defined(POKERDATA_ISA_avx2) || defined(POKERDATA_ISA_avx512)
#include "pokerdata/support/intrinsics.hpp"
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace pokerdata::support::POKERDATA_ISA {

// As wide as the processor's: the compiler takes wider ones apart entry by entry.
#if defined(POKERDATA_ISA_avx512)
constexpr int vector_bytes = 64;
#elif defined(POKERDATA_ISA_avx2)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif
template <class T>
constexpr int lanes = vector_bytes / static_cast<int>(sizeof(T));

template <class T, int count>
struct VectorTypes {
  static constexpr int bytes = count * static_cast<int>(sizeof(T));
  typedef T Aligned __attribute__((vector_size(bytes)));
  typedef T Anywhere __attribute__((vector_size(bytes), aligned(sizeof(T)), may_alias));
};
// `count` numbers side by side, aligned to their size in all.
template <class T, int count = lanes<T>>
using Vector = typename VectorTypes<T, count>::Aligned;

template <class T>
inline Vector<T> load(const T* p) {
  return *reinterpret_cast<const Vector<T>*>(p);
}
template <class T>
inline void store(T* p, Vector<T> v) {
  *reinterpret_cast<Vector<T>*>(p) = v;
}
// The same anywhere in memory.
template <class T>
inline Vector<T> load_any(const T* p) {
  return *reinterpret_cast<const typename VectorTypes<T, lanes<T>>::Anywhere*>(p);
}
template <class T>
inline void store_any(T* p, Vector<T> v) {
  *reinterpret_cast<typename VectorTypes<T, lanes<T>>::Anywhere*>(p) = v;
}
template <class T>
inline Vector<T> broadcast(T x) {
  return x - Vector<T>{};
}

// Below the smallest normal number 1 / sum may overflow, so such a sum counts as none.
template <class T>
constexpr T smallest_normal = sizeof(T) == 4 ? T(1.17549435e-38) : T(2.2250738585072014e-308);

template <class T>
inline Vector<T> positive_part(Vector<T> x) {
  return x > T{0} ? x : Vector<T>{};
}

// Products of the lower halves of a and b, whose upper halves are 0.
inline Vector<std::uint64_t> multiply_halves(Vector<std::uint64_t> a, Vector<std::uint64_t> b) {
#if defined(POKERDATA_ISA_avx512)
  return reinterpret_cast<Vector<std::uint64_t>>(
      _mm512_mul_epu32(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(POKERDATA_ISA_avx2)
  return reinterpret_cast<Vector<std::uint64_t>>(
      _mm256_mul_epu32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#else
  return a * b;
#endif
}

// a * b + c. In float fused where the instruction set can, twice as fast on some processors; in double never,
// so that every processor gives the same bits. The compiler may not contract.
#if defined(POKERDATA_ISA_avx512)
inline Vector<float> multiply_add(Vector<float> a, Vector<float> b, Vector<float> c) {
  return _mm512_fmadd_ps(a, b, c);
}
#elif defined(POKERDATA_ISA_avx2)
inline Vector<float> multiply_add(Vector<float> a, Vector<float> b, Vector<float> c) {
  return _mm256_fmadd_ps(a, b, c);
}
#elif defined(__aarch64__)
inline Vector<float> multiply_add(Vector<float> a, Vector<float> b, Vector<float> c) {
  return reinterpret_cast<Vector<float>>(vfmaq_f32(
      reinterpret_cast<float32x4_t>(c), reinterpret_cast<float32x4_t>(a), reinterpret_cast<float32x4_t>(b)));
}
#else
inline Vector<float> multiply_add(Vector<float> a, Vector<float> b, Vector<float> c) { return a * b + c; }
#endif
inline Vector<double> multiply_add(Vector<double> a, Vector<double> b, Vector<double> c) { return a * b + c; }

}  // namespace pokerdata::support::POKERDATA_ISA
