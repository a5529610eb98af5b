#include "pokerdata/games/rules.hpp"

#include "pokerdata/support/errors.hpp"

namespace pokerdata {
namespace {

[[noreturn]] void refuse(const LimitRules& rules, const std::string& what, const std::string& want) {
  throw ArgumentError("bad rules '" + rules.name + "': " + what + "; want " + want);
}

void check_stakes(const LimitRules& rules) {
  if (rules.ante < 0)
    refuse(rules, "ante " + std::to_string(rules.ante), "a whole number of chips, 0 or more, e.g. 1");
  for (const int blind : rules.blinds)
    if (blind < 0)
      refuse(rules, "blind " + std::to_string(blind), "a whole number of chips, 0 or more, e.g. 5 and 10");
  if (rules.unit() == 0)
    refuse(rules, "neither ante nor blind", "chips at stake from the start, e.g. an ante of 1");
  if (rules.blind_counts_as_bet && !rules.has_blinds())
    refuse(rules, "a blind counts as a bet, but both blinds are 0", "blinds, e.g. 5 and 10");
  const int first = rules.first_to_act[0];
  if (rules.blinds[first] > rules.blinds[1 - first])
    refuse(rules, "player " + std::to_string(first + 1) + " acts first but pays the larger blind",
           "the player with the smaller blind to act first on the first street, e.g. player 1 with blinds 5 "
           "and 10");
}

void check_street(const LimitRules& rules, int street) {
  const std::string where = " on street " + std::to_string(street + 1);
  if (rules.first_to_act[street] != 0 && rules.first_to_act[street] != 1)
    refuse(rules, "player " + std::to_string(rules.first_to_act[street] + 1) + " acts first" + where,
           "player 1 or 2");
  if (rules.bets[street] < 1)
    refuse(rules, "bet " + std::to_string(rules.bets[street]) + where, "at least 1 chip, e.g. 10");
  if (rules.caps[street] < 1)
    refuse(rules, "cap " + std::to_string(rules.caps[street]) + where,
           "at least 1 bet a street, e.g. 4 (a bet and three raises)");
}

}  // namespace

void check_rules(const LimitRules& rules) {
  const auto streets = rules.bets.size();
  if (streets < 1 || streets > 8)
    refuse(rules, std::to_string(streets) + " streets",
           "1 to 8 bet sizes, one a street, e.g. (10, 10, 20, 20)");
  if (rules.first_to_act.size() != streets || rules.caps.size() != streets)
    refuse(rules,
           std::to_string(rules.first_to_act.size()) + " first players, " + std::to_string(streets) +
               " bet sizes and " + std::to_string(rules.caps.size()) + " caps",
           "one of each a street, e.g. (1, 2), (2, 4) and (2, 2)");
  for (int street = 0; street < rules.streets(); ++street) check_street(rules, street);
  check_stakes(rules);
}

}  // namespace pokerdata
