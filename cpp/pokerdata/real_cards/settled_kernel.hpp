#pragma once
#include <cstdint>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/real_cards/board_kernel.hpp"
#include "pokerdata/support/isa.hpp"

// Rivers after all-ins, when all that is left is a showdown: the opponent comes to it alike with all hands of
// a class of the turn, so hands are counted once for all histories.
namespace pokerdata::real_cards {

struct CountsView {
  std::int32_t row;       // numbers of a combination, one a class of the turn; a multiple of settled_unit
  std::int16_t times;     // how many rivers the board stands for
  std::int16_t* counts;   // [combination][row]
  std::int16_t* scratch;  // settled_scratch rows
};
// Of the widest vectors.
constexpr int settled_unit = 32, settled_scratch = cards::deck_size + 1;

struct SettledView {
  const float* counts;  // [combination][row]
  const Hand* hands;    // that the turn leaves
  std::int32_t hand_count, row, classes;
  const float* reach;  // of the opponent: [class][vectors][lane]
  const float* chips;  // at stake: [vectors][lane]
  std::int32_t vectors;
  float* values;   // [combination][vectors][lane]; what is found is added
  float* scratch;  // [class][vectors][lane]
};

// clang-format off
POKERDATA_KERNELS(
    // Adds, for each hand of the responder and each class, how many hands of it that share no card with the
    // own one are weaker, less how many are stronger, times the rivers that the board stands for and the
    // hands that it makes alike.
    void count_showdowns(const HandsView& hands, const CountsView& to);
    // Adds the chips that hands win: the counts of each class times what the opponent reaches with it and what
    // is at stake.
    void settle_counts(const SettledView& view);)
// clang-format on

}  // namespace pokerdata::real_cards
