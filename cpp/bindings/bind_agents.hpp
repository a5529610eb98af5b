#pragma once
#include <pybind11/numpy.h>

#include <memory>
#include <string>
#include <vector>

#include "pokerdata/agents/abstract_agent.hpp"

namespace pokerdata::bindings {

namespace py = pybind11;

using Rows = py::array_t<float, py::array::c_style>;

// An agent and the arrays that its rows view.
struct BoundAbstractAgent : agents::AbstractAgent {
  BoundAbstractAgent(const games::Rules& rules, const games::CardRules& cards,
                     std::shared_ptr<agents::PrivateStates> states, std::vector<Rows> arrays,
                     const std::string& translation);

 private:
  std::vector<Rows> arrays_;
};

}  // namespace pokerdata::bindings
