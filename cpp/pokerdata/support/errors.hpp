#pragma once
#include <stdexcept>
#include <string>

namespace pokerdata::support {

// An invalid argument: becomes ValueError in Python. The message names the value, the rule and an example.
struct ArgumentError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Memory or disk would not suffice: becomes pokerdata.CapacityError. Raised before any work.
struct CapacityError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The user asked a running kernel to stop.
struct Cancelled : std::runtime_error {
  Cancelled() : std::runtime_error("cancelled") {}
};

}  // namespace pokerdata::support
