#pragma once
#include <cstdio>
#include <cstdlib>

// Under a sanitizer everything is some ten times slower, so the long enumerations take samples there.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

// Stops the test program at the first false condition and names it.
#define CHECK(condition)                                                                 \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      std::fprintf(stderr, "%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                                      \
    }                                                                                    \
  } while (false)

#define CHECK_THROWS(expression, exception)                                                              \
  do {                                                                                                   \
    bool thrown = false;                                                                                 \
    try {                                                                                                \
      (void)(expression);                                                                                \
    } catch (const exception&) {                                                                         \
      thrown = true;                                                                                     \
    }                                                                                                    \
    if (!thrown) {                                                                                       \
      std::fprintf(stderr, "%s:%d: %s did not throw %s\n", __FILE__, __LINE__, #expression, #exception); \
      std::exit(1);                                                                                      \
    }                                                                                                    \
  } while (false)
