#include "pokerdata/real_cards/dealt_board.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/isomorphism/suits.hpp"
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
                      const DealtBoard* before, const Look& opponent, const Look* own,
                      std::span<const std::uint8_t> keeping) {
  keeping_.assign(keeping.begin(), keeping.end());
  alike_ = {};
  for (int c = 0; c < cards::deck_size; ++c) {
    int first = c;
    for (const int p : keeping) first = std::min<int>(first, isomorphism::permuted(p, c));
    first_alike_[c] = static_cast<std::uint8_t>(first);
    alike_[first] += 1;
  }
  hands_.clear();
  valued_.clear();
  groups_.clear();
  stretches_.clear();
  group_cards_.clear();
  group_members_.clear();
  cards_.clear();
  members_.clear();
  group_place_.assign(cards::combinations, -1);
  place_.assign(cards::combinations, -1);
  const States states = look_up(opponent, street, board);
  const States own_states = own ? look_up(*own, street, board) : States{};
  const cards::CardSet free = deck & ~cards::set_of(board);
  const auto add = [&](int combination) {
    const auto [low, high] = cards::all_combinations[combination];
    if ((free >> low & 1) == 0 || (free >> high & 1) == 0) return;
    check_state(opponent, street, board, states[combination]);
    if (own) check_state(*own, street, board, own_states[combination]);
    hands_.push_back({static_cast<std::uint16_t>(combination), states[combination], own_states[combination],
                      0, low, high, 0, 0, 1});
  };
  std::vector<int> ends;  // of groups
  if (static_cast<int>(board.size()) < river_cards) {
    for (int c = 0; c < cards::combinations; ++c) add(c);
  } else {
    evaluator::ShowdownOrder order;
    order.sort(board.data(), river_cards);
    for (int g = 0; g < order.groups; ++g) {
      for (int i = order.group_start[g]; i < order.group_start[g + 1]; ++i) add(order.combination[i]);
      ends.push_back(static_cast<int>(hands_.size()));
    }
  }
  find_classes(before);
  int first = 0;
  for (const int end : ends) {
    if (end > first) add_group(first, end);
    first = end;
  }
  if (stretches_.empty()) {
    for (const Hand& hand : hands_) add_valued(hand);
    stretches_.push_back({static_cast<int>(valued_.size()), 0});
  }
  list_valued();
  list_cards(0, static_cast<int>(hands_.size()), cards_, members_, place_);
}

// Numbers the pairs of class before and state, in the order of the hands.
void DealtBoard::find_classes(const DealtBoard* before) {
  constexpr std::uint32_t slots = 4096;  // more than three times the hands
  std::array<std::uint32_t, slots> keys;
  std::array<std::uint16_t, slots> numbers;
  keys.fill(~0u);
  classes_.clear();
  for (Hand& hand : hands_) {
    const std::uint16_t like = before ? before->class_of_[hand.combination] : std::uint16_t{0};
    const std::uint32_t key = std::uint32_t{like} << 16 | hand.state;
    std::uint32_t at = key * 2654435769u >> 20;
    while (keys[at] != key && keys[at] != ~0u) at = (at + 1) % slots;
    if (keys[at] != key) {
      keys[at] = key;
      numbers[at] = static_cast<std::uint16_t>(classes_.size());
      classes_.push_back({like, hand.state});
    }
    class_of_[hand.combination] = hand.kind = numbers[at];
  }
}

void DealtBoard::add_group(int first, int end) {
  Group group{static_cast<std::int32_t>(group_cards_.size()), 0, 0, 0, 0};
  list_cards(first, end, group_cards_, group_members_, group_place_);
  group.end_card = static_cast<std::int32_t>(group_cards_.size());
  // It goes on with the stretch of the groups before if there is room.
  const int places =
      groups_.empty() ? 0 : groups_.back().first_place + groups_.back().end_card - groups_.back().first_card;
  const bool goes_on = !groups_.empty() && places + group.end_card - group.first_card <= usual_places;
  if (goes_on)
    group.first_place = places;
  else
    stretches_.push_back({});
  std::array<std::uint8_t, cards::deck_size> place{};
  for (int c = group.first_card; c < group.end_card; ++c)
    place[group_cards_[c].card] = static_cast<std::uint8_t>(group.first_place + c - group.first_card);
  group.members = static_cast<std::int32_t>(group_members_.size());
  for (int h = first; h < end; ++h) {
    hands_[h].low_place = place[first_alike_[hands_[h].low]];
    hands_[h].high_place = place[first_alike_[hands_[h].high]];
    add_valued(hands_[h]);
    add_member(hands_[h], group.members, group_members_, group_place_);
  }
  group.end_members = static_cast<std::int32_t>(group_members_.size());
  groups_.push_back(group);
  stretches_.back() = {static_cast<std::int32_t>(valued_.size()), static_cast<std::int32_t>(groups_.size())};
}

void DealtBoard::list_valued() {
  for (std::vector<std::uint32_t>& numbers : numbers_) numbers.resize(valued_.size());
  for (std::size_t h = 0; h < valued_.size(); ++h) {
    const Hand& hand = valued_[h];
    numbers_[0][h] = hand.low;
    numbers_[1][h] = hand.high;
    numbers_[2][h] = hand.low_place;
    numbers_[3][h] = hand.high_place;
    numbers_[4][h] = hand.kind;
  }
}

void DealtBoard::add_valued(const Hand& hand) {
  int alike = 1;
  if (keeping_.size() > 1) {
    const auto& maps = isomorphism::combination_maps();
    int kept = 0;
    for (const int p : keeping_) {
      if (maps[p][hand.combination] < hand.combination) return;
      kept += maps[p][hand.combination] == hand.combination;
    }
    alike = static_cast<int>(keeping_.size()) / kept;
  }
  valued_.push_back(hand);
  valued_.back().low = first_alike_[hand.low];
  valued_.back().high = first_alike_[hand.high];
  valued_.back().alike = static_cast<float>(alike);
}

// Counts a hand with its class, among the members from `begin` on.
void DealtBoard::add_member(const Hand& hand, std::int32_t begin, std::vector<Member>& members,
                            std::vector<std::int32_t>& place) {
  std::int32_t& known = place[hand.kind];
  if (known >= begin) {
    members[known].count += 1;
    return;
  }
  known = static_cast<std::int32_t>(members.size());
  members.push_back({hand.kind, 1});
}

// Appends the cards of some hands, rising, each with the classes of the hands that hold it.
void DealtBoard::list_cards(int first, int end, std::vector<CardHands>& cards, std::vector<Member>& members,
                            std::vector<std::int32_t>& place) {
  std::array<std::int32_t, cards::deck_size + 1> start{};
  for (int h = first; h < end; ++h) {
    ++start[hands_[h].low + 1];
    ++start[hands_[h].high + 1];
  }
  for (int c = 0; c < cards::deck_size; ++c) start[c + 1] += start[c];
  std::array<std::uint16_t, std::size_t{2} * cards::combinations> with;  // hands by card
  std::array<std::int32_t, cards::deck_size + 1> at = start;
  for (int h = first; h < end; ++h)
    with[at[hands_[h].low]++] = with[at[hands_[h].high]++] = static_cast<std::uint16_t>(h);
  for (int c = 0; c < cards::deck_size; ++c) {
    if (start[c] == start[c + 1] || first_alike_[c] != c) continue;
    const auto begin = static_cast<std::int32_t>(members.size());
    for (std::int32_t i = start[c]; i < start[c + 1]; ++i) add_member(hands_[with[i]], begin, members, place);
    cards.push_back({c, begin, static_cast<std::int32_t>(members.size()), alike_[c]});
  }
}

HandsView DealtBoard::view() const {
  return {valued_.data(),
          numbers_[0].data(),
          numbers_[1].data(),
          numbers_[2].data(),
          numbers_[3].data(),
          numbers_[4].data(),
          groups_.data(),
          stretches_.data(),
          static_cast<int>(stretches_.size()),
          group_cards_.data(),
          group_members_.data(),
          cards_.data(),
          static_cast<int>(cards_.size()),
          members_.data(),
          classes_.data(),
          static_cast<int>(classes_.size())};
}

}  // namespace pokerdata::real_cards
