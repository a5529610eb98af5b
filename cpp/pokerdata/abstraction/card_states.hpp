#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "pokerdata/abstraction/bucket_sequences.hpp"
#include "pokerdata/cards/cards.hpp"

namespace pokerdata::abstraction {

// The state of every hand on every real board, the row of the solver's arrays: by look-ups alone, for any
// kind of abstraction. With perfect recall it is the number of the bucket sequence so far, with imperfect
// recall the present bucket. Read-only and safe to share between threads.
class CardStates {
 public:
  static constexpr std::uint16_t no_state = 0xFFFF;

  // The bucket sequences so far. river_n: [134,459 * 1,326], 2 * wins + ties as the
  // river strengths hold it; it must outlive this.
  CardStates(BucketSequences sequences, const std::uint16_t* river_n);
  // The present buckets alone. of_street and river_thresholds: as BucketSequences::by_buckets takes them.
  CardStates(const std::array<int, streets>& buckets, const std::array<const std::uint16_t*, 3>& of_street,
             const std::vector<std::uint64_t>& river_thresholds, const std::uint16_t* river_n);

  int states(int street) const { return states_[street]; }

  // states: [1,326], no_state where a combination shares a card with the board. board: 0, 3, 4 or 5 cards,
  // the flop's first, then turn and river, which are not checked. 0.3 to 3 microseconds.
  void of_board(int street, std::span<const cards::Card> board, std::uint16_t* states) const;
  // The same for one combination that shares no card with the board; 0.01 to 0.8 microseconds, most of them
  // cache misses.
  std::uint16_t of_hand(int street, int combination, std::span<const cards::Card> board) const;
  // The same for two combinations on the turn or river after each of several next cards, none of which they
  // hold; cache misses overlap. board: that of the street before. found: [next], as the two are given.
  void of_next_cards(int street, const std::array<int, 2>& two, std::span<const cards::Card> board,
                     std::span<const cards::Card> next, std::array<int, 2>* found) const;

  // of_board on the turn or river after each of several next cards, with rows fetched ahead: calls
  // each(i, states) in their order; the states hold until it returns. board: that of the street before.
  void of_next_boards(int street, std::span<const cards::Card> board, std::span<const cards::Card> next,
                      const std::function<void(std::size_t, const std::uint16_t*)>& each) const;

  // Where the hands of a raw board are kept: a row, the permutation of suits that leads there, and by it the
  // column of each combination.
  struct Place {
    std::int64_t row;
    int permutation;
    const std::uint16_t* columns;
  };

 private:
  using Row = std::array<std::uint16_t, cards::combinations>;
  // Of the boards after each of several next cards on the turn or river.
  void places_after(int street, std::span<const cards::Card> board, std::span<const cards::Card> next,
                    Place* places) const;
  // States on the river from those on the turn and the values on the river, which they replace.
  void from_values(const Row& before, Row& states) const;
  // The values of a river board, which are indexes. Throws ArgumentError, the first time, where one is none.
  const std::uint16_t* sound_row(std::int64_t row) const;
  // Sets what `steps_` follows from.
  void find_steps();
  // The first state of each combination on the river, and the least value that leads to each later one.
  std::vector<std::uint16_t> steps_after(const Row& before) const;

  bool perfect_recall_;
  std::array<int, streets> states_{};
  // By street before the river, [rows * 1,326]. Rows are canonical flops, and dealt turns with perfect
  // recall, else canonical turns.
  std::array<Sequences, 3> rows_;
  // On the river: a value of each hand on each canonical board, and the state that follows from the state
  // on the turn and this value.
  const std::uint16_t* river_values_;  // [134,459 * 1,326]
  // Of each river board whether its values were found sound: all of them at once would take reading 356 MB.
  std::unique_ptr<std::atomic<bool>[]> sound_;
  std::vector<std::uint16_t> river_states_;  // [states on the turn, or 1, * river_value_count]
  // The same where few states follow one: [states on the turn, or 1, * (1 + step_count_)], the first of them
  // and the least value of each later one; empty where they are many.
  std::vector<std::uint16_t> steps_;
  int step_count_ = 0;
};

}  // namespace pokerdata::abstraction
