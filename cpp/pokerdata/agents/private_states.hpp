#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pokerdata/abstraction/card_states.hpp"
#include "pokerdata/agents/hole_cards.hpp"
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/games/card_rules.hpp"
#include "pokerdata/games/game.hpp"

namespace pokerdata::agents {

// Which column of a strategy a hand on a board is. Read-only, so that threads share it.
class PrivateStates {
 public:
  virtual ~PrivateStates() = default;
  virtual int states(int street) const = 0;
  // board: the cards turned up until the street, in the order of the streets.
  virtual int of(int street, std::span<const cards::Card> hole, std::span<const cards::Card> board) const = 0;
  // The same for each of several hands; 0 for those that share a card with the board. hands: all, as
  // `all_hole_cards` has them, or fewer in any order.
  virtual void of_hands(int street, std::span<const HoleCards> hands, std::span<const cards::Card> board,
                        int* states) const = 0;
  // The states of two hands after each of several next cards, none of which they hold. board: that of the
  // street before, beside which one card is dealt.
  virtual void of_next_cards(int street, const std::array<std::span<const cards::Card>, 2>& holes,
                             std::span<const cards::Card> board, std::span<const cards::Card> next,
                             std::array<int, 2>* found) const;
  // of_hands after each of several next cards: found[i] are the states of the hands after next[i]. board:
  // that of the street before, beside which one card is dealt.
  virtual void of_hands_after(int street, std::span<const HoleCards> hands,
                              std::span<const cards::Card> board, std::span<const cards::Card> next,
                              int* const* found) const;
};

// Buckets, or bucket sequences, of an abstraction of Texas hold'em.
class BucketStates final : public PrivateStates {
 public:
  explicit BucketStates(const abstraction::CardStates& states) : states_(&states) {}  // which must outlive it
  int states(int street) const override { return states_->states(street); }
  int of(int street, std::span<const cards::Card> hole, std::span<const cards::Card> board) const override;
  void of_hands(int street, std::span<const HoleCards> hands, std::span<const cards::Card> board,
                int* states) const override;
  void of_next_cards(int street, const std::array<std::span<const cards::Card>, 2>& holes,
                     std::span<const cards::Card> board, std::span<const cards::Card> next,
                     std::array<int, 2>* found) const override;
  void of_hands_after(int street, std::span<const HoleCards> hands, std::span<const cards::Card> board,
                      std::span<const cards::Card> next, int* const* found) const override;

 private:
  const abstraction::CardStates* states_;
};

// All hands alike: of a strategy that looks at no cards.
class OneState final : public PrivateStates {
 public:
  int states(int) const override { return 1; }
  int of(int, std::span<const cards::Card>, std::span<const cards::Card>) const override { return 0; }
  void of_hands(int, std::span<const HoleCards> hands, std::span<const cards::Card>,
                int* states) const override;
};

// Hands on boards up to the symmetries of the deck, as make_card_game numbers them.
class HandsOnBoards final : public PrivateStates {
 public:
  HandsOnBoards(const games::Game& game, const games::CardRules& cards);
  int states(int street) const override { return static_cast<int>(streets_[street].hands.size()); }
  // Some 0.3 microseconds: the least image of the deal is searched among those of all symmetries.
  int of(int street, std::span<const cards::Card> hole, std::span<const cards::Card> board) const override;
  void of_hands(int street, std::span<const HoleCards> hands, std::span<const cards::Card> board,
                int* states) const override;

 private:
  struct Numbered {
    cards::CardSet cards;
    std::int32_t number;
  };
  struct Range {
    std::int32_t first, last;
  };
  struct StreetStates {
    std::vector<cards::CardSet>
        boards;                   // turned up on this street; those of one parent are neighbours, rising
    std::vector<Range> children;  // of each board of the street before (one for the first street)
    std::vector<Range> of_board;  // the entries of each board in `hands`
    std::vector<Numbered> hands;  // rising within a board, with the number of the state
  };
  // The cards of a deal in the order of the streets, the hole cards last.
  using Deal = std::array<cards::CardSet, 9>;
  Deal least(const Deal& deal, int parts) const;

  games::CardRules cards_;
  std::vector<StreetStates> streets_;
  std::vector<std::array<std::uint8_t, 4>> suit_maps_;  // none for copies
};

}  // namespace pokerdata::agents
