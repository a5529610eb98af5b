#include "bindings.hpp"

namespace pokerdata::bindings {

void bind_evaluator(py::module_& core) { core.def_submodule("evaluator"); }

}  // namespace pokerdata::bindings
