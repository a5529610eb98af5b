#pragma once
#include <pthread.h>

#include <functional>

#include "check.hpp"

// Runs `work`, which must not throw, on a thread with a stack of 512 KB: a quarter of the smallest that glibc
// gives a thread by itself (2 MB, where stacks are unlimited). Sanitizers take several times as much.
inline void on_small_stack(const std::function<void()>& work) {
  constexpr std::size_t bytes = std::size_t{sanitized ? 4096 : 512} << 10;
  pthread_attr_t attributes;
  CHECK(pthread_attr_init(&attributes) == 0);
  CHECK(pthread_attr_setstacksize(&attributes, bytes) == 0);
  const auto run = [](void* given) -> void* {
    (*static_cast<const std::function<void()>*>(given))();
    return nullptr;
  };
  pthread_t thread;
  CHECK(pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)) == 0);
  CHECK(pthread_join(thread, nullptr) == 0);
  pthread_attr_destroy(&attributes);
}
