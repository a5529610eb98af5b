#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/agents/abstract_agent.hpp"
#include "pokerdata/matches/deal.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::luck {

// A guess of what player 0 wins from each public place of a strategy's betting tree on, given the states of
// both hands: part(0)[state of player 0] + part(1)[state of player 1]. No correction is biased by a bad
// guess; a good one takes more luck away. Bets that the tree does not have are taken for the nearer one that
// it has.
class Values {
 public:
  // Nothing is known before `fit` or `assign`. reference: its tree and its states of hands; it must outlive
  // this.
  explicit Values(const agents::AbstractAgent& reference);

  // Plays hands between two agents, as player 0 and 1, and takes the means of what was won, each drawn
  // towards that of the move before as if `weight` more hands had been seen there.
  void fit(const games::Rules& rules, const agents::Agent& first, const agents::Agent& second,
           std::uint64_t seed, std::int64_t hands, int threads, support::Progress& progress);

  // Other guesses, [size()] of each player: rows of nodes as `part` and `part_before` have them.
  void assign(std::span<const float> first, std::span<const float> second, int threads);
  std::int64_t size() const { return static_cast<std::int64_t>(parts_[0].size()); }

  const agents::AbstractAgent& reference() const { return *reference_; }
  // Where the betting goes from a place; off_tree where there is none.
  int next(int node, const agents::BettingState& before, agents::Move move) const;

  // A place where the cards of a street are dealt, if it begins this street; else off_tree.
  int starting(int node, int street) const;

  // By states on the street of the node.
  const float* part(int player, int node) const { return parts_[player].data() + first_[node]; }
  // Of a node that starts a later street, by states on the street before, whose cards alone are seen.
  const float* part_before(int player, int node) const { return parts_[player].data() + before_[node]; }
  // Mean over all pairs of hands where the hand begins.
  double mean() const { return mean_; }
  // Mean over the cards of the second street of the value of a node that starts it, by the hands of player 0
  // and 1: [hands, hands], 0 where they share a card.
  const double* over_cards(int node) const { return over_cards_[root_of_[node]].data(); }

 private:
  static constexpr double weight = 8;
  struct Counts;
  void play(const games::Rules& rules, const matches::Deal& deal, std::span<const agents::Move> moves,
            int won, Counts& counts) const;
  void divide(const Counts& counts);
  void average_cards(int threads);

  const agents::AbstractAgent* reference_;
  std::vector<std::int64_t> first_, before_;  // of each node, in `parts_`
  std::array<std::vector<float>, 2> parts_;
  std::vector<int> root_of_;  // of each node of the second street that starts it: its number
  std::vector<std::vector<double>> over_cards_;
  double mean_ = 0;
};

}  // namespace pokerdata::luck
