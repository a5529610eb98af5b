#include "pokerdata/agents/beliefs.hpp"

#include <algorithm>
#include <utility>

namespace pokerdata::agents {

Beliefs::Beliefs(const AbstractAgent& agent, int hands, double least)
    : agent_(&agent), least_(least), places_{{AbstractAgent::root, std::vector<double>(hands, 1.0)}} {}

void Beliefs::add(std::vector<Place>& places, int node, std::vector<double> hands, double share) {
  if (share == 0) return;
  if (share != 1)
    for (double& hand : hands) hand *= share;
  const auto at = std::find_if(places.begin(), places.end(), [&](const Place& p) { return p.node == node; });
  if (at == places.end()) {
    places.push_back({node, std::move(hands)});
    return;
  }
  for (std::size_t h = 0; h < hands.size(); ++h) at->hands[h] += hands[h];
}

void Beliefs::see(const BettingState& before, Move move) {
  std::vector<Place> next;
  for (Place& place : places_) {
    if (!agent_->at_decision(place.node, before)) {
      add(next, AbstractAgent::off_tree, std::move(place.hands), 1);
      continue;
    }
    const auto taken = agent_->taken_for(move, place.node, before);
    if (taken.lower_share == 1) {
      add(next, child(taken.lower), std::move(place.hands), 1);
    } else {
      add(next, child(taken.lower), place.hands, taken.lower_share);
      add(next, child(taken.higher), std::move(place.hands), 1 - taken.lower_share);
    }
  }
  places_ = std::move(next);
}

void Beliefs::act(const BettingState& before, Move move, std::span<const int> states) {
  std::vector<Place> next;
  const games::BettingTree& tree = agent_->tree();
  for (const Place& place : places_) {
    if (!agent_->at_decision(place.node, before)) {
      add(next, AbstractAgent::off_tree, place.hands, move.kind == MoveKind::call ? 1 : least_);
      continue;
    }
    bool known = false;
    for (int edge = tree.first_edge[place.node]; edge < tree.first_edge[place.node + 1]; ++edge) {
      if (!(agent_->move_of(edge, place.node, before) == move)) continue;
      known = true;
      std::vector<double> hands = place.hands;
      const float* chances = agent_->row(place.node, edge - tree.first_edge[place.node]);
      for (std::size_t h = 0; h < hands.size(); ++h) hands[h] *= std::max<double>(least_, chances[states[h]]);
      add(next, child(edge), std::move(hands), 1);
    }
    if (known || least_ == 0) continue;
    // A move the agent would not make: taken for its neighbours, as if another had made it.
    const auto taken = agent_->taken_for(move, place.node, before);
    add(next, child(taken.lower), place.hands, least_ * taken.lower_share);
    add(next, child(taken.higher), place.hands, least_ * (1 - taken.lower_share));
  }
  places_ = std::move(next);
}

void Beliefs::regroup(std::span<const int> from) {
  for (Place& place : places_) {
    std::vector<double> hands;
    for (const int hand : from) hands.push_back(place.hands[hand]);
    place.hands = std::move(hands);
  }
}

std::vector<Beliefs::Likely> Beliefs::moves(const BettingState& now, std::span<const int> states) const {
  std::vector<Likely> found;
  const auto add = [&](Move move, std::vector<double> hands) {
    const auto at = std::find_if(found.begin(), found.end(), [&](const Likely& l) { return l.move == move; });
    if (at == found.end()) return found.push_back({move, std::move(hands)});
    for (std::size_t h = 0; h < hands.size(); ++h) at->hands[h] += hands[h];
  };
  const games::BettingTree& tree = agent_->tree();
  for (const Place& place : places_) {
    if (!agent_->at_decision(place.node, now)) {
      add({MoveKind::call}, place.hands);
      continue;
    }
    for (int i = 0; i < tree.actions(place.node); ++i) {
      std::vector<double> hands = place.hands;
      const float* chances = agent_->row(place.node, i);
      for (std::size_t h = 0; h < hands.size(); ++h) hands[h] *= chances[states[h]];
      add(agent_->move_of(tree.first_edge[place.node] + i, place.node, now), std::move(hands));
    }
  }
  std::sort(found.begin(), found.end(), [](const Likely& a, const Likely& b) {
    return a.move.kind != b.move.kind ? a.move.kind < b.move.kind : a.move.to < b.move.to;
  });
  return found;
}

std::vector<double> Beliefs::hands() const {
  std::vector<double> sum;
  for (const Place& place : places_) {
    sum.resize(place.hands.size(), 0.0);
    for (std::size_t h = 0; h < sum.size(); ++h) sum[h] += place.hands[h];
  }
  return sum;
}

}  // namespace pokerdata::agents
