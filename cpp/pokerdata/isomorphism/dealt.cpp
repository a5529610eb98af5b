#include "pokerdata/isomorphism/dealt.hpp"

#include <algorithm>
#include <utility>

#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"

namespace pokerdata::isomorphism {
namespace {

DealtTurns build() {
  const Boards& flops = Boards::get(3);
  DealtTurns turns;
  turns.index.assign(flops.cards.size() * cards::deck_size, no_board);
  turns.permutation.assign(flops.cards.size() * cards::deck_size, 0);
  for (std::int64_t flop = 0; flop < flops.count(); ++flop) {
    const auto stabiliser = flops.stabiliser(flop);
    for (int card = 0; card < cards::deck_size; ++card) {
      if (flops.set(flop) >> card & 1) continue;
      int least = card, permutation = 0;
      for (const int p : stabiliser)
        if (permuted(p, card) < least) least = permuted(p, card), permutation = p;
      const std::int64_t at = flop * cards::deck_size;
      if (least == card) {
        turns.index[at + card] = static_cast<std::uint32_t>(turns.flop.size());
        turns.flop.push_back(static_cast<std::uint32_t>(flop));
        turns.card.push_back(static_cast<cards::Card>(card));
        turns.orbit.push_back(0);
      }
      // The least card of an orbit comes first, so its number is known by now.
      const std::uint32_t number = turns.index[at + card] = turns.index[at + least];
      turns.permutation[at + card] = static_cast<std::uint8_t>(permutation);
      turns.orbit[number] = static_cast<std::uint8_t>(turns.orbit[number] + flops.orbit[flop]);
    }
  }
  return turns;
}

}  // namespace

const DealtTurns& DealtTurns::get() {
  static const DealtTurns turns = build();
  return turns;
}

PlacedTurn place_turn(cards::CardSet flop, cards::Card turn) {
  const Boards& flops = Boards::get(3);
  const DealtTurns& turns = DealtTurns::get();
  const std::uint32_t raw = set_index(flop);
  const int to_flop = flops.permutation[raw];
  const std::int64_t at = std::int64_t{flops.canonical[raw]} * cards::deck_size + permuted(to_flop, turn);
  return {turns.index[at], composed[to_flop][turns.permutation[at]]};
}

void dealt_rivers(std::int64_t river_board, std::vector<DealtRiver>& out) {
  const Boards& rivers = Boards::get(5);
  const auto& cards = rivers.cards[river_board];
  const auto stabiliser = rivers.orbit[river_board] == permutation_count ? std::vector<std::uint8_t>{0}
                                                                         : rivers.stabiliser(river_board);
  out.clear();
  for (const cards::Card river : cards)
    for (const cards::Card turn : cards) {
      if (turn == river) continue;
      // Among the ways that the board's own symmetry makes equal, the least stands for all.
      std::uint32_t fixed = 0;
      bool least = true;
      for (const int p : stabiliser) {
        const auto image = std::pair(permuted(p, river), permuted(p, turn));
        least &= std::pair(river, turn) <= image;
        fixed += std::pair(river, turn) == image;
      }
      if (!least) continue;
      const auto [dealt_turn, permutation] =
          place_turn(rivers.set(river_board) ^ cards::set_of(river) ^ cards::set_of(turn), turn);
      const auto weight = static_cast<std::uint32_t>(rivers.orbit[river_board] * stabiliser.size() / fixed);
      out.push_back({dealt_turn, permutation, weight});
    }
}

}  // namespace pokerdata::isomorphism
