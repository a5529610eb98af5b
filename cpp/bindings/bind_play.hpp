#pragma once
#include <memory>

#include "pokerdata/play/betting.hpp"

namespace pokerdata::bindings {

// A betting that keeps its rules alive.
struct BoundBetting {
  std::shared_ptr<const play::Definition> rules;
  play::Betting betting;
};

}  // namespace pokerdata::bindings
