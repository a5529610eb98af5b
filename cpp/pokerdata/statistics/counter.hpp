#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pokerdata/play/betting.hpp"

namespace pokerdata::statistics {

// Each is a count of so many opportunities. docs/statistics.md says what they mean.
enum class Statistic : std::uint8_t {
  vpip,
  pfr,
  limp,
  open_raise,
  steal,
  fold_to_steal,
  three_bet,
  fold_to_three_bet,
  four_bet,
  fold_to_four_bet,
  cold_call,
  seen,
  fold,
  call,
  raise,
  bet,
  check_raise,
  continuation_bet,
  fold_to_continuation_bet,
  aggression,
  aggression_frequency,
  to_showdown,
  won_when_seen,
  won_at_showdown,
  two_pair_shown
};
inline constexpr std::array<const char*, 25> statistic_names{"vpip",
                                                             "pfr",
                                                             "limp",
                                                             "open_raise",
                                                             "steal",
                                                             "fold_to_steal",
                                                             "three_bet",
                                                             "fold_to_three_bet",
                                                             "four_bet",
                                                             "fold_to_four_bet",
                                                             "cold_call",
                                                             "seen",
                                                             "fold",
                                                             "call",
                                                             "raise",
                                                             "bet",
                                                             "check_raise",
                                                             "continuation_bet",
                                                             "fold_to_continuation_bet",
                                                             "aggression",
                                                             "aggression_frequency",
                                                             "to_showdown",
                                                             "won_when_seen",
                                                             "won_at_showdown",
                                                             "two_pair_shown"};
inline constexpr int statistics = static_cast<int>(statistic_names.size());
inline constexpr int most_names = 10'000;

__extension__ typedef __int128 Wide;  // sums of squares of chips pass 64 bits

// What a player won from one position, in parts of a chip, where that is known.
struct Winnings {
  std::int64_t hands = 0, known = 0;
  Wide sum = 0, squares = 0;
};

// An opportunity of a player, and whether he took it.
struct Event {
  std::uint8_t position, street;
  Statistic statistic;
  bool taken;
};

// What happened in one hand, until it is known that all of it is right.
struct Happened {
  std::vector<Event> events;
  std::array<std::int64_t, play::most_players> won{};  // in parts of a chip
  bool known = false;                                  // what was won

  void add(int position, int street, Statistic statistic, bool taken) {
    events.push_back(
        {static_cast<std::uint8_t>(position), static_cast<std::uint8_t>(street), statistic, taken});
  }
};

// The counts of any number of players at tables of so many, by name, position and street.
class Counter {
 public:
  Counter(int players, int streets);  // throws ArgumentError

  int players() const { return players_; }
  int streets() const { return streets_; }
  const std::vector<std::string>& names() const { return names_; }
  std::int64_t hands() const { return hands_; }
  int find(std::string_view name) const;  // its number, or -1

  // Of each name: [position][street][statistic][taken, opportunities], and by position what was won.
  const std::vector<std::int64_t>& counts(int name) const { return counts_[name]; }
  const std::vector<Winnings>& winnings(int name) const { return winnings_[name]; }

  // names: by position. Throws CapacityError for more than most_names, before anything is counted.
  void add(const Happened& hand, const std::array<std::string_view, play::most_players>& names);
  // Both throw CapacityError for sums that are too large, the first before anything is added.
  void add_counts(std::string_view name, const std::vector<std::int64_t>& counts,
                  const std::vector<Winnings>& winnings);
  void add_hands(std::int64_t hands);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  void check_room(int names) const;  // throws CapacityError
  void check_sums(int name, const std::vector<std::int64_t>& counts,
                  const std::vector<Winnings>& winnings) const;
  int number(std::string_view name);

  int players_, streets_;
  std::int64_t hands_ = 0;
  std::vector<std::string> names_;
  std::unordered_map<std::string, int, Hash, std::equal_to<>> numbers_;
  std::vector<std::vector<std::int64_t>> counts_;
  std::vector<std::vector<Winnings>> winnings_;
};

}  // namespace pokerdata::statistics
