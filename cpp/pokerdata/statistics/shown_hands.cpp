#include "pokerdata/statistics/shown_hands.hpp"

#include <bit>

namespace pokerdata::statistics {
namespace {

void append(std::vector<std::uint8_t>& to, cards::CardSet set) {
  for (; set; set &= set - 1) to.push_back(static_cast<std::uint8_t>(std::countr_zero(set)));
}

}  // namespace

bool ShownHands::fits(const play::Definition& rules) {
  return std::ssize(rules.deck()) == cards::deck_size && rules.cards.hole == 2 && rules.streets() == 4 &&
         rules.cards.board[0] == 0 && rules.cards.board[1] == 3 && rules.cards.board[2] == 1 &&
         rules.cards.board[3] == 1 && rules.cards.ranking == games::Ranking::five_card;
}

void ShownHands::add(const Counter& counter, const Hand& hand,
                     const std::array<std::string_view, play::most_players>& names,
                     const std::array<cards::CardSet, play::most_players>& holes,
                     const std::array<cards::CardSet, play::most_streets>& board) {
  if (hand.betting().in() < 2) return;
  for (int p = 0; p < counter.players(); ++p) {
    if (hand.betting().folded(p)) continue;
    names_.push_back(counter.find(names[p]));
    append(cards_, holes[p]);
    for (int street = 1; street < counter.streets(); ++street) append(cards_, board[street]);
    const Played& played = hand.played()[p];
    played_.insert(played_.end(), {played.acted, played.able, played.raised});
  }
}

void ShownHands::clear() {
  names_.clear();
  cards_.clear();
  played_.clear();
}

}  // namespace pokerdata::statistics
