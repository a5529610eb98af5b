#include "pokerdata/matches/showdowns.hpp"

#include <array>
#include <numeric>

#include "pokerdata/agents/same_game.hpp"
#include "pokerdata/cards/draw_card.hpp"
#include "pokerdata/evaluator/board_codes.hpp"

namespace pokerdata::matches {
namespace {

// Adds the showdowns on one board. strengths: of all hands, 0 where they share a card with it. Those hands
// are taken for beaten, which `run_outs` takes back: loops without a branch are several times as fast.
template <class Strength>
void add_showdowns(const Strength* strengths, std::size_t hand, RunOuts& sums) {
  const Strength own = strengths[hand];
  for (std::size_t h = 0; h < sums.live.size(); ++h) {
    sums.live[h] += strengths[h] != 0;
    sums.halves[h] += (own > strengths[h]) + (own >= strengths[h]);
  }
  ++sums.boards;
}

}  // namespace

RunOuts run_outs(const games::CardRules& rules, std::span<const agents::HoleCards> hands, std::size_t hand,
                 std::span<const cards::Card> board, int samples, support::Random& random) {
  const auto whole = static_cast<std::size_t>(std::accumulate(rules.board.begin(), rules.board.end(), 0));
  std::vector<cards::Card> cards(board.begin(), board.end());
  const cards::CardSet dead = hands[hand].set | cards::set_of(board);
  RunOuts found{0, std::vector<std::uint32_t>(hands.size()), std::vector<std::uint32_t>(hands.size())};
  std::vector<std::uint64_t> strengths(hands.size());
  std::array<evaluator::StrengthCode, cards::combinations> codes;
  const auto count = [&] {
    if (agents::is_texas(rules)) {
      evaluator::evaluate_board(cards.data(), static_cast<int>(cards.size()), codes.data());
      return add_showdowns(codes.data(), hand, found);
    }
    const cards::CardSet common = cards::set_of(cards);
    for (std::size_t h = 0; h < hands.size(); ++h)
      strengths[h] = hands[h].set & common ? 0 : games::hand_strength(rules, hands[h].set | common);
    add_showdowns(strengths.data(), hand, found);
  };
  if (cards.size() == whole) {
    count();
  } else if (cards.size() + 1 == whole) {
    for (cards::Card card = 0; card < rules.deck(); ++card) {
      if (dead & cards::set_of(card)) continue;
      cards.push_back(card);
      count();
      cards.pop_back();
    }
  } else {
    for (int i = 0; i < samples; ++i) {
      cards::CardSet gone = dead;
      while (cards.size() < whole) cards.push_back(cards::draw_card(rules.deck(), gone, random));
      count();
      cards.resize(board.size());
    }
  }
  for (std::size_t h = 0; h < hands.size(); ++h) {
    found.halves[h] -= 2 * (found.boards - found.live[h]);
    if (hands[h].set & dead) found.live[h] = found.halves[h] = 0;
  }
  return found;
}

}  // namespace pokerdata::matches
