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

// Hands counted by their class, those with one card or of one group after the other.
class MemberList {
 public:
  // most: hands that will be added.
  void clear(std::size_t most);
  // Hands that are added from now on are counted anew. Returns where they stand.
  std::int32_t begin() { return first_ = size_; }
  void add(std::int32_t kind) {
    // Without a branch, which could not be predicted.
    const bool known = place_[kind] >= first_;
    const std::int32_t at = known ? place_[kind] : size_;
    members_[at] = {kind, known ? members_[at].count + 1 : 1.0f};
    place_[kind] = at;
    size_ += known ? 0 : 1;
  }
  std::int32_t size() const { return size_; }
  const Member* data() const { return members_.data(); }

 private:
  std::vector<Member> members_;
  std::vector<std::int32_t> place_;  // the last member of each class
  std::int32_t first_ = 0, size_ = 0;
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
  // Hands that one of those valued stands for at most.
  int most_alike() const { return keeping_.empty() ? 1 : static_cast<int>(keeping_.size()); }

 private:
  void add_group(int first, int end);
  void find_classes(const DealtBoard* before);
  void list_cards(int first, int end, std::vector<CardHands>& cards, MemberList& members);
  bool is_alike() const { return keeping_.size() > 1; }
  const std::vector<Hand>& valued() const { return is_alike() ? firsts_ : hands_; }
  std::int32_t list_alike(int first, int end);
  void list_valued();

  std::vector<Hand> hands_, firsts_;
  std::array<std::vector<std::uint32_t>, 5> numbers_;  // of those valued, as the kernel has them
  std::vector<std::uint8_t> keeping_;
  std::array<std::uint8_t, cards::deck_size> first_alike_{};  // of each card
  std::array<float, cards::deck_size> alike_{};               // cards, where it is the first
  std::vector<Group> groups_;
  std::vector<Stretch> stretches_;
  std::vector<CardHands> group_cards_, cards_;
  MemberList group_members_, members_;
  std::vector<Class> classes_;
  std::array<std::uint16_t, cards::combinations> class_of_{};  // by combination
};

}  // namespace pokerdata::real_cards
