#pragma once
#include <cstddef>

namespace pokerdata::support {

// Asks the system to hold new memory in pages of 2 MiB where that is worth while: kernels that stream through
// large arrays wait less for the tables of pages. Only speed depends on it.
void prefer_large_pages(void* memory, std::size_t bytes);

}  // namespace pokerdata::support
