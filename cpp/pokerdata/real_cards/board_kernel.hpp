#pragma once
#include <cstdint>

#include "pokerdata/support/isa.hpp"

// What all hands of the responder are worth on one board, after as many histories as a vector has lanes. Rows
// of hands are [combination][lane].
namespace pokerdata::real_cards {

// A hand that the board leaves: its cards, what both players take it for, and where its cards stand among
// those of its stretch. It stands for all hands that the suits alone tell from it, and its cards for all such
// cards.
struct Hand {
  std::uint16_t combination, state, own;
  std::uint16_t kind;  // class
  std::uint8_t low, high, low_place, high_place;
  float alike;  // how many hands it stands for
};
// Hands that the opponent has taken for the same on all streets, which he reaches everything with alike: the
// class they were until the street before, and the state.
struct Class {
  std::uint16_t like, state;
};
// The opponent's hands with one card, among all or among those of a group.
struct CardHands {
  std::int32_t card, first, end;  // into the members
  float alike;                    // how many cards it stands for
};
// Hands of a class.
struct Member {
  std::int32_t kind;
  float count;
};
// Hands of equal strength.
struct Group {
  std::int32_t first_card, end_card;  // into the cards of groups
  std::int32_t first_place;           // where the first of these cards stands in the stretch
  std::int32_t members, end_members;  // all its hands, among the members of groups
  std::int32_t end_valued;            // of its hands whose values are found
};
// Hands whose values are found together, once their groups came in: some groups, or all hands before the
// last street.
struct Stretch {
  std::int32_t end, end_group;  // of hands and groups
};
// Cards of groups in a stretch: enough for one group, and for a few small ones.
constexpr int most_places = 52, usual_places = 24;

struct HandsView {
  const Hand* hands;
  // The same of each.
  const std::uint32_t *lows, *highs, *low_places, *high_places, *kinds;
  const Group* groups;
  const Stretch* stretches;
  int stretch_count;
  const CardHands* group_cards;  // of all groups, one after the other
  const Member* group_members;
  const CardHands* cards;  // of all hands
  int card_count;
  const Member* members;
  const Class* classes;
  int class_count;
};

// A functional is a sum over the opponent's hands that share no card with the own one: at a showdown the
// weaker less the stronger ones, at a fold all of them, or both together. Functionals are numbered in this
// order: showdowns alone, showdowns with a fold, folds alone. Rows of his reach, times the chips at stake,
// come so: those of showdowns, those of folds with a showdown, those of folds alone that are no multiples of
// others.
enum class Source : std::uint8_t { showdown, showdown_and_fold, fold, showdown_or_fold, row, kept, value };
enum class Join : std::uint8_t { set, add, max };
// A step of finding a hand's value: it is joined with what a source gives. kept: the value kept last is
// joined with this one, and no longer kept.
struct Operation {
  Source source;  // value: itself
  Join join;
  std::int32_t index;   // functional or row
  std::int32_t second;  // showdown_or_fold, the larger of two functionals: the fold
  std::int32_t share;   // what the source is times: what the responder's own strategy does, or -1
  bool keep = false;    // whether the value is kept then, and another one begun
};

struct ColumnView {
  // After all-ins, nothing but showdowns: as many columns side by side as there are vectors.
  bool settled;
  const float* reach;  // of the opponent at the street's root: [class][lane]
  const float* table;  // his reach below it, times chips: [state][vectors][lane]; settled: chips
  const float* own;    // the responder's strategy: [own state][shares][lane], or null
  std::int32_t vectors, shares;
  // Functionals; of them those with a showdown, and the first with a fold; rows of reach that they are sums
  // of; values of a hand at once.
  std::int32_t functionals, showdowns, first_fold, summed, values_at_once;
  // Of folds alone: the row of reach, and what it is times: [fold][lane].
  const std::int32_t* fold_rows;
  const float* fold_factors;
  const Operation* operations;
  std::int32_t operation_count;
  const float* const* rows;  // values of the next street's roots, rows of hands
  float weight;
  float* values;   // rows of hands; what is found, times the weight, is added
  float* scratch;  // scratch_rows() vectors
};

// Vectors of scratch memory that a column needs, with so many values of a hand at once, on boards with so
// many classes of hands.
constexpr int hands_at_once = 32;
constexpr int scratch_rows(int functionals, int showdowns, int summed, int values, int classes) {
  return 53 * functionals + (most_places + 1) * showdowns + summed + hands_at_once * values +
         summed * classes;
}

// clang-format off
POKERDATA_KERNELS(
    int width();  // lanes
    void add_board_values(const HandsView& hands, const ColumnView& column);)
// clang-format on

}  // namespace pokerdata::real_cards
