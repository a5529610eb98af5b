#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "pokerdata/agents/agent.hpp"
#include "pokerdata/luck/looked_up.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::luck {

// A hand that was played: its cards as far as they were seen, and its moves.
struct Record {
  std::array<std::span<const cards::Card>, 2> hole;
  std::span<const cards::Card> board;
  std::span<const agents::Move> moves;
};

// Writes some numbers of a hand, in chips of player 0. Called by several threads at once, each with look-ups
// of its own, which know the cards of the hand.
using Measure = std::function<void(const Record&, LookedUp&, double*)>;

// The rules of a game and its cards, and what each hand of hold'em wins at showdown from each other before
// the flop for each chip that both put in, [hands, hands], or null. Not owned.
struct Setting {
  const games::Rules& rules;
  const games::CardRules& cards;
  const double* first_edges;
};

// Measures hands that were played; found: [hands, columns].
void measure_hands(const Setting& setting, const Measure& measure, std::int64_t columns,
                   std::span<const Record> hands, double* found, int threads, support::Progress& progress);

// Plays deals as `matches::play_match` does, each twice with the seats swapped. measures: of hands in which
// the first agent is player 0, and player 1. found: [deals, as player 0 and as player 1, 1 + columns]: chips
// that the first agent won, and the numbers of the measure in chips of the first agent.
void measure_match(const Setting& setting, const agents::Agent& first, const agents::Agent& second,
                   const std::array<Measure, 2>& measures, std::int64_t columns, std::uint64_t seed,
                   std::int64_t begin, std::int64_t end, double* found, int threads,
                   support::Progress& progress);

}  // namespace pokerdata::luck
