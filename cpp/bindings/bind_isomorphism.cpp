#include "bindings.hpp"

namespace pokerdata::bindings {

void bind_isomorphism(py::module_& core) { core.def_submodule("isomorphism"); }

}  // namespace pokerdata::bindings
