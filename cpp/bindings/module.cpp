#include "bindings.hpp"

PYBIND11_MODULE(_core, core) {
  using namespace pokerdata::bindings;
  core.doc() = "C++ kernels of pokerdata. Use the Python modules of the same names.";
  bind_support(core);
  bind_cards(core);
  bind_evaluator(core);
  bind_isomorphism(core);
  bind_strength(core);
  bind_equity(core);
  bind_preflop(core);
  bind_abstraction(core);
  bind_clustering(core);
  bind_games(core);
  bind_solvers(core);
  bind_trees(core);
  bind_chance_sampling(core);
  bind_real_cards(core);
  bind_spots(core);
  bind_agents(core);
  bind_matches(core);
  bind_luck(core);
  bind_play(core);
  bind_search(core);
  bind_dealing(core);
  bind_statistics(core);
}
