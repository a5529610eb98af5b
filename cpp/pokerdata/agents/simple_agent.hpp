#pragma once
#include <cstdint>
#include <span>

#include "pokerdata/agents/agent.hpp"

namespace pokerdata::agents {

// What `simple` looks up instead of counting it, each nothing where there is no table. They must outlive it.
struct SimpleTables {
  // Opposing hands and next cards by standing, as the tables of potential hold them: [boards * 1,326 * 9].
  const std::uint16_t* flop = nullptr;
  const std::uint16_t* turn = nullptr;
  const std::uint16_t* river = nullptr;  // 2 * wins + ties over the 990 opposing hands, [boards * 1,326]
};

// Rules of thumb for Texas hold'em, after the SimpleBot of the open poker test bed (Meerkat interface).
// Before the flop:
// - a pair raises if it is tens or better, or twos, and fewer than two raises were made; else it calls up to
//   two raises
// - two cards from ten up do the same, raising if they are suited
// - suited connectors call; an ace and a suited two raises if nobody did; other suited aces call
// - anything calls one time in twenty if that takes no more than the big blind; else check or fold
// After the flop, with hand strength H against one opponent, and PPot by one card:
// - nothing to call: bet with probability H^2, else with probability PPot
// - else raise with probability H^(1 + raises); call if H^2 * pot > to call, or PPot > to call / (pot + to
//   call)
// Bets and raises are of one pot.
class SimpleAgent final : public Agent {
 public:
  explicit SimpleAgent(SimpleTables tables = {}) : tables_(tables) {}
  std::unique_ptr<Seat> sit() const override;
  void check_game(const games::Rules& rules, const games::CardRules& cards) const override;

 private:
  SimpleTables tables_;
};

// Hand strength against a random hand, and positive potential by one card (0 on the river).
struct StrengthAndPotential {
  double strength, potential;
};
// board: 3 to 5 cards. Before the river some 0.1 ms, or a look-up where there is a table; on the river some
// 2 microseconds. Tables change no bit of the result.
StrengthAndPotential strength_and_potential(std::span<const cards::Card> hole,
                                            std::span<const cards::Card> board,
                                            const SimpleTables& tables = {});

}  // namespace pokerdata::agents
