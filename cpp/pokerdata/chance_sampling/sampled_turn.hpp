#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/chance_sampling/flop_hands.hpp"
#include "pokerdata/chance_sampling/response_kernels.hpp"
#include "pokerdata/chance_sampling/sampled_board.hpp"

namespace pokerdata::chance_sampling {

// A board of five cards behind a sampled turn: the hands that it leaves, in rising strength.
struct River {
  std::vector<std::uint8_t> low, high;
  std::vector<std::uint16_t> group_end;
  std::vector<std::uint16_t> at;     // where each hand stands among those of the turn
  std::vector<std::uint16_t> state;  // of each hand
  std::vector<std::uint16_t> found;  // the states that come about, each once, rising

  HandCards hands() const {
    return {static_cast<int>(low.size()), low.data(), high.data(), group_end.data()};
  }
};

// A flop and a turn card, the hands that they leave, and all rivers behind them.
class SampledTurn {
 public:
  // deck: all four suits of each rank.
  SampledTurn(cards::CardSet deck, std::vector<int> states);

  // Throws ArgumentError if look-ups give states that there are not.
  void deal(const std::array<cards::Card, 4>& board, const StatesOfBoard& look_up, const FlopHands& flops);

  HandCards hands() const { return {static_cast<int>(low_.size()), low_.data(), high_.data(), nullptr}; }
  // Of each hand on streets 0 to 2, and those that come about.
  const std::vector<std::uint16_t>& state(int street) const { return state_[street]; }
  const std::vector<std::uint16_t>& found(int street) const { return found_[street]; }
  // What a player takes his hands for who sees his cards, before the flop and on it; on the flop less
  // first().
  const std::vector<std::uint16_t>& seen(int street) const { return seen_[street]; }
  std::int64_t first() const { return first_; }
  const std::vector<River>& rivers() const { return rivers_; }

  // Hands that a turn and a river leave.
  static int turn_hands(cards::CardSet deck);
  static int river_hands(cards::CardSet deck);
  // Opposing hands that share no card with one of the turn; times the rivers that two hands leave.
  static double opposing(cards::CardSet deck);
  static double opposing_on_rivers(cards::CardSet deck);

 private:
  std::vector<std::uint16_t> states_on(int street, std::span<const cards::Card> board,
                                       const StatesOfBoard& look_up,
                                       const std::vector<std::uint16_t>& combinations) const;

  cards::CardSet deck_;
  std::vector<int> states_;
  std::vector<std::uint16_t> combination_;
  std::vector<std::uint8_t> low_, high_;
  std::array<std::vector<std::uint16_t>, 3> state_, found_;
  std::array<std::vector<std::uint16_t>, 2> seen_;
  std::int64_t first_ = 0;
  std::vector<River> rivers_;
};

// The flop and turn of an iteration: uniform, and dependent on the seed and the iteration alone.
std::array<cards::Card, 4> turn_of(cards::CardSet deck, std::uint64_t seed, std::int64_t iteration);

}  // namespace pokerdata::chance_sampling
