#pragma once
// For kernel files only: vectors of numbers in the instruction set being compiled.
#include <cstddef>
#include <cstdint>
#if defined(POKERDATA_ISA_avx2) || defined(POKERDATA_ISA_avx512)
#include "pokerdata/support/intrinsics.hpp"
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
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
#define POKERDATA_FUSES_NOTHING 1
inline Vector<float> multiply_add(Vector<float> a, Vector<float> b, Vector<float> c) { return a * b + c; }
#endif
inline Vector<double> multiply_add(Vector<double> a, Vector<double> b, Vector<double> c) { return a * b + c; }

// The same in float, fused with every instruction set, which takes nine times as long where it cannot.
#if !defined(POKERDATA_FUSES_NOTHING)
constexpr bool fuses = true;
inline Vector<float> fused(Vector<float> a, Vector<float> b, Vector<float> c) {
  return multiply_add(a, b, c);
}
#else
constexpr bool fuses = false;
// The product is exact in double. Where its sum with c is not, it is rounded to odd, so that rounding it to
// float is as if it were the first.
inline float fused(float a, float b, float c) {
  const double product = double{a} * double{b}, addend = c, sum = product + addend;
  const double part = sum - product, error = (product - (sum - part)) + (addend - part);
  auto bits = __builtin_bit_cast(std::uint64_t, sum);
  if ((error > 0 || error < 0) && bits % 2 == 0) bits += (error > 0) == (sum > 0) ? 1 : std::uint64_t(-1);
  return static_cast<float>(__builtin_bit_cast(double, bits));
}
inline Vector<float> fused_each(Vector<float> a, Vector<float> b, Vector<float> c) {
  for (int i = 0; i < lanes<float>; ++i) c[i] = fused(a[i], b[i], c[i]);
  return c;
}
#if defined(__SSE2__)
// Rounding twice differs only where the first leaves the middle between two floats. That the sum is so, or
// small enough for floats to lie closer together, is rare.
inline Vector<float> fused(Vector<float> a, Vector<float> b, Vector<float> c) {
  const auto upper = [](Vector<float> x) { return _mm_cvtps_pd(_mm_movehl_ps(x, x)); };
  const __m128d first = _mm_add_pd(_mm_mul_pd(_mm_cvtps_pd(a), _mm_cvtps_pd(b)), _mm_cvtps_pd(c));
  const __m128d second = _mm_add_pd(_mm_mul_pd(upper(a), upper(b)), upper(c));
  const auto words = [&]<int from>() {
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castpd_ps(first), _mm_castpd_ps(second), from));
  };
  const __m128i low = _mm_and_si128(words.template operator()<0x88>(), _mm_set1_epi32(0x1FFFFFFF));
  const __m128i size = _mm_and_si128(words.template operator()<0xDD>(), _mm_set1_epi32(0x7FFFFFFF));
  const __m128i middle = _mm_cmpeq_epi32(low, _mm_set1_epi32(0x10000000));
  const __m128i small = _mm_and_si128(_mm_cmpgt_epi32(size, _mm_setzero_si128()),
                                      _mm_cmpgt_epi32(_mm_set1_epi32(0x38100001), size));
  if (_mm_movemask_epi8(_mm_or_si128(middle, small)) != 0) [[unlikely]]
    return fused_each(a, b, c);
  return _mm_movelh_ps(_mm_cvtpd_ps(first), _mm_cvtpd_ps(second));
}
#else
inline Vector<float> fused(Vector<float> a, Vector<float> b, Vector<float> c) { return fused_each(a, b, c); }
#endif
#endif

}  // namespace pokerdata::support::POKERDATA_ISA
