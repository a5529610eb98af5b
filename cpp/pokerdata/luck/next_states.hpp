#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pokerdata::luck {

// How the next card of a deal moves each hand on: by card, and by how many cards lead where. Over buckets few
// states may follow one, so that sums over cards are sums over those, each by its number.
struct NextStates {
  static constexpr int most_following = 16;  // beyond, summing card by card is as quick

  std::vector<std::vector<int>> after;  // [card][hand]: the state; 0 where the hand has the card
  // Hand h is in one of the states first[h], ..., first[h] + following - 1, whatever card comes; following is
  // 0 where those are more than `most_following`, and then nothing is counted.
  int following = 0;
  std::vector<std::int32_t> first;
  // [player][k * hands + h]: how many cards that h lacks, and the opponent of this player holds not, lead to
  // first[h] + k.
  std::array<std::vector<std::int32_t>, 2> counts;

  // Counts what `after` says. next: the cards that may come; with: by card, the hands that have it; held: the
  // cards of each player.
  void count(std::span<const std::uint8_t> next, std::span<const std::vector<int>> with,
             const std::array<std::span<const std::uint8_t>, 2>& held);
};

}  // namespace pokerdata::luck
