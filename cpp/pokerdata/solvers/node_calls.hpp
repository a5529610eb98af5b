#pragma once
#include "pokerdata/solvers/node_kernels.hpp"

namespace pokerdata::solvers {

// The kernels of nodes for other folders: those of the instruction set in use.
template <class T>
struct NodeKernels {
  decltype(&portable::sum_rows<T>) sum_rows = POKERDATA_DISPATCH(sum_rows<T>);
};

// Those of evaluation, in double by an average of T.
template <class T>
struct EvaluationKernels {
  decltype(&portable::split_reach_by_average<T>) split_reach = POKERDATA_DISPATCH(split_reach_by_average<T>);
  decltype(&portable::mean_rows_by_average<T>) mean_rows = POKERDATA_DISPATCH(mean_rows_by_average<T>);
  void (*max_rows)(int, int, double* const*) = POKERDATA_DISPATCH(max_rows<double>);
  void (*sum_rows)(int, int, double* const*) = POKERDATA_DISPATCH(sum_rows<double>);
};

}  // namespace pokerdata::solvers
