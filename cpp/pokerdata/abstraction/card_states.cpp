#include "pokerdata/abstraction/card_states.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "pokerdata/abstraction/permuted_row.hpp"
#include "pokerdata/abstraction/reached.hpp"
#include "pokerdata/abstraction/sequence_building.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/dealt.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::abstraction {
namespace {

using Place = CardStates::Place;

constexpr std::size_t ahead = 2;  // rows that are fetched while others are read
constexpr int most_steps = 16;    // beyond, a look-up for each combination is as quick

Place place_at(std::int64_t board, int permutation) {
  return {board * cards::combinations, permutation, isomorphism::combination_maps()[permutation].data()};
}

// What rows hold of each combination on the raw board: [1,326].
void look_up(const std::uint16_t* rows, const Place& place, std::uint16_t* found) {
  POKERDATA_DISPATCH(permute_row)
  (rows + place.row, isomorphism::suit_permutations[place.permutation].data(), place.columns, found);
}

Place canonical_place(std::span<const cards::Card> board) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(static_cast<int>(board.size()));
  const std::uint32_t raw = isomorphism::set_index(cards::set_of(board));
  return place_at(boards.canonical[raw], boards.permutation[raw]);
}

Place dealt_turn_place(std::span<const cards::Card> board) {
  const auto [dealt_turn, permutation] = isomorphism::place_turn(cards::set_of(board.first(3)), board[3]);
  return place_at(dealt_turn, permutation);
}

Place place_before_river(int street, std::span<const cards::Card> board, bool perfect_recall) {
  if (street == 0) return place_at(0, 0);
  if (street == 1) return canonical_place(board.first(3));
  return perfect_recall ? dealt_turn_place(board) : canonical_place(board.first(4));
}

}  // namespace

CardStates::CardStates(BucketSequences sequences, const std::uint16_t* river_n)
    : perfect_recall_(true),
      rows_{std::move(sequences.preflop), std::move(sequences.flop), std::move(sequences.turn)},
      river_values_(river_n),
      river_states_(river_sequences(sequences)) {
  for (int street = 0; street < streets; ++street) states_[street] = sequences.sequences(street);
  find_steps();
}

CardStates::CardStates(const std::array<int, streets>& buckets,
                       const std::array<const std::uint16_t*, 3>& of_street,
                       const std::vector<std::uint64_t>& river_thresholds, const std::uint16_t* river_n)
    : perfect_recall_(false), states_(buckets), river_values_(river_n), river_states_(river_value_count) {
  check_river_thresholds(buckets, river_thresholds);
  const std::array<std::int64_t, 3> boards = {1, isomorphism::Boards::get(3).count(),
                                              isomorphism::Boards::get(4).count()};
  for (int street = 0; street < 3; ++street) {
    rows_[street].assign(of_street[street], of_street[street] + boards[street] * cards::combinations);
    for (std::int64_t board = 0; board < boards[street]; ++board) {
      const cards::CardSet set = street == 0 ? 0 : isomorphism::Boards::get(street + 2).set(board);
      for (int c = 0; c < cards::combinations; ++c) {
        std::uint16_t& state = rows_[street][board * cards::combinations + c];
        if (cards::all_combinations[c].cards() & set)
          state = no_state;
        else
          checked_bucket(state, buckets[street], street);
      }
    }
  }
  for (int n = 0; n < river_value_count; ++n)
    river_states_[n] = static_cast<std::uint16_t>(
        std::upper_bound(river_thresholds.begin(), river_thresholds.end(), n) - river_thresholds.begin());
  find_steps();
}

void CardStates::find_steps() {
  sound_ = std::make_unique<std::atomic<bool>[]>(isomorphism::Boards::get(5).count());
  const int rows = static_cast<int>(river_states_.size()) / river_value_count;
  step_count_ = states_[3] / rows - 1;
  if (step_count_ > most_steps) return;
  for (int before = 0; before < rows; ++before) {
    const auto states =
        std::span(river_states_).subspan(std::size_t(before) * river_value_count, river_value_count);
    const int first = before * (step_count_ + 1);
    steps_.push_back(static_cast<std::uint16_t>(first));
    for (int k = 1; k <= step_count_; ++k)
      steps_.push_back(
          static_cast<std::uint16_t>(std::ranges::lower_bound(states, first + k) - states.begin()));
  }
}

const std::uint16_t* CardStates::sound_row(std::int64_t row) const {
  const std::uint16_t* const values = river_values_ + row;
  std::atomic<bool>& sound = sound_[row / cards::combinations];
  if (sound.load(std::memory_order_relaxed)) return values;
  const cards::CardSet board = isomorphism::Boards::get(5).set(row / cards::combinations);
  for (int c = 0; c < cards::combinations; ++c) {
    const bool dead = cards::all_combinations[c].cards() & board;
    if (dead ? values[c] != no_state : values[c] >= river_value_count)
      throw support::expected(
          {"n on the river, board ", row / cards::combinations, ", combination ", c},
          (dead ? "65535, as it holds a card of the board" : "0 to " + std::to_string(river_value_count - 1)),
          {values[c], "; build river_strength again"});
  }
  sound.store(true, std::memory_order_relaxed);
  return values;
}

std::vector<std::uint16_t> CardStates::steps_after(const Row& before) const {
  const int width = 1 + step_count_;
  std::vector<std::uint16_t> found(std::size_t(width) * cards::combinations);
  for (int c = 0; c < cards::combinations; ++c) {
    const std::uint16_t* steps = steps_.data() + (before[c] == no_state ? 0 : before[c] * width);
    for (int k = 0; k < width; ++k) found[k * cards::combinations + c] = steps[k];
  }
  return found;
}

void CardStates::of_board(int street, std::span<const cards::Card> board, std::uint16_t* states) const {
  const int before_river = std::min(street, 2);
  if (street < 3) {
    const Place place = place_before_river(before_river, board, perfect_recall_);
    return look_up(rows_[before_river].data(), place, states);
  }
  Row before{}, found;  // all in state 0 before with imperfect recall
  if (perfect_recall_) look_up(rows_[2].data(), dealt_turn_place(board), before.data());
  const Place place = canonical_place(board);
  sound_row(place.row);
  look_up(river_values_, place, found.data());
  from_values(before, found);
  std::ranges::copy(found, states);
}

std::uint16_t CardStates::of_hand(int street, int combination, std::span<const cards::Card> board) const {
  std::size_t state = 0;
  if (street < 3 || perfect_recall_) {
    const int before_river = std::min(street, 2);
    const Place before = place_before_river(before_river, board, perfect_recall_);
    state = rows_[before_river][before.row + before.columns[combination]];
    if (street < 3) return static_cast<std::uint16_t>(state);
  }
  const Place place = canonical_place(board);
  return river_states_[state * river_value_count + sound_row(place.row)[place.columns[combination]]];
}

void CardStates::places_after(int street, std::span<const cards::Card> board,
                              std::span<const cards::Card> next, Place* places) const {
  const isomorphism::Boards& boards = isomorphism::Boards::get(street + 1);
  const std::uint32_t raw = isomorphism::set_index(cards::set_of(board));
  const std::int64_t here = std::int64_t{boards.canonical[raw]} * cards::deck_size;
  const int to_board = boards.permutation[raw];
  const bool dealt = street == 2 && perfect_recall_;
  const std::uint32_t* rows = (dealt ? isomorphism::DealtTurns::get().index : boards.next).data() + here;
  const std::uint8_t* permutations =
      (dealt ? isomorphism::DealtTurns::get().permutation : boards.next_permutation).data() + here;
  for (const cards::Card raw_card : next) {
    const int card = isomorphism::permuted(to_board, raw_card);
    *places++ = place_at(rows[card], isomorphism::composed[to_board][permutations[card]]);
  }
}

void CardStates::of_next_cards(int street, const std::array<int, 2>& two, std::span<const cards::Card> board,
                               std::span<const cards::Card> next, std::array<int, 2>* found) const {
  const std::uint16_t* values = street == 3 ? river_values_ : rows_[2].data();
  std::array<Place, cards::deck_size> places;
  places_after(street, board, next, places.data());
  std::array<std::array<const std::uint16_t*, 2>, cards::deck_size> at;
  for (std::size_t i = 0; i < next.size(); ++i)
    for (int hand = 0; hand < 2; ++hand) {
      at[i][hand] = values + places[i].row + places[i].columns[two[hand]];
      __builtin_prefetch(at[i][hand]);
    }
  std::array<std::size_t, 2> before{};
  for (int hand = 0; street == 3 && perfect_recall_ && hand < 2; ++hand)
    before[hand] = of_hand(2, two[hand], board);
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (street == 3) sound_row(places[i].row);
    for (int hand = 0; hand < 2; ++hand)
      found[i][hand] =
          street == 3 ? river_states_[before[hand] * river_value_count + *at[i][hand]] : *at[i][hand];
  }
}

void CardStates::of_next_boards(int street, std::span<const cards::Card> board,
                                std::span<const cards::Card> next,
                                const std::function<void(std::size_t, const std::uint16_t*)>& each) const {
  const std::uint16_t* values = street == 3 ? river_values_ : rows_[2].data();
  std::array<Place, cards::deck_size> places;
  places_after(street, board, next, places.data());
  Row before{}, states;
  if (street == 3 && perfect_recall_) look_up(rows_[2].data(), dealt_turn_place(board), before.data());
  const auto prefetch = [&](std::size_t i) {
    for (int c = 0; i < next.size() && c < cards::combinations; c += 32)  // 64 bytes
      __builtin_prefetch(values + places[i].row + c);
  };
  std::vector<std::uint16_t> steps;
  if (street == 3 && !steps_.empty()) steps = steps_after(before);
  for (std::size_t i = 0; i < ahead; ++i) prefetch(i);
  for (std::size_t i = 0; i < next.size(); ++i) {
    prefetch(i + ahead);
    if (street == 3) sound_row(places[i].row);
    look_up(values, places[i], states.data());
    if (!steps.empty()) POKERDATA_DISPATCH(count_reached)
    (steps.data() + cards::combinations, steps.data(), step_count_, cards::combinations, states.data());
    else if (street == 3) from_values(before, states);
    each(i, states.data());
  }
}

void CardStates::from_values(const Row& before, Row& states) const {
  for (int c = 0; c < cards::combinations; ++c) {
    const std::size_t value = states[c];
    if (value != no_state) states[c] = river_states_[before[c] * river_value_count + value];
  }
}

}  // namespace pokerdata::abstraction
