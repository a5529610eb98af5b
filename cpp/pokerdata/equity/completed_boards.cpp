#include "pokerdata/equity/completed_boards.hpp"

#include <algorithm>

#include "pokerdata/isomorphism/suits.hpp"

namespace pokerdata::equity {

std::vector<CompletedBoard> completed_boards(const Contest& contest) {
  std::vector<CompletedBoard> found;
  CompletedBoard board{};
  std::copy(contest.board.begin(), contest.board.end(), board.cards.begin());
  const int dealt = static_cast<int>(contest.board.size());
  const auto deal = [&](auto& self, int at, int below, cards::CardSet cards) -> void {
    if (at == 5) {
      board.orbit = isomorphism::orbit_of_least(cards, contest.symmetries);
      if (board.orbit > 0) found.push_back(board);
      return;
    }
    for (int card = 0; card < below; ++card) {
      if (contest.gone >> card & 1) continue;
      board.cards[at] = static_cast<cards::Card>(card);
      self(self, at + 1, card, cards | cards::set_of(board.cards[at]));
    }
  };
  deal(deal, dealt, cards::deck_size, 0);
  return found;
}

}  // namespace pokerdata::equity
