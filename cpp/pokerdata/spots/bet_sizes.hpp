#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace pokerdata::spots {

// A number as a fraction, so that amounts are exact: 0 <= numerator <= most_ratio * denominator.
struct Ratio {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
};
inline constexpr std::int64_t most_ratio = 10'000;
inline constexpr std::int64_t most_denominator = 100'000;

enum class SizeKind : std::uint8_t { pot, multiple, chips, geometric, all_in };

// One bet or raise of a menu. Amounts are those of a player on this street ("raise to"); the pot is counted
// after a call. Halves are rounded away from zero.
//   pot        `ratio` of the pot on top of the call
//   multiple   raises only: `ratio` times the bet that is raised, above 1
//   chips      `chips` on top of the call; with `most_bets`, raises only: while at most so many bets and
//   raises
//              were made on the street
//   geometric  the part of the pot that, bet `bets` times and called, ends all-in, at most `ratio` of the pot
//              where that is not 0. `bets` 0 stands for the streets left, this one included; each earlier
//              raise of the street takes one off, down to 1. Computed in float64.
//   all_in     all that the opponent can call
struct BetSize {
  SizeKind kind = SizeKind::all_in;
  Ratio ratio{};
  std::int32_t chips = 0;
  std::int32_t bets = 0;
  std::int32_t most_bets = 0;
};

// The sizes of one player on one street; none means that he does not bet (raise), unless an all-in is added.
struct StreetMenu {
  std::vector<BetSize> bets;
  std::vector<BetSize> raises;
  std::optional<std::vector<BetSize>>
      donks{};  // instead of bets after calling the last bet of the street before
};

// What becomes of the amounts of a menu, in this order.
struct Thresholds {
  Ratio add_all_in{};    // all-in is added where it is at most this part of the pot
  Ratio force_all_in{};  // a bet that leaves at most this part of the pot after its call is all-in instead
  Ratio merge{};  // of two bets, with pots at most 1 + merge times apart before a call, the smaller goes
};

// A decision, as menus see it. Chips are those put in since the spot began.
struct BetSituation {
  std::int64_t pot;           // when the spot began
  std::int64_t stack;         // that both can put in since then
  std::int64_t level;         // the larger contribution
  std::int64_t street_start;  // contribution of each when the street began
  std::int64_t to_call;
  std::int64_t minimum_bet;
  int bets_made;     // bets and raises so far on this street
  int streets_left;  // this one included
};

// What the player may bet or raise to, in chips since the spot began, rising; empty against an all-in.
std::vector<std::int32_t> amounts(const std::vector<BetSize>& sizes, const Thresholds& thresholds,
                                  const BetSituation& now);

}  // namespace pokerdata::spots
