#pragma once
#include <memory>
#include <string>

#include "pokerdata/agents/agent.hpp"

namespace pokerdata::agents {

// Agents that need no strategy, by name:
//   always-call   checks and calls
//   always-raise  makes the smallest bet or raise, or all that is left; calls where it may not
//   random        any legal action, each as likely; without limits a raise of one pot
//   simple        rules of thumb (SimpleAgent), in Texas hold'em
// Throws ArgumentError for another name.
std::unique_ptr<Agent> make_baseline(const std::string& name);

// A raise of the pot after a call, as near as the rules allow it.
Move pot_raise(const BettingState& now);

}  // namespace pokerdata::agents
