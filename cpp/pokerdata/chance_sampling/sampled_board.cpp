#include "pokerdata/chance_sampling/sampled_board.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/cards/draw_card.hpp"
#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata::chance_sampling {

std::array<cards::Card, 5> board_of(std::uint64_t seed, std::int64_t iteration) {
  support::Random random(support::Use::chance_sampling, seed, static_cast<std::uint64_t>(iteration));
  std::array<cards::Card, 5> board{};
  cards::CardSet dealt = 0;
  for (cards::Card& card : board) card = cards::draw_card(cards::deck_size, dealt, random);
  return board;
}

void HandClasses::find(std::span<const std::uint16_t> states, int number) {
  std::vector<std::uint16_t> place(static_cast<std::size_t>(number), 0);
  for (const std::uint16_t s : states) place[s] = 1;
  count = 0;
  for (int s = 0; s < number; ++s) {
    if (!place[s]) continue;
    state[count] = static_cast<std::uint16_t>(s);
    place[s] = static_cast<std::uint16_t>(count++);
  }
  for (std::size_t h = 0; h < states.size(); ++h) of_hand[h] = place[states[h]];
}

void SampledBoard::deal(const std::array<cards::Card, 5>& board, std::span<const int> states,
                        const StatesOfBoard& look_up) {
  cards = board;
  evaluator::ShowdownOrder order;
  order.sort(cards.data(), 5);
  for (int g = 0; g < order.groups; ++g)
    std::fill(group_end.begin() + order.group_start[g], group_end.begin() + order.group_start[g + 1],
              order.group_start[g + 1]);
  for (int h = 0; h < sampled_hands; ++h) {
    low[h] = cards::all_combinations[order.combination[h]].low;
    high[h] = cards::all_combinations[order.combination[h]].high;
  }
  streets.resize(states.size());
  std::array<std::uint16_t, cards::combinations> all;
  std::array<std::uint16_t, sampled_hands> here;
  for (std::size_t r = 0; r < states.size(); ++r) {
    look_up(static_cast<int>(r), {cards.data(), static_cast<std::size_t>(board_cards[r])}, all.data());
    for (int h = 0; h < sampled_hands; ++h) {
      here[h] = all[order.combination[h]];
      if (here[h] >= states[r])
        throw support::expected(
            {"state on street ", r + 1, " of board ", cards::format_cards(cards.data(), 5)},
            {"0 to ", states[r] - 1}, here[h]);
    }
    streets[r].find(here, states[r]);
  }
}

}  // namespace pokerdata::chance_sampling
