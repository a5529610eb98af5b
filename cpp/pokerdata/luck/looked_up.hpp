#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "pokerdata/agents/hole_cards.hpp"
#include "pokerdata/agents/private_states.hpp"
#include "pokerdata/games/card_rules.hpp"
#include "pokerdata/luck/next_states.hpp"

namespace pokerdata::luck {

// What follows from the cards of a deal alone: looked up when it is asked for, and once for all hands that
// are played with these cards, one after the other. Each thread has its own.
class LookedUp {
 public:
  // cards and first_edges must outlive it; first_edges: as `Method` has them.
  LookedUp(const games::CardRules& cards, const double* first_edges);

  // From now on these cards; what is known stays where they are those of before.
  void deal(const std::array<std::span<const cards::Card>, 2>& hole, std::span<const cards::Card> board);

  const games::CardRules& rules() const { return cards_; }
  const std::vector<agents::HoleCards>& hands() const { return hands_; }
  // The numbers of the hands that have a card.
  const std::vector<int>& with(cards::Card card) const { return with_[card]; }
  std::size_t held(int player) const { return held_[player]; }
  // The cards turned up until a street; throws ArgumentError where fewer were seen.
  std::span<const cards::Card> board_on(int street) const;
  // Cards to come after a street.
  std::size_t to_come(int street) const { return shown_.back() - shown_[street]; }

  // The states of all hands on a street; 0 for those that share a card with the board.
  const std::vector<int>& states(const agents::PrivateStates& of, int street);
  // The same on a street whose own cards are others. The reference holds until the next call.
  const std::vector<int>& states_after(const agents::PrivateStates& of, int street,
                                       std::span<const cards::Card> next);
  // Those after each card that a street of one card may begin with.
  const NextStates& next_states(const agents::PrivateStates& of, int street);
  // Those of the two hands that are held.
  using Two = std::array<int, 2>;
  const Two& held_states(const agents::PrivateStates& of, int street);
  // Those after each way to deal the cards of a street.
  const std::vector<Two>& held_after(const agents::PrivateStates& of, int street);

  // What each hand wins at showdown from the one that a player holds, for each chip that both put in, all-in
  // on a street; 0 where they share a card.
  const std::vector<double>& edges(int player, int street);
  // What the hand of player 0 wins so from that of player 1.
  double held_edge(int street);

 private:
  // Looked up for the present cards if `deal` is their number.
  template <class Found>
  struct Known {
    std::uint64_t deal = 0;
    Found found{};
  };
  struct OfStates {
    const agents::PrivateStates* of;
    // By street, and by street and number of the next cards.
    std::vector<Known<std::vector<int>>> all;
    std::vector<Known<Two>> held;
    std::vector<Known<std::vector<Two>>> held_after;
    std::vector<Known<NextStates>> next;
    std::vector<int> after;  // the last that was asked for
  };
  OfStates& of_states(const agents::PrivateStates& of);
  bool stale(std::uint64_t& deal) const;
  std::size_t number_of(std::span<const cards::Card> hole) const;
  std::span<const cards::Card> hole(int player) const {
    return {hole_[player].data(), static_cast<std::size_t>(cards_.hole)};
  }

  const games::CardRules& cards_;
  const double* first_edges_;
  std::vector<agents::HoleCards> hands_;
  std::vector<std::vector<int>> with_;
  std::vector<std::size_t> shown_;  // cards of the board on each street
  std::uint64_t deal_ = 0;          // how many came before
  std::array<std::array<cards::Card, 2>, 2> hole_{};
  std::array<std::size_t, 2> held_{};
  std::vector<cards::Card> board_;
  std::deque<OfStates> states_;                                   // whose vectors are handed out
  std::array<std::vector<Known<std::vector<double>>>, 2> edges_;  // [player][street]
  std::vector<Known<double>> held_edges_;
};

}  // namespace pokerdata::luck
