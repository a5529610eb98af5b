#pragma once
#include <memory>
#include <span>
#include <string>

#include "pokerdata/agents/agent.hpp"

namespace pokerdata::agents {

// An agent that needs no strategy.
struct Baseline {
  const char* name;
  const char* description;
  std::unique_ptr<Agent> (*make)();
};

// All of them; a new one is a line there.
std::span<const Baseline> baselines();

// The one of a name. Throws ArgumentError for another name.
std::unique_ptr<Agent> make_baseline(const std::string& name);

// A raise of the pot after a call, as near as the rules allow it.
Move pot_raise(const BettingState& now);

}  // namespace pokerdata::agents
