#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/real_cards/board_kernel.hpp"

namespace pokerdata::real_cards {

// The state of every combination on a board in dealt order (0, 3, 4 or 5 cards), uint16 [1326]; the same for
// boards and hands that differ in their suits alone. What stands where a combination shares a card with the
// board does not matter.
using StatesOfBoard =
    std::function<void(int street, std::span<const cards::Card> board, std::uint16_t* states)>;

// What a player takes hands for: how many states there are on each street, and which one a hand is in.
struct Look {
  std::vector<int> states;
  StatesOfBoard of_board;
};

// A board and the hands that it leaves, as the kernel takes them: in groups of equal strength that rise where
// the board is complete.
class DealtBoard {
 public:
  // deck: the cards of the game. before: the board of the street before, or null. own: what the responder
  // takes his hands for, or null. keeping: permutations of suits that keep each card of the board; values are
  // found for the first of the hands that they make alike, times how many these are. Throws ArgumentError for
  // states that are none.
  void deal(cards::CardSet deck, std::span<const cards::Card> board, int street, const DealtBoard* before,
            const Look& opponent, const Look* own, std::span<const std::uint8_t> keeping);
  HandsView view() const;
  const std::vector<Hand>& hands() const { return hands_; }
  const std::vector<Class>& classes() const { return classes_; }

 private:
  void add_group(int first, int end);
  void find_classes(const DealtBoard* before);
  void add_member(const Hand& hand, std::int32_t begin, std::vector<Member>& members,
                  std::vector<std::int32_t>& place);
  void list_cards(int first, int end, std::vector<CardHands>& cards, std::vector<Member>& members,
                  std::vector<std::int32_t>& place);

  void add_valued(const Hand& hand);

  void list_valued();

  std::vector<Hand> hands_, valued_;
  std::array<std::vector<std::uint32_t>, 5> numbers_;  // of those valued, as the kernel has them
  std::vector<std::uint8_t> keeping_;
  std::array<std::uint8_t, cards::deck_size> first_alike_{};  // of each card
  std::array<float, cards::deck_size> alike_{};               // cards, where it is the first
  std::vector<Group> groups_;
  std::vector<Stretch> stretches_;
  std::vector<CardHands> group_cards_, cards_;
  std::vector<Member> group_members_, members_;
  std::vector<Class> classes_;
  std::array<std::uint16_t, cards::combinations> class_of_{};  // by combination
  std::vector<std::int32_t> group_place_, place_;              // the last member of each class
};

}  // namespace pokerdata::real_cards
