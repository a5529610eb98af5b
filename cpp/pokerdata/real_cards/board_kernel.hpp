#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

// What all hands of the responder are worth on one board, after as many histories as a vector has lanes. Rows
// of hands are [combination][lane].
namespace pokerdata::real_cards {

// A hand that the board leaves: its cards, what both players take it for, and where its cards stand among
// those of its group.
struct Hand {
  std::uint16_t combination, state, own;
  std::uint16_t like;  // a combination that the opponent took for the same until the street before
  std::uint8_t low, high, low_place, high_place;
};
// The opponent's hands with one card, among all or among those of a group.
struct CardHands {
  std::int32_t card, first, end;  // into the members
};
// Hands that he has taken for the same on all streets, which he reaches everything with alike.
struct Member {
  std::uint16_t like, state;
  float count;
};
// Hands of equal strength; all of them before the last street.
struct Group {
  std::int32_t first, end;            // hands
  std::int32_t first_card, end_card;  // into the cards of groups
  std::int32_t members, end_members;  // all its hands, among the members of groups
};

struct HandsView {
  const Hand* hands;
  const Group* groups;
  int group_count;
  const CardHands* group_cards;  // of all groups, one after the other
  const Member* group_members;
  const CardHands* cards;  // of all hands
  int card_count;
  const Member* members;
};

// A functional is a sum over the opponent's hands that share no card with the own one: at a showdown the
// weaker less the stronger ones, at a fold all of them, or both together. Rows of his reach, times the chips
// at stake, come in the same order: those of functionals with a showdown, then those of functionals with a
// fold.
enum class Source : std::uint8_t { functional, row };
enum class Join : std::uint8_t { set, add, max };
// A step of a hand's value, on a stack of sums.
struct Operation {
  enum class Kind : std::uint8_t { take, save, join_saved, scale } kind;
  Source source;       // take
  Join join;           // take, join_saved
  std::int32_t index;  // take: functional or row
  std::int32_t share;  // take, scale: what the responder's own strategy does, or -1
};

struct ColumnView {
  const float* reach;  // of the opponent at the street's root, rows of hands
  const float* table;  // his reach below it, times chips: [state][vectors][lane]
  const float* own;    // the responder's strategy: [own state][shares][lane], or null
  std::int32_t vectors, shares;
  // Functionals are numbered: those with a showdown first, those with a fold last.
  std::int32_t functionals, showdowns, first_fold;
  const Operation* operations;
  std::int32_t operation_count;
  const float* const* rows;  // values of the next street's roots, rows of hands
  float weight;
  float* values;   // rows of hands; what is found, times the weight, is added
  float* scratch;  // scratch_rows() vectors
};

// Vectors of scratch memory that a column needs, with so many values saved at once.
constexpr int hands_at_once = 8;
constexpr int scratch_rows(int functionals, int showdowns, int folds, int saved) {
  return 2 * 52 * functionals + 3 * functionals + showdowns + folds +
         hands_at_once * (functionals + saved + 1);
}

// clang-format off
POKERDATA_KERNELS(
    int width();  // lanes
    void add_board_values(const HandsView& hands, const ColumnView& column);)
// clang-format on

}  // namespace pokerdata::real_cards
