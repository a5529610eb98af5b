#include "pokerdata/luck/held_walk.hpp"

#include "pokerdata/luck/run_outs.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::luck {
namespace {

using agents::AbstractAgent;

double worth(const Values& values, int node, const LookedUp::Two& states) {
  return double{values.part(0, node)[states[0]]} + values.part(1, node)[states[1]];
}

// The mean of the values of a node over the cards that begin its street, before they are dealt.
double mean_over_cards(const Values& values, int node, int street, LookedUp& cards) {
  if (street == 1) return values.over_cards(node)[cards.held(0) * cards.hands().size() + cards.held(1)];
  const auto& after = cards.held_after(values.reference().states(), street);
  const float* first = values.part(0, node);
  const float* second = values.part(1, node);
  double found = 0;
  for (const auto& [of_first, of_second] : after) found += double{first[of_first]} + second[of_second];
  return found / static_cast<double>(after.size());
}

}  // namespace

double held_result(const games::Rules& rules, const Values* values, LookedUp& cards,
                   std::span<const agents::Move> moves) {
  agents::BettingState now(rules);
  int node = AbstractAgent::root;
  double found = 0;
  if (values)
    found = values->mean() - worth(*values, node, cards.held_states(values->reference().states(), 0));
  for (const agents::Move move : moves) {
    const int street = now.street();
    if (values && node != AbstractAgent::off_tree) node = values->next(node, now, move);
    now.apply(move);
    if (now.finished() || now.street() == street) continue;
    if (values) node = values->starting(node, now.street());
    if (!values || node == AbstractAgent::off_tree) continue;
    found += mean_over_cards(*values, node, now.street(), cards) -
             worth(*values, node, cards.held_states(values->reference().states(), now.street()));
  }
  if (!now.finished())
    throw support::expected("history", "a hand that is over", "one in which a player acts");
  return found + (now.folded() >= 0 ? now.won(0) : now.won(1) * cards.held_edge(now.street()));
}

}  // namespace pokerdata::luck
