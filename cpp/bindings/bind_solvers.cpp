#include "bindings.hpp"

namespace pokerdata::bindings {

void bind_solvers(py::module_& core) { core.def_submodule("solvers"); }

}  // namespace pokerdata::bindings
