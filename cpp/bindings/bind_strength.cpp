#include "bindings.hpp"

namespace pokerdata::bindings {

void bind_strength(py::module_& core) { core.def_submodule("strength"); }

}  // namespace pokerdata::bindings
