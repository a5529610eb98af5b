#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/agents/abstract_agent.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::matches {

// What local best response considers.
struct LocalBestResponseRules {
  std::vector<games::PotFraction> bets;  // without limits: bets and raises, in pots after a call
  bool all_in = true;                    // without limits
  int samples = 100;                     // ways to deal two or more cards to come
  // Where they are known, exact edges of all hands against each other before the first street's cards: wins
  // less losses, of all showdowns; [hands * hands], not owned. They make luck smaller and change no move.
  const double* first_edges = nullptr;
  // Where the agent has come by a smaller chance, one of its moves is drawn, else all are followed: so rare
  // histories, most of them in any large tree, take little time.
  double rare = 0.01;
};

// Local best response (Lisy and Bowling 2017): knows the agent's strategy and so the chances of all its
// hands, and at each decision takes the move that would win most if both checked and called from then on (the
// agent may fold to a bet first); of tied moves a call before a raise, the smallest first, before a fold. It
// wins no more than a best response, so its winnings are a lower bound on what the agent loses in the real
// game.
//
// Drawn are its own hand and the board, the same in both seats. No hand is dealt to the agent: all its hands
// count with their chances, and so do all its moves, but where a history is rare, and one is drawn. That
// changes no expected value. The list of all hole cards, sorted by class, is cut into `strata` stretches, and
// deal d draws the own hand from stretch d % strata; stretch k begins at place floor(k * hands / strata).
//
// won: [(end - begin) * 2 * streets], of the deals from `begin` to before `end`, as player 1 and as player 2.
// First, chips of local best response, where an all-in that was called counts with its mean over the cards to
// come; then, for each later street, the luck of its cards: what they changed in the chips that it would win
// if both checked and called from then on. Given the own hand and the board before, luck has an expected
// value of 0. The cards are a function of seed, deal and strata, and are not those of a match.
void local_best_response(const agents::AbstractAgent& agent, const LocalBestResponseRules& options,
                         std::uint64_t seed, std::int64_t begin, std::int64_t end, std::int64_t strata,
                         double* won, int threads, support::Progress& progress);

}  // namespace pokerdata::matches
