#include "pokerdata/equity/known_hands.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "pokerdata/equity/runouts.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::equity {
namespace {

constexpr std::int64_t chunk = 16;  // contests that a thread takes at once

void add_parts(const Runouts& runouts, int first, int step, WinnerCounts& counts) {
  for (int part = first; part < runouts.parts(); part += step) runouts.count(part, counts);
}

Runouts runouts_of(const KnownHands& contests, std::int64_t i) {
  std::array<cards::Combination, max_players> hands{};
  const int players = std::min(contests.players, max_players);  // which tells GCC 16 that all fit
  for (int p = 0; p < players; ++p) hands[p] = contests.hand(i, p);
  return Runouts(hands.data(), contests.players, {contests.board(i), contests.board(i) + contests.board_size},
                 contests.gone(i));
}

void add_totals(const WinnerCounts& counts, int players, std::int64_t* totals) {
  for (unsigned map = 1; map < 1u << players; ++map) {
    if (counts[map] == 0) continue;
    const int winners = std::popcount(map);
    for (int p = 0; p < players; ++p)
      totals[p * (players + 1) + (map >> p & 1 ? winners : 0)] += static_cast<std::int64_t>(counts[map]);
  }
}

}  // namespace

void check_known_hands(const KnownHands& contests) {
  std::array<cards::Card, 2 * max_players + cards::deck_size> row;
  for (std::int64_t i = 0; i < contests.contests; ++i) {
    const cards::Card* hands = contests.hands + i * 2 * contests.players;
    auto* end = std::copy_n(hands, 2 * contests.players, row.begin());
    end = std::copy_n(contests.board(i), contests.board_size, end);
    end = std::copy_n(contests.dead + i * contests.dead_size, contests.dead_size, end);
    cards::CardSet seen = 0;
    for (const auto* card = row.begin(); card != end; ++card) {
      const std::string contest = "contest " + std::to_string(i);
      if (*card >= cards::deck_size)
        throw support::expected(contest, "cards 4*rank + suit, 0 to 51",
                                {*card, "; e.g. 51 for the ace of spades"});
      if (seen & cards::set_of(*card))
        throw support::expected(contest, "each card once in hands, board and dead cards",
                                {cards::format_cards(card, 1), " twice; e.g. 'AcKd' and 'TdTh'"});
      seen |= cards::set_of(*card);
    }
  }
}

void count_known_hands(const KnownHands& contests, std::int64_t* totals, int threads,
                       support::Progress& progress) {
  const int size = contests.players * (contests.players + 1);
  std::fill_n(totals, contests.contests * size, 0);
  progress.start(contests.contests);
  if (contests.contests >= 2 * threads || threads == 1) {
    // A contest that takes long is a piece of its own.
    const std::int64_t step = contests.board_size >= 3 ? chunk : 1;
    support::parallel_for((contests.contests + step - 1) / step, threads, [&](std::int64_t item, int) {
      const std::int64_t end = std::min(contests.contests, (item + 1) * step);
      for (std::int64_t i = item * step; i < end; ++i) {
        WinnerCounts counts{};
        add_parts(runouts_of(contests, i), 0, 1, counts);
        add_totals(counts, contests.players, totals + i * size);
      }
      progress.advance(end - item * step);
    });
    return;
  }
  for (std::int64_t i = 0; i < contests.contests; ++i) {
    const Runouts runouts = runouts_of(contests, i);
    std::vector<WinnerCounts> counts(runouts.parts());
    support::parallel_for(runouts.parts(), threads, [&](std::int64_t part, int) {
      add_parts(runouts, static_cast<int>(part), runouts.parts(), counts[part]);
      progress.advance(0);  // a look at Ctrl-C
    });
    for (const WinnerCounts& part : counts) add_totals(part, contests.players, totals + i * size);
    progress.advance();
  }
}

}  // namespace pokerdata::equity
