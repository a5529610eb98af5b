#include "bindings.hpp"

namespace pokerdata::bindings {

void bind_games(py::module_& core) { core.def_submodule("games"); }

}  // namespace pokerdata::bindings
