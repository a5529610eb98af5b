#pragma once
#include <array>
#include <string>

#include "pokerdata/play/payoffs.hpp"
#include "pokerdata/search/hidden_cards.hpp"
#include "pokerdata/search/model.hpp"

namespace pokerdata::search {

// One hand on its way to the end, with all its cards.
struct Walk {
  play::Betting betting;
  std::string history;
  std::array<Hole, play::most_players> holes;  // of all who did not fold
  std::array<cards::Card, 8> board;            // whole
  int dealt;                                   // cards of it that have turned up

  const play::Definition& rules() const { return betting.rules(); }
  View view() const {
    return {betting,
            {holes[betting.player()].cards.data(), static_cast<std::size_t>(rules().cards.hole)},
            {board.data(), static_cast<std::size_t>(dealt)},
            history};
  }
  // Cards that turn up before the next action.
  int due() const { return betting.finished() ? 0 : rules().board_cards(betting.street()) - dealt; }
  cards::CardSet turn_up();
  void act(play::Action action);
  // Whether nothing can change any more what a player wins.
  bool over_for(int player) const { return betting.finished() || betting.folded(player); }
  // Plays on as models say until it is over for a player.
  void finish(int player, std::span<const Model* const> models, std::span<const RaiseSize> menu,
              support::Random& random);
  // Chips that each player wins, once it is over for all.
  std::array<double, play::most_players> won() const;
  // Chips that a player wins, once it is over for him.
  double won_by(int player) const {
    return betting.folded(player) ? -static_cast<double>(betting.spent(player)) : won()[player];
  }
};

// One of several options, by their shares.
int drawn(const std::array<double, most_options>& shares, int count, support::Random& random);

}  // namespace pokerdata::search
