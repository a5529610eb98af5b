#include "pokerdata/search/chances.hpp"

namespace pokerdata::search {
namespace {

// The share of the pot of a hand beside those of the opponents, on some board.
double share(const play::Definition& rules, const Hole& hole, const HiddenCards::Drawn& drawn,
             const std::vector<HiddenCards::Range>& ranges, cards::CardSet board) {
  const std::uint64_t own = rules.strength(hole.set | board);
  int even = 1;
  for (const HiddenCards::Range& range : ranges) {
    const std::uint64_t other = rules.strength(drawn.holes[range.player].set | board);
    if (other > own) return 0;
    even += other == own;
  }
  return 1.0 / even;
}

}  // namespace

Chances sampled_chances(const play::Definition& rules, const Hole& hole, std::span<const cards::Card> board,
                        const std::vector<HiddenCards::Range>& ranges, std::int64_t samples,
                        std::uint64_t seed) {
  const int left = rules.board_cards(rules.streets() - 1) - static_cast<int>(board.size());
  const cards::CardSet known = cards::set_of(board);
  const HiddenCards hidden(rules, hole.set | known, ranges, left);
  support::Random random(support::Use::tree_sampling, seed, 2);
  HiddenCards::Drawn drawn;
  double now = 0, in_end = 0;
  for (std::int64_t i = 0; i < samples; ++i) {
    hidden.draw(random, drawn);
    cards::CardSet whole = known;
    for (int c = 0; c < left; ++c) whole |= cards::set_of(drawn.board[c]);
    in_end += share(rules, hole, drawn, ranges, whole);
    if (!board.empty()) now += share(rules, hole, drawn, ranges, known);
  }
  const auto n = static_cast<double>(samples);
  return {(board.empty() ? in_end : now) / n, in_end / n};
}

}  // namespace pokerdata::search
