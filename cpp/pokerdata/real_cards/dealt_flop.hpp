#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/real_cards/dealt_board.hpp"
#include "pokerdata/real_cards/settled_rivers.hpp"

namespace pokerdata::real_cards {

using Permutations = std::vector<std::uint8_t>;

// Cards that may come next, up to suits: the least of each orbit, and how many it stands for.
struct NextCard {
  cards::Card card;
  int orbit;
};
// keeping: permutations of suits that make cards alike.
std::vector<NextCard> next_cards(cards::CardSet free, const Permutations& keeping);
// Those of a group that keep a card, too.
Permutations keeping_too(const Permutations& group, cards::Card card);

// A flop, then its turns one after the other, each with its rivers, as hands are dealt on them: what all who
// respond to a strategy share. In memory that the next one uses again.
class DealtFlop {
 public:
  // own: what those who respond take their hands for, or null. before_flop: no board yet. any_settled:
  // whether rivers may be counted.
  DealtFlop(cards::CardSet deck, const Look& opponent, const Look* own, const DealtBoard& before_flop,
            bool any_settled);
  static std::uint64_t bytes(bool any_settled);

  void deal_flop(std::span<const cards::Card> flop);
  // group: permutations that keep flop and turn.
  void deal_turn(cards::Card card, const Permutations& group);

  const DealtBoard& before_flop() const { return before_flop_; }
  const DealtBoard& on_flop() const { return on_flop_; }
  const DealtBoard& on_turn() const { return on_turn_; }
  // Permutations that keep the turn.
  const Permutations& group() const { return group_; }
  // Cards that the turn leaves, rivers up to suits, and each of these as it is dealt.
  cards::CardSet free() const { return deck_ & ~cards::set_of({board_.data(), 4}); }
  std::span<const NextCard> rivers() const { return next_; }
  const DealtBoard& on_river(std::size_t number) const { return rivers_[number]; }
  // All rivers of the turn, counted when they are asked for first.
  SettledRivers& counted();

 private:
  void deal(int street, const DealtBoard& before, DealtBoard& board,
            std::span<const std::uint8_t> keeping = {}) const {
    board.deal(deck_, {board_.data(), std::size_t(street) + 2}, street, &before, opponent_, own_, keeping);
  }

  cards::CardSet deck_;
  const Look& opponent_;
  const Look* own_;
  const DealtBoard& before_flop_;
  std::array<cards::Card, 5> board_{};
  DealtBoard on_flop_, on_turn_;
  Permutations group_;
  std::vector<NextCard> next_;
  std::vector<DealtBoard> rivers_;
  SettledRivers settled_;
  bool is_counted_ = false;
};

}  // namespace pokerdata::real_cards
