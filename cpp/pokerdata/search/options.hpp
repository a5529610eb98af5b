#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/play/betting.hpp"

namespace pokerdata::search {

// A raise of some part of the pot after a call; all-in where the numerator is 0.
struct RaiseSize {
  int numerator, denominator;
};

inline constexpr int most_raises = 8;
inline constexpr int most_options = most_raises + 2;

// What a player may do in a search: fold where he faces a bet, check or call, and the raises of a menu that
// the rules allow, rising. In a limit game there is one raise, whatever the menu.
struct Options {
  std::array<play::Action, most_options> actions;
  int count = 0;
};
Options options_of(const play::Betting& betting, std::span<const RaiseSize> menu);

}  // namespace pokerdata::search
