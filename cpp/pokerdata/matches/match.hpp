#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "pokerdata/matches/deal.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::matches {

// Sums over duplicate deals of what the first agent wins, in chips: x as player 1, y as player 2 with the
// cards of the other.
struct MatchSums {
  std::int64_t deals = 0;
  std::int64_t first = 0, second = 0;  // sum of x, of y
  std::int64_t first_squares = 0, second_squares = 0, products = 0;
  std::int64_t moves = 0;  // of both agents

  void add(std::int64_t x, std::int64_t y) {
    ++deals;
    first += x;
    second += y;
    first_squares += x * x;
    second_squares += y * y;
    products += x * y;
  }
  void add(const MatchSums& other);
};

// What player 0 wins of one hand. moves: filled with what was played.
int play_hand(const games::Rules& rules, const games::CardRules& cards, const Deal& deal,
              std::array<agents::Seat*, 2> seats, std::vector<agents::Move>& moves);

// Chips that a hand can cost at most, in either seat.
std::int64_t largest_loss(const games::Rules& rules);

// Deals of a match, or of matches whose sums are added, at most: so that sums of squares fit 64 bits.
std::int64_t most_deals(const games::Rules& rules);

// Plays the deals [begin, end) of a seed, each twice with the seats swapped. Random numbers follow from seed,
// deal, seat and move, so an agent against itself wins exactly what it loses, and threads change nothing.
// Throws ArgumentError where an agent does not play the game, and for more than most_deals.
MatchSums play_match(const games::Rules& rules, const games::CardRules& cards, const agents::Agent& first,
                     const agents::Agent& second, std::uint64_t seed, std::int64_t begin, std::int64_t end,
                     int threads, support::Progress& progress);

// One hand of a match, to look at: the deal played with the first agent as player 0, or swapped.
struct PlayedHand {
  Deal deal;
  std::vector<agents::Move> moves;
  int won;  // by player 0
};
PlayedHand played_hand(const games::Rules& rules, const games::CardRules& cards, const agents::Agent& first,
                       const agents::Agent& second, std::uint64_t seed, std::int64_t number, bool swapped);

}  // namespace pokerdata::matches
