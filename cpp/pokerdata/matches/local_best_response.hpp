#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/agents/abstract_agent.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata {

// What local best response considers.
struct LocalBestResponseRules {
  std::vector<PotFraction> bets;  // without limits: bets and raises, in pots after a call
  bool all_in = true;             // without limits
  int samples = 100;              // ways to deal two or more cards to come
};

// Local best response (Lisy and Bowling 2017): knows the agent's strategy and so the chances of all its
// hands, and at each decision takes the move that would win most if both checked and called from then on (the
// agent may fold to a bet first). It wins no more than a best response, so its winnings are a lower bound on
// what the agent loses in the real game.
//
// won: [deals * 2], chips of local best response as player 1 and as player 2, with the same cards in both
// seats. The agent's hand is not dealt: its moves are drawn with their chances over all its hands, and a
// showdown counts with its mean, which leaves less to luck and changes no expected value. Seeded as matches
// are.
void local_best_response(const AbstractAgent& agent, const LocalBestResponseRules& options,
                         std::uint64_t seed, std::int64_t deals, double* won, int threads,
                         Progress& progress);

}  // namespace pokerdata
