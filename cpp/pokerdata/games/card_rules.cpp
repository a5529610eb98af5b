#include "pokerdata/games/card_rules.hpp"

#include <numeric>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::games {
namespace {

constexpr const char* all_ranks = "23456789TJQKA";

[[noreturn]] void refuse(const std::string& what, const std::string& want) {
  throw support::ArgumentError("bad cards: " + what + "; want " + want);
}

void check_deck(const CardRules& rules) {
  if (rules.ranks.empty()) refuse("an empty deck, without ranks", "ranks such as 'JQK'");
  const std::string all = all_ranks;
  std::size_t last = 0;
  for (std::size_t i = 0; i < rules.ranks.size(); ++i) {
    const std::size_t at = all.find(rules.ranks[i]);
    if (at == std::string::npos || (i > 0 && at <= last))
      refuse("ranks '" + rules.ranks + "'", "rising ranks of " + all + ", each once, e.g. 'TJQKA'");
    last = at;
  }
  const int most = rules.copies ? cards::deck_size : 4;
  if (rules.suits < 1 || rules.suits > most || rules.deck() > cards::deck_size)
    refuse(std::to_string(rules.suits) + (rules.copies ? " copies of " : " suits of ") +
               std::to_string(rules.ranks.size()) + " ranks",
           rules.copies ? "1 or more copies and at most 52 cards, e.g. 2 of 'JQK'" : "1 to 4 suits, e.g. 4");
}

void check_ranking(const CardRules& rules, int cards) {
  if (rules.ranking == Ranking::pairs) {
    if (cards > max_pairs_cards)
      refuse("hands of " + std::to_string(cards) + " cards", "up to 8 for the ranking 'pairs'");
    return;
  }
  const bool three = rules.ranking == Ranking::three_card;
  if (rules.copies)
    refuse("a ranking with flushes for a deck of copies",
           "suits instead of copies, e.g. suits 4, or the ranking 'pairs'");
  if (three ? cards != 3 : cards < 5 || cards > 7)
    refuse("hands of " + std::to_string(cards) + " cards",
           three ? "3 for the ranking 'three-card'" : "5 to 7 for the ranking 'five-card'");
}

}  // namespace

void check_card_rules(const CardRules& rules) {
  check_deck(rules);
  if (rules.hole < 1 || rules.hole > 2) refuse(std::to_string(rules.hole) + " hole cards", "1 or 2");
  for (std::size_t r = 0; r < rules.board.size(); ++r)
    if (rules.board[r] < 0 || rules.board[r] > 5)
      refuse(std::to_string(rules.board[r]) + " board cards on street " + std::to_string(r + 1),
             "0 to 5 a street, e.g. (0, 3, 1, 1)");
  const int board = std::accumulate(rules.board.begin(), rules.board.end(), 0);
  if (2 * rules.hole + board > rules.deck())
    refuse(std::to_string(2 * rules.hole + board) + " cards dealt from a deck of " +
               std::to_string(rules.deck()),
           "no more cards dealt than there are");
  check_ranking(rules, rules.hole + board);
}

Ranking ranking_of(const std::string& name) {
  if (name == "pairs") return Ranking::pairs;
  if (name == "three-card") return Ranking::three_card;
  if (name == "five-card") return Ranking::five_card;
  throw support::ArgumentError("bad ranking '" + name +
                               "': want pairs, three-card or five-card, e.g. 'pairs'");
}

}  // namespace pokerdata::games
