#include "pokerdata/real_cards/dealt_board.hpp"

#include <array>
#include <string>

#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::real_cards {
namespace {

constexpr int river_cards = 5;

using States = std::array<std::uint16_t, cards::combinations>;

States look_up(const Look& look, int street, std::span<const cards::Card> board) {
  States found;
  look.of_board(street, board, found.data());
  return found;
}

void check_state(const Look& look, int street, std::span<const cards::Card> board, std::uint16_t state) {
  if (state >= look.states[street])
    throw support::ArgumentError("state on street " + std::to_string(street + 1) + " of board " +
                                 cards::format_cards(board.data(), static_cast<int>(board.size())) +
                                 ": expected 0 to " + std::to_string(look.states[street] - 1) + ", got " +
                                 std::to_string(state));
}

}  // namespace

void DealtBoard::deal(cards::CardSet deck, std::span<const cards::Card> board, int street,
                      const Look& opponent, const Look* own) {
  hands_.clear();
  groups_.clear();
  group_cards_.clear();
  group_members_.clear();
  cards_.clear();
  members_.clear();
  const States states = look_up(opponent, street, board);
  const States own_states = own ? look_up(*own, street, board) : States{};
  const cards::CardSet free = deck & ~cards::set_of(board);
  const auto add = [&](int combination) {
    const auto [low, high] = cards::all_combinations[combination];
    if ((free >> low & 1) == 0 || (free >> high & 1) == 0) return;
    check_state(opponent, street, board, states[combination]);
    if (own) check_state(*own, street, board, own_states[combination]);
    hands_.push_back({static_cast<std::uint16_t>(combination), states[combination], own_states[combination],
                      low, high, 0, 0});
  };
  if (static_cast<int>(board.size()) < river_cards) {
    for (int c = 0; c < cards::combinations; ++c) add(c);
    add_group(0, false);
  } else {
    evaluator::ShowdownOrder order;
    order.sort(board.data(), river_cards);
    for (int g = 0; g < order.groups; ++g) {
      const auto first = static_cast<int>(hands_.size());
      for (int i = order.group_start[g]; i < order.group_start[g + 1]; ++i) add(order.combination[i]);
      if (first < static_cast<int>(hands_.size())) add_group(first, true);
    }
  }
  list_cards(0, static_cast<int>(hands_.size()), cards_, members_);
}

// The hands from `first` on are a group.
void DealtBoard::add_group(int first, bool with_cards) {
  const auto end = static_cast<std::int32_t>(hands_.size()),
             cards = static_cast<std::int32_t>(group_cards_.size());
  if (with_cards) {
    list_cards(first, end, group_cards_, group_members_);
    std::array<std::uint8_t, cards::deck_size> place{};
    for (std::size_t c = cards; c < group_cards_.size(); ++c)
      place[group_cards_[c].card] = static_cast<std::uint8_t>(c - cards);
    for (int h = first; h < end; ++h) {
      hands_[h].low_place = place[hands_[h].low];
      hands_[h].high_place = place[hands_[h].high];
    }
  }
  groups_.push_back({first, end, cards, static_cast<std::int32_t>(group_cards_.size())});
}

// Appends the cards of some hands, rising, each with the hands that hold it.
void DealtBoard::list_cards(int first, int end, std::vector<CardHands>& cards, std::vector<Member>& members) {
  std::array<std::int32_t, cards::deck_size> count{}, at;
  for (int h = first; h < end; ++h) {
    ++count[hands_[h].low];
    ++count[hands_[h].high];
  }
  auto next = static_cast<std::int32_t>(members.size());
  for (int c = 0; c < cards::deck_size; ++c) {
    at[c] = next;
    if (count[c] > 0) cards.push_back({c, next, next + count[c]});
    next += count[c];
  }
  members.resize(next);
  for (int h = first; h < end; ++h) {
    const Hand& hand = hands_[h];
    members[at[hand.low]++] = members[at[hand.high]++] = {hand.combination, hand.state};
  }
}

HandsView DealtBoard::view() const {
  return {hands_.data(),         groups_.data(), static_cast<int>(groups_.size()), group_cards_.data(),
          group_members_.data(), cards_.data(),  static_cast<int>(cards_.size()),  members_.data()};
}

}  // namespace pokerdata::real_cards
