#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "pokerdata/agents/abstract_agent.hpp"
#include "pokerdata/agents/hole_cards.hpp"
#include "pokerdata/luck/values.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::luck {

// A hand that was played: its cards as far as they were seen, and its moves.
struct Record {
  std::array<std::span<const cards::Card>, 2> hole;
  std::span<const cards::Card> board;
  std::span<const agents::Move> moves;
};

// What is taken out of the result of a hand. Showdowns with cards to come always count as their mean.
struct Method {
  // Corrects by these for the luck of the cards, and of the moves of players whose strategy is known; or
  // null.
  const Values* values = nullptr;
  // Strategies that are known, or null. Other hands that a known player could as well have held and played so
  // count with their chances; of two known players once for each of them, and the mean is taken.
  std::array<const agents::AbstractAgent*, 2> known{};
  // Of hold'em: what each hand wins at showdown from each other before the flop for each chip that both put
  // in, [hands, hands]; or null.
  const double* first_edges = nullptr;
};

// Measures hands one after the other; each thread has its own.
class Reduction {
 public:
  // All must outlive it. Throws ArgumentError where strategies or values are of another game.
  Reduction(const games::Rules& rules, const games::CardRules& cards, const Method& method);

  // Chips that player 0 won, without the luck; the expected value over all hands is that of what he won. Not
  // a number where a player whose strategy is known cannot have played so. Throws ArgumentError for moves
  // that are no hand by the rules, or too few cards.
  double operator()(const Record& hand);

 private:
  class Pass;

  // What follows from the cards alone, looked up once a hand.
  const std::vector<int>& states(const agents::PrivateStates& of, int street);
  const std::vector<int>& states_after(int street, std::span<const cards::Card> next);
  // Of all hands, or where no strategy is known of the two that are held; the others are 0.
  void look_up(const agents::PrivateStates& of, int street, std::span<const cards::Card> board,
               int* states) const;
  const std::vector<double>& edges(int player, int street);
  std::span<const cards::Card> board_on(int street) const;
  std::size_t number_of(std::span<const cards::Card> hole) const;

  const games::Rules& rules_;
  const games::CardRules& cards_;
  Method method_;
  std::vector<agents::HoleCards> hands_;
  std::vector<std::size_t> shown_;  // cards of the board on each street
  Record hand_;
  std::array<std::size_t, 2> held_{};
  struct Seen {
    const agents::PrivateStates* of;
    int street;
    std::unique_ptr<std::vector<int>> states;
  };
  std::vector<Seen> seen_;
  std::vector<std::unordered_map<std::size_t, std::vector<int>>> after_;  // [street], by the next cards
  std::array<std::vector<std::vector<double>>, 2> edges_;  // [player][street]; empty where not looked up
};

// Measures hands that were played; found: [hands].
void reduce_hands(const games::Rules& rules, const games::CardRules& cards, const Method& method,
                  std::span<const Record> hands, double* found, int threads, support::Progress& progress);

// Plays deals as `matches::play_match` does, each twice with the seats swapped. methods: of hands in which
// the first agent is player 0, and player 1. found: [deals, as player 0 and as player 1, what the first agent
// won and that without the luck].
void reduce_match(const games::Rules& rules, const games::CardRules& cards, const agents::Agent& first,
                  const agents::Agent& second, const std::array<Method, 2>& methods, std::uint64_t seed,
                  std::int64_t begin, std::int64_t end, double* found, int threads,
                  support::Progress& progress);

}  // namespace pokerdata::luck
