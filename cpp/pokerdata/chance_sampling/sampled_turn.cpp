#include "pokerdata/chance_sampling/sampled_turn.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata::chance_sampling {
namespace {

constexpr int pairs_of(int cards) { return cards * (cards - 1) / 2; }

std::vector<std::uint16_t> distinct(std::vector<std::uint16_t> states) {
  std::sort(states.begin(), states.end());
  states.erase(std::unique(states.begin(), states.end()), states.end());
  return states;
}

}  // namespace

std::array<cards::Card, 4> turn_of(cards::CardSet deck, std::uint64_t seed, std::int64_t iteration) {
  support::Random random(support::Use::responses, seed, static_cast<std::uint64_t>(iteration));
  std::array<cards::Card, 4> board{};
  cards::CardSet left = deck;
  for (cards::Card& card : board) {
    int skip = random.below(static_cast<std::uint32_t>(std::popcount(left)));
    cards::CardSet rest = left;
    while (skip--) rest &= rest - 1;
    card = static_cast<cards::Card>(std::countr_zero(rest));
    left &= ~cards::set_of(card);
  }
  return board;
}

SampledTurn::SampledTurn(cards::CardSet deck, std::vector<int> states)
    : deck_(deck), states_(std::move(states)) {}

int SampledTurn::turn_hands(cards::CardSet deck) { return pairs_of(std::popcount(deck) - 4); }
int SampledTurn::river_hands(cards::CardSet deck) { return pairs_of(std::popcount(deck) - 5); }
double SampledTurn::opposing(cards::CardSet deck) { return pairs_of(std::popcount(deck) - 6); }
double SampledTurn::opposing_on_rivers(cards::CardSet deck) {
  return opposing(deck) * (std::popcount(deck) - 8);
}

std::vector<std::uint16_t> SampledTurn::states_on(int street, std::span<const cards::Card> board,
                                                  const StatesOfBoard& look_up,
                                                  const std::vector<std::uint16_t>& combinations) const {
  std::array<std::uint16_t, cards::combinations> all;
  look_up(street, board, all.data());
  std::vector<std::uint16_t> found;
  found.reserve(combinations.size());
  for (const std::uint16_t c : combinations) {
    if (all[c] >= states_[street])
      throw support::expected({"state on street ", street + 1, " of board ",
                               cards::format_cards(board.data(), static_cast<int>(board.size()))},
                              {"0 to ", states_[street] - 1}, all[c]);
    found.push_back(all[c]);
  }
  return found;
}

void SampledTurn::deal(const std::array<cards::Card, 4>& board, const StatesOfBoard& look_up,
                       const FlopHands& flops) {
  const cards::CardSet dealt = cards::set_of(board);
  const cards::CardSet left = deck_ & ~dealt;
  combination_.clear();
  low_.clear();
  high_.clear();
  std::array<std::uint16_t, cards::combinations> place{};
  for (int c = 0; c < cards::combinations; ++c) {
    const auto [low, high] = cards::all_combinations[c];
    if ((left & cards::set_of(low)) == 0 || (left & cards::set_of(high)) == 0) continue;
    place[c] = static_cast<std::uint16_t>(combination_.size());
    combination_.push_back(static_cast<std::uint16_t>(c));
    low_.push_back(low);
    high_.push_back(high);
  }
  for (int street = 0; street < 3; ++street) {
    const std::span<const cards::Card> seen(board.data(), static_cast<std::size_t>(board_cards[street]));
    state_[street] = states_on(street, seen, look_up, combination_);
    found_[street] = distinct(state_[street]);
  }
  std::array<std::uint16_t, cards::combinations> on_flop;
  first_ = flops.classes_on({board.data(), 3}, on_flop.data());
  for (auto& seen : seen_) seen.clear();
  for (const std::uint16_t c : combination_) {
    seen_[0].push_back(preflop_class_of()[c]);
    seen_[1].push_back(on_flop[c]);
  }

  rivers_.clear();
  evaluator::ShowdownOrder order;
  for (int card = 0; card < cards::deck_size; ++card) {
    if ((left & cards::set_of(static_cast<cards::Card>(card))) == 0) continue;
    const std::array<cards::Card, 5> all{board[0], board[1], board[2], board[3],
                                         static_cast<cards::Card>(card)};
    order.sort(all.data(), 5);
    River& river = rivers_.emplace_back();
    std::vector<std::uint16_t> combinations;
    for (int g = 0; g < order.groups; ++g) {
      for (int i = order.group_start[g]; i < order.group_start[g + 1]; ++i) {
        const std::uint16_t c = order.combination[i];
        if (cards::all_combinations[c].cards() & ~left) continue;
        combinations.push_back(c);
        river.low.push_back(cards::all_combinations[c].low);
        river.high.push_back(cards::all_combinations[c].high);
        river.at.push_back(place[c]);
      }
      river.group_end.resize(combinations.size(), static_cast<std::uint16_t>(combinations.size()));
    }
    river.state = states_on(3, all, look_up, combinations);
    river.found = distinct(river.state);
  }
}

}  // namespace pokerdata::chance_sampling
