#pragma once
#include <cstdint>
#include <span>

#include "pokerdata/luck/looked_up.hpp"
#include "pokerdata/luck/method.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::luck {

// Measures hands one after the other; each thread has its own.
class Reduction {
 public:
  // All must outlive it. Throws ArgumentError where strategies or values are of another game.
  Reduction(const games::Rules& rules, const games::CardRules& cards, const Method& method);

  // Chips that player 0 won, without the luck; the expected value over all hands is that of what he won. Not
  // a number where a player whose strategy is known cannot have played so. Throws ArgumentError for moves
  // that are no hand by the rules, or too few cards. cards: of this game; what it knows of the deal serves
  // the next hand that is played with it.
  double operator()(const Record& hand, LookedUp& cards) const;

 private:
  const games::Rules& rules_;
  Method method_;
};

// Measures hands that were played; found: [hands].
void reduce_hands(const games::Rules& rules, const games::CardRules& cards, const Method& method,
                  std::span<const Record> hands, double* found, int threads, support::Progress& progress);

// Plays deals as `matches::play_match` does, each twice with the seats swapped. methods: of hands in which
// the first agent is player 0, and player 1. found: [deals, as player 0 and as player 1, what the first agent
// won and that without the luck].
void reduce_match(const games::Rules& rules, const games::CardRules& cards, const agents::Agent& first,
                  const agents::Agent& second, const std::array<Method, 2>& methods, std::uint64_t seed,
                  std::int64_t begin, std::int64_t end, double* found, int threads,
                  support::Progress& progress);

}  // namespace pokerdata::luck
