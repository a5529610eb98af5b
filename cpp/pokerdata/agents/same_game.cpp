#include "pokerdata/agents/same_game.hpp"

#include "pokerdata/support/errors.hpp"

namespace pokerdata::agents {
namespace {

[[noreturn]] void refuse(const games::Rules& own, const games::Rules& rules, const std::string& what) {
  throw support::ArgumentError(
      "agents: expected those of one game, e.g. two strategies of limit-holdem; an agent for '" + own.name +
      "' cannot play '" + rules.name + "', " + what);
}

}  // namespace

void check_same_game(const games::Rules& own, const games::CardRules& own_cards, const games::Rules& rules,
                     const games::CardRules& cards) {
  if (own.no_limit() != rules.no_limit()) refuse(own, rules, "one has limits and the other has none");
  if (own.ante != rules.ante || own.blinds != rules.blinds)
    refuse(own, rules, "their antes or blinds differ");
  if (own.first_to_act != rules.first_to_act)
    refuse(own, rules, "their numbers of streets differ, or who acts first");
  if (own.no_limit() && own.stack() != rules.stack())
    refuse(own, rules,
           "their stacks differ: " + std::to_string(own.stack()) + " and " + std::to_string(rules.stack()) +
               " chips");
  if (!own.no_limit() && (own.bets != rules.bets || own.caps != rules.caps ||
                          own.blind_counts_as_bet != rules.blind_counts_as_bet))
    refuse(own, rules, "their bets or caps differ");
  if (own_cards.ranks != cards.ranks || own_cards.suits != cards.suits || own_cards.copies != cards.copies ||
      own_cards.hole != cards.hole || own_cards.board != cards.board || own_cards.ranking != cards.ranking)
    refuse(own, rules, "their cards differ");
}

void check_streets(const games::Rules& rules, const games::CardRules& cards) {
  if (rules.first_to_act.size() > cards.board.size())
    throw support::expected({"game '", rules.name, "'"},
                            {"board cards for each of ", rules.streets(), " streets of betting"},
                            {cards.board.size(), "; e.g. (0, 3, 1, 1) for four streets"});
}

bool is_texas(const games::CardRules& cards) {
  return cards.deck() == cards::deck_size && cards.suits == 4 && cards.hole == 2 &&
         cards.board == std::vector<int>{0, 3, 1, 1} && cards.ranking == games::Ranking::five_card;
}

}  // namespace pokerdata::agents
