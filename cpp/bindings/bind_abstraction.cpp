#include "bindings.hpp"

namespace pokerdata::bindings {

void bind_abstraction(py::module_& core) { core.def_submodule("abstraction"); }

}  // namespace pokerdata::bindings
