#include "pokerdata/abstraction/joint_sums.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "pokerdata/support/threads.hpp"

namespace pokerdata::abstraction {

JointSums::JointSums(std::int64_t sequences, std::uint64_t* cells, std::mutex& emptying)
    : sequences_(sequences), cells_(cells), emptying_(emptying), held_(sequences, 0) {
  const auto size = static_cast<std::size_t>(bytes(sequences));
  auto* const memory = static_cast<std::uint32_t*>(std::aligned_alloc(page, size));
  if (memory == nullptr) throw std::bad_alloc();
  sums_.reset(memory);
#ifdef MADV_HUGEPAGE
  madvise(memory, size, MADV_HUGEPAGE);  // a tenth faster; without it all works as well
#endif
  std::fill_n(memory, 2 * sequences * sequences, 0u);
}

void JointSums::finish(int threads) {
  support::parallel_for(sequences_, threads, [&](std::int64_t sequence, int) {
    if (held_[sequence] > 0) empty(sequence);
  });
}

void JointSums::empty(std::int64_t sequence) {
  const std::int64_t size = 2 * sequences_, first = sequence * size;
  for (std::int64_t i = first; i < first + size; ++i) {
    cells_[i] += sums_[i];
    sums_[i] = 0;
  }
  held_[sequence] = 0;
}

void JointSums::Free::operator()(void* memory) const { std::free(memory); }

}  // namespace pokerdata::abstraction
