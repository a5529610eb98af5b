#include "pokerdata/luck/reduction.hpp"

#include "pokerdata/luck/held_walk.hpp"
#include "pokerdata/luck/imagined_walk.hpp"

namespace pokerdata::luck {

Measure reduction(const Setting& setting, const Method& method) {
  for (const agents::AbstractAgent* agent : method.known)
    if (agent) agent->check_game(setting.rules, setting.cards);
  if (method.values) method.values->reference().check_game(setting.rules, setting.cards);
  return [&rules = setting.rules, method](const Record& hand, LookedUp& cards, double* found) {
    double sum = 0;
    int passes = 0;
    for (int player = 0; player < 2; ++player)
      if (method.known[player]) {
        sum += imagined_result(rules, method, cards, hand.moves, player);
        ++passes;
      }
    *found = passes ? sum / passes : held_result(rules, method.values, cards, hand.moves);
  };
}

}  // namespace pokerdata::luck
