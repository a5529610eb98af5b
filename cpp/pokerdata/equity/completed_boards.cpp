#include "pokerdata/equity/completed_boards.hpp"

#include <algorithm>

#include "pokerdata/isomorphism/suits.hpp"

namespace pokerdata {

std::vector<CompletedBoard> completed_boards(const Contest& contest) {
  std::vector<CompletedBoard> found;
  CompletedBoard board{};
  std::copy(contest.board.begin(), contest.board.end(), board.cards.begin());
  const int dealt = static_cast<int>(contest.board.size());
  const auto image = [&](int permutation) {
    CardSet set = 0;
    for (int i = dealt; i < 5; ++i) set |= set_of(permuted(permutation, board.cards[i]));
    return set;
  };
  const auto deal = [&](auto& self, int at, int below) -> void {
    if (at == 5) {
      const CardSet set = image(0);
      int same = 0;
      for (const auto permutation : contest.symmetries) {
        const CardSet other = image(permutation);
        if (other < set) return;
        same += other == set;
      }
      board.orbit = static_cast<int>(contest.symmetries.size()) / same;
      found.push_back(board);
      return;
    }
    for (int card = 0; card < below; ++card) {
      if (contest.gone >> card & 1) continue;
      board.cards[at] = static_cast<Card>(card);
      self(self, at + 1, card);
    }
  };
  deal(deal, dealt, deck_size);
  return found;
}

}  // namespace pokerdata
