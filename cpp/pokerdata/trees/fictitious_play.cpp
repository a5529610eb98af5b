#include "pokerdata/trees/fictitious_play.hpp"

#include "pokerdata/trees/evaluation.hpp"

namespace pokerdata::trees {

FictitiousPlay::FictitiousPlay(const GameTree& tree, bool simultaneous)
    : tree_(tree),
      simultaneous_(simultaneous),
      state_(tree, false),
      average_(normalised(tree, state_.average)),
      response_(tree.edges()),
      played_(tree.edges()) {
  need_perfect_recall(tree, "fictitious play");
}

void FictitiousPlay::restore(TreeState state) {
  state_.restore(std::move(state));
  average_ = normalised(tree_, state_.average);
}

void FictitiousPlay::iterate(std::int64_t count, support::Progress& progress) {
  if (count < 0) throw support::expected("iterations", "0 or more", {count, "; e.g. 100"});
  progress.start(count);
  for (std::int64_t i = 0; i < count; ++i) {
    for (int p = 0; p < tree_.players; ++p) {
      best_response(tree_, average_, p, response_.data());
      average(p);
      if (!simultaneous_) average_ = normalised(tree_, state_.average);
    }
    average_ = normalised(tree_, state_.average);
    ++state_.iteration;
    progress.advance();
  }
}

void FictitiousPlay::average(int player) {
  for (const int s : tree_.sets_of[player]) {
    const int before = tree_.edge_before[s];
    const double reach = before < 0 ? 1 : played_[before];
    for (int e = tree_.first_edge[s]; e < tree_.first_edge[s + 1]; ++e)
      state_.average[e] += played_[e] = reach * response_[e];
  }
}

}  // namespace pokerdata::trees
