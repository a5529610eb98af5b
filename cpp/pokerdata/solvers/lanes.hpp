#pragma once
// For kernel files only: the processor's vector of T in the instruction set being compiled.
#include <cstddef>
#include <cstdint>
#if defined(POKERDATA_ISA_avx2) || defined(POKERDATA_ISA_avx512)
#include <immintrin.h>
#endif

namespace pokerdata::POKERDATA_ISA {

#if defined(POKERDATA_ISA_avx512)
constexpr int vector_bytes = 64;
#elif defined(POKERDATA_ISA_avx2)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif

template <class T>
struct Lanes;
template <>
struct Lanes<float> {
  typedef float Vector __attribute__((vector_size(vector_bytes)));
  typedef float Unaligned __attribute__((vector_size(vector_bytes), aligned(4), may_alias));
};
template <>
struct Lanes<double> {
  typedef double Vector __attribute__((vector_size(vector_bytes)));
  typedef double Unaligned __attribute__((vector_size(vector_bytes), aligned(8), may_alias));
};
template <class T>
using Vector = typename Lanes<T>::Vector;
template <class T>
constexpr int lanes = vector_bytes / static_cast<int>(sizeof(T));

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
  return *reinterpret_cast<const typename Lanes<T>::Unaligned*>(p);
}
template <class T>
inline void store_any(T* p, Vector<T> v) {
  *reinterpret_cast<typename Lanes<T>::Unaligned*>(p) = v;
}
template <class T>
inline Vector<T> broadcast(T x) {
  return x - Vector<T>{};
}

// a * b + c: fused where the instruction set can, said here because the compiler may not contract.
#if defined(POKERDATA_ISA_avx512)
inline Vector<float> multiply_add(Vector<float> a, Vector<float> b, Vector<float> c) {
  return _mm512_fmadd_ps(a, b, c);
}
inline Vector<double> multiply_add(Vector<double> a, Vector<double> b, Vector<double> c) {
  return _mm512_fmadd_pd(a, b, c);
}
#elif defined(POKERDATA_ISA_avx2)
inline Vector<float> multiply_add(Vector<float> a, Vector<float> b, Vector<float> c) {
  return _mm256_fmadd_ps(a, b, c);
}
inline Vector<double> multiply_add(Vector<double> a, Vector<double> b, Vector<double> c) {
  return _mm256_fmadd_pd(a, b, c);
}
#else
inline Vector<float> multiply_add(Vector<float> a, Vector<float> b, Vector<float> c) { return a * b + c; }
inline Vector<double> multiply_add(Vector<double> a, Vector<double> b, Vector<double> c) { return a * b + c; }
#endif

}  // namespace pokerdata::POKERDATA_ISA
