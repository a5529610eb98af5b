#include "pokerdata/abstraction/card_states.hpp"

#include <algorithm>
#include <utility>

#include "pokerdata/evaluator/showdown.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/dealt.hpp"
#include "pokerdata/isomorphism/suits.hpp"

namespace pokerdata {
namespace {

// Where the hands of a raw board are kept: a row, and the column of each combination.
struct Place {
  std::int64_t row;
  const std::uint16_t* columns;
};

Place place_at(std::int64_t board, int permutation) {
  return {board * combinations, combination_maps()[permutation].data()};
}

CardSet board_set(std::span<const Card> cards) {
  CardSet result = 0;
  for (const Card card : cards) result |= set_of(card);
  return result;
}

Place canonical_place(std::span<const Card> board) {
  const Boards& boards = Boards::get(static_cast<int>(board.size()));
  const std::uint32_t raw = set_index(board_set(board));
  return place_at(boards.canonical[raw], boards.permutation[raw]);
}

Place dealt_turn_place(std::span<const Card> board) {
  const Boards& flops = Boards::get(3);
  const DealtTurns& turns = DealtTurns::get();
  const std::uint32_t raw = set_index(board_set(board.first(3)));
  const int to_flop = flops.permutation[raw];
  const std::int64_t at = std::int64_t{flops.canonical[raw]} * deck_size + permuted(to_flop, board[3]);
  return place_at(turns.index[at], composed[to_flop][turns.permutation[at]]);
}

Place place_before_river(int street, std::span<const Card> board) {
  if (street == 0) return place_at(0, 0);
  return street == 1 ? canonical_place(board.first(3)) : dealt_turn_place(board.first(4));
}

}  // namespace

CardStates::CardStates(HistoryBuckets buckets, const std::uint16_t* river_n)
    : rows_{std::move(buckets.preflop), std::move(buckets.flop), std::move(buckets.turn)},
      river_values_(river_n),
      river_value_count_(river_denominator + 1) {
  for (int street = 0; street < streets; ++street) states_[street] = buckets.sequences(street);
  const Thresholds& river = buckets.thresholds[3];
  river_states_.resize(std::size_t(states_[2]) * river_value_count_);
  for (int before = 0; before < states_[2]; ++before)
    for (int n = 0; n < river_value_count_; ++n)
      river_states_[std::size_t(before) * river_value_count_ + n] =
          static_cast<std::uint16_t>(before * river.buckets + river.bucket(before, n));
}

void CardStates::of_board(int street, std::span<const Card> board, std::uint16_t* states) const {
  const Place before = place_before_river(std::min(street, 2), board);
  const std::uint16_t* row = rows_[std::min(street, 2)].data() + before.row;
  if (street < 3) {
    for (int c = 0; c < combinations; ++c) states[c] = row[before.columns[c]];
    return;
  }
  const Place place = canonical_place(board);
  const std::uint16_t* values = river_values_ + place.row;
  for (int c = 0; c < combinations; ++c) {
    const int value = values[place.columns[c]];
    states[c] = value == no_state
                    ? no_state
                    : river_states_[std::size_t(row[before.columns[c]]) * river_value_count_ + value];
  }
}

std::uint16_t CardStates::of_hand(int street, int combination, std::span<const Card> board) const {
  const Place before = place_before_river(std::min(street, 2), board);
  const std::uint16_t state = rows_[std::min(street, 2)][before.row + before.columns[combination]];
  if (street < 3) return state;
  const Place place = canonical_place(board);
  return river_states_[std::size_t(state) * river_value_count_ +
                       river_values_[place.row + place.columns[combination]]];
}

}  // namespace pokerdata
