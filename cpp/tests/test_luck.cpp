#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "check.hpp"
#include "instruction_set.hpp"
#include "pokerdata/luck/counted_cards.hpp"
#include "pokerdata/luck/next_states.hpp"

using namespace pokerdata;

namespace {

// Pairs of a small deck whose states after a card lie `span` apart at most, counted card by card.
void check_counts(int span, std::mt19937_64& random) {
  constexpr int deck = 23;
  std::vector<std::vector<int>> with(deck);
  std::vector<std::array<std::uint8_t, 2>> hands;
  for (std::uint8_t b = 0; b < deck; ++b)
    for (std::uint8_t a = 0; a < b; ++a) {
      for (const std::uint8_t card : {a, b}) with[card].push_back(static_cast<int>(hands.size()));
      hands.push_back({a, b});
    }
  std::vector<std::uint8_t> next;
  for (std::uint8_t card = 3; card < deck; ++card) next.push_back(card);  // the board has the first three
  const std::array<std::uint8_t, 2> one{4, 11}, two{20, 3};
  luck::NextStates found;
  found.after.resize(deck);
  std::vector<int> first(hands.size());
  for (int& state : first) state = static_cast<int>(random() % 600);
  for (const std::uint8_t card : next)
    for (std::size_t h = 0; h < hands.size(); ++h)
      found.after[card].push_back(std::ranges::count(hands[h], card)
                                      ? 0
                                      : first[h] + static_cast<int>(random() % static_cast<unsigned>(span)));
  const std::vector<std::vector<int>> given = found.after;
  found.count(next, with, {one, two});
  CHECK(found.after == given);
  int largest = 0;
  for (std::size_t h = 0; h < hands.size(); ++h) {
    std::vector<int> seen;
    for (const std::uint8_t card : next)
      if (!std::ranges::count(hands[h], card)) seen.push_back(given[card][h]);
    const auto [low, high] = std::ranges::minmax(seen);
    CHECK(found.first[h] == low);
    largest = std::max(largest, high - low + 1);
  }
  CHECK(found.following == (largest <= luck::NextStates::most_following ? largest : 0));
  for (int player = 0; player < 2; ++player)
    for (std::size_t h = 0; h < hands.size(); ++h)
      for (int k = 0; k < found.following; ++k) {
        const auto& others = player == 0 ? two : one;
        const auto cards = std::ranges::count_if(next, [&](std::uint8_t card) {
          return !std::ranges::count(hands[h], card) && !std::ranges::count(others, card) &&
                 given[card][h] == found.first[h] + k;
        });
        CHECK(found.counts[player][k * hands.size() + h] == cards);
      }
}

// Where one card may come, hands that have it lead nowhere.
void check_one_card() {
  luck::NextStates found;
  found.after = {{}, {5, 0, 7}};
  const std::vector<std::vector<int>> with = {{0}, {1}, {2}};
  const std::array<std::uint8_t, 1> held{1};
  found.count(std::array<std::uint8_t, 1>{1}, with, {held, std::span<const std::uint8_t>()});
  CHECK(found.following == 1);
  CHECK((found.counts[0] == std::vector<std::int32_t>{1, 0, 1}));
  CHECK((found.counts[1] == std::vector<std::int32_t>{0, 0, 0}));
}

}  // namespace

int main() {
  if (!instruction_set_is_here()) return not_here;
  std::mt19937_64 random(1);
  for (int span = 1; span < 25; ++span) check_counts(span, random);
  check_one_card();
}
