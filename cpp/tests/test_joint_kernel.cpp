// The joint-count kernel on a deck of 16 cards, where every deal can be listed.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "instruction_set.hpp"
#include "pokerdata/abstraction/joint_kernel.hpp"
#include "pokerdata/support/isa.hpp"

using namespace pokerdata::abstraction;

namespace {

constexpr int deck = 16, classes = 7;

struct Hand {
  int low, high, strength, group_class;
  bool shares(const Hand& other) const {
    return low == other.low || low == other.high || high == other.low || high == other.high;
  }
};

// Any strength and class will do: sums of cards with many ties, and a class that goes with neither.
std::vector<Hand> hands_on(const std::vector<int>& board, int used) {
  const int sum = std::accumulate(board.begin(), board.end(), 0);
  std::vector<Hand> hands;
  for (int low = 0; low < deck; ++low)
    for (int high = low + 1; high < deck; ++high) {
      if (std::count(board.begin(), board.end(), low) || std::count(board.begin(), board.end(), high))
        continue;
      const int strength = (low + high + sum) % 6;
      hands.push_back({low, high, strength, (low * high + sum * strength) % used});
    }
  return hands;
}

struct Counts {
  std::vector<std::uint64_t> wins = std::vector<std::uint64_t>(classes * classes), wins_or_ties = wins;
};

void list(const std::vector<Hand>& hands, Counts& counts) {
  for (const Hand& one : hands)
    for (const Hand& other : hands) {
      if (one.shares(other)) continue;
      const int cell = one.group_class * classes + other.group_class;
      counts.wins[cell] += one.strength > other.strength;
      counts.wins_or_ties[cell] += one.strength >= other.strength;
    }
}

struct Rows {
  alignas(64) std::uint16_t recent[classes * joint_lanes];
  alignas(64) std::uint32_t spilled[classes * joint_lanes];
  std::uint16_t hands[classes];
  bool has_spilled[classes];

  JointRows rows() { return {recent, spilled, hands, has_spilled}; }
  std::uint64_t sum(int k, int l) const {
    const int at = k * joint_lanes + l;
    return recent[at] + (has_spilled[k] ? spilled[at] : std::uint64_t{0});
  }
};

void count(std::vector<Hand> hands, Counts& counts) {
  std::sort(hands.begin(), hands.end(), [](const Hand& a, const Hand& b) {
    return a.strength != b.strength ? a.strength < b.strength : a.group_class < b.group_class;
  });
  std::vector<std::uint16_t> group_runs, run_start, class_of;
  std::vector<std::uint8_t> low, high;
  for (std::size_t i = 0; i < hands.size(); ++i) {
    const bool group = i == 0 || hands[i].strength != hands[i - 1].strength;
    if (group) group_runs.push_back(static_cast<std::uint16_t>(run_start.size()));
    if (group || hands[i].group_class != hands[i - 1].group_class)
      run_start.push_back(static_cast<std::uint16_t>(i));
    class_of.push_back(static_cast<std::uint16_t>(hands[i].group_class));
    low.push_back(static_cast<std::uint8_t>(hands[i].low));
    high.push_back(static_cast<std::uint8_t>(hands[i].high));
  }
  const auto groups = static_cast<int>(group_runs.size());
  group_runs.push_back(static_cast<std::uint16_t>(run_start.size()));
  run_start.push_back(static_cast<std::uint16_t>(hands.size()));
  alignas(64) static std::uint16_t below[joint_lanes], holding[52 * joint_lanes];
  Rows wins, wins_or_ties;
  JointBoard board{classes,    joint_lanes, groups, group_runs.data(), run_start.data(), class_of.data(),
                   low.data(), high.data(), below,  holding,           wins.rows(),      wins_or_ties.rows()};
  POKERDATA_DISPATCH(count_joint)(board);
  for (int k = 0; k < classes; ++k)
    for (int l = 0; l < classes; ++l) {
      counts.wins[k * classes + l] += wins.sum(k, l);
      counts.wins_or_ties[k * classes + l] += wins_or_ties.sum(k, l);
    }
}

// used: classes that hands are of. One holds more hands than sums of 16 bits have room for.
void check_all_boards(int used) {
  Counts listed, counted;
  std::uint64_t boards = 0;
  for (int a = 0; a < deck; ++a)
    for (int b = a + 1; b < deck; ++b)
      for (int c = b + 1; c < deck; ++c, ++boards) {
        const std::vector<Hand> hands = hands_on({a, b, c}, used);
        CHECK(hands.size() == 78);  // 13 cards are left
        Counts one, other;
        list(hands, one);
        count(hands, other);
        CHECK(one.wins == other.wins);
        CHECK(one.wins_or_ties == other.wins_or_ties);
        list(hands, listed);
        count(hands, counted);
      }
  CHECK(boards == 560);
  CHECK(listed.wins == counted.wins && listed.wins_or_ties == counted.wins_or_ties);
  // Pairs of hands: those that the first does not lose, and those that it loses.
  const auto sum = [](const std::vector<std::uint64_t>& x) {
    return std::accumulate(x.begin(), x.end(), std::uint64_t{0});
  };
  CHECK(sum(counted.wins) + sum(counted.wins_or_ties) == boards * 78 * 55);
}

}  // namespace

int main() {
  if (!instruction_set_is_here()) return not_here;
  static_assert(78 > most_recent);
  for (const int used : {classes, 2, 1}) check_all_boards(used);
}
