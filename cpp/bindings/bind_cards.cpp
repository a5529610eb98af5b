#include "bindings.hpp"

namespace pokerdata::bindings {

void bind_cards(py::module_& core) { core.def_submodule("cards"); }

}  // namespace pokerdata::bindings
