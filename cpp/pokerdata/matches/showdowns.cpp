#include "pokerdata/matches/showdowns.hpp"

#include <array>
#include <numeric>

#include "pokerdata/agents/same_game.hpp"
#include "pokerdata/evaluator/board_codes.hpp"

namespace pokerdata {

void strengths_on(const CardRules& rules, std::span<const HoleCards> hands, std::span<const Card> board,
                  std::vector<std::uint64_t>& strengths) {
  strengths.resize(hands.size());
  if (is_texas(rules)) {
    std::array<StrengthCode, combinations> codes;
    evaluate_board(board.data(), static_cast<int>(board.size()), codes.data());
    for (std::size_t h = 0; h < hands.size(); ++h) strengths[h] = codes[h];
    return;
  }
  const CardSet common = set_of_cards(board);
  for (std::size_t h = 0; h < hands.size(); ++h)
    strengths[h] = hands[h].set & common ? 0 : hand_strength(rules, hands[h].set | common);
}

std::vector<double> shares_of_pot(const CardRules& rules, std::span<const HoleCards> hands, std::size_t hand,
                                  std::span<const Card> board, int samples, Random& random) {
  const auto whole = static_cast<std::size_t>(std::accumulate(rules.board.begin(), rules.board.end(), 0));
  std::vector<Card> cards(board.begin(), board.end());
  const CardSet dead = hands[hand].set | set_of_cards(board);
  std::vector<std::uint64_t> strengths;
  std::vector<double> halves(hands.size(), 0.0), counts(hands.size(), 0.0);
  const auto count = [&](CardSet gone) {
    strengths_on(rules, hands, cards, strengths);
    const std::uint64_t own = strengths[hand];
    for (std::size_t h = 0; h < hands.size(); ++h) {
      const bool live = !(hands[h].set & gone);
      counts[h] += live;
      halves[h] += live * ((own > strengths[h]) + (own >= strengths[h]));
    }
  };
  if (cards.size() == whole) {
    count(dead);
  } else if (cards.size() + 1 == whole) {
    for (Card card = 0; card < rules.deck(); ++card) {
      if (dead & set_of(card)) continue;
      cards.push_back(card);
      count(dead | set_of(card));
      cards.pop_back();
    }
  } else {
    for (int i = 0; i < samples; ++i) {
      CardSet gone = dead;
      while (cards.size() < whole) {
        const auto card = static_cast<Card>(random.below(static_cast<std::uint32_t>(rules.deck())));
        if (gone & set_of(card)) continue;
        gone |= set_of(card);
        cards.push_back(card);
      }
      count(gone);
      cards.resize(board.size());
    }
  }
  for (std::size_t h = 0; h < hands.size(); ++h) halves[h] = counts[h] > 0 ? halves[h] / (2 * counts[h]) : 0;
  return halves;
}

}  // namespace pokerdata
