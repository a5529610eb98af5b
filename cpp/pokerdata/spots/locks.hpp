#pragma once
#include <cstddef>
#include <unordered_map>

#include "pokerdata/support/aligned_array.hpp"

namespace pokerdata::spots {

// Play that is given at some decisions, by the place of a decision in the strategy: [actions][states], padded
// as the strategy is; probabilities of locked hands, and 0 for the others.
template <class T>
class Locks {
 public:
  bool empty() const { return rows_.empty(); }
  // Null where nothing is locked.
  const T* at(std::size_t place) const {
    const auto found = rows_.find(place);
    return found == rows_.end() ? nullptr : found->second.data();
  }
  T* add(std::size_t place, std::size_t size) {
    support::AlignedArray<T>& row = rows_[place];
    row = support::AlignedArray<T>(size);
    return row.data();
  }

 private:
  std::unordered_map<std::size_t, support::AlignedArray<T>> rows_;
};

}  // namespace pokerdata::spots
