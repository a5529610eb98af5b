#include "pokerdata/real_cards/dealt_board.hpp"

#include <algorithm>
#include <array>
#include <bit>
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
    throw support::expected({"state on street ", street + 1, " of board ",
                             cards::format_cards(board.data(), static_cast<int>(board.size()))},
                            {"0 to ", look.states[street] - 1}, state);
}

}  // namespace

void MemberList::clear(std::size_t most) {
  members_.resize(most + 1);
  place_.assign(cards::combinations, -1);
  first_ = size_ = 0;
}

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
  firsts_.clear();
  groups_.clear();
  stretches_.clear();
  group_cards_.clear();
  cards_.clear();
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
  // A hand counts with each of its cards, and with its group.
  members_.clear(2 * hands_.size());
  group_members_.clear(3 * hands_.size());
  int first = 0;
  for (const int end : ends) {
    if (end > first) add_group(first, end);
    first = end;
  }
  if (stretches_.empty()) stretches_.push_back({list_alike(0, static_cast<int>(hands_.size())), 0});
  list_valued();
  list_cards(0, static_cast<int>(hands_.size()), cards_, members_);
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
  Group group{static_cast<std::int32_t>(group_cards_.size()), 0, 0, 0, 0, 0};
  list_cards(first, end, group_cards_, group_members_);
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
  group.members = group_members_.begin();
  for (int h = first; h < end; ++h) {
    hands_[h].low_place = place[first_alike_[hands_[h].low]];
    hands_[h].high_place = place[first_alike_[hands_[h].high]];
    group_members_.add(hands_[h].kind);
  }
  group.end_members = group_members_.size();
  group.end_valued = list_alike(first, end);
  groups_.push_back(group);
  stretches_.back() = {group.end_valued, static_cast<std::int32_t>(groups_.size())};
}

void DealtBoard::list_valued() {
  for (std::vector<std::uint32_t>& numbers : numbers_) numbers.resize(valued().size());
  for (std::size_t h = 0; h < valued().size(); ++h) {
    const Hand& hand = valued()[h];
    numbers_[0][h] = hand.low;
    numbers_[1][h] = hand.high;
    numbers_[2][h] = hand.low_place;
    numbers_[3][h] = hand.high_place;
    numbers_[4][h] = hand.kind;
  }
}

// Appends those of some hands that stand for all that the suits make alike. Returns how many there are now.
std::int32_t DealtBoard::list_alike(int first, int end) {
  if (!is_alike()) return end;
  const auto& maps = isomorphism::combination_maps();
  for (int h = first; h < end; ++h) {
    const int combination = hands_[h].combination;
    int kept = 0;
    bool is_first = true;
    for (const int p : keeping_) {
      is_first = is_first && maps[p][combination] >= combination;
      kept += maps[p][combination] == combination;
    }
    if (!is_first) continue;
    Hand& hand = firsts_.emplace_back(hands_[h]);
    hand.low = first_alike_[hand.low];
    hand.high = first_alike_[hand.high];
    hand.alike = static_cast<float>(most_alike() / kept);
  }
  return static_cast<std::int32_t>(firsts_.size());
}

// Appends the cards of some hands, rising, each with the classes of the hands that hold it.
void DealtBoard::list_cards(int first, int end, std::vector<CardHands>& cards, MemberList& members) {
  std::array<std::uint16_t, cards::deck_size> count{}, at;
  cards::CardSet held = 0;
  for (int h = first; h < end; ++h)
    for (const std::uint8_t card : {hands_[h].low, hands_[h].high}) {
      ++count[card];
      held |= cards::CardSet{1} << card;
    }
  int sum = 0;
  for (cards::CardSet left = held; left != 0; left &= left - 1) {
    const int c = std::countr_zero(left);
    at[c] = static_cast<std::uint16_t>(sum);
    sum += count[c];
  }
  std::array<std::uint16_t, std::size_t{2} * cards::combinations> with;  // hands by card
  for (int h = first; h < end; ++h)
    for (const std::uint8_t card : {hands_[h].low, hands_[h].high})
      with[at[card]++] = static_cast<std::uint16_t>(h);
  for (cards::CardSet left = held; left != 0; left &= left - 1) {
    const int c = std::countr_zero(left);
    if (first_alike_[c] != c) continue;
    const std::int32_t begin = members.begin();
    for (int i = at[c] - count[c]; i < at[c]; ++i) members.add(hands_[with[i]].kind);
    cards.push_back({c, begin, members.size(), alike_[c]});
  }
}

HandsView DealtBoard::view() const {
  return {valued().data(),
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
