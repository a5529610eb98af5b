#include "pokerdata/games/rules.hpp"

#include "pokerdata/support/errors.hpp"

namespace pokerdata::games {
namespace {

constexpr int max_pots = 1'000'000;

[[noreturn]] void refuse(const Rules& rules, const support::Text& what, const support::Text& rule,
                         const support::Text& got) {
  throw support::expected({"rules '", rules.name, "': ", what}, rule, got);
}

void check_stakes(const Rules& rules) {
  if (rules.ante < 0) refuse(rules, "ante", "a whole number of chips, 0 or more", {rules.ante, "; e.g. 1"});
  for (const int blind : rules.blinds)
    if (blind < 0) refuse(rules, "blind", "a whole number of chips, 0 or more", {blind, "; e.g. 5 and 10"});
  if (rules.unit() == 0)
    refuse(rules, "ante and blinds", "chips at stake from the start", "none; e.g. an ante of 1");
  if (rules.blind_counts_as_bet && !rules.has_blinds())
    refuse(rules, "blinds", "one above 0, as a blind counts as a bet", "0 and 0; e.g. 5 and 10");
  const std::int64_t most = std::int64_t{rules.ante} + std::max(rules.blinds[0], rules.blinds[1]);
  if (most > max_chips)
    refuse(rules, "ante and larger blind", {"at most ", max_chips, " chips in all"},
           {most, "; e.g. blinds of 5 and 10"});
  const int first = rules.first_to_act[0];
  if (rules.blinds[first] > rules.blinds[1 - first])
    refuse(rules, "first_to_act", "the player with the smaller blind to act first on the first street",
           {"player ", first + 1, ", who pays the larger one; e.g. player 1 with blinds 5 and 10"});
}

void check_cap(const Rules& rules, int street, int least, const std::string& example) {
  const int cap = rules.caps[street];
  if (cap < least || cap > max_bets)
    refuse(rules, {"cap on street ", street + 1}, {least, " to ", max_bets, " bets and raises a street"},
           {cap, "; e.g. ", example});
}

void check_bets(const Rules& rules, int street) {
  const std::string where = " on street " + std::to_string(street + 1);
  if (rules.bets[street] < 1)
    refuse(rules, {"bet", where}, "at least 1 chip", {rules.bets[street], "; e.g. 10"});
  check_cap(rules, street, 1, "4 (a bet and three raises)");
}

void check_most_bet(const Rules& rules) {
  std::int64_t most = std::int64_t{rules.ante} + std::max(rules.blinds[0], rules.blinds[1]);
  for (int street = 0; street < rules.streets(); ++street)
    most += std::int64_t{rules.bets[street]} * rules.caps[street];
  if (most > max_chips)
    refuse(rules, "ante, blind and bets up to the caps", {"at most ", max_chips, " chips in all"},
           {most, "; e.g. bets of 10 with caps of 4"});
}

void check_menu(const Rules& rules, int street) {
  const std::string where = " on street " + std::to_string(street + 1);
  check_cap(rules, street, 0, "4");
  for (const PotFraction& size : rules.menus[street].fractions)
    if (size.numerator < 0 || size.denominator < 1 || size.denominator > max_pots ||
        size.numerator > std::int64_t{max_pots} * size.denominator)
      refuse(rules, {"bet", where}, "a fraction of the pot from 0 (the smallest raise) to 1,000,000",
             {size.numerator, "/", size.denominator, "; e.g. 1 or 1/2"});
}

void check_stacks(const Rules& rules) {
  for (int player = 0; player < 2; ++player) {
    const int stack = rules.stacks[player];
    if (stack <= rules.ante + std::max(rules.blinds[0], rules.blinds[1]))
      refuse(rules, {"stack of player ", player + 1},
             {"more chips than the ante of ", rules.ante, " and the larger blind of ",
              std::max(rules.blinds[0], rules.blinds[1])},
             {stack, "; e.g. ", rules.usual_stack()});
    if (stack > max_chips)
      refuse(rules, {"stack of player ", player + 1}, {"at most ", max_chips, " chips"},
             {stack, "; e.g. ", rules.usual_stack()});
  }
}

}  // namespace

void check_rules(const Rules& rules) {
  const auto streets = rules.first_to_act.size();
  const auto sizes = rules.no_limit() ? rules.menus.size() : rules.bets.size();
  if (sizes < 1 || sizes > 8)
    refuse(rules, "streets",
           rules.no_limit() ? "1 to 8 menus, one a street" : "1 to 8 bet sizes, one a street",
           {sizes, (rules.no_limit() ? "" : "; e.g. (10, 10, 20, 20)")});
  if (streets != sizes || rules.caps.size() != sizes)
    refuse(rules, rules.no_limit() ? "first players, menus and caps" : "first players, bet sizes and caps",
           "one of each a street",
           {streets, ", ", sizes, " and ", rules.caps.size(),
            (rules.no_limit() ? "" : "; e.g. (1, 2), (2, 4) and (2, 2)")});
  for (int street = 0; street < rules.streets(); ++street) {
    const int first = rules.first_to_act[street];
    if (first != 0 && first != 1)
      refuse(rules, {"first_to_act on street ", street + 1}, "player 1 or 2", first + 1);
    rules.no_limit() ? check_menu(rules, street) : check_bets(rules, street);
  }
  check_stakes(rules);
  rules.no_limit() ? check_stacks(rules) : check_most_bet(rules);
}

}  // namespace pokerdata::games
