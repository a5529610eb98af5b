#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pokerdata/cards/cards.hpp"

namespace pokerdata::games {

// How hands are compared at showdown.
//   pairs       the largest groups of equal ranks first, then the higher ranks; up to eight cards
//   three_card  straight flush > three of a kind > straight > flush > pair > high card; ace high or low
//   three_card_aqj  the same, and A-Q-J is a straight, too, equal to Q-J-T: a published slip, for comparison
//   five_card   the best five of five to seven cards, as in Texas hold'em
inline constexpr int max_pairs_cards = 8;
enum class Ranking { pairs, three_card, three_card_aqj, five_card };

// The cards of a game. Card number c of the deck has the rank ranks[c / suits] and the suit c % suits; in a
// deck of copies the cards of a rank are alike, and `suits` is how many there are.
struct CardRules {
  std::string ranks;  // rising, of "23456789TJQKA"
  int suits = 4;
  bool copies = false;     // are the cards of a rank alike?
  int hole = 1;            // cards of each player: 1 or 2
  std::vector<int> board;  // cards turned up before each street
  Ranking ranking = Ranking::pairs;

  int deck() const { return static_cast<int>(ranks.size()) * suits; }
  int rank(int card) const { return card / suits; }
  int suit(int card) const { return card % suits; }
};

// Throws ArgumentError that names the value, the rule and an example.
void check_card_rules(const CardRules& rules);
// Throws ArgumentError for a name that is no ranking.
Ranking ranking_of(const std::string& name);

// Comparing the numbers compares the hands of the cards in a set (hole cards and all of the board).
std::uint64_t hand_strength(const CardRules& rules, cards::CardSet cards);

}  // namespace pokerdata::games
