#include "pokerdata/games/card_rules.hpp"

#include <numeric>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::games {
namespace {

constexpr const char* all_ranks = "23456789TJQKA";

[[noreturn]] void refuse(const support::Text& what, const support::Text& rule, const support::Text& got) {
  throw support::expected({"cards: ", what}, rule, got);
}

void check_deck(const CardRules& rules) {
  if (rules.ranks.empty()) refuse("ranks", "at least one", "none; e.g. 'JQK'");
  const std::string all = all_ranks;
  std::size_t last = 0;
  for (std::size_t i = 0; i < rules.ranks.size(); ++i) {
    const std::size_t at = all.find(rules.ranks[i]);
    if (at == std::string::npos || (i > 0 && at <= last))
      refuse("ranks", {"rising ranks of ", all, ", each once"}, {"'", rules.ranks, "'; e.g. 'TJQKA'"});
    last = at;
  }
  const int most = rules.copies ? cards::deck_size : 4;
  if (rules.suits < 1 || rules.suits > most || rules.deck() > cards::deck_size)
    refuse(rules.copies ? "copies" : "suits", rules.copies ? "1 or more, and at most 52 cards" : "1 to 4",
           {rules.suits, " of ", rules.ranks.size(), " ranks; e.g. ", (rules.copies ? "2 of 'JQK'" : "4")});
}

void check_ranking(const CardRules& rules, int cards) {
  if (rules.ranking == Ranking::pairs) {
    if (cards > max_pairs_cards) refuse("hands", "up to 8 cards for the ranking 'pairs'", cards);
    return;
  }
  const bool three = rules.ranking != Ranking::five_card;
  if (rules.copies)
    refuse("ranking", "suits instead of copies for a ranking with flushes, or the ranking 'pairs'",
           "a deck of copies; e.g. suits 4");
  if (three ? cards != 3 : cards < 5 || cards > 7)
    refuse("hands",
           three ? "3 cards for the rankings 'three-card' and 'three-card-aqj'"
                 : "5 to 7 cards for the ranking 'five-card'",
           cards);
}

}  // namespace

void check_card_rules(const CardRules& rules) {
  check_deck(rules);
  if (rules.hole < 1 || rules.hole > 2) refuse("hole cards", "1 or 2", rules.hole);
  for (std::size_t r = 0; r < rules.board.size(); ++r)
    if (rules.board[r] < 0 || rules.board[r] > 5)
      refuse({"board cards on street ", r + 1}, "0 to 5 a street", {rules.board[r], "; e.g. (0, 3, 1, 1)"});
  const int board = std::accumulate(rules.board.begin(), rules.board.end(), 0);
  if (2 * rules.hole + board > rules.deck())
    refuse("deck", "no more cards dealt than there are",
           {2 * rules.hole + board, " dealt from a deck of ", rules.deck()});
  check_ranking(rules, rules.hole + board);
}

Ranking ranking_of(const std::string& name) {
  if (name == "pairs") return Ranking::pairs;
  if (name == "three-card") return Ranking::three_card;
  if (name == "three-card-aqj") return Ranking::three_card_aqj;
  if (name == "five-card") return Ranking::five_card;
  throw support::expected("ranking", "pairs, three-card, three-card-aqj or five-card",
                          {"'", name, "'; e.g. 'pairs'"});
}

}  // namespace pokerdata::games
